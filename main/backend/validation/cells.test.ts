// The rules of the cells on hand-made figures: which exist, what the simulation stands for, and the bounds.
import { describe, expect, test } from 'vitest'
import { buildRows } from './cells'
import { hog, periodic, planOf, realTask, runOf, type MadeUp, type Simulated } from './test-cases'

const rowsOf = (madeUp: MadeUp, runs: readonly Readonly<Record<string, Simulated>>[]) =>
  buildRows(planOf(madeUp), runs.map(runOf))

/** The row of one figure; the task is given where there are several. */
function rowOf(rows: ReturnType<typeof rowsOf>, metric: string, task?: string) {
  const found = rows.filter((row) => row.metric === metric && (task === undefined || row.task === task))
  expect(found, `${metric} ${task ?? ''}`).toHaveLength(1)
  return found[0]!
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const waits = times(100, 2000)

describe('one CPU', () => {
  const one = (shares: readonly number[], simulated: readonly number[]) =>
    rowOf(
      rowsOf(
        { tasks: { hogA: hog }, real: shares.map((share) => ({ hogA: realTask({ share }) })) },
        simulated.map((share) => ({ hogA: { share, waitsUs: waits } })),
      ),
      'share',
    )

  test('a share is the mean over the runs, held within 10 % of the real mean', () => {
    expect(one([50, 50, 50], [50, 59])).toMatchObject({
      unit: '%',
      judged: true,
      real: { mean: 50, spread: 0 },
      simulated: 54.5,
      range: [54.5, 54.5],
      error: 4.5,
      bound: 5,
      within: true,
    })
    expect(one([50, 50, 50], [55.1]).within).toBe(false)
    expect(one([50, 50, 50], [44.9]).within).toBe(false)
  })

  test('repetitions further apart than that widen the bound to their spread', () => {
    expect(one([40, 50, 60], [31])).toMatchObject({ real: { spread: 20 }, bound: 20, within: true })
    expect(one([40, 50, 60], [29]).within).toBe(false)
  })

  test('rates are scaled to a trace that is longer than the run', () => {
    const rows = rowsOf(
      { facts: { seconds: 8 }, durationS: 10, tasks: { hogA: hog }, real: [{ hogA: realTask() }] },
      [{ hogA: { share: 62.5, switches: 125, preemptions: 50, waitsUs: waits } }],
    )
    expect(rowOf(rows, 'share').simulated).toBeCloseTo(50)
    expect(rowOf(rows, 'switches').simulated).toBeCloseTo(100)
    expect(rowOf(rows, 'preemptions').simulated).toBeCloseTo(40)
  })

  test('preemptions are compared from 5 per second on', () => {
    const rows = (preempted: number) =>
      rowsOf({ tasks: { hogA: hog }, real: [{ hogA: realTask({ preempted_per_s: preempted }) }] }, [
        { hogA: { share: 50, waitsUs: waits } },
      ]).map((row) => row.metric)
    expect(rows(5)).toContain('preemptions')
    expect(rows(4.9)).not.toContain('preemptions')
  })

  test('percentiles are compared where every repetition has 50 waits, and 50 wake-ups', () => {
    const rows = (switches: number, n: number) =>
      rowsOf(
        {
          tasks: { hogA: hog },
          real: [
            { hogA: realTask({ wakeup_us: { n: 500, p50: 10, p99: 10 } }) },
            { hogA: realTask({ switches_per_s: switches, wakeup_us: { n, p50: 10, p99: 10 } }) },
          ],
        },
        [{ hogA: { share: 50, waitsUs: waits, wakeupsUs: waits } }],
      ).map((row) => row.metric)
    expect(rows(5, 50)).toEqual(expect.arrayContaining(['wait_p50', 'wait_p99', 'wakeup_p50', 'wakeup_p99']))
    expect(rows(4.9, 50)).not.toContain('wait_p50')
    expect(rows(5, 49)).not.toContain('wakeup_p50')
  })

  test('a median is any value between the 45th and 55th percentile of all waits of all runs', () => {
    const real = [{ hogA: realTask({ wait_us: { p50: 3000, p99: 3000 } }) }]
    const rows = (short: number) =>
      rowsOf({ tasks: { hogA: hog }, real }, [
        { hogA: { share: 50, waitsUs: times(short, 15) } },
        { hogA: { share: 50, waitsUs: times(100 - short, 3000) } },
      ])
    expect(rowOf(rows(54), 'wait_p50')).toMatchObject({ unit: 'us', simulated: 3000, error: 0, within: true })
    expect(rowOf(rows(54), 'wait_p50').range?.[0]).toBe(15)
    expect(rowOf(rows(56), 'wait_p50')).toMatchObject({
      simulated: 15,
      error: -2985,
      bound: 300,
      within: false,
    })
  })

  test('a 99th percentile is any value between the 98th and the 99.5th', () => {
    const real = [{ hogA: realTask({ wait_us: { p50: 15, p99: 3000 } }) }]
    const row = (long: number) =>
      rowOf(
        rowsOf({ tasks: { hogA: hog }, real }, [
          { hogA: { share: 50, waitsUs: [...times(1000 - long, 15), ...times(long, 3000)] } },
        ]),
        'wait_p99',
      )
    expect(row(6)).toMatchObject({ simulated: 3000, within: true })
    expect(row(5)).toMatchObject({ simulated: 15, within: false })
  })

  test('times may be off by 100 us in any case', () => {
    const real = [{ hogA: realTask({ wait_us: { p50: 20, p99: 20 } }) }]
    const within = (us: number) =>
      rowOf(
        rowsOf({ tasks: { hogA: hog }, real }, [{ hogA: { share: 50, waitsUs: times(60, us) } }]),
        'wait_p50',
      ).within
    expect(within(119)).toBe(true)
    expect(within(122)).toBe(false)
  })

  test('what was not simulated is a miss without a value, not a zero', () => {
    const rows = rowsOf({ tasks: { hogA: hog }, real: [{ hogA: realTask() }] }, [{ hogA: { share: 50 } }])
    expect(rowOf(rows, 'wait_p50')).toMatchObject({
      simulated: null,
      range: null,
      error: null,
      within: false,
    })
  })

  test('equal tasks stay apart', () => {
    const rows = rowsOf({ tasks: { hogA: hog, hogB: hog }, real: [{ hogA: realTask(), hogB: realTask() }] }, [
      { hogA: { share: 50 }, hogB: { share: 50 } },
    ])
    expect(new Set(rows.map((row) => row.task))).toEqual(new Set(['hogA', 'hogB']))
  })
})

describe('several CPUs', () => {
  const facts = { cpus: 2, informative: true }
  const free = { run: 1_000_000, loop: -1 }
  const freePeriodic = (name: string) => ({
    loop: -1,
    run: 1000,
    timer: { ref: `${name}-timer`, period: 4000, mode: 'absolute' },
  })

  test('shares and rates are held against the range of the runs', () => {
    const row = (share: number) =>
      rowOf(
        rowsOf({ facts, tasks: { hogA: free }, real: [{ hogA: realTask({ share }) }] }, [
          { hogA: { share: 40 } },
          { hogA: { share: 60 } },
        ]),
        'share',
      )
    expect(row(50)).toMatchObject({ judged: false, range: [40, 60], simulated: 50, error: 0, within: true })
    expect(row(66)).toMatchObject({ simulated: 60, error: -6, within: true })
    expect(row(67)).toMatchObject({ simulated: 60, within: false })
  })

  test('unpinned tasks that differ only in name count as one; another nice value sets one apart', () => {
    const real = {
      hogA: realTask({ share: 80 }),
      hogB: realTask({ share: 40 }),
      hogC: realTask({ share: 30 }),
    }
    const rows = rowsOf(
      { facts, tasks: { hogA: free, hogB: free, hogC: { ...free, priority: 5 } }, real: [real] },
      [{ hogA: { share: 50 }, hogB: { share: 60 }, hogC: { share: 30 } }],
    )
    expect(rowOf(rows, 'share', 'hogA+hogB')).toMatchObject({ real: { mean: 60 }, simulated: 55 })
    expect(rowOf(rows, 'share', 'hogC').simulated).toBe(30)
  })

  test('pinned tasks stay apart', () => {
    const rows = rowsOf(
      {
        facts,
        tasks: { hogA: hog, hogB: hog, hogC: { ...hog, cpus: [1] } },
        real: [{ hogA: realTask(), hogB: realTask(), hogC: realTask() }],
      },
      [{ hogA: { share: 50 }, hogB: { share: 50 }, hogC: { share: 50 } }],
    )
    expect(new Set(rows.map((row) => row.task))).toEqual(new Set(['hogA', 'hogB', 'hogC']))
  })

  test('percentiles of equal tasks are matched by rank of CPU time, whatever their names', () => {
    const wakeup_us = { n: 100, p50: 550, p99: 550 }
    const rows = rowsOf(
      {
        facts,
        tasks: { perA: freePeriodic('perA'), perB: freePeriodic('perB') },
        real: [{ perA: realTask({ wakeup_us }), perB: realTask({ wakeup_us }) }],
      },
      [
        {
          perA: { share: 30, wakeupsUs: times(100, 1000) },
          perB: { share: 20, wakeupsUs: times(100, 100) },
        },
        {
          perA: { share: 20, wakeupsUs: times(100, 100) },
          perB: { share: 30, wakeupsUs: times(100, 1000) },
        },
      ],
    )
    const row = rowOf(rows, 'wakeup_p50', 'perA+perB')
    expect(row.range?.map(Math.round)).toEqual([550, 550])
    expect(row).toMatchObject({ within: true })
  })

  test('waits of unpinned hogs are left out, those of pinned ones and of sleepers are not', () => {
    const rows = rowsOf(
      {
        facts,
        tasks: { hogA: free, hogB: hog, perA: periodic, perB: freePeriodic('perB') },
        real: [{ hogA: realTask(), hogB: realTask(), perA: realTask(), perB: realTask() }],
      },
      [
        {
          hogA: { share: 50 },
          hogB: { share: 50, waitsUs: waits },
          perA: { share: 50, waitsUs: waits },
          perB: { share: 50, waitsUs: waits },
        },
      ],
    )
    const waiting = rows.filter((row) => row.metric === 'wait_p50').map((row) => row.task)
    expect(waiting).toEqual(['hogB', 'perA', 'perB'])
  })

  test('times are held within 20 %, preemptions from 20 per second on', () => {
    const rows = rowsOf(
      { facts, tasks: { perA: freePeriodic('perA') }, real: [{ perA: realTask({ preempted_per_s: 19.9 }) }] },
      [{ perA: { share: 50, waitsUs: waits } }],
    )
    expect(rowOf(rows, 'wait_p50').bound).toBe(400)
    expect(rows.map((row) => row.metric)).not.toContain('preemptions')
  })
})
