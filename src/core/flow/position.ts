import type { Draft } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { rules } from '../../../schema/vocabulary'
import { follow, targetOf } from './arms'
import type { Facts } from './facts'
import { nameResolver } from './names'
import { stepAddress, stepBefore, type Trail } from './trail'

/**
 * Where a guest is: the path of the step, the guest it is about, and the step to return to after changing an answer.
 */
export type Position = {
  path: string
  who?: Who | undefined
  /** Where whoever asked for a change waits. */
  returning?: string | undefined
  /** The step that was to be changed, while what the change made necessary is being asked. */
  since?: string | undefined
}

/** The step Back leads to from here, as the step says or else the one before it on the guest's journey. */
export const stepBack = (flow: Flow, journey: Trail, known: Facts, { path, who }: Position): string | undefined => {
  const arm = follow(flow.steps[path]?.back, known, nameResolver(who))
  return arm ? targetOf(arm, known) : stepBefore(journey, path)
}

/**
 * The address of Back, or none where a check-in is finished or ends here; who came to change an answer goes back to
 * where they waited.
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

/**
 * How much of the journey is behind a guest at a step, 0 to 1: each step passed takes its share of what was left then,
 * so that a guest who is added makes the steps to come smaller, and never takes back what was gone. `left` are the
 * fewest steps from each path to the end, itself included; a step off the journey counts from the one that Back leads
 * to.
 */
export const progressAt = (
  { stops }: Pick<Trail, 'stops'>,
  path: string,
  back: string | undefined,
  left: Readonly<Record<string, number>>,
): number => {
  const indexOf = (wanted: string | undefined) => stops.findIndex((stop) => stop.path === wanted)
  const passed = indexOf(path) >= 0 ? indexOf(path) : indexOf(back) + 1
  return 1 - stops.slice(0, passed).reduce((part, stop) => part * (1 - 1 / (left[stop.path] ?? Infinity)), 1)
}

/**
 * The address at which an unfinished check-in goes on, for the step at `path` if it is the one that begins a check-in.
 */
export const resumeAddress = (flow: Flow, { open, stops }: Trail, answers: Draft, path: string): string | undefined => {
  const effect = flow.steps[path]?.do
  const next = open ?? stops.at(-1)
  const hasBegun = answers.finished !== 'yes' && answers.draftId && answers.reservationCode
  return effect && rules[effect].begins && hasBegun && next && next.path !== path ? stepAddress(flow, next) : undefined
}

/**
 * The code a link brings to the step that asks for it, by its field; undefined on another step, and for what is no
 * code.
 */
export const codeIn = (flow: Pick<Flow, 'steps' | 'fields'>, path: string, search: string): Draft | undefined => {
  const [, code = ''] = /[?&]code=([A-Za-z0-9]{1,4})(?:&|$)/.exec(search) ?? []
  const field = flow.steps[path]?.fields?.find((name) => flow.fields[name]?.control === 'code')
  return code && field ? { [field]: code.toUpperCase() } : undefined
}
