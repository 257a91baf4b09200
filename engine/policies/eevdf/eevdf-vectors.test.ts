// The rules of one EEVDF queue, held to the numeric vectors of the fair class.
import { describe, expect, test } from 'vitest'
import { DEQUEUE_MOVE } from '../../core/policy'
import { POLICY_OTHER } from '../../core/task-table'
import { inverseOf, weightOf } from '../../model/fair/fair-entities'
import { niceWeights, truncDiv } from '../../model/fair/weights'
import { scalingFactor, tickLengthNs } from '../../model/fair/tunable-scaling'
import { paramsOf } from '../../../tests/support/run-specs'
import { vector } from '../../../tests/support/vectors'
import { EevdfEntities } from './eevdf-entities'
import { breaksProtection, EevdfQueue } from './eevdf-queue'
import { profileOf, settingsOf, type EevdfSettings, type IneligibleResched } from './profile'

const TICK_1000 = tickLengthNs(1000)

interface Entity {
  readonly name: string
  readonly nice: number
  readonly vruntime: number
  readonly deadline: number
  readonly slice: number
}

/** Default settings of a kernel at a base slice of 3 ms, with all features that 6.12 has. */
const settings = (given: Partial<EevdfSettings> = {}, kernel = '6.12'): EevdfSettings => ({
  ...settingsOf(paramsOf('eevdf', 1, { kernel: '6.12', baseSlice: 3_000_000 }), TICK_1000),
  ...profileOf(kernel),
  ...given,
})

/** A queue with these waiting entities, numbered from 0 in order. */
function queueOf(waiting: readonly Entity[], given: EevdfSettings = settings()) {
  const e = new EevdfEntities()
  e.ensure(64)
  const queue = new EevdfQueue(e, given, 0)
  waiting.forEach((entity, i) => {
    setEntity(e, i, entity)
    queue.insert(i)
  })
  return { e, queue }
}

function setEntity(e: EevdfEntities, at: number, entity: Omit<Entity, 'name'>): void {
  e.setTaskWeight(at, entity.nice, POLICY_OTHER)
  e.vruntime[at] = entity.vruntime
  e.deadline[at] = entity.deadline
  e.setSlice(at, entity.slice)
}

/** Makes entity `at` the running one. */
function setCurrent(queue: EevdfQueue, at: number): void {
  if (queue.isMember(at)) queue.remove(at)
  queue.current = at
  queue.currentOnQueue = true
}

describe('average virtual time and eligibility', () => {
  for (const id of ['T07', 'T08', 'T09', 'T10', 'T11']) {
    const { title, inputs, expected } = vector<
      { entities: Entity[] },
      {
        V: number
        sum_w?: number
        eligible?: Record<string, boolean> | boolean
        vlag?: Record<string, number> | number
      }
    >(id)
    for (const running of [-1, 0]) {
      test(`${id}: ${title}${running < 0 ? '' : ', the first one running'}`, () => {
        const { e, queue } = queueOf(inputs.entities)
        if (running >= 0) setCurrent(queue, running)
        expect(queue.averageVruntime()).toBe(expected.V)
        if (expected.sum_w !== undefined) expect(queue.totalWeight()).toBe(expected.sum_w)
        inputs.entities.forEach((entity, i) => {
          const eligible =
            typeof expected.eligible === 'object'
              ? expected.eligible[entity.name]
              : (expected.eligible ?? null)
          if (eligible !== null && eligible !== undefined) expect(queue.isEligible(i)).toBe(eligible)
          const lag = typeof expected.vlag === 'object' ? expected.vlag[entity.name] : expected.vlag
          if (lag !== undefined) expect(queue.averageVruntime() - e.vruntime[i]!).toBe(lag)
        })
      })
    }
  }

  test('T12: moving the reference point does not move V', () => {
    const { inputs, expected } = vector<
      { entities: Entity[]; v0_new: number },
      { V_old: number; V_new: number }
    >('T12')
    const { queue } = queueOf(inputs.entities)
    expect(queue.averageVruntime()).toBe(expected.V_old)
    queue.followAverage()
    expect(queue.averageVruntime()).toBe(expected.V_new)
  })
})

