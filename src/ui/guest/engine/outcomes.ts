import type { Draft } from '../../../../schema/checkin'
import type { Who } from '../../../../schema/guest'
import type { Effect, Outcome } from '../../../../schema/vocabulary'
import type { Fault } from '../../../core/flow/validation'
import type { Said } from './step-states'

/**
 * What an effect gives the engine: an outcome to route on, answers to write, or `only` those that are to stay, for a
 * refused check-in the step at fault, and what to tell the guest.
 */
export type Result<E extends Effect = Effect> = {
  outcome: Outcome<E>
  set?: Record<string, string | null>
  only?: Draft
  at?: string
  who?: Who | undefined
  faults?: Fault[]
  said?: Said
}

/**
 * A check-in that did not get through: whether its answers were refused, the step to look at, and what to tell the
 * guest.
 */
export type Unsent = {
  outcome: 'refused' | 'failed'
  at?: string
  who?: Who | undefined
  faults?: Fault[]
  said?: Said
}

/** A check-in the server has acknowledged, and what to keep of that. */
export type Acknowledged = { outcome: 'saved'; set: Record<string, string | null> }

/** Whether to send where nothing has changed, and in a way that still arrives when the page is left. */
export type How = { isAlways?: boolean; leaving?: { keepalive?: true } }
