import type { Who } from '../../schema/guest'
import type { Draft } from '../../schema/checkin'
import type { Flow } from '../../schema/steps'
import { effects } from '../../schema/vocabulary'
import { check, type Checker, type Fault } from './check'
import { addDays } from './dates'
import { asked, changed, changes, covers, definitionOf, facts, follow, guardOf, namesOf, naming, questionsOf, shortOf, target, whose, type Asked } from './route'

/** One step of a guest's journey: who it is about, what it asks, and what is wrong with the answers so far. */
export type Stop = { path: string; who?: Who; fields: Asked[]; faults: Fault[] }

/** A journey walked with a draft: the steps in order, up to the first that still needs something, and the answers given on them. */
export type Trail = { stops: Stop[]; answers: Draft; open?: Stop }

/** The most steps a journey can have before it counts as going round in circles. */
const longest = 200

/** Answers of a guest on the journey that were given on a screen off it (a later guest's document) belong to the record too. */
const besides = (draft: Draft, answers: Draft, forgotten: ReadonlySet<string>, present: ReadonlySet<Who>) =>
  Object.fromEntries(
    Object.entries({ ...draft, ...answers }).filter(([field]) => {
      const { who } = shortOf(field)
      return who ? present.has(who) && (field in answers || !forgotten.has(field)) : field in answers
    }),
  )

/** The first stop of a journey, and where a path really leads once its guards have spoken. */
const enter = (flow: Flow, path: string, answers: Draft, settings: object): { path: string; answers: Draft } => {
  for (let turns = 0; turns < longest && flow.guards.some(({ at }) => covers(at, path)); turns++) {
    const known = facts(answers, settings)
    const guard = guardOf(flow, path, known)
    if (!guard) break
    answers = changed(answers, changes(guard.set, known))
    path = guard.to
  }
  return { path, answers }
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
  let answers = Object.fromEntries(Object.entries(draft).filter(([field]) => !questions.has(field))) as Draft
  let path = start
  let open: Stop | undefined
  while (stops.length < longest) {
    const entered = enter(flow, path, answers, settings)
    const step = flow.steps[entered.path]
    if (!step || stops.some((stop) => stop.path === entered.path)) break
    ;({ path, answers } = entered)
    const who = typeof step.guest === 'object' ? whose(step, facts(answers, settings)) : step.guest
    const name = naming(who)
    const shown = namesOf(step).map(name)
    answers = changed(answers, Object.fromEntries(shown.map((field) => [field, draft[field]])))
    const now = facts(answers, settings)
    const fields = asked(flow, step, who, now)
    const stop = { path, fields, faults: check(flow, checker, answers, now, fields), ...(who && { who }) }
    stops.push(stop)
    if (who) present.add(who)
    if (stop.faults.length) {
      open = stop
      break
    }
    const effect = step.do && effects[step.do]
    if (effect && !draft[effect.proof]) break
    const known = facts(answers, settings, effect?.outcomes[0])
    const arm = follow(step.next, known, name)
    if (!arm) break
    const set = changes(arm.set, known, name)
    for (const [field, value] of Object.entries(set)) if (value === null) forgotten.add(field)
    answers = changed(answers, set)
    path = target(arm, known) ?? ''
  }
  return { stops, answers: besides(draft, answers, forgotten, present), ...(open && { open }) }
}

/** The step before this one on the guest's own journey. */
export const before = ({ stops }: Trail, path: string): string | undefined => stops[stops.findIndex((stop) => stop.path === path) - 1]?.path

/** A draft with what follows from its answers: the departure (arrival plus nights, `YYYY-MM-DD`) and the whole phone number. */
export const derived = (draft: Draft): Draft =>
  changed(draft, {
    departureDate: draft.arrivalDate && draft.numberOfNights ? addDays(draft.arrivalDate, Number(draft.numberOfNights)) : null,
    phone: draft.phonePrefix && draft.phoneNumber ? `${draft.phonePrefix} ${draft.phoneNumber}` : null,
  })

/** A draft with one more answer; another birth country forgets the birth town, as `forgets` says, but nothing the same step asks. */
export const answer = (flow: Flow, draft: Draft, field: string, value: string | undefined, together: readonly Asked[] = []): Draft => {
  if ((draft[field] ?? '') === (value ?? '')) return draft
  const { who } = shortOf(field)
  const forgets = (definitionOf(flow, field)?.forgets ?? []).map(naming(who)).filter((other) => !together.some((asked) => asked.field === other))
  return changed(draft, { ...Object.fromEntries(forgets.map((other) => [other, null])), [field]: value })
}