describe('lag', () => {
  test('T14: clamp to twice the request or one tick', () => {
    const { inputs, expected } = vector<
      { rows: { nice: number; raw_vlag: number; hz: number; slice: number }[] },
      { rows: { vlag: number }[] }
    >('T14')
    inputs.rows.forEach((row, i) => {
      const { queue } = queueOf(
        [{ name: 'A', nice: row.nice, vruntime: 0, deadline: 1, slice: row.slice }],
        settings({ tickNs: tickLengthNs(row.hz) }),
      )
      expect(queue.clampLag(0, row.raw_vlag)).toBe(expected.rows[i]!.vlag)
    })
  })

  test('T15: clamp to the largest request and a tick', () => {
    const { inputs, expected } = vector<
      { rows: { nice: number; raw_vlag: number; hz: number; max_slice_on_rq: number }[] },
      { rows: { vlag: number }[] }
    >('T15')
    inputs.rows.forEach((row, i) => {
      const { queue } = queueOf(
        [
          { name: 'A', nice: row.nice, vruntime: 0, deadline: 1, slice: 100_000 },
          { name: 'longest', nice: 0, vruntime: 0, deadline: 1, slice: row.max_slice_on_rq },
        ],
        settings({ tickNs: tickLengthNs(row.hz) }, '7.0'),
      )
      expect(queue.clampLag(0, row.raw_vlag)).toBe(expected.rows[i]!.vlag)
    })
  })

  test('T44: an over-served sleeper works off its lag on the queue', () => {
    const { inputs, expected } = vector<
      { sleeper: Entity; other_before: number; other_after_running_3ms: number },
      {
        vlag_at_sleep: number
        stays_queued: boolean
        vlag_when_other_reaches_11ms: number
        eligible_then: boolean
        vlag_stored_with_DELAY_ZERO: number
        vlag_stored_without_DELAY_ZERO: number
      }
    >('T44')
    const other = { ...inputs.sleeper, name: 'O' }
    for (const delayZero of [true, false]) {
      const { e, queue } = queueOf(
        [inputs.sleeper, { ...other, vruntime: inputs.other_before }],
        settings({ delayZero }),
      )
      expect(queue.averageVruntime() - e.vruntime[0]!).toBe(expected.vlag_at_sleep)
      expect(!queue.isEligible(0)).toBe(expected.stays_queued)
      setCurrent(queue, 1)
      e.execStart[1] = 0
      queue.update(inputs.other_after_running_3ms - inputs.other_before)
      expect(queue.averageVruntime() - e.vruntime[0]!).toBe(expected.vlag_when_other_reaches_11ms)
      expect(queue.isEligible(0)).toBe(expected.eligible_then)
      queue.finishDelayed(0)
      expect(e.vlag[0]).toBe(
        delayZero ? expected.vlag_stored_with_DELAY_ZERO : expected.vlag_stored_without_DELAY_ZERO,
      )
    }
  })
})

