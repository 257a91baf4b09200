// Programs of many tasks in one store.
import { expect, test } from 'vitest'
import type { Step } from '../model/run-spec'
import { Interner } from './interner'
import { OP_LOOP, OP_LOOP_END, ProgramStore } from './program'

test('each loop knows its end, however many rows there are', () => {
  // Of all lengths, so that every instruction comes to stand where the store grows.
  for (let length = 1; length <= 8; length++) {
    const store = new ProgramStore(new Interner())
    const body = Array.from({ length }, (): Step => ({ op: 'run', ns: 1 }))
    for (let task = 0; task < 1000; task++) {
      const start = store.add([{ op: 'loop', count: -1, body }], 'task')
      const end = store.b[start]!
      expect([store.op[start], store.op[end], store.b[end]]).toEqual([OP_LOOP, OP_LOOP_END, start + 1])
    }
  }
})
