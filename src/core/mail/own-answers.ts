import type { Checkin } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { speaker } from '../flow/speaker'
import { isCalendar, italian } from '../text/dates'

/** An answer to a question of the host's: its label and the answer, in words. */
export type OwnAnswer = [label: string, value: string]

/**
 * The answers a check-in has to the host's own questions, archived ones too, in the words of a language. Dates are
 * DD/MM/YYYY.
 */
export const ownAnswers = (
  flow: Pick<Flow, 'fields'>,
  record: Checkin,
  words: { readonly [key: string]: string },
): OwnAnswer[] => {
  const speak = speaker(words)
  return Object.entries(flow.fields).flatMap(([field, { schema }]): OwnAnswer[] => {
    const answer = (record as unknown as Record<string, unknown>)[field]
    if (!schema || typeof answer !== 'string' || !answer.trim()) return []
    const label = speak.label(field).replace(/[?:]\s*$/, '')
    return [[label, isCalendar(answer) ? italian(answer) : speak.option(field, answer)]]
  })
}