describe('placement', () => {
  for (const id of ['T16', 'T17', 'T18', 'T19', 'T20', 'T21', 'T22', 'T24', 'T25']) {
    const { title, inputs, expected } = vector<
      {
        queued: Entity[]
        joining: { nice: number; vlag: number; slice: number }
        initial?: boolean
        PLACE_LAG?: boolean
      },
      {
        V_before: number
        vruntime: number
        deadline: number
        V_after: number
        vlag_after: number
        eligible_after: boolean
      }
    >(id)
    test(`${id}: ${title}`, () => {
      const { e, queue } = queueOf(inputs.queued, settings({ placeLag: id !== 'T22' }))
      const at = inputs.queued.length
      setEntity(e, at, { ...inputs.joining, vruntime: 0, deadline: 0 })
      e.vlag[at] = inputs.joining.vlag
      expect(queue.averageVruntime()).toBe(expected.V_before)
      queue.place(at, inputs.initial === true)
      queue.insert(at)
      expect(e.vruntime[at]).toBe(expected.vruntime)
      expect(e.deadline[at]).toBe(expected.deadline)
      expect(queue.averageVruntime()).toBe(expected.V_after)
      expect(queue.averageVruntime() - e.vruntime[at]!).toBe(expected.vlag_after)
      expect(queue.isEligible(at)).toBe(expected.eligible_after)
    })
  }

  test('T23: an empty queue ignores lag', () => {
    const { inputs } = vector<{ joining: { nice: number; vlag: number; slice: number } }, unknown>('T23')
    const { e, queue } = queueOf([])
    setEntity(e, 0, { ...inputs.joining, vruntime: 0, deadline: 0 })
    e.vlag[0] = inputs.joining.vlag
    const before = queue.averageVruntime()
    queue.place(0, false)
    expect(e.vruntime[0]).toBe(before)
    expect(e.deadline[0]).toBe(before + inputs.joining.slice)
  })

  test('T26: lag and distance to the deadline move to another queue', () => {
    const { inputs, expected } = vector<
      { source: Entity[]; destination: Entity[] },
      { vlag_saved: number; rel_deadline_saved: number; vruntime: number; deadline_6_12: number }
    >('T26')
    const { e, queue: source } = queueOf(inputs.source)
    const destination = new EevdfQueue(e, settings(), 0)
    inputs.destination.forEach((entity, i) => {
      setEntity(e, 10 + i, entity)
      destination.insert(10 + i)
    })
    source.leave(1, DEQUEUE_MOVE, true)
    expect(e.vlag[1]).toBe(expected.vlag_saved)
    expect(e.deadline[1]).toBe(expected.rel_deadline_saved)
    destination.place(1, false)
    expect(e.vruntime[1]).toBe(expected.vruntime)
    expect(e.deadline[1]).toBe(expected.deadline_6_12)
  })

  test('T45: a queued entity is reweighted', () => {
    const { inputs, expected } = vector<
      { entity: Entity; other: Entity; new_nice: number },
      { vlag_scaled: number; vruntime: number; deadline: number }
    >('T45')
    const { e, queue } = queueOf([inputs.entity, inputs.other])
    queue.reweight(0, weightOf(inputs.new_nice, POLICY_OTHER), inverseOf(inputs.new_nice, POLICY_OTHER))
    expect(e.vlag[0]).toBe(expected.vlag_scaled)
    expect(e.vruntime[0]).toBe(expected.vruntime)
    expect(e.deadline[0]).toBe(expected.deadline)
  })
})

describe('requests', () => {
  test('T05: default base slice', () => {
    const { inputs, expected } = vector<
      { online_cpus: number[] },
      { factor_log: number[]; base_slice_ns_0_75: number[]; base_slice_ns_0_70: number[] }
    >('T05')
    expect(inputs.online_cpus.map((cpus) => scalingFactor('log', cpus))).toEqual(expected.factor_log)
    const base = (kernel: string) =>
      inputs.online_cpus.map((cpus) => profileOf(kernel).normalisedBaseSliceNs * scalingFactor('log', cpus))
    expect(base('6.12')).toEqual(expected.base_slice_ns_0_75)
    for (const kernel of ['6.12-stable', '6.15', '6.18'])
      expect(base(kernel)).toEqual(expected.base_slice_ns_0_70)
  })

  test('T27: renewal starts at the present virtual time', () => {
    const { inputs, expected } = vector<
      { rows: { nice: number; v: number; deadline: number; delta_exec: number; slice: number }[] },
      { rows: { v: number; renewed: boolean; deadline: number }[] }
    >('T27')
    inputs.rows.forEach((row, i) => {
      const { e, queue } = queueOf([
        { name: 'A', nice: row.nice, vruntime: row.v, deadline: row.deadline, slice: row.slice },
      ])
      e.vruntime[0] = row.v + e.toVirtual(0, row.delta_exec)
      const renewed = queue.renew(0)
      expect({ v: e.vruntime[0], renewed, deadline: e.deadline[0] }).toEqual(expected.rows[i])
    })
  })

  test('T28: a custom slice is clamped', () => {
    const { inputs, expected } = vector<{ sched_runtime: number[] }, { slice: (number | string)[] }>('T28')
    inputs.sched_runtime.forEach((runtime, i) => {
      const { e, queue } = queueOf([])
      e.setTaskWeight(0, 0, POLICY_OTHER)
      e.setSlice(0, runtime)
      queue.place(0, false)
      const want = expected.slice[i]!
      expect(e.slice[0]).toBe(want === 'base_slice' ? 3_000_000 : want)
    })
  })
})

