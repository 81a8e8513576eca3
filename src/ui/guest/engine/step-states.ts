import type { Who } from '../../../../schema/guest'
import type { Step } from '../../../../schema/steps'
import type { Fault } from '../../../core/flow/validation'
import type { PageStore } from '../../shared/page-store'
import type { Message } from '../state/effect-results'

/** `held`: the effect runs and the guest asked to stay; `accepted`: shown in green; `leaving`: a countdown runs. */
export type StepState = 'idle' | 'working' | 'held' | 'accepted' | 'leaving'

/** Events of a card; `stay`: the guest asks to stay; `accept`: the result is shown in green. */
export type StepEvent = 'press' | 'input' | 'stay' | 'refuse' | 'fail' | 'accept' | 'wait' | 'done'

/** The next state by state and event; an event that is not listed changes nothing. */
export const transitions: Record<StepState, Partial<Record<StepEvent, StepState>>> = {
  idle: { press: 'working', input: 'idle', refuse: 'idle' },
  working: {
    input: 'working',
    stay: 'held',
    refuse: 'working',
    fail: 'working',
    accept: 'accepted',
    wait: 'leaving',
    done: 'idle',
  },
  held: { input: 'held', refuse: 'held', fail: 'held', accept: 'accepted', wait: 'idle', done: 'idle' },
  accepted: { input: 'accepted', wait: 'leaving', done: 'idle' },
  leaving: { input: 'leaving', stay: 'idle' },
}

/** The status of a card. `shown` counts how often the faults were shown; `to` is the address after the countdown. */
export type Status = {
  state: StepState
  faults: readonly Fault[]
  shown: number
  message?: Message | undefined
  to?: string | undefined
}

/** Data of an event: `faults` of `refuse`, `message` of `refuse` and `fail`, `field` of `input`, `to` of `wait`. */
export type EventData = {
  faults?: readonly Fault[]
  message?: Message | undefined
  field?: string
  to?: string | undefined
}

const changes: { [event in StepEvent]?: (status: Status, data: EventData) => Partial<Status> } = {
  press: () => ({ faults: [], message: undefined }),
  input: ({ faults, message }, { field }) => {
    const left = faults.filter((fault) => fault.field !== field)
    return { faults: left, message: faults.length && !left.length ? undefined : message }
  },
  refuse: ({ shown }, { faults = [], message }) => ({ faults, message, shown: shown + 1 }),
  fail: (_, { message }) => ({ message }),
  wait: (_, { to }) => ({ to }),
}

/** Returns the status of a new card, with the faults and message of an earlier sending. */
export const initialStatus = (faults: readonly Fault[], isWorking: boolean, message?: Message): Status => ({
  state: isWorking ? 'working' : 'idle',
  faults,
  shown: 0,
  ...(message && { message }),
})

/** Returns the status after an event; the same object if the event changes nothing. */
export const nextStatus = (status: Status, event: StepEvent, data: EventData = {}): Status => {
  const state = transitions[status.state][event]
  return state ? { ...status, ...changes[event]?.(status, data), state } : status
}

/** Returns whether OK is disabled because the effect runs. */
export const isBusy = ({ state }: Status) => state === 'working' || state === 'held' || state === 'accepted'

/** A guest's visit of a step: the step, the guest it is about, the query of the address, and how to navigate. */
export type StepVisit = {
  path: string
  step: Step
  who: Who | undefined
  query: Record<string, string>
  go: (to: string, replace?: boolean) => void
  status: PageStore<Status>
  alive: boolean
}
