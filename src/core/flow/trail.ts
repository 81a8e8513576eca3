import type { Draft } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { rules } from '../../../schema/vocabulary'
import { changesOf, follow, guardOf, guestOf, targetOf } from './arms'
import { type Facts, journeyFacts } from './facts'
import { type AskedField, askedFields, fieldNamesOf, fieldsAskedIn } from './fields'
import { nameResolver, shortOf } from './names'
import { answerFaults, type Checker, type Fault } from './validation'

/** One step of a walked journey: its guest, its fields, and the faults of the answers so far. */
export type Stop = { path: string; who?: Who; fields: AskedField[]; faults: Fault[] }

/** A walked journey: its steps up to the first with a fault (`open`), the answers, and the answers that arms wrote. */
export type Trail = { stops: Stop[]; answers: Draft; written: Draft; open?: Stop }

const none: readonly Fault[] = []

/** More guards in a row are an endless loop. */
const mostGuards = 400

/** Returns the answers to send: without those of absent guests, with those of cards off the journey (the document). */
const answersToSend = (answers: Draft, draft: Draft, forgotten: ReadonlySet<string>, present: ReadonlySet<Who>) => {
  const comes = (field: string) => present.has(shortOf(field).who!)
  for (const field in answers) if (shortOf(field).who && !comes(field)) delete answers[field]
  for (const field in draft)
    if (draft[field] && !(field in answers) && !forgotten.has(field) && comes(field)) answers[field] = draft[field]
  return answers
}

type JourneyFacts = ReturnType<typeof journeyFacts>

/** Follows the guards before a step, with the answers they write. Returns the step where they end. */
export const afterGuards = (flow: Flow, path: string, { known, add }: JourneyFacts): string => {
  for (let turns = 0; turns < mostGuards; turns++) {
    const guard = guardOf(flow, path, known)
    if (!guard) break
    const set = changesOf(guard.set, known)
    for (const field in set) add(field, set[field])
    path = guard.to
  }
  return path
}

/** Walks the journey with a draft to the first fault (`open`). A condition sees only earlier answers. */
export const trail = (flow: Flow, draft: Draft, settings: object, checker: Checker): Trail => {
  const questions = fieldsAskedIn(flow)
  const stops: Stop[] = []
  const forgotten = new Set<string>()
  const written: Draft = {}
  const present = new Set<Who>()
  const sofar = journeyFacts(settings, draft)
  const { answers, known, setOutcome, add } = sofar
  let checked: Draft | undefined
  let isGood = false
  // Checked once, and after each answer that a `set` changes: if the whole is valid, so is every part of it.
  const noFaults = () => {
    if (checked !== sofar.whole()) {
      checked = sofar.whole()
      isGood = !checker.faultsIn(checked).length
    }
    return isGood ? none : undefined
  }
  for (const field in draft) if (!questions.has(field)) add(field, draft[field])
  let path = '/'
  let open: Stop | undefined
  // Ends: no step is passed twice.
  for (;;) {
    path = afterGuards(flow, path, sofar)
    const step = flow.steps[path]
    if (!step || stops.some((stop) => stop.path === path)) break
    const who = guestOf(step, known)
    const name = nameResolver(who)
    for (const short of fieldNamesOf(step)) add(name(short), draft[name(short)])
    const fields = askedFields(flow, step, who, known)
    const faults = answerFaults(flow, checker, answers, known, fields, noFaults())
    const stop = { path, fields, faults, ...(who && { who }) }
    stops.push(stop)
    if (who) present.add(who)
    if (stop.faults.length) {
      open = stop
      break
    }
    const effect = step.do && rules[step.do]
    const isDone = !effect || draft[effect.proof]
    if (!isDone && !effect.aids) break
    setOutcome(effect?.outcomes[isDone ? 0 : 1])
    const arm = follow(step.next, known, name)
    setOutcome(undefined)
    if (!arm) break
    const set = changesOf(arm.set, known, name)
    for (const field in set) {
      if (set[field] === null) forgotten.add(field)
      else written[field] = set[field]!
      add(field, set[field])
    }
    path = targetOf(arm, known) ?? ''
  }
  return { stops, answers: answersToSend(answers, draft, forgotten, present), written, ...(open && { open }) }
}

/** Returns the address of a stop, with its guest if the step serves several. */
export const stepAddress = (
  flow: Pick<Flow, 'steps'>,
  { path, who }: { path: string; who?: Stop['who'] | undefined },
  also: Record<string, string | undefined> = {},
): string => {
  const known = { ...also, ...(typeof flow.steps[path]?.guest === 'object' && { guest: who }) }
  const parts = Object.entries(known).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  return [path, ...(parts.length ? [parts.join('&')] : [])].join('?')
}

/** Returns the step before this one on the guest's journey. */
export const stepBefore = ({ stops }: Trail, path: string): string | undefined =>
  stops[stops.findIndex((stop) => stop.path === path) - 1]?.path

/** A guest's position: the step, its guest, and the step to return to after a change. */
type Position = {
  path: string
  who?: Who | undefined
  /** The step where the guest asked for the change. */
  returning?: string | undefined
  /** The step that was changed, while the guest answers the questions that the change made necessary. */
  since?: string | undefined
}

/** Returns the step that Back leads to: the step's own target, or the step before it. */
export const stepBack = (flow: Flow, journey: Trail, known: Facts, { path, who }: Position): string | undefined => {
  const arm = follow(flow.steps[path]?.back, known, nameResolver(who))
  return arm ? targetOf(arm, known) : stepBefore(journey, path)
}

/**
 * Returns the address of Back; undefined at the end of a check-in. While a guest makes a change, Back leads to the step
 * where the guest asked for it.
 */
export const backAddress = (
  flow: Flow,
  journey: Trail,
  known: Facts,
  at: Position,
  isFinished: boolean,
): string | undefined => {
  const { path, returning, since } = at
  const to = stepBack(flow, journey, known, at)
  const effect = flow.steps[path]?.do
  if (!to || to === path || isFinished || (effect && rules[effect].ends)) return undefined
  const { who } = journey.stops.find((stop) => stop.path === to) ?? {}
  if (!returning) return stepAddress(flow, { path: to, who })
  return since && since !== path ? stepAddress(flow, { path: to, who }, { return: returning, since }) : returning
}

/** Returns the address where an unfinished check-in continues, if `path` is the first step. */
export const resumeAddress = (flow: Flow, { open, stops }: Trail, answers: Draft, path: string): string | undefined => {
  const effect = flow.steps[path]?.do
  const next = open ?? stops.at(-1)
  const hasBegun = answers.finished !== 'yes' && answers.draftId && answers.reservationCode
  return effect && rules[effect].begins && hasBegun && next && next.path !== path ? stepAddress(flow, next) : undefined
}

/** Returns the answer that a link gives (`?code=`), if it leads to the step that asks for the code. */
export const codeIn = (flow: Pick<Flow, 'steps' | 'fields'>, path: string, search: string): Draft | undefined => {
  const [, code = ''] = /[?&]code=([A-Za-z0-9]{1,4})(?:&|$)/.exec(search) ?? []
  const field = flow.steps[path]?.fields?.find((name) => flow.fields[name]?.control === 'code')
  return code && field ? { [field]: code.toUpperCase() } : undefined
}
