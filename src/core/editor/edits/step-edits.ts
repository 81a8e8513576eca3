import { isHostPath } from '../../../../schema/host-pages'
import { languages } from '../../../../schema/languages'
import type { Arm, Flow, Step } from '../../../../schema/steps'
import { isReservedPath, linkCards } from '../../checkin/link-journeys'
import { covers } from '../../flow/arms'
import type { ArmName, RefusedEdit, ShippedWords, SideEffect } from '../operations'
import {
  armForStep,
  type Edit,
  editOutcome,
  isDecidedAt,
  isSame,
  mainTarget,
  placeOfArm,
  refuse,
  replacementArms,
  sideEffect,
  stepWith,
  targetIn,
  withArms,
  withEntryAfter,
  withTexts,
} from './editing'
import { removeStepFrom } from './step-removal'

/** The project has words only under the old name: copy them. */
const movedWords = (flow: Flow, path: string, to: string, shipped: ShippedWords): Flow['words'] => {
  const moved = languages.flatMap((language) => {
    const own = flow.words[language] ?? {}
    const ownWords = (words: { readonly [key: string]: string }) =>
      Object.entries(words).filter(([key]) => key.startsWith(`${path}.`))
    const texts = Object.fromEntries(ownWords({ ...shipped[language], ...own }))
    const left = Object.entries(own).map(([key, text]) =>
      key in texts ? [`${to}${key.slice(path.length)}`, text] : [key, text],
    )
    const carried = Object.entries(texts)
      .filter(([key]) => !(key in own))
      .map(([key, text]) => [`${to}${key.slice(path.length)}`, text])
    const words = Object.fromEntries([...left, ...carried]) as Record<string, string>
    return language in flow.words || Object.keys(words).length ? [[language, words] as const] : []
  })
  return Object.fromEntries(moved)
}

/** Returns the guards and homes after a renaming; one whose prefix does not cover the new address gets a copy. */
const guardsAfterRename = (flow: Flow, path: string, to: string, sideEffects: SideEffect[]) => {
  const watches = (at: string) => at !== path && covers(at, path) && !covers(at, to)
  const named = (one: string) => (one === path ? to : one)
  const repaired = <Entry extends { at: string; to: string }>(kind: 'guard' | 'home', entries: readonly Entry[]) =>
    entries.flatMap((entry) => {
      // Homes end with one for every address.
      const at = kind === 'home' && entry.at === '/' ? '/' : named(entry.at)
      const renamed = { ...entry, at, to: named(entry.to) }
      if (!watches(entry.at)) return [renamed]
      sideEffects.push(sideEffect(`${kind}Repaired`, { at: to, to: renamed.to }))
      return [renamed, { ...renamed, at: to }]
    })
  return { guards: repaired('guard', flow.guards), homes: repaired('home', flow.homes) }
}

const renameEverywhere = (flow: Flow, path: string, to: string, shipped: ShippedWords) => {
  const sideEffects: SideEffect[] = []
  const redirected = withArms(flow, (arm) => [arm.to === path ? { ...arm, to } : arm])
  const steps = Object.fromEntries(
    Object.entries(redirected.steps).map(([name, step]) => [
      name === path ? to : name,
      step.home === path ? stepWith(step, { home: to }) : step,
    ]),
  )
  const exceptions = flow.exceptions.map((one) => ({
    ...one,
    ...(one.at === path && { at: to }),
    ...(one.to === path && { to }),
  }))
  if (flow.exceptions.some(({ at }) => at === path)) sideEffects.push(sideEffect('excuseMoved', { path: to }))
  const words = movedWords(flow, path, to, shipped)
  if (languages.some((language) => Object.keys(words[language] ?? {}).some((key) => key.startsWith(`${to}.`))))
    sideEffects.push(sideEffect('wordsMoved', { path: to }))
  for (const at of new Set(flow.guards.filter(({ at }) => covers(at, to) && !covers(at, path)).map(({ at }) => at)))
    sideEffects.push(sideEffect('guardJoins', { path: to, at }))
  return editOutcome(
    { ...redirected, steps, exceptions, words, ...guardsAfterRename(flow, path, to, sideEffects) },
    sideEffects,
  )
}

const start = '/'

const addressRefused = (flow: Flow, path: string): RefusedEdit | undefined => {
  const isTaken = isReservedPath(path) || linkCards.includes(path)
  if (!/^\/[a-z0-9/-]*$/.test(path) || path.endsWith('-') || isTaken) return refuse('badPath', { path })
  return flow.steps[path] ? refuse('stepExists', { path }) : undefined
}

/** Guards cover addresses by prefix, so a new address may fall under some. */
const guardsJoining = (flow: Flow, path: string): SideEffect[] =>
  [...new Set(flow.guards.filter(({ at }) => covers(at, path)).map(({ at }) => at))].map((at) =>
    sideEffect('guardJoins', { path, at }),
  )

