import type { Arm, Flow, SetWords, When } from '../../../../schema/steps'
import { rules } from '../../../../schema/vocabulary'
import { copiedFrom, covers } from '../../flow/arms'
import { fieldNamesOf } from '../../flow/fields'
import type { EditOutcome, SideEffect } from '../operations'
import {
  armForStep,
  editOutcome,
  isAskedElsewhere,
  isSame,
  mainTarget,
  refuse,
  replacementArms,
  sideEffect,
  stepWith,
  targetIn,
  withArms,
  withoutKey,
  withoutTexts,
} from './editing'

/** Returns the values that two conditions on one fact have in common; undefined if none. */
const commonValues = (one: When[string], other: When[string]): When[string] | undefined => {
  if (isSame(one, other)) return one
  if (one === true || other === true) {
    const narrower = one === true ? other : one
    return narrower === false ? undefined : narrower
  }
  if (typeof one === 'boolean' || typeof other === 'boolean') return undefined
  const values = [one].flat().filter((value) => [other].flat().includes(value))
  return values.length > 1 ? values : values[0]
}

/** Returns the condition that holds when both hold; `false` if they never hold together. */
const commonCondition = (one: When | undefined, other: When | undefined): When | undefined | false => {
  if (!one || !other) return one ?? other
  const both: When = { ...one }
  for (const [fact, expected] of Object.entries(other)) {
    const match = fact in both ? commonValues(both[fact]!, expected) : expected
    if (match === undefined) return false
    both[fact] = match
  }
  return both
}

/** Returns two `set` in sequence as one: a copy in the second reads what the first wrote. */
const writesInSequence = (one: SetWords | undefined, other: SetWords | undefined): SetWords | undefined => {
  if (!one || !other) return one ?? other
  const later = Object.entries(other).map(([field, value]) => {
    const before = one[copiedFrom(value) ?? '']
    return [field, before === undefined ? value : before]
  })
  return { ...one, ...Object.fromEntries(later) }
}

/** Returns one arm for two in sequence; undefined if their conditions exclude each other. */
export const combineArms = (first: Arm, second: Arm): Arm | undefined => {
  const when = commonCondition(first.when, second.when)
  if (when === false) return undefined
  const set = writesInSequence(first.set, second.set)
  return { ...(when && { when }), ...(set && { set }), ...targetIn(second) }
}

const hasDefaultArm = (arms: readonly Arm[]) => arms.some(({ when }) => !when)

const stepsLeadingTo = (flow: Flow, path: string) =>
  Object.entries(flow.steps)
    .filter(([from, { next }]) => from !== path && next.some(({ to }) => to === path))
    .map(([from]) => from)

/** Returns the step before, if the effect can move there: the only predecessor, with one plain arm and no effect. */
export const effectTaker = (flow: Flow, path: string): string | undefined => {
  const arrivals = stepsLeadingTo(flow, path)
  const before = flow.steps[arrivals[0] ?? '']
  if (arrivals.length !== 1 || !before || before.do || before.wait || before.next.length !== 1) return undefined
  const isLedToElsewise = flow.guards.some(({ to }) => to === path)
  const begins = flow.steps[path]?.do && rules[flow.steps[path].do].begins
  return before.next[0]!.when || isLedToElsewise || begins ? undefined : arrivals[0]
}

/** Returns the arms without those that can never apply: repeated conditions, and all after an unconditional arm. */
export const reachableArms = (arms: readonly Arm[]): Arm[] => {
  const end = arms.findIndex(({ when }) => !when)
  return arms
    .slice(0, end < 0 ? arms.length : end + 1)
    .filter((arm, i, all) => all.findIndex((other) => isSame(other.when ?? null, arm.when ?? null)) === i)
}

/** Leads the arms to a removed step on to its targets, and Back arms to its predecessors. */
const rerouteArms = (flow: Flow, path: string, arms: readonly Arm[], sideEffects: SideEffect[]) => {
  const step = flow.steps[path]!
  const arrivals = stepsLeadingTo(flow, path)
  const through = (arm: Arm, from: string) => {
    sideEffects.push(sideEffect('arrivalRewired', { path: from, to: String(arms[0]!.to) }))
    return arms.flatMap((one) => combineArms(arm, armForStep(one, step, flow.steps[from]!)) ?? [])
  }
  const back = (arm: Arm, from: string): Arm[] => {
    const all: Arm[] = step.back ?? (arrivals.length === 1 ? [{ to: arrivals[0]! }] : [])
    const before = all.filter(({ to }) => to !== from)
    sideEffects.push(sideEffect('backRepaired', { path: from, to: String(before[0]?.to ?? '') }))
    return before.flatMap((one) => combineArms(arm, armForStep(one, step, flow.steps[from]!)) ?? [])
  }
  const redirected = withArms(flow, (arm, list, from) => {
    if (arm.to !== path || from === path) return [arm]
    return list === 'next' ? through(arm, from) : back(arm, from)
  })
  const steps = Object.fromEntries(
    Object.entries(redirected.steps).map(([from, one]) => {
      if (isSame(one, flow.steps[from])) return [from, one]
      const isLed = !isSame(one.next, flow.steps[from]!.next)
      return [
        from,
        stepWith(one, { ...(isLed && { next: reachableArms(one.next) }), back: one.back && reachableArms(one.back) }),
      ]
    }),
  )
  return { ...redirected, steps }
}

