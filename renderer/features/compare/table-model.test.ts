// The comparison table: order of columns and rows, verdicts, who may be called best, and values that are not there.
import { describe, expect, it } from 'vitest'
import { buildResult, catalog, comparison, summary, variant } from './fixture.test-data'
import { buildCompareTable } from './table-model'

const p99 = (result: Parameters<typeof buildCompareTable>[0]) =>
  buildCompareTable(result, catalog)
    .groups.flatMap((group) => group.rows)
    .find((row) => row.id === 'p99')

describe('buildCompareTable', () => {
  const result = buildResult(
    [
      variant('other', 'cfs', { p99: summary(50, 2, 5), switches: summary(10, 1, 5, '1/s') }),
      variant('base', 'eevdf', { p99: summary(100, 5, 5), switches: summary(20, 1, 5, '1/s') }),
      variant('third', 'eevdf', { p99: summary(130, 20, 5), old: summary(1, 0, 5, 'things') }),
    ],
    [
      comparison('p99', 'other', 0.5, [0.45, 0.55], true),
      comparison('p99', 'third', 1.3, [1.1, 1.5], true),
      comparison('switches', 'other', 0.5, [0.4, 0.6], true),
    ],
  )
  const table = buildCompareTable(result, catalog)

  it('puts the baseline first and keeps the order of the rest', () => {
    expect(table.columns.map((column) => column.name)).toEqual(['base', 'other', 'third'])
    expect(table.columns.map((column) => column.variant)).toEqual([1, 0, 2])
    expect(table.columns[0]?.isBaseline).toBe(true)
    expect(table.columns.map((column) => column.status)).toEqual(['validated', 'draft', 'validated'])
  })

  it('groups what was reported, latency first, and keeps metrics that it does not know', () => {
    expect(table.groups.map((group) => [group.id, group.rows.map((row) => row.id)])).toEqual([
      ['latency', ['p99']],
      ['overhead', ['switches']],
      ['other', ['old']],
    ])
  })

  it('judges by interval and goal, and counts only metrics with a goal', () => {
    expect(p99(result)?.cells.map((cell) => cell.delta?.verdict)).toEqual([undefined, 'better', 'worse'])
    expect(table.groups[1]?.rows[0]?.cells[1]?.delta?.verdict).toBe('changed')
    expect(table.columns[1]?.tally).toEqual({ better: 1, worse: 0, unclear: 0, same: 0 })
    expect(table.columns[2]?.tally).toEqual({ better: 0, worse: 1, unclear: 0, same: 0 })
  })

  it('says why a cell has no value or no difference', () => {
    const row = table.groups[1]?.rows[0]
    expect(row?.cells[2]).toMatchObject({ mean: null, n: 0, reason: 'No finished run reports it.' })
    expect(row?.cells[2]?.delta).toMatchObject({
      verdict: 'none',
      ratio: null,
      reason: 'This variant has no value to compare.',
    })
  })

  it('turns a mean that is not a number into "not measured"', () => {
    const odd = buildResult([variant('base', 'eevdf', { p99: summary(Number.NaN, 1, 5) })], [])
    expect(p99(odd)?.cells[0]).toMatchObject({ mean: null, reason: 'The value is not a number.' })
  })
})

describe('a difference without a bounded interval', () => {
  const deltaOf = (base: number, own: number, compared: ReturnType<typeof comparison>) =>
    p99(
      buildResult(
        [
          variant('base', 'eevdf', { p99: summary(base, 5, 5) }),
          variant('other', 'cfs', { p99: summary(own, 5, 5) }),
        ],
        [compared],
      ),
    )?.cells[1]?.delta

  it('keeps its verdict and says why there is no interval', () => {
    expect(deltaOf(2, 50, comparison('p99', 'other', 25, null, true))).toMatchObject({
      verdict: 'worse',
      ratio: 25,
      ci95: null,
      reason: "No bounded interval: the baseline's mean is not told from 0.",
    })
  })

  it('has a verdict, but no ratio, where the baseline is 0', () => {
    expect(deltaOf(0, 50, comparison('p99', 'other', null, null, true))).toMatchObject({
      verdict: 'worse',
      ratio: null,
      fromZero: true,
      reason: 'The baseline is 0, so there is no ratio.',
    })
    expect(deltaOf(0, 0, comparison('p99', 'other', null, null, false))).toMatchObject({
      verdict: 'same',
      fromZero: false,
    })
  })
})

describe('the best of a row', () => {
  const best = (
    other: readonly [number, number],
    ratio: number,
    ci95: [number, number],
    third: readonly [number, number],
  ): number =>
    p99(
      buildResult(
        [
          variant('base', 'eevdf', { p99: summary(100, 5, 5) }),
          variant('other', 'cfs', { p99: summary(...other, 5) }),
          variant('third', 'cfs', { p99: summary(...third, 5) }),
        ],
        [
          comparison('p99', 'other', ratio, ci95, ci95[1] < 1 || ci95[0] > 1),
          comparison('p99', 'third', third[0] / 100, [third[0] / 100 - 0.01, third[0] / 100 + 0.01], true),
        ],
      ),
    )?.cells.findIndex((cell) => cell.best) ?? -2

  it('is the one that is clearly apart from all', () => {
    expect(best([50, 2], 0.5, [0.4, 0.6], [60, 3])).toBe(1)
  })
  it('is nobody where two intervals touch', () => {
    expect(best([50, 8], 0.5, [0.4, 0.6], [60, 3])).toBe(-1)
  })
  it('is nobody where the comparison with the baseline is unclear', () => {
    expect(best([90, 1], 0.9, [0.7, 1.1], [130, 3])).toBe(-1)
  })
  it('may be the baseline', () => {
    expect(best([140, 8], 1.4, [1.3, 1.5], [130, 3])).toBe(0)
  })
})
