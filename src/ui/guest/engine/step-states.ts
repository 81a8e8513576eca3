import type { Draft } from '../../../../schema/checkin'
import type { Who } from '../../../../schema/guest'
import type { Step } from '../../../../schema/steps'
import { withChanges } from '../../../core/flow/arms'
import { facts } from '../../../core/flow/facts'
import { askedFields, defaultOf, definitionOf, optionsOf } from '../../../core/flow/fields'
import { nameResolver } from '../../../core/flow/names'
import { answerFaults, type Fault, trimmed } from '../../../core/flow/validation'
import type { PageStore } from '../../shared/page-store'
import { house } from '../../shared/published'
import type { Message } from '../state/effect-results'
import { draft } from '../state/guest-draft'

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

/** Returns a step's fields, the answer shown in each, the draft with these answers, and its faults. */
export const questions = ({ step, who }: Pick<StepVisit, 'step' | 'who'>, answers: Draft, site: object) => {
  const { flow, checker, language } = house.get()
  const name = nameResolver(who)
  const known = facts(answers, site)
  const fields = askedFields(flow, step, who, known)
  // If only one of several buttons remains, it is preselected.
  const onlyOption = (field: string) => {
    const definition = definitionOf(flow, field)!
    if (definition.control !== 'buttons' || (definition.options ?? []).length < 2) return ''
    const [first = '', ...others] = optionsOf(definition, known, undefined, name)
    return others.length ? '' : first
  }
  // Until the guest chooses, the language of the page counts as chosen.
  const shownLanguage = (field: string) => (definitionOf(flow, field)!.control === 'language' ? language : '')
  const answerOf = (field: string) =>
    answers[field] ?? (defaultOf(definitionOf(flow, field)!, known, name) || shownLanguage(field) || onlyOption(field))
  return {
    fields,
    answerOf,
    filled: (extra: Draft = {}) =>
      withChanges(draft.get(), {
        ...Object.fromEntries(fields.map(({ field }) => [field, trimmed(answerOf(field))])),
        ...extra,
      }),
    faultsOf: (now: Draft) => answerFaults(flow, checker, now, facts(now, site), fields, undefined, true),
  }
}

/** The step to return to after a change (`returning`), and the step that was changed (`since`). */
export const returnOf = ({ query }: Pick<StepVisit, 'query'>) => {
  const { steps } = house.get().flow
  const known = (to: string | undefined) => (to && steps[to] ? to : undefined)
  return { returning: known(query.return), since: known(query.since) }
}
