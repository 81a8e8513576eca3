import type { Arm, Flow, Guard } from '../../../../schema/steps'
import type { ArmList, ArmName } from '../operations'
import { type Edit, editOutcome, insertAt, placeOfArm, placeOfGuard, refuse, withStep } from './editing'

const armsOf = (flow: Flow, path: string, list: ArmList): readonly Arm[] => flow.steps[path]?.[list] ?? []

/** Returns the index for a new arm: before another, last (`null`), or by default before the arm without a condition. */
const placeFor = (arms: readonly Arm[], before: ArmName | null | undefined) => {
  if (before === null) return arms.length
  const place = before ? placeOfArm(arms, before) : arms.findIndex(({ when }) => !when)
  return place < 0 && !before ? arms.length : place
}

const addArm: Edit<'addArm'> = (flow, { step: path, list = 'next', arm, before }) => {
  if (!flow.steps[path]) return refuse('noStep', { path })
  const arms = armsOf(flow, path, list)
  if (placeOfArm(arms, arm) >= 0) return refuse('armExists', { path })
  const place = placeFor(arms, arm.when ? before : (before ?? null))
  return place < 0
    ? refuse('noArm', { path })
    : editOutcome(withStep(flow, path, { [list]: insertAt(arms, place, arm) }))
}

const changeArm: Edit<'changeArm'> = (flow, { step: path, list = 'next', arm, becomes }) => {
  if (!flow.steps[path]) return refuse('noStep', { path })
  const arms = armsOf(flow, path, list)
  const place = placeOfArm(arms, arm)
  if (place < 0) return refuse('noArm', { path })
  const other = placeOfArm(arms, becomes)
  if (other >= 0 && other !== place) return refuse('armExists', { path })
  return editOutcome(withStep(flow, path, { [list]: arms.map((one, i) => (i === place ? becomes : one)) }))
}

const removeArm: Edit<'removeArm'> = (flow, { step: path, list = 'next', arm }) => {
  if (!flow.steps[path]) return refuse('noStep', { path })
  const arms = armsOf(flow, path, list)
  const place = placeOfArm(arms, arm)
  if (place < 0) return refuse('noArm', { path })
  if (list === 'next' && arms.length === 1) return refuse('lastArm', { path })
  return editOutcome(withStep(flow, path, { [list]: arms.filter((_, i) => i !== place) }))
}

const moveArm: Edit<'moveArm'> = (flow, { step: path, list = 'next', arm, before }) => {
  if (!flow.steps[path]) return refuse('noStep', { path })
  const arms = armsOf(flow, path, list)
  const place = placeOfArm(arms, arm)
  if (place < 0) return refuse('noArm', { path })
  const others = arms.filter((_, i) => i !== place)
  const next = placeFor(others, before)
  return next < 0
    ? refuse('noArm', { path })
    : editOutcome(withStep(flow, path, { [list]: insertAt(others, next, arms[place]!) }))
}

const withGuards = (flow: Flow, guards: Guard[]) => editOutcome({ ...flow, guards })

const addGuard: Edit<'addGuard'> = (flow, { guard, before = null }) => {
  if (placeOfGuard(flow, guard) >= 0) return refuse('guardExists', { at: guard.at })
  const place = before ? placeOfGuard(flow, before) : flow.guards.length
  return place < 0 ? refuse('noGuard', { at: before!.at }) : withGuards(flow, insertAt(flow.guards, place, guard))
}

const changeGuard: Edit<'changeGuard'> = (flow, { guard, becomes }) => {
  const place = placeOfGuard(flow, guard)
  if (place < 0) return refuse('noGuard', { at: guard.at })
  const other = placeOfGuard(flow, becomes)
  if (other >= 0 && other !== place) return refuse('guardExists', { at: becomes.at })
  return withGuards(
    flow,
    flow.guards.map((one, i) => (i === place ? becomes : one)),
  )
}

const removeGuard: Edit<'removeGuard'> = (flow, { guard }) => {
  const place = placeOfGuard(flow, guard)
  if (place < 0) return refuse('noGuard', { at: guard.at })
  return withGuards(
    flow,
    flow.guards.filter((_, i) => i !== place),
  )
}

const setHomes: Edit<'setHomes'> = (flow, { at, to }) => {
  const place = flow.homes.findIndex((home) => home.at === at)
  if (to === null) {
    if (place < 0 || place === flow.homes.length - 1) return refuse('noHome', { at })
    return editOutcome({ ...flow, homes: flow.homes.filter((_, i) => i !== place) })
  }
  // The last home is the fallback for all other addresses.
  const homes = place < 0 ? insertAt(flow.homes, flow.homes.length - 1, { at, to }) : [...flow.homes]
  if (place >= 0) homes[place] = { at, to }
  return editOutcome({ ...flow, homes })
}

/** The edits of arms, guards and homes. */
export const branchEdits = { addArm, changeArm, removeArm, moveArm, addGuard, changeGuard, removeGuard, setHomes }
