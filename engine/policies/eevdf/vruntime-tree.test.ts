// The tree under random insertions and removals, held to a sorted list and to the rules of red-black trees.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vector } from '../../../tests/support/vectors'
import { VruntimeTree } from './vruntime-tree'

const keysOf = (rows: readonly { vruntime: number; deadline: number }[]) => ({
  vruntime: Float64Array.from(rows, (r) => r.vruntime),
  deadline: Float64Array.from(rows, (r) => r.deadline),
})

test('order, colours, heights and earliest deadlines hold under random operations', () => {
  const rows = fc.array(
    fc.record({ vruntime: fc.integer({ min: -20, max: 20 }), deadline: fc.integer({ min: 0, max: 99 }) }),
    { minLength: 1, maxLength: 60 },
  )
  fc.assert(
    fc.property(rows, fc.array(fc.nat(), { maxLength: 200 }), (entities, picks) => {
      const keys = keysOf(entities)
      const tree = new VruntimeTree(keys)
      const inside: number[] = []
      for (const pick of picks) {
        const e = pick % entities.length
        const at = inside.indexOf(e)
        if (at < 0) {
          tree.insert(e)
          // Behind its equals.
          const place = inside.findIndex((other) => keys.vruntime[other]! > keys.vruntime[e]!)
          inside.splice(place < 0 ? inside.length : place, 0, e)
        } else {
          tree.remove(e)
          inside.splice(at, 1)
        }
        expect(tree.inOrder()).toEqual(inside)
        tree.check()
        expect(tree.earliestBelow(tree.root)).toBe(Math.min(...inside.map((x) => keys.deadline[x]!)))
      }
    }),
  )
})

interface Shape {
  readonly n: string
  readonly l: Shape | null
  readonly r: Shape | null
}

for (const id of ['T33', 'T34']) {
  const { inputs } = vector<
    { entities: { name: string; vruntime: number; deadline: number }[]; tree_shape: Shape },
    unknown
  >(id)
  test(`${id}: the tree has the shape of the textbook's`, () => {
    const tree = new VruntimeTree(keysOf(inputs.entities))
    inputs.entities.forEach((_, i) => {
      tree.insert(i)
    })
    const shape = (e: number): Shape | null =>
      e < 0 ? null : { n: inputs.entities[e]!.name, l: shape(tree.leftOf(e)), r: shape(tree.rightOf(e)) }
    expect(shape(tree.root)).toEqual(inputs.tree_shape)
  })
}
