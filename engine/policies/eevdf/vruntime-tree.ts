// A red-black tree of entities by virtual run time, each node knowing the earliest deadline below it: the queue of
// Linux 6.6, whose searches (also the defective one of 6.6-rc1 to rc5) depend on the tree's shape. Equal keys go to
// the right; deadlines must not change while an entity is in the tree.

const NONE = -1

export class VruntimeTree {
  root = NONE
  private capacity = 0
  private left = new Int32Array(0)
  private right = new Int32Array(0)
  private parent = new Int32Array(0)
  private isRed = new Uint8Array(0)
  private earliest = new Float64Array(0)

  constructor(private readonly keys: { readonly vruntime: Float64Array; readonly deadline: Float64Array }) {}

  leftOf(e: number): number {
    return this.left[e]!
  }

  rightOf(e: number): number {
    return this.right[e]!
  }

  /** Earliest deadline in the subtree of `e`; Infinity for none. */
  earliestBelow(e: number): number {
    return e === NONE ? Infinity : this.earliest[e]!
  }

  insert(e: number): void {
    this.ensure(e + 1)
    const { vruntime, deadline } = this.keys
    let above = NONE
    let at = this.root
    let toLeft = false
    while (at !== NONE) {
      above = at
      toLeft = vruntime[e]! < vruntime[at]!
      at = toLeft ? this.left[at]! : this.right[at]!
    }
    this.left[e] = NONE
    this.right[e] = NONE
    this.parent[e] = above
    this.isRed[e] = 1
    this.earliest[e] = deadline[e]!
    if (above === NONE) this.root = e
    else if (toLeft) this.left[above] = e
    else this.right[above] = e
    this.refreshUp(above)
    this.balanceInserted(e)
  }

  remove(e: number): void {
    const { left, right } = this
    if (left[e] !== NONE && right[e] !== NONE) this.swapWithSuccessor(e)
    const child = left[e] !== NONE ? left[e]! : right[e]!
    const above = this.parent[e]!
    if (child !== NONE) {
      // A node with one child is black and its child red: the child takes its place and colour.
      this.replace(e, child)
      this.isRed[child] = 0
      this.refreshUp(above)
      return
    }
    if (this.isRed[e] === 0 && above !== NONE) this.balanceBlackLeaf(e)
    const finalAbove = this.parent[e]!
    this.replace(e, NONE)
    this.refreshUp(finalAbove)
  }

  /** Entities from the smallest virtual run time on. O(n), for tests and inspection. */
  inOrder(): number[] {
    const out: number[] = []
    const visit = (e: number): void => {
      if (e === NONE) return
      visit(this.left[e]!)
      out.push(e)
      visit(this.right[e]!)
    }
    visit(this.root)
    return out
  }

  /** Throws where a rule of red-black trees or an earliest deadline does not hold; returns the black height. */
  check(e: number = this.root): number {
    if (e === NONE) return 1
    const l = this.left[e]!
    const r = this.right[e]!
    if (e === this.root && this.isRed[e] === 1) throw new Error('red root')
    for (const child of [l, r]) {
      if (child === NONE) continue
      if (this.parent[child] !== e) throw new Error('wrong parent')
      if (this.isRed[e] === 1 && this.isRed[child] === 1) throw new Error('two reds')
    }
    const [height, other] = [this.check(l), this.check(r)]
    if (height !== other) throw new Error('black heights differ')
    if (this.earliest[e] !== this.computeEarliest(e)) throw new Error('wrong earliest deadline')
    return height + (this.isRed[e] === 1 ? 0 : 1)
  }

  private computeEarliest(e: number): number {
    return Math.min(
      this.keys.deadline[e]!,
      this.earliestBelow(this.left[e]!),
      this.earliestBelow(this.right[e]!),
    )
  }

  private refreshUp(e: number): void {
    for (let at = e; at !== NONE; at = this.parent[at]!) this.earliest[at] = this.computeEarliest(at)
  }

  /** Puts `other` (or nothing) where `e` hangs. */
  private replace(e: number, other: number): void {
    const above = this.parent[e]!
    if (above === NONE) this.root = other
    else if (this.left[above] === e) this.left[above] = other
    else this.right[above] = other
    if (other !== NONE) this.parent[other] = above
  }

