// A record of decisions as bytes: a line of JSON with the names and counts, then the columns as they are in memory,
// one after the other, all of it gzipped. A hundred thousand decisions take some 3 MB.
import { endianness } from 'node:os'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { DecisionRecord } from './decision-record'

const FORMAT = 'vlag-decisions'
const VERSION = 1
/** Fast: at its default gzip takes longer than the simulation. */
const LEVEL = 1
const NEWLINE = 0x0a

const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  byteOrder: z.literal(endianness()),
  decisions: z.number().int().nonnegative(),
  rows: z.number().int().nonnegative(),
  dropped: z.number().int().nonnegative(),
  texts: z.array(z.string()),
  taskNames: z.array(z.string()),
  groupNames: z.array(z.string()),
})
type Header = z.infer<typeof Header>

export function encodeDecisions({ table, groupNames }: DecisionRecord): Uint8Array {
  const { rows, texts, taskNames, dropped } = table
  const header: Header = {
    format: FORMAT,
    version: VERSION,
    byteOrder: endianness(),
    decisions: table.timeNs.length,
    rows: rows.entity.length,
    dropped,
    texts: [...texts],
    taskNames: [...taskNames],
    groupNames: [...groupNames],
  }
  const columns = [
    table.timeNs,
    table.cpu,
    table.previous,
    table.picked,
    table.cause,
    table.reason,
    table.rule,
    table.by,
    table.firstRow,
    rows.queue,
    rows.entity,
    rows.weight,
    rows.vruntime,
    rows.deadline,
    rows.lag,
    rows.sliceNs,
    rows.flags,
  ].map((column) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
  const head = new TextEncoder().encode(`${JSON.stringify(header)}\n`)
  return gzipSync(Buffer.concat([head, ...columns]), { level: LEVEL })
}

/** Throws where the bytes are no such record, are cut off, or come from a machine of the other byte order. */
export function decodeDecisions(bytes: Uint8Array): DecisionRecord {
  const data = gunzipSync(bytes)
  const end = data.indexOf(NEWLINE)
  if (end < 0) throw new Error('its first line is missing')
  const header = Header.parse(JSON.parse(data.toString('utf8', 0, end)))
  const reader = new ColumnReader(data, end + 1)
  const { decisions, rows, texts, taskNames, groupNames, dropped } = header
  const table = {
    timeNs: reader.float64(decisions),
    cpu: reader.int32(decisions),
    previous: reader.int32(decisions),
    picked: reader.int32(decisions),
    cause: reader.int32(decisions),
    reason: reader.int32(decisions),
    rule: reader.int32(decisions),
    by: reader.int32(decisions),
    firstRow: reader.int32(decisions),
    texts,
    taskNames,
    rows: {
      queue: reader.int32(rows),
      entity: reader.int32(rows),
      weight: reader.float64(rows),
      vruntime: reader.float64(rows),
      deadline: reader.float64(rows),
      lag: reader.float64(rows),
      sliceNs: reader.float64(rows),
      flags: reader.bytes(rows),
    },
    dropped,
  }
  if (!reader.isAtEnd) throw new Error('it is longer than its first line says')
  return { table, groupNames }
}

/** Copies columns out, since they need not lie at multiples of their size. */
class ColumnReader {
  constructor(
    private readonly data: Uint8Array,
    private offset: number,
  ) {}

  get isAtEnd(): boolean {
    return this.offset === this.data.length
  }

  float64(count: number): Float64Array {
    return new Float64Array(this.bytes(count * Float64Array.BYTES_PER_ELEMENT).buffer)
  }

  int32(count: number): Int32Array {
    return new Int32Array(this.bytes(count * Int32Array.BYTES_PER_ELEMENT).buffer)
  }

  bytes(length: number): Uint8Array<ArrayBuffer> {
    const end = this.offset + length
    if (end > this.data.length) throw new Error('it is cut off')
    const part = Uint8Array.from(this.data.subarray(this.offset, end))
    this.offset = end
    return part
  }
}