/** Drops guards and homes of this step only; redirects those that led to it. */
const withoutGuardsOf = (flow: Flow, path: string, on: string, sideEffects: SideEffect[]): Flow => {
  const others = Object.keys(flow.steps).filter((one) => one !== path)
  const isWatching = (at: string) => at === path || (covers(at, path) && !others.some((one) => covers(at, one)))
  const repaired = <Entry extends { at: string; to: string }>(kind: 'guard' | 'home', entries: readonly Entry[]) =>
    entries.flatMap((entry) => {
      const { at } = entry
      if (isWatching(at) && !(kind === 'home' && at === '/')) {
        sideEffects.push(sideEffect(`${kind}Dropped`, { at }))
        return []
      }
      if (entry.to !== path) return [entry]
      sideEffects.push(sideEffect(`${kind}Repaired`, { at, to: on }))
      return [{ ...entry, to: on }]
    })
  const [guards, homes] = [repaired('guard', flow.guards), repaired('home', flow.homes)]
  const steps = Object.fromEntries(
    Object.entries(flow.steps).map(([from, step]) => {
      if (step.home !== path) return [from, step]
      sideEffects.push(sideEffect('homeRepaired', { at: from, to: on }))
      return [from, stepWith(step, { home: on })]
    }),
  )
  return { ...flow, guards, homes, steps }
}

const dropWords = (flow: Flow, path: string, sideEffects: SideEffect[]): Flow => {
  // The Back target that the exception named is another one by now.
  const exceptions = flow.exceptions
    .filter(({ at }) => at !== path)
    .map((one) => (one.to === path ? { ...one, to: String(flow.steps[one.at]?.back?.[0]?.to ?? path) } : one))
  if (exceptions.length < flow.exceptions.length) sideEffects.push(sideEffect('excuseDropped', { path }))
  const words = withoutTexts(flow, (key) => key.startsWith(`${path}.`))
  if (!isSame(words.words, flow.words)) sideEffects.push(sideEffect('wordsDropped', { path }))
  return { ...words, exceptions }
}

const questionsLost = (flow: Flow, path: string): SideEffect[] =>
  fieldNamesOf(flow.steps[path]!)
    .filter((field) => !isAskedElsewhere(flow, path, field))
    .map((field) => sideEffect('questionGone', { field, path }))

const withEffectMoved = (flow: Flow, path: string, before: string): Flow => {
  const step = flow.steps[path]!
  const taker = flow.steps[before]!
  const arms = step.next.flatMap(
    (arm) => combineArms({ ...taker.next[0]!, to: path }, armForStep(arm, step, taker)) ?? [],
  )
  const { do: effect, on, wait, panel } = step
  const extended = stepWith(taker, { do: effect, on, wait, ...(!taker.panel && { panel }), next: arms })
  return { ...flow, steps: { ...flow.steps, [before]: extended } }
}

/** Removes a step: guests continue at `to` or at the step's targets. `isKept`: the step is being moved. */
export const removeStepFrom = (
  flow: Flow,
  path: string,
  { to, isKept }: { to: string | undefined; isKept: boolean },
): EditOutcome => {
  const step = flow.steps[path]!
  const sideEffects: SideEffect[] = isKept ? [] : questionsLost(flow, path)
  const taker = step.do && !isKept ? effectTaker(flow, path) : undefined
  const { arms, dropped } = replacementArms(step, to)
  let changed = flow
  if (step.do && !isKept) {
    if (!taker) return refuse('doesSomething', { path, effect: step.do })
    changed = withEffectMoved(flow, path, taker)
    sideEffects.push(sideEffect('effectMoved', { path: taker, effect: step.do }))
  } else {
    // An unreached step needs no replacement.
    if (!hasDefaultArm(arms) && stepsLeadingTo(flow, path).length) return refuse('whereTo', { path })
    for (const arm of dropped) sideEffects.push(sideEffect('armDropped', { path, to: String(arm.to) }))
    if (arms.length) changed = rerouteArms(flow, path, arms, sideEffects)
  }
  const next = to ?? mainTarget(step)
  const isTarget = changed.guards.some((guard) => guard.to === path) || changed.homes.some((home) => home.to === path)
  if (isTarget && (typeof next !== 'string' || !next.startsWith('/'))) return refuse('whereTo', { path })
  if (!isKept) changed = dropWords(withoutGuardsOf(changed, path, String(next), sideEffects), path, sideEffects)
  return editOutcome({ ...changed, steps: withoutKey(changed.steps, path) }, sideEffects)
}
