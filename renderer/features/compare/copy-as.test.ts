// The comparison as Markdown, CSV and JSON: values, words, and names that need quoting.
import { describe, expect, it } from 'vitest'
import { toCsv, toJson, toMarkdown } from './copy-as'
import { buildResult, catalog, comparison, summary, variant } from './fixture.test-data'
import { buildCompareTable } from './table-model'

const table = buildCompareTable(
  buildResult(
    [
      variant('base', 'eevdf', { p99: summary(11_800_000, 400_000, 5) }),
      variant('a|b, "c"', 'cfs', { p99: summary(3_910_000, 200_000, 5) }),
      variant('empty', 'cfs', { p99: summary(null, null, 0) }),
    ],
    [comparison('p99', 'a|b, "c"', 0.331, [0.3, 0.36], true)],
  ),
  catalog,
)
const context = { name: 'Typing', engineVersion: '1.0.0', specHash: 'abc', seeds: 5 }

describe('the copies', () => {
  it('write Markdown that reads like the table', () => {
    expect(toMarkdown(table, context).split('\n')).toEqual([
      '**Typing**: mean ± 95 % interval over 5 seeds, engine 1.0.0',
      '',
      '| Metric | base (baseline) | a\\|b, "c" | empty |',
      '| --- | ---: | ---: | ---: |',
      '| Title of p99 (ms) | 11.8 ±0.4 | 3.91 ±0.20 (−67 % better) | not measured |',
      '',
    ])
  })

  it('write CSV with full precision and quoted names', () => {
    expect(toCsv(table).split('\n').slice(1)).toEqual([
      'p99,ns,min,base,eevdf,11800000,11400000,12200000,5,,,,baseline,',
      'p99,ns,min,"a|b, ""c""",cfs,3910000,3710000,4110000,5,0.331,0.3,0.36,better,',
      'p99,ns,min,empty,cfs,,,,0,,,,none,No task slept.',
      '',
    ])
  })

  it('write JSON with the reason of what is missing', () => {
    const parsed: unknown = JSON.parse(toJson(table, context))
    expect(parsed).toMatchObject({
      name: 'Typing',
      metrics: [
        {
          id: 'p99',
          variants: [
            { name: 'base', baseline: true, mean: 11_800_000 },
            { ratio: 0.331, verdict: 'better' },
            { mean: null, reason: 'No task slept.', ratio: null },
          ],
        },
      ],
    })
  })

  it('say a difference without a ratio or without bounds', () => {
    const odd = buildCompareTable(
      buildResult(
        [
          variant('base', 'eevdf', { p99: summary(0, 0, 5), switches: summary(4, 9, 5, '1/s') }),
          variant('b', 'cfs', {
            p99: summary(3_910_000, 200_000, 5),
            switches: summary(0.01, 0.001, 5, '1/s'),
          }),
        ],
        [comparison('p99', 'b', null, null, true), comparison('switches', 'b', 0.0025, null, false)],
      ),
      catalog,
    )
    const markdown = toMarkdown(odd, context)
    expect(markdown).toContain('(baseline is 0, worse)')
    expect(markdown).toContain('(÷400 unclear)')
    expect(toCsv(odd)).toContain(',worse,"The baseline is 0, so there is no ratio."')
    expect(toCsv(odd)).toContain(",,unclear,No bounded interval: the baseline's mean is not told from 0.")
    expect(toJson(odd, context)).toContain('"differenceReason": "No bounded interval')
  })
})
