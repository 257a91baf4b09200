// A growing column of numbers.
import { widened } from './widen'

export class Column {
  length = 0
  private values = new Float64Array(256)

  push(value: number): void {
    if (this.length === this.values.length) this.values = widened(this.values, this.length * 2)
    this.values[this.length++] = value
  }

  float64(): Float64Array<ArrayBuffer> {
    return this.values.slice(0, this.length)
  }

  int32(): Int32Array<ArrayBuffer> {
    return Int32Array.from(this.values.subarray(0, this.length))
  }
}
