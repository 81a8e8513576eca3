import type { Draft } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { effects } from '../../../schema/vocabulary'
import { addDays } from '../text/dates'
import {
  type Asked,
  asked,
  changed,
  changes,
  definitionOf,
  follow,
  guardOf,
  memory,
  namesOf,
  naming,
  questionsOf,
  shortOf,
  target,
  whose,
} from './route'
import { type Checker, check, type Fault } from './validation'

/** One step of a guest's journey: who it is about, what it asks, and what is wrong with the answers so far. */
export type Stop = { path: string; who?: Who; fields: Asked[]; faults: Fault[] }

/** A journey walked with a draft: the steps in order, up to the first that still needs something, and the answers given on them. */
export type Trail = { stops: Stop[]; answers: Draft; open?: Stop }

/** The most steps a journey can have before it counts as going round in circles. */
const longest = 200

/** The answers that belong to the record: not those of a guest who is not coming, but those of one who is that were given on a screen off the journey (a document). */
const kept = (answers: Draft, draft: Draft, forgotten: ReadonlySet<string>, present: ReadonlySet<Who>) => {
  const comes = (field: string) => present.has(shortOf(field).who!)
  for (const field in answers) if (shortOf(field).who && !comes(field)) delete answers[field]
  for (const field in draft)
    if (draft[field] && !(field in answers) && !forgotten.has(field) && comes(field)) answers[field] = draft[field]
  return answers
}

type Memory = ReturnType<typeof memory>

/** Where a path really leads once its guards have spoken. */
const entered = (flow: Flow, path: string, { known, learn }: Memory): string => {
  for (let turns = 0; turns < longest; turns++) {
    const guard = guardOf(flow, path, known)
    if (!guard) break
    const set = changes(guard.set, known)
    for (const field in set) learn(field, set[field])
    path = guard.to
  }
  return path
}

/**
 * Walk the journey from the start with a draft. Each condition sees only what was asked before it, so that a later answer
 * cannot bend an earlier road. Ends at the first step with a fault (`open`), at an effect that has not happened yet, or outside.
 */
export const trail = (flow: Flow, draft: Draft, settings: object, checker: Checker, start = '/'): Trail => {
  const questions = questionsOf(flow)
  const stops: Stop[] = []
  const forgotten = new Set<string>()
  const present = new Set<Who>()
  const mind = memory(settings, draft)
  const { answers, known, hear, learn, isOfDraft } = mind
  // Of good answers every part is good: no rule of a check-in says what must be there, the journey does.
  const isGood = checker.validate(draft)
  for (const field in draft) if (!questions.has(field)) learn(field, draft[field])
  let path = start
  let open: Stop | undefined
  while (stops.length < longest) {
    path = entered(flow, path, mind)
    const step = flow.steps[path]
    if (!step || stops.some((stop) => stop.path === path)) break
    const who = whose(step, known)
    const name = naming(who)
    for (const field of namesOf(step).map(name)) learn(field, draft[field])
    const fields = asked(flow, step, who, known)
    const faults = check(flow, checker, answers, known, fields, isGood && isOfDraft() ? [] : undefined)
    const stop = { path, fields, faults, ...(who && { who }) }
    stops.push(stop)
    if (who) present.add(who)
    if (stop.faults.length) {
      open = stop
      break
    }
    const effect = step.do && effects[step.do]
    if (effect && !draft[effect.proof]) break
    hear(effect?.outcomes[0])
    const arm = follow(step.next, known, name)
    hear(undefined)
    if (!arm) break
    const set = changes(arm.set, known, name)
    for (const field in set) {
      if (set[field] === null) forgotten.add(field)
      learn(field, set[field])
    }
    path = target(arm, known) ?? ''
  }
  return { stops, answers: kept(answers, draft, forgotten, present), ...(open && { open }) }
}

/** The address of a stop: with the guest it is about where its step serves several, and with what else is to be known there. */
export const addressOf = (
  flow: Pick<Flow, 'steps'>,
  { path, who }: Pick<Stop, 'path' | 'who'>,
  also: Record<string, string | undefined> = {},
): string => {
  const known = { ...also, ...(typeof flow.steps[path]?.guest === 'object' && { guest: who }) }
  const parts = Object.entries(known).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  return [path, ...(parts.length ? [parts.join('&')] : [])].join('?')
}

/** The step before this one on the guest's own journey. */
export const before = ({ stops }: Trail, path: string): string | undefined =>
  stops[stops.findIndex((stop) => stop.path === path) - 1]?.path

/** A draft with what follows from its answers: the departure (arrival plus nights, `YYYY-MM-DD`) and the whole phone number. */
export const derived = (draft: Draft): Draft =>
  changed(draft, {
    departureDate:
      draft.arrivalDate && draft.numberOfNights ? addDays(draft.arrivalDate, Number(draft.numberOfNights)) : null,
    phone: draft.phonePrefix && draft.phoneNumber ? `${draft.phonePrefix} ${draft.phoneNumber}` : null,
  })

/**
 * A draft with one more answer; another birth country forgets the birth town, as `forgets` says, but nothing the same step asks.
 * An answer the guest took away stays as an empty one: what a field begins with is for a guest who has not been asked.
 */
export const answer = (
  flow: Flow,
  draft: Draft,
  field: string,
  value: string | undefined,
  together: readonly Asked[] = [],
): Draft => {
  if (draft[field] === (value ?? '')) return draft
  const { who } = shortOf(field)
  const forgets = (definitionOf(flow, field)?.forgets ?? [])
    .map(naming(who))
    .filter((other) => !together.some((asked) => asked.field === other))
  return { ...changed(draft, Object.fromEntries(forgets.map((other) => [other, null]))), [field]: value ?? '' }
}