/** Redirects Back arms whose only predecessor is now the inserted step. */
const backBehind = (flow: Flow, after: string, path: string) => {
  const sideEffects: SideEffect[] = []
  const ledOn = new Set(flow.steps[path]!.next.map(({ to }) => to))
  const stillLed = new Set(flow.steps[after]!.next.map(({ to }) => to))
  const repaired = withArms(flow, (arm, list, from) => {
    if (list !== 'back' || arm.to !== after || !ledOn.has(from) || stillLed.has(from)) return [arm]
    sideEffects.push(sideEffect('backRepaired', { path: from, to: path }))
    return [{ ...arm, to: path }]
  })
  return editOutcome(repaired, sideEffects)
}

const leadingTo = ({ again: _, ...arm }: Arm, to: string): Arm => ({ ...arm, to })

/** Inserts a step on one arm of another step, or on all. */
const placedAfter = (flow: Flow, path: string, step: Omit<Step, 'next'>, after: string, name: ArmName | undefined) => {
  const before = flow.steps[after]!
  const place = name ? placeOfArm(before.next, name) : before.next.length === 1 ? 0 : -1
  if (name && place < 0) return refuse('noArm', { path: after })
  const insert = (next: Arm[], arms: Arm[]) => {
    const steps = withEntryAfter({ ...flow.steps, [after]: stepWith(before, { next }) }, after, path, {
      ...step,
      next: arms,
    } as Step)
    return backBehind({ ...flow, steps }, after, path)
  }
  if (place >= 0) {
    const through = before.next[place]!
    return insert(
      before.next.map((arm, i) => (i === place ? leadingTo(arm, path) : arm)),
      [targetIn(through)],
    )
  }
  const isUnclear = typeof before.guest === 'object' || before.next.some((arm) => arm.when?.outcome !== undefined)
  if (isUnclear) return refuse('whichArm', { path: after })
  return insert(
    [{ to: path }],
    before.next.map((arm) => armForStep(arm, before, { ...step, next: [] } as Step)),
  )
}

/** Inserts a step. */
export const addStep: Edit<'addStep'> = (flow, { step: path, after, arm, guest, title }) => {
  const refusal = addressRefused(flow, path)
  if (refusal) return refusal
  if (!flow.steps[after]) return refuse('noStep', { path: after })
  const placed = placedAfter(flow, path, guest ? { guest } : {}, after, arm)
  if ('refused' in placed) return placed
  return editOutcome(withTexts(placed.flow, `${path}.title`, title), [
    ...placed.sideEffects,
    ...guardsJoining(flow, path),
  ])
}

/** Removes a step. */
export const removeStep: Edit<'removeStep'> = (flow, { step: path, to }) => {
  if (!flow.steps[path]) return refuse('noStep', { path })
  if (path === start) return refuse('isStart', { path })
  if (to !== undefined && (to === path || !(flow.steps[to] || isHostPath(to)))) return refuse('noStep', { path: to })
  return removeStepFrom(flow, path, { to, isKept: false })
}

/** Moves a step after another. */
export const moveStep: Edit<'moveStep'> = (flow, { step: path, after, arm }) => {
  const step = flow.steps[path]
  if (!step) return refuse('noStep', { path })
  if (path === start) return refuse('isStart', { path })
  if (!flow.steps[after] || after === path) return refuse('noStep', { path: after })
  const { arms } = replacementArms(step, undefined)
  const isOneWay = step.next.every(({ to }) => isSame(to, mainTarget(step)))
  if (!isOneWay && step.next.some((one) => isDecidedAt(step, one))) return refuse('whereTo', { path })
  // The moved step loses its branches and writes; those of other steps stay.
  const plain = isOneWay ? { ...step, next: [targetIn(step.next[0]!)] } : step
  const steps = { ...flow.steps, [path]: plain }
  const removed = removeStepFrom({ ...flow, steps }, path, { to: undefined, isKept: true })
  if ('refused' in removed) return removed
  const name = arm?.to === path ? { ...arm, to: arms[0]!.to } : arm
  const placed = placedAfter(removed.flow, path, step, after, name)
  if ('refused' in placed) return placed
  const moved = placed.flow.steps[path]!
  const next =
    isOneWay && moved.next.length === 1
      ? step.next.map(({ again: _, ...one }) => ({ ...one, ...targetIn(moved.next[0]!) }))
      : moved.next
  const changed = { ...placed.flow, steps: { ...placed.flow.steps, [path]: stepWith(moved, { next, back: null }) } }
  const backRepairs = step.back ? [sideEffect('backRepaired', { path, to: after })] : []
  return editOutcome(changed, [...removed.sideEffects, ...placed.sideEffects, ...backRepairs])
}

/** Gives a step another address. */
export const renameStep: Edit<'renameStep'> = (flow, { step: path, to }, shipped) => {
  if (!flow.steps[path]) return refuse('noStep', { path })
  if (path === start) return refuse('isStart', { path })
  return addressRefused(flow, to) ?? renameEverywhere(flow, path, to, shipped)
}
