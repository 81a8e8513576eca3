import type { Who } from '../../../../schema/guest'
import type { Step } from '../../../../schema/steps'
import type { Fault } from '../../../core/flow/validation'
import type { PageStore } from '../../shared/page-store'

/** What the guest is told when something did not work. */
export type Said = { title: string; text: string }

/**
 * What a card is doing: `asking`, `working` (its effect is under way, OK waits), `held` (the same, and the guest has
 * said meanwhile that they stay), `accepted` (the answer stands green for a moment), `leaving` (a clock runs, then the
 * page is left).
 */
export type StepState = 'asking' | 'working' | 'held' | 'accepted' | 'leaving'

/**
 * What can happen to a card: the guest presses OK with good answers, answers a field (`type`) or wants to `stay`;
 * answers are refused (`refuse`) or something failed (`fail`), before or during the work; the outcome is one to
 * `accept` in green; the clock starts (`wait`); the work is over (`rest`).
 */
export type Event = 'press' | 'type' | 'stay' | 'refuse' | 'fail' | 'accept' | 'wait' | 'rest'

/** From each state, where each event leads. What is not here cannot happen then and changes nothing. */
export const moves: Record<StepState, Partial<Record<Event, StepState>>> = {
  asking: { press: 'working', type: 'asking', refuse: 'asking' },
  working: {
    type: 'working',
    stay: 'held',
    refuse: 'working',
    fail: 'working',
    accept: 'accepted',
    wait: 'leaving',
    rest: 'asking',
  },
  held: { type: 'held', refuse: 'held', fail: 'held', accept: 'accepted', wait: 'asking', rest: 'asking' },
  accepted: { type: 'accepted', wait: 'leaving', rest: 'asking' },
  leaving: { type: 'leaving', stay: 'asking' },
}

/**
 * A card's state with what goes with it: what is wrong (`shown` counts how often it was said), what failed, where it is
 * leaving to.
 */
export type Status = {
  state: StepState
  faults: readonly Fault[]
  shown: number
  said?: Said | undefined
  to?: string | undefined
}

/**
 * What an event brings along: the faults of `refuse`, the sentence of `refuse` and `fail`, the field of `type`, the
 * address of `wait`.
 */
export type Brought = { faults?: readonly Fault[]; said?: Said | undefined; field?: string; to?: string | undefined }

/** What each event changes besides the state. */
const changes: { [event in Event]?: (status: Status, brought: Brought) => Partial<Status> } = {
  press: () => ({ faults: [], said: undefined }),
  type: ({ faults }, { field }) => ({ faults: faults.filter((fault) => fault.field !== field) }),
  refuse: ({ shown }, { faults = [], said }) => ({ faults, said, shown: shown + 1 }),
  fail: (_, { said }) => ({ said }),
  wait: (_, { to }) => ({ to }),
}

/**
 * A card as it is first seen: with what an earlier sending found wrong with it, or why it is shown again, and already
 * at work where its effect runs on entering.
 */
export const beginning = (faults: readonly Fault[], isHeld: boolean, said?: Said): Status => ({
  state: isHeld ? 'working' : 'asking',
  faults,
  shown: 0,
  ...(said && { said }),
})

/** The status after an event; the same one where the event cannot happen. */
export const after = (status: Status, event: Event, brought: Brought = {}): Status => {
  const state = moves[status.state][event]
  return state ? { ...status, ...changes[event]?.(status, brought), state } : status
}

/** Whether OK has to wait. */
export const isBusy = ({ state }: Status) => state === 'working' || state === 'held' || state === 'accepted'

/** A guest at a step: which, about whom, how the address asked for it, and how to go elsewhere. */
export type StepVisit = {
  path: string
  step: Step
  who: Who | undefined
  query: Record<string, string>
  go: (to: string, replace?: boolean) => void
  status: PageStore<Status>
  /** False once the guest has gone to another step. */
  alive: boolean
}
