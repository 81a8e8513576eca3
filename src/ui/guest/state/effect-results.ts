import type { Draft } from '../../../../schema/checkin'
import type { Who } from '../../../../schema/guest'
import type { Flow } from '../../../../schema/steps'
import type { Effect, Outcome } from '../../../../schema/vocabulary'
import type { Fault } from '../../../core/flow/validation'
import { Offline } from '../../shared/api'
import { say } from '../../shared/published'

export type Message = { title: string; text: string }

/** The outcome of an effect, changes (`set`) or replacement (`only`) of the draft, a step to show instead (`at`). */
export type Result<E extends Effect = Effect> = {
  outcome: Outcome<E>
  set?: Record<string, string | null>
  only?: Draft
  at?: string
  who?: Who | undefined
  faults?: Fault[]
  message?: Message
}

export type SendResult =
  | { outcome: 'saved'; set: Record<string, string | null> }
  | (Pick<Result, 'at' | 'who' | 'faults' | 'message'> & { outcome: 'refused' | 'failed' })

export type Run<E extends Effect = Effect> = (draft: Draft, flow: Flow) => Result<E> | Promise<Result<E>>

/** A title and a sentence in the current language. */
export const messageOf = (title: string, text: string, params?: Record<string, string | number>): Message => ({
  title: say(title),
  text: say(text, params),
})

/** Returns the message of an error, which it logs. */
export const errorMessage = (error: unknown): Message => {
  console.error(error)
  return error instanceof Offline
    ? messageOf('toast.offline.title', 'toast.offline')
    : messageOf('toast.error.title', 'toast.submitFailed')
}
