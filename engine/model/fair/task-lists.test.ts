// The order of a CPU's tasks, against a plain array.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TaskLists } from './task-lists'

const contents = (lists: TaskLists, cpu: number): number[] => {
  const found: number[] = []
  for (let task = lists.tail(cpu); task >= 0; task = lists.towardsHead(task)) found.push(task)
  return found
}

test('tail to head is the order of the last move, over two CPUs', () => {
  const step = fc.tuple(fc.nat(1), fc.nat(7), fc.boolean())
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const lists = new TaskLists(2)
      lists.ensure(8)
      const model: number[][] = [[], []]
      for (const [cpu, task, leaves] of steps) {
        for (const list of model) if (list.includes(task)) list.splice(list.indexOf(task), 1)
        if (leaves) lists.remove(task)
        else {
          lists.moveToHead(cpu, task)
          model[cpu]!.push(task)
        }
        expect([contents(lists, 0), contents(lists, 1)]).toEqual(model)
      }
    }),
  )
})

test('room for more tasks keeps the order', () => {
  const lists = new TaskLists(1)
  lists.ensure(1)
  lists.moveToHead(0, 0)
  lists.ensure(200)
  lists.moveToHead(0, 150)
  expect(contents(lists, 0)).toEqual([0, 150])
})
