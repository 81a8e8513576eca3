import type { Arm, Flow, Step } from '../../../../schema/steps'
import { covers } from '../../flow/arms'
import { fieldNamesOf } from '../../flow/fields'
import type { Consequence, EditOutcome } from '../operations'
import { changed, goesAlong, isSame, refused, stepWith, withArms, without, withoutTexts } from './editing'
import {
  arrivalsAt,
  inNamesOf,
  isComplete,
  joinedArm,
  mainTarget,
  needfulArms,
  takesOver,
  waysThrough,
} from './rerouting'

/** Whoever was led to the step is led on by the arms that take its place; Back passes it by. */
const rerouted = (flow: Flow, path: string, arms: readonly Arm[], along: Consequence[]) => {
  const step = flow.steps[path]!
  const arrivals = arrivalsAt(flow, path)
  const through = (arm: Arm, from: string) => {
    along.push(goesAlong('arrivalRewired', { path: from, to: String(arms[0]!.to) }))
    return arms.flatMap((one) => joinedArm(arm, inNamesOf(one, step, flow.steps[from]!)) ?? [])
  }
  const back = (arm: Arm, from: string): Arm[] => {
    const all: Arm[] = step.back ?? (arrivals.length === 1 ? [{ to: arrivals[0]! }] : [])
    const before = all.filter(({ to }) => to !== from)
    along.push(goesAlong('backRepaired', { path: from, to: String(before[0]?.to ?? '') }))
    return before.flatMap((one) => joinedArm(arm, inNamesOf(one, step, flow.steps[from]!)) ?? [])
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
        stepWith(one, { ...(isLed && { next: needfulArms(one.next) }), back: one.back && needfulArms(one.back) }),
      ]
    }),
  )
  return { ...led, steps }
}

/** Guards and homes that named the step: those that watched it alone go, those that led to it lead on. */
const regarded = (flow: Flow, path: string, on: string, along: Consequence[]): Flow => {
  const others = Object.keys(flow.steps).filter((one) => one !== path)
  const isWatching = (at: string) => at === path || (covers(at, path) && !others.some((one) => covers(at, one)))
  const guards = flow.guards.flatMap((guard) => {
    if (isWatching(guard.at)) {
      along.push(goesAlong('guardDropped', { at: guard.at }))
      return []
    }
    if (guard.to !== path) return [guard]
    along.push(goesAlong('guardRepaired', { at: guard.at, to: on }))
    return [{ ...guard, to: on }]
  })
  const homes = flow.homes.flatMap((home) => {
    if (home.at !== '/' && isWatching(home.at)) {
      along.push(goesAlong('homeDropped', { at: home.at }))
      return []
    }
    if (home.to !== path) return [home]
    along.push(goesAlong('homeRepaired', { at: home.at, to: on }))
    return [{ ...home, to: on }]
  })
  const steps = Object.fromEntries(
    Object.entries(flow.steps).map(([from, step]) => {
      if (step.home !== path) return [from, step]
      along.push(goesAlong('homeRepaired', { at: from, to: on }))
      return [from, stepWith(step, { home: on })]
    }),
  )
  return { ...flow, guards, homes, steps }
}

/** What only the step had: its named exceptions and its words. */
const forgotten = (flow: Flow, path: string, along: Consequence[]): Flow => {
  // An exception to where Back leads goes along with Back, which is repaired by now.
  const exceptions = flow.exceptions
    .filter(({ at }) => at !== path)
    .map((one) => (one.to === path ? { ...one, to: String(flow.steps[one.at]?.back?.[0]?.to ?? path) } : one))
  if (exceptions.length < flow.exceptions.length) along.push(goesAlong('excuseDropped', { path }))
  const words = withoutTexts(flow, (key) => key.startsWith(`${path}.`))
  if (!isSame(words.words, flow.words)) along.push(goesAlong('wordsDropped', { path }))
  return { ...words, exceptions }
}

/** Questions no other step asks of the same guest. */
const questionsLost = (flow: Flow, path: string): Consequence[] =>
  fieldNamesOf(flow.steps[path]!).flatMap((field) =>
    Object.entries(flow.steps).some(
      ([other, step]) =>
        other !== path && isSame(step.guest, flow.steps[path]!.guest) && fieldNamesOf(step).includes(field),
    )
      ? []
      : [goesAlong('questionGone', { field, path })],
  )

/** What a step did, done by the only one before it. */
const movedEffect = (flow: Flow, path: string, before: string): { flow: Flow; step: Step } => {
  const step = flow.steps[path]!
  const taker = flow.steps[before]!
  const arms = step.next.flatMap((arm) => joinedArm({ ...taker.next[0]!, to: path }, inNamesOf(arm, step, taker)) ?? [])
  const { do: effect, on, wait, panel } = step
  const whole = stepWith(taker, { do: effect, on, wait, ...(!taker.panel && { panel }), next: arms })
  return { flow: { ...flow, steps: { ...flow.steps, [before]: whole } }, step }
}

/**
 * The flow without a step. Whoever came to it goes on `to`, or as it led on itself; what it did is done by the step
 * before it. With `isKept` it is on its way to another place: what is its own stays.
 */
export const withoutStep = (
  flow: Flow,
  path: string,
  { to, isKept }: { to: string | undefined; isKept: boolean },
): EditOutcome => {
  const step = flow.steps[path]!
  const along: Consequence[] = isKept ? [] : questionsLost(flow, path)
  const taker = step.do && !isKept ? takesOver(flow, path) : undefined
  const { arms, dropped } = waysThrough(step, to)
  let left = flow
  if (step.do && !isKept) {
    if (!taker) return refused('doesSomething', { path, effect: step.do })
    left = movedEffect(flow, path, taker).flow
    along.push(goesAlong('effectMoved', { path: taker, effect: step.do }))
  } else {
    // A step nobody comes to leads nobody on.
    if (!isComplete(arms) && arrivalsAt(flow, path).length) return refused('whereTo', { path })
    for (const arm of dropped) along.push(goesAlong('armDropped', { path, to: String(arm.to) }))
    if (arms.length) left = rerouted(flow, path, arms, along)
  }
  const on = to ?? mainTarget(step)
  const led = left.guards.some((guard) => guard.to === path) || left.homes.some((home) => home.to === path)
  if (led && (typeof on !== 'string' || !on.startsWith('/'))) return refused('whereTo', { path })
  if (!isKept) left = forgotten(regarded(left, path, String(on), along), path, along)
  return changed({ ...left, steps: without(left.steps, path) }, along)
}