  /** Exchanges the places (and colours) of `e` and the next entity in order, which has no left child. */
  private swapWithSuccessor(e: number): void {
    const { left, right, parent, isRed } = this
    let next = right[e]!
    while (left[next] !== NONE) next = left[next]!
    const nextRight = right[next]!
    const nextParent = parent[next]!
    this.replace(e, next)
    left[next] = left[e]!
    parent[left[e]!] = next
    if (nextParent === e) {
      right[next] = e
      parent[e] = next
    } else {
      right[next] = right[e]!
      parent[right[e]!] = next
      left[nextParent] = e
      parent[e] = nextParent
    }
    left[e] = NONE
    right[e] = nextRight
    if (nextRight !== NONE) parent[nextRight] = e
    const red = isRed[e]!
    isRed[e] = isRed[next]!
    isRed[next] = red
  }

  private rotate(e: number, toLeft: boolean): void {
    const [near, far] = toLeft ? [this.left, this.right] : [this.right, this.left]
    const up = far[e]!
    const moved = near[up]!
    far[e] = moved
    if (moved !== NONE) this.parent[moved] = e
    this.replace(e, up)
    near[up] = e
    this.parent[e] = up
    this.earliest[e] = this.computeEarliest(e)
    this.earliest[up] = this.computeEarliest(up)
  }

  private balanceInserted(inserted: number): void {
    const { left, right, parent, isRed } = this
    let e = inserted
    for (;;) {
      const above = parent[e]!
      if (above === NONE) {
        isRed[e] = 0
        return
      }
      if (isRed[above] === 0) return
      const top = parent[above]!
      const aboveIsLeft = left[top] === above
      const uncle = aboveIsLeft ? right[top]! : left[top]!
      if (uncle !== NONE && isRed[uncle] === 1) {
        isRed[above] = 0
        isRed[uncle] = 0
        isRed[top] = 1
        e = top
        continue
      }
      let middle = above
      if (aboveIsLeft !== (left[above] === e)) {
        this.rotate(above, aboveIsLeft)
        middle = e
      }
      isRed[middle] = 0
      isRed[top] = 1
      this.rotate(top, !aboveIsLeft)
      return
    }
  }

  /** Before a black leaf is taken out: makes up for the black that its side will lack. */
  private balanceBlackLeaf(leaf: number): void {
    const { left, right, parent, isRed } = this
    const red = (e: number): boolean => e !== NONE && isRed[e] === 1
    let e = leaf
    while (parent[e] !== NONE && isRed[e] === 0) {
      const above = parent[e]!
      const isLeft = left[above] === e
      let sibling = isLeft ? right[above]! : left[above]!
      if (red(sibling)) {
        isRed[sibling] = 0
        isRed[above] = 1
        this.rotate(above, isLeft)
        sibling = isLeft ? right[above]! : left[above]!
      }
      const near = isLeft ? left[sibling]! : right[sibling]!
      const far = isLeft ? right[sibling]! : left[sibling]!
      if (!red(near) && !red(far)) {
        isRed[sibling] = 1
        e = above
        continue
      }
      if (!red(far)) {
        isRed[near] = 0
        isRed[sibling] = 1
        this.rotate(sibling, !isLeft)
        sibling = isLeft ? right[above]! : left[above]!
      }
      isRed[sibling] = isRed[above]!
      isRed[above] = 0
      isRed[isLeft ? right[sibling]! : left[sibling]!] = 0
      this.rotate(above, isLeft)
      return
    }
    isRed[e] = 0
  }

  private ensure(count: number): void {
    if (count <= this.capacity) return
    this.capacity = Math.max(64, this.capacity * 2, count)
    const wider = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(this.capacity)
      to.set(from)
      return to
    }
    this.left = wider(this.left)
    this.right = wider(this.right)
    this.parent = wider(this.parent)
    const isRed = new Uint8Array(this.capacity)
    isRed.set(this.isRed)
    this.isRed = isRed
    const earliest = new Float64Array(this.capacity)
    earliest.set(this.earliest)
    this.earliest = earliest
  }
}
