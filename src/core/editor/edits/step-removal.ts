import type { Arm, Flow, Step } from '../../../../schema/steps'
import { covers } from '../../flow/arms'
import { fieldNamesOf } from '../../flow/fields'
import type { Consequence, EditOutcome } from '../operations'
import { editOutcome, isSame, refuse, sideEffect, stepWith, withArms, withoutKey, withoutTexts } from './editing'
import {
  armForStep,
  combineArms,
  effectTaker,
  hasDefaultArm,
  mainTarget,
  reachableArms,
  replacementArms,
  stepsLeadingTo,
} from './rerouting'

/** Back arms go to the predecessors of the removed step. */
const rerouteArms = (flow: Flow, path: string, arms: readonly Arm[], along: Consequence[]) => {
  const step = flow.steps[path]!
  const arrivals = stepsLeadingTo(flow, path)
  const through = (arm: Arm, from: string) => {
    along.push(sideEffect('arrivalRewired', { path: from, to: String(arms[0]!.to) }))
    return arms.flatMap((one) => combineArms(arm, armForStep(one, step, flow.steps[from]!)) ?? [])
  }
  const back = (arm: Arm, from: string): Arm[] => {
    const all: Arm[] = step.back ?? (arrivals.length === 1 ? [{ to: arrivals[0]! }] : [])
    const before = all.filter(({ to }) => to !== from)
    along.push(sideEffect('backRepaired', { path: from, to: String(before[0]?.to ?? '') }))
    return before.flatMap((one) => combineArms(arm, armForStep(one, step, flow.steps[from]!)) ?? [])
  }
  const led = withArms(flow, (arm, list, from) => {
    if (arm.to !== path || from === path) return [arm]
    return list === 'next' ? through(arm, from) : back(arm, from)
  })
  const steps = Object.fromEntries(
    Object.entries(led.steps).map(([from, one]) => {
      if (isSame(one, flow.steps[from])) return [from, one]
      const isLed = !isSame(one.next, flow.steps[from]!.next)
      return [
        from,
        stepWith(one, { ...(isLed && { next: reachableArms(one.next) }), back: one.back && reachableArms(one.back) }),
      ]
    }),
  )
  return { ...led, steps }
}

/** Drops guards and homes of this step only; redirects those that led to it. */
const repairGuards = (flow: Flow, path: string, on: string, along: Consequence[]): Flow => {
  const others = Object.keys(flow.steps).filter((one) => one !== path)
  const isWatching = (at: string) => at === path || (covers(at, path) && !others.some((one) => covers(at, one)))
  const guards = flow.guards.flatMap((guard) => {
    if (isWatching(guard.at)) {
      along.push(sideEffect('guardDropped', { at: guard.at }))
      return []
    }
    if (guard.to !== path) return [guard]
    along.push(sideEffect('guardRepaired', { at: guard.at, to: on }))
    return [{ ...guard, to: on }]
  })
  const homes = flow.homes.flatMap((home) => {
    if (home.at !== '/' && isWatching(home.at)) {
      along.push(sideEffect('homeDropped', { at: home.at }))
      return []
    }
    if (home.to !== path) return [home]
    along.push(sideEffect('homeRepaired', { at: home.at, to: on }))
    return [{ ...home, to: on }]
  })
  const steps = Object.fromEntries(
    Object.entries(flow.steps).map(([from, step]) => {
      if (step.home !== path) return [from, step]
      along.push(sideEffect('homeRepaired', { at: from, to: on }))
      return [from, stepWith(step, { home: on })]
    }),
  )
  return { ...flow, guards, homes, steps }
}

const dropWords = (flow: Flow, path: string, along: Consequence[]): Flow => {
  // The Back target that the exception named is another one by now.
  const exceptions = flow.exceptions
    .filter(({ at }) => at !== path)
    .map((one) => (one.to === path ? { ...one, to: String(flow.steps[one.at]?.back?.[0]?.to ?? path) } : one))
  if (exceptions.length < flow.exceptions.length) along.push(sideEffect('excuseDropped', { path }))
  const words = withoutTexts(flow, (key) => key.startsWith(`${path}.`))
  if (!isSame(words.words, flow.words)) along.push(sideEffect('wordsDropped', { path }))
  return { ...words, exceptions }
}

const questionsLost = (flow: Flow, path: string): Consequence[] =>
  fieldNamesOf(flow.steps[path]!).flatMap((field) =>
    Object.entries(flow.steps).some(
      ([other, step]) =>
        other !== path && isSame(step.guest, flow.steps[path]!.guest) && fieldNamesOf(step).includes(field),
    )
      ? []
      : [sideEffect('questionGone', { field, path })],
  )

const movedEffect = (flow: Flow, path: string, before: string): { flow: Flow; step: Step } => {
  const step = flow.steps[path]!
  const taker = flow.steps[before]!
  const arms = step.next.flatMap(
    (arm) => combineArms({ ...taker.next[0]!, to: path }, armForStep(arm, step, taker)) ?? [],
  )
  const { do: effect, on, wait, panel } = step
  const whole = stepWith(taker, { do: effect, on, wait, ...(!taker.panel && { panel }), next: arms })
  return { flow: { ...flow, steps: { ...flow.steps, [before]: whole } }, step }
}

/** Guests continue at `to` or at the step's targets. `isKept`: the step is being moved. */
export const removeStepFrom = (
  flow: Flow,
  path: string,
  { to, isKept }: { to: string | undefined; isKept: boolean },
): EditOutcome => {
  const step = flow.steps[path]!
  const along: Consequence[] = isKept ? [] : questionsLost(flow, path)
  const taker = step.do && !isKept ? effectTaker(flow, path) : undefined
  const { arms, dropped } = replacementArms(step, to)
  let left = flow
  if (step.do && !isKept) {
    if (!taker) return refuse('doesSomething', { path, effect: step.do })
    left = movedEffect(flow, path, taker).flow
    along.push(sideEffect('effectMoved', { path: taker, effect: step.do }))
  } else {
    // An unreached step needs no replacement.
    if (!hasDefaultArm(arms) && stepsLeadingTo(flow, path).length) return refuse('whereTo', { path })
    for (const arm of dropped) along.push(sideEffect('armDropped', { path, to: String(arm.to) }))
    if (arms.length) left = rerouteArms(flow, path, arms, along)
  }
  const on = to ?? mainTarget(step)
  const led = left.guards.some((guard) => guard.to === path) || left.homes.some((home) => home.to === path)
  if (led && (typeof on !== 'string' || !on.startsWith('/'))) return refuse('whereTo', { path })
  if (!isKept) left = dropWords(repairGuards(left, path, String(on), along), path, along)
  return editOutcome({ ...left, steps: withoutKey(left.steps, path) }, along)
}
