import type { Arm, Flow, Guard } from '../../../../schema/steps'
import type { ArmList, ArmName } from '../operations'
import { changed, type Edit, placeOfArm, placeOfGuard, putIn, refused, withStep } from './editing'

const armsOf = (flow: Flow, path: string, list: ArmList): readonly Arm[] => flow.steps[path]?.[list] ?? []

/** Where a new arm goes: before another, last (`null`), or, unless it is told, before the one without a condition. */
const placeFor = (arms: readonly Arm[], before: ArmName | null | undefined) => {
  if (before === null) return arms.length
  const place = before ? placeOfArm(arms, before) : arms.findIndex(({ when }) => !when)
  return place < 0 && !before ? arms.length : place
}

const addArm: Edit<'addArm'> = (flow, { step: path, list = 'next', arm, before }) => {
  if (!flow.steps[path]) return refused('noStep', { path })
  const arms = armsOf(flow, path, list)
  if (placeOfArm(arms, arm) >= 0) return refused('armExists', { path })
  const place = placeFor(arms, arm.when ? before : (before ?? null))
  return place < 0 ? refused('noArm', { path }) : changed(withStep(flow, path, { [list]: putIn(arms, place, arm) }))
}

const changeArm: Edit<'changeArm'> = (flow, { step: path, list = 'next', arm, becomes }) => {
  if (!flow.steps[path]) return refused('noStep', { path })
  const arms = armsOf(flow, path, list)
  const place = placeOfArm(arms, arm)
  if (place < 0) return refused('noArm', { path })
  const other = placeOfArm(arms, becomes)
  if (other >= 0 && other !== place) return refused('armExists', { path })
  return changed(withStep(flow, path, { [list]: arms.map((one, i) => (i === place ? becomes : one)) }))
}

const removeArm: Edit<'removeArm'> = (flow, { step: path, list = 'next', arm }) => {
  if (!flow.steps[path]) return refused('noStep', { path })
  const arms = armsOf(flow, path, list)
  const place = placeOfArm(arms, arm)
  if (place < 0) return refused('noArm', { path })
  if (list === 'next' && arms.length === 1) return refused('lastArm', { path })
  return changed(withStep(flow, path, { [list]: arms.filter((_, i) => i !== place) }))
}

const moveArm: Edit<'moveArm'> = (flow, { step: path, list = 'next', arm, before }) => {
  if (!flow.steps[path]) return refused('noStep', { path })
  const arms = armsOf(flow, path, list)
  const place = placeOfArm(arms, arm)
  if (place < 0) return refused('noArm', { path })
  const others = arms.filter((_, i) => i !== place)
  const next = placeFor(others, before)
  return next < 0
    ? refused('noArm', { path })
    : changed(withStep(flow, path, { [list]: putIn(others, next, arms[place]!) }))
}

const withGuards = (flow: Flow, guards: Guard[]) => changed({ ...flow, guards })

const addGuard: Edit<'addGuard'> = (flow, { guard, before = null }) => {
  if (placeOfGuard(flow, guard) >= 0) return refused('guardExists', { at: guard.at })
  const place = before ? placeOfGuard(flow, before) : flow.guards.length
  return place < 0 ? refused('noGuard', { at: before!.at }) : withGuards(flow, putIn(flow.guards, place, guard))
}

const changeGuard: Edit<'changeGuard'> = (flow, { guard, becomes }) => {
  const place = placeOfGuard(flow, guard)
  if (place < 0) return refused('noGuard', { at: guard.at })
  const other = placeOfGuard(flow, becomes)
  if (other >= 0 && other !== place) return refused('guardExists', { at: becomes.at })
  return withGuards(
    flow,
    flow.guards.map((one, i) => (i === place ? becomes : one)),
  )
}

const removeGuard: Edit<'removeGuard'> = (flow, { guard }) => {
  const place = placeOfGuard(flow, guard)
  if (place < 0) return refused('noGuard', { at: guard.at })
  return withGuards(
    flow,
    flow.guards.filter((_, i) => i !== place),
  )
}

const setHomes: Edit<'setHomes'> = (flow, { at, to }) => {
  const place = flow.homes.findIndex((home) => home.at === at)
  if (to === null) {
    if (place < 0 || place === flow.homes.length - 1) return refused('noHome', { at })
    return changed({ ...flow, homes: flow.homes.filter((_, i) => i !== place) })
  }
  // The last one stands for all the others: a new one goes before it.
  const homes = place < 0 ? putIn(flow.homes, flow.homes.length - 1, { at, to }) : [...flow.homes]
  if (place >= 0) homes[place] = { at, to }
  return changed({ ...flow, homes })
}

/** How the ways between steps are changed: arms, guards, and where Home leads. */
export const branchEdits = { addArm, changeArm, removeArm, moveArm, addGuard, changeGuard, removeGuard, setHomes }
