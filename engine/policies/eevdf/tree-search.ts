// The two searches of Linux 6.6 for the eligible entity with the earliest deadline, over the tree by virtual run time.
import type { VruntimeTree } from './vruntime-tree'

interface Queue {
  readonly tree: VruntimeTree
  readonly deadline: Float64Array
  readonly isEligible: (entity: number) => boolean
}

const NONE = -1

/** Entity of the subtree `from` that owns its earliest deadline: the node itself, then left, then right. */
function ownerOfEarliest({ tree, deadline }: Queue, from: number): number {
  let at = from
  for (;;) {
    const earliest = tree.earliestBelow(at)
    if (deadline[at] === earliest) return at
    const left = tree.leftOf(at)
    at = tree.earliestBelow(left) === earliest ? left : tree.rightOf(at)
  }
}

/** 6.6: remembers the left branch with the earliest deadline that it passed. `current`: -1 or eligible. */
export function searchTree(queue: Queue, current: number): number {
  const { tree, deadline, isEligible } = queue
  let best = current
  let bestLeft = NONE
  let at = tree.root
  while (at !== NONE) {
    if (!isEligible(at)) {
      at = tree.leftOf(at)
      continue
    }
    if (best === NONE || deadline[at]! < deadline[best]!) best = at
    const left = tree.leftOf(at)
    if (left !== NONE) {
      if (bestLeft === NONE || tree.earliestBelow(left) < tree.earliestBelow(bestLeft)) bestLeft = left
      if (tree.earliestBelow(left) === tree.earliestBelow(at)) break
    }
    if (deadline[at] === tree.earliestBelow(at)) break
    at = tree.rightOf(at)
  }
  if (bestLeft === NONE || tree.earliestBelow(bestLeft) > deadline[best]!) return best
  return ownerOfEarliest(queue, bestLeft)
}

/** 6.6-rc1 to rc5: forgets the left branches that it passes, so it may miss the earliest. `current`: -1 or eligible. */
export function searchTreeDefective(queue: Queue, current: number): number {
  const { tree, deadline, isEligible } = queue
  let best = NONE
  let at = tree.root
  while (at !== NONE) {
    if (!isEligible(at)) {
      at = tree.leftOf(at)
      continue
    }
    const earliest = tree.earliestBelow(at)
    if (best === NONE || deadline[best]! > deadline[at]!) {
      best = at
      if (deadline[at] === earliest) break
    }
    const left = tree.leftOf(at)
    at = tree.earliestBelow(left) === earliest ? left : tree.rightOf(at)
  }
  if (best === NONE || (current !== NONE && deadline[best]! > deadline[current]!)) return current
  return best
}
