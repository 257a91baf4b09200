// Tasks like hackbench's: groups of senders and receivers, where each sender writes to every receiver's pipe in turn.
// A pipe is bounded: a sender sleeps while its receiver lags, a receiver while its pipe is empty.
import type { Step, TaskSpec } from '../../../engine'

/** hackbench's own numbers: 20 senders and 20 receivers to a group. */
export const TASKS_PER_GROUP = 40
const SIDE = TASKS_PER_GROUP / 2
/** A Linux pipe holds 16 pages; a message here is a page. */
const PIPE_MESSAGES = 16
/** Preparing and reading a message take a few microseconds beside the system calls. */
const MESSAGE_NS = { uniformNs: [1_000, 5_000] } as const

/** All start at 0 and never end. */
export function buildHackbench(groups: number): TaskSpec[] {
  return Array.from({ length: groups }, (_, group) => [
    ...Array.from({ length: SIDE }, (_, i) => task(`recv-${group}-${i}`, receiver(`${group}-${i}`))),
    ...Array.from({ length: SIDE }, (_, i) => task(`send-${group}-${i}`, sender(group, i))),
  ]).flat()
}

const task = (name: string, program: readonly Step[]): TaskSpec => ({
  name,
  nice: 0,
  policy: 'other',
  affinity: null,
  sliceNs: null,
  startNs: 0,
  program,
})

/** Opens its pipe with room for some messages, then reads. */
function receiver(pipe: string): Step[] {
  return [
    { op: 'loop', count: PIPE_MESSAGES, body: [{ op: 'signal', name: `room-${pipe}` }] },
    {
      op: 'loop',
      count: -1,
      body: [
        { op: 'wait', name: `message-${pipe}` },
        { op: 'run', ns: MESSAGE_NS },
        { op: 'signal', name: `room-${pipe}` },
      ],
    },
  ]
}

/** Writes to the receivers in turn; each sender begins with another one. */
function sender(group: number, first: number): Step[] {
  const body = Array.from({ length: SIDE }, (_, i): Step[] => {
    const pipe = `${group}-${(first + i) % SIDE}`
    return [
      { op: 'wait', name: `room-${pipe}` },
      { op: 'run', ns: MESSAGE_NS },
      { op: 'signal', name: `message-${pipe}` },
    ]
  }).flat()
  return [{ op: 'loop', count: -1, body }]
}