describe('the pick', () => {
  for (const id of ['T29', 'T30']) {
    const { title, inputs, expected } = vector<
      { queued: Entity[] },
      { V: number; pick: string; pick_without_eligibility: string }
    >(id)
    test(`${id}: ${title}`, () => {
      for (const eligibility of [true, false]) {
        const { queue } = queueOf(inputs.queued, settings({ eligibility }))
        expect(queue.averageVruntime()).toBe(expected.V)
        const want = eligibility ? expected.pick : expected.pick_without_eligibility
        expect(inputs.queued[queue.pickWithin(true, false)]!.name).toBe(want)
      }
    })
  }

  for (const id of ['T33', 'T34']) {
    const { title, inputs, expected } = vector<
      { entities: Entity[] },
      { V: number; eligible: Record<string, boolean>; pick_before_fix: string; pick_6_6_final: string }
    >(id)
    test(`${id}: ${title}`, () => {
      const pickOf = (kernel: string): string => {
        const { queue } = queueOf(inputs.entities, settings({}, kernel))
        expect(queue.averageVruntime()).toBe(expected.V)
        inputs.entities.forEach((entity, i) => {
          expect(queue.isEligible(i)).toBe(expected.eligible[entity.name])
        })
        return inputs.entities[queue.pickWithin(true, false)]!.name
      }
      expect(pickOf('6.6-rc')).toBe(expected.pick_before_fix)
      for (const kernel of ['6.6', '6.8', '6.12', '6.18', '7.0'])
        expect(pickOf(kernel)).toBe(expected.pick_6_6_final)
    })
  }

  test('T36: a recorded trace of an EEVDF port, with and without eligibility', () => {
    const { inputs, expected } = vector<
      { A: Entity; rows: { B_vruntime: number; B_deadline: number }[] },
      {
        rows: {
          V: number
          A_eligible: boolean
          B_eligible: boolean
          pick_no_eligibility: string
          pick_with_eligibility: string
        }[]
      }
    >('T36')
    inputs.rows.forEach((row, i) => {
      const want = expected.rows[i]!
      for (const eligibility of [true, false]) {
        const b = {
          name: '4573',
          nice: -4,
          vruntime: row.B_vruntime,
          deadline: row.B_deadline,
          slice: 1_500_000,
        }
        const { e, queue } = queueOf([inputs.A, b], settings({ eligibility }, '6.6'))
        expect(queue.averageVruntime()).toBe(want.V)
        expect([0, 1].map((x) => e.vruntime[x]! <= want.V)).toEqual([want.A_eligible, want.B_eligible])
        const picked = queue.pickWithin(true, false) === 0 ? inputs.A.name : b.name
        expect(picked).toBe(eligibility ? want.pick_with_eligibility : want.pick_no_eligibility)
      }
    })
  })

  test('T31: run to parity', () => {
    const { inputs, expected } = vector<
      { rows: { current_v: number; stash_equals_deadline: boolean }[] },
      { rows: { current_eligible: boolean; pick_RUN_TO_PARITY: string; pick_NO_RUN_TO_PARITY: string }[] }
    >('T31')
    inputs.rows.forEach((row, i) => {
      const want = expected.rows[i]!
      for (const runToParity of [true, false]) {
        const { e, queue } = queueOf(
          [
            { name: 'A', nice: 0, vruntime: row.current_v, deadline: 13_000_000, slice: 3_000_000 },
            { name: 'B', nice: 0, vruntime: 10_000_000, deadline: 11_000_000, slice: 3_000_000 },
          ],
          settings({ runToParity }),
        )
        setCurrent(queue, 0)
        e.protection[0] = row.stash_equals_deadline ? 13_000_000 : 1
        expect(queue.isEligible(0)).toBe(want.current_eligible)
        const picked = queue.pickWithin(true, false) === 0 ? 'A' : 'B'
        expect(picked).toBe(runToParity ? want.pick_RUN_TO_PARITY : want.pick_NO_RUN_TO_PARITY)
      }
    })
  })

  test('T32: first inserted wins a tie, a waiting one beats the running one', () => {
    const { expected } = vector<unknown, { pick: string }>('T32')
    const tie = (name: string): Entity => ({ name, nice: 0, vruntime: 5, deadline: 100, slice: 95 })
    const names = ['K', 'P', 'Q']
    const { queue } = queueOf(names.map(tie))
    setCurrent(queue, 0)
    expect(names[queue.pickWithin(true, false)]).toBe(expected.pick)
  })

  test('T37: protection point at the pick', () => {
    const { inputs, expected } = vector<
      {
        rows: {
          RUN_TO_PARITY: boolean
          slice: number
          min_slice_on_rq: number
          nice: number
          vruntime: number
        }[]
      },
      { rows: { deadline: number; vprot: number }[] }
    >('T37')
    inputs.rows.forEach((row, i) => {
      const { e, queue } = queueOf(
        [{ name: 'min', nice: 0, vruntime: 0, deadline: 1, slice: row.min_slice_on_rq }],
        settings({ runToParity: row.RUN_TO_PARITY }, '6.18'),
      )
      const want = expected.rows[i]!
      setEntity(e, 1, { ...row, deadline: want.deadline })
      expect(row.vruntime + e.toVirtual(1, row.slice)).toBe(want.deadline)
      queue.insert(1)
      queue.setNext(1, 0)
      expect(e.protection[1]).toBe(want.vprot)
    })
  })

  test('T38: a wake-up that does not preempt shortens the protection', () => {
    const { inputs, expected } = vector<
      { vruntime: number; vprot: number; min_slice_after_enqueue: number },
      { vprot: number }
    >('T38')
    const { e, queue } = queueOf(
      [{ name: 'short', nice: 0, vruntime: 0, deadline: 1, slice: inputs.min_slice_after_enqueue }],
      settings({}, '6.18'),
    )
    setEntity(e, 1, { nice: 0, vruntime: inputs.vruntime, deadline: inputs.vprot, slice: 2_800_000 })
    setCurrent(queue, 1)
    e.protection[1] = inputs.vprot
    queue.shortenProtection(1)
    expect(e.protection[1]).toBe(expected.vprot)
  })
})

