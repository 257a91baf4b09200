// Gives each name a small number, so that the hot path compares numbers. Namespaces keep timers and conditions apart.

export class Interner {
  private readonly numbers = new Map<string, number>()

  of(name: string): number {
    let n = this.numbers.get(name)
    if (n === undefined) {
      n = this.numbers.size
      this.numbers.set(name, n)
    }
    return n
  }

  /** All names, at their numbers. */
  get names(): readonly string[] {
    return [...this.numbers.keys()]
  }
}
