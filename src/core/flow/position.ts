import type { Draft } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { rules } from '../../../schema/vocabulary'
import { follow, targetOf } from './arms'
import type { Facts } from './facts'
import { nameResolver } from './names'
import { stepAddress, stepBefore, type Trail } from './trail'

/** A guest's position: the step, its guest, and the step to return to after a change. */
export type Position = {
  path: string
  who?: Who | undefined
  /** The step where the guest asked for the change. */
  returning?: string | undefined
  /** The step that was changed, while the guest answers the questions that the change made necessary. */
  since?: string | undefined
}

/** Returns the step that Back leads to: the step's own target, or the step before it. */
export const stepBack = (flow: Flow, journey: Trail, known: Facts, { path, who }: Position): string | undefined => {
  const arm = follow(flow.steps[path]?.back, known, nameResolver(who))
  return arm ? targetOf(arm, known) : stepBefore(journey, path)
}

/**
 * Returns the address of Back; undefined at the end of a check-in. While a guest makes a change, Back leads to the step
 * where the guest asked for it.
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

/** Returns the address where an unfinished check-in continues, if `path` is the first step. */
export const resumeAddress = (flow: Flow, { open, stops }: Trail, answers: Draft, path: string): string | undefined => {
  const effect = flow.steps[path]?.do
  const next = open ?? stops.at(-1)
  const hasBegun = answers.finished !== 'yes' && answers.draftId && answers.reservationCode
  return effect && rules[effect].begins && hasBegun && next && next.path !== path ? stepAddress(flow, next) : undefined
}

/** Returns the answer that a link gives (`?code=`), if it leads to the step that asks for the code. */
export const codeIn = (flow: Pick<Flow, 'steps' | 'fields'>, path: string, search: string): Draft | undefined => {
  const [, code = ''] = /[?&]code=([A-Za-z0-9]{1,4})(?:&|$)/.exec(search) ?? []
  const field = flow.steps[path]?.fields?.find((name) => flow.fields[name]?.control === 'code')
  return code && field ? { [field]: code.toUpperCase() } : undefined
}