describe('preemption', () => {
  test('T40: PREEMPT_SHORT of 6.12 to 6.16', () => {
    const { expected } = vector<
      unknown,
      {
        rows: {
          wakee_slice_shorter: boolean
          wakee_eligible: boolean
          wakee_deadline_earlier: boolean
          current_eligible: boolean
          cancels_protection: boolean
        }[]
      }
    >('T40')
    expect(expected.rows).toHaveLength(16)
    for (const row of expected.rows)
      expect(
        breaksProtection(
          row.wakee_slice_shorter,
          row.wakee_eligible,
          row.wakee_deadline_earlier,
          row.current_eligible,
        ),
      ).toBe(row.cancels_protection)
  })

  /** Charges a tick to a running entity in this state and says whether a reschedule is due. */
  function tickAsks(
    row: { stash: boolean; eligible: boolean; renewed: boolean; more: boolean },
    given: EevdfSettings,
  ) {
    // The other's virtual time decides whether the running one is eligible after 1 ms.
    const other = row.eligible ? 20_000_000 : 0
    const waiting = row.more
      ? [{ name: 'O', nice: 0, vruntime: other, deadline: 40_000_000, slice: 3_000_000 }]
      : []
    const { e, queue } = queueOf(waiting, given)
    setEntity(e, 9, {
      nice: 0,
      vruntime: 10_000_000,
      deadline: row.renewed ? 11_000_000 : 13_000_000,
      slice: 3_000_000,
    })
    setCurrent(queue, 9)
    e.execStart[9] = 0
    // The stash is compared after the renewal.
    const deadlineAfter = row.renewed ? 14_000_000 : 13_000_000
    e.protection[9] = row.stash ? deadlineAfter : 1
    return queue.update(1_000_000) || queue.studyPatchAsks()
  }

  test('T41 and T42: what asks for a reschedule when execution is charged, 6.6 and 6.12', () => {
    const t41 = vector<
      unknown,
      {
        rows: {
          PREEMPT_SHORT: boolean
          stash_equals_deadline: boolean
          current_eligible: boolean
          extra_resched: boolean
        }[]
      }
    >('T41')
    for (const row of t41.expected.rows) {
      const state = {
        stash: row.stash_equals_deadline,
        eligible: row.current_eligible,
        renewed: false,
        more: true,
      }
      expect(tickAsks(state, settings({ preemptShort: row.PREEMPT_SHORT }))).toBe(row.extra_resched)
    }
    const t42 = vector<
      unknown,
      {
        rows: {
          more_than_one: boolean
          RUN_TO_PARITY: boolean
          stash_equals_deadline: boolean
          current_eligible: boolean
          request_renewed_now: boolean
          base: boolean
          v1: boolean
          v2: boolean
          v3: boolean
          landed_6_12_PREEMPT_SHORT: boolean
        }[]
      }
    >('T42')
    let seen = 0
    for (const row of t42.expected.rows) {
      // A task alone is always eligible: the other rows cannot occur.
      if (!row.more_than_one && !row.current_eligible) continue
      const state = {
        stash: row.stash_equals_deadline,
        eligible: row.current_eligible,
        renewed: row.request_renewed_now,
        more: row.more_than_one,
      }
      const runToParity = row.RUN_TO_PARITY
      const asks = (ineligibleResched: IneligibleResched): boolean =>
        tickAsks(state, settings({ runToParity, preemptShort: false, ineligibleResched }, '6.8'))
      expect(asks('off')).toBe(row.base)
      expect(asks('v1')).toBe(row.v1)
      expect(asks('v2')).toBe(row.v2)
      expect(asks('v3')).toBe(row.v3)
      expect(asks('upstream')).toBe(row.landed_6_12_PREEMPT_SHORT)
      expect(tickAsks(state, settings({ runToParity }))).toBe(row.landed_6_12_PREEMPT_SHORT)
      seen++
    }
    expect(seen).toBe(24)
  })
})

test('shares of hogs follow the weights (T04)', () => {
  const { inputs, expected } = vector<{ pairs_nice: [number, number][] }, { share_first_percent: number[] }>(
    'T04',
  )
  inputs.pairs_nice.forEach(([a, b], i) => {
    const wa = niceWeights[a + 20]!
    expect((100 * wa) / (wa + niceWeights[b + 20]!)).toBeCloseTo(expected.share_first_percent[i]!, 3)
  })
  expect(truncDiv(-7, 2)).toBe(-3)
})
