import { isHostPath } from '../../../../schema/host-pages'
import type { Arm, Flow, Step } from '../../../../schema/steps'
import { covers } from '../../flow/arms'
import type { ArmName, Consequence, RefusedEdit } from '../operations'
import {
  changed,
  type Edit,
  goesAlong,
  isSame,
  placeOfArm,
  refused,
  stepWith,
  withAfter,
  withArms,
  withTexts,
} from './editing'
import { inNamesOf, isDecidedAt, mainTarget, waysThrough } from './rerouting'
import { withoutStep } from './step-removal'
import { renamedStep } from './step-renaming'

/** Where a journey begins: no other step can take its place. */
const start = '/'

/** Why a step cannot stand under an address, if it cannot. */
const addressRefused = (flow: Flow, path: string): RefusedEdit | undefined => {
  if (!/^\/[a-z0-9/-]*$/.test(path) || path.endsWith('-') || isHostPath(path)) return refused('badPath', { path })
  return flow.steps[path] ? refused('stepExists', { path }) : undefined
}

/** The guards that begin to watch a new address because of how it begins. */
const guardsJoining = (flow: Flow, path: string): Consequence[] =>
  [...new Set(flow.guards.filter(({ at }) => covers(at, path)).map(({ at }) => at))].map((at) =>
    goesAlong('guardJoins', { path, at }),
  )

/** Back arms that led to a step and now lead to the one put behind it, where that one alone comes before. */
const backBehind = (flow: Flow, after: string, path: string) => {
  const along: Consequence[] = []
  const ledOn = new Set(flow.steps[path]!.next.map(({ to }) => to))
  const stillLed = new Set(flow.steps[after]!.next.map(({ to }) => to))
  const repaired = withArms(flow, (arm, list, from) => {
    if (list !== 'back' || arm.to !== after || !ledOn.has(from) || stillLed.has(from)) return [arm]
    along.push(goesAlong('backRepaired', { path: from, to: path }))
    return [{ ...arm, to: path }]
  })
  return changed(repaired, along)
}

/** A step put behind another, on one of its ways on or on all of them. */
const placedAfter = (flow: Flow, path: string, step: Omit<Step, 'next'>, after: string, name: ArmName | undefined) => {
  const before = flow.steps[after]!
  const place = name ? placeOfArm(before.next, name) : before.next.length === 1 ? 0 : -1
  if (name && place < 0) return refused('noArm', { path: after })
  const put = (next: Arm[], arms: Arm[]) => {
    const steps = withAfter({ ...flow.steps, [after]: stepWith(before, { next }) }, after, path, {
      ...step,
      next: arms,
    } as Step)
    return backBehind({ ...flow, steps }, after, path)
  }
  if (place >= 0) {
    const through = before.next[place]!
    return put(
      before.next.map((arm, i) => (i === place ? { ...arm, to: path } : arm)),
      [{ to: through.to }],
    )
  }
  const isUnclear = typeof before.guest === 'object' || before.next.some((arm) => arm.when?.outcome !== undefined)
  if (isUnclear) return refused('whichArm', { path: after })
  return put(
    [{ to: path }],
    before.next.map((arm) => inNamesOf(arm, before, { ...step, next: [] } as Step)),
  )
}

const addStep: Edit<'addStep'> = (flow, { step: path, after, arm, guest, title }) => {
  const no = addressRefused(flow, path)
  if (no) return no
  if (!flow.steps[after]) return refused('noStep', { path: after })
  const put = placedAfter(flow, path, guest ? { guest } : {}, after, arm)
  if ('refused' in put) return put
  return changed(withTexts(put.flow, `${path}.title`, title), [...put.along, ...guardsJoining(flow, path)])
}

const removeStep: Edit<'removeStep'> = (flow, { step: path, to }) => {
  if (!flow.steps[path]) return refused('noStep', { path })
  if (path === start) return refused('isStart', { path })
  if (to !== undefined && (to === path || !(flow.steps[to] || isHostPath(to)))) return refused('noStep', { path: to })
  return withoutStep(flow, path, { to, isKept: false })
}

const moveStep: Edit<'moveStep'> = (flow, { step: path, after, arm }) => {
  const step = flow.steps[path]
  if (!step) return refused('noStep', { path })
  if (path === start) return refused('isStart', { path })
  if (!flow.steps[after] || after === path) return refused('noStep', { path: after })
  const { arms } = waysThrough(step, undefined)
  const isOneWay = step.next.every(({ to }) => isSame(to, mainTarget(step)))
  if (!isOneWay && step.next.some((one) => isDecidedAt(step, one))) return refused('whereTo', { path })
  // What it wrote and asked about on the way goes with it; the branches of others stay where they were.
  const left = isOneWay ? { ...step, next: [{ to: mainTarget(step) }] } : step
  const steps = { ...flow.steps, [path]: left }
  const taken = withoutStep({ ...flow, steps }, path, { to: undefined, isKept: true })
  if ('refused' in taken) return taken
  const name = arm?.to === path ? { ...arm, to: arms[0]!.to } : arm
  const put = placedAfter(taken.flow, path, step, after, name)
  if ('refused' in put) return put
  const moved = put.flow.steps[path]!
  const next =
    isOneWay && moved.next.length === 1 ? step.next.map((one) => ({ ...one, to: moved.next[0]!.to })) : moved.next
  const whole = { ...put.flow, steps: { ...put.flow.steps, [path]: stepWith(moved, { next, back: null }) } }
  const backRepairs = step.back ? [goesAlong('backRepaired', { path, to: after })] : []
  return changed(whole, [...taken.along, ...put.along, ...backRepairs])
}

const renameStep: Edit<'renameStep'> = (flow, { step: path, to }, shipped) => {
  if (!flow.steps[path]) return refused('noStep', { path })
  if (path === start) return refused('isStart', { path })
  return addressRefused(flow, to) ?? renamedStep(flow, path, to, shipped)
}

/** How steps are added, removed, moved and renamed. */
export const stepEdits = { addStep, removeStep, moveStep, renameStep }
