import type { Checkin } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { speaker } from '../flow/speaker'
import { isCalendar, italian } from '../text/dates'

/** The label and answer of a host's own question. */
export type OwnAnswer = [label: string, value: string]

/** Returns a check-in's answers to the host's own questions, archived ones too, in words. Dates are DD/MM/YYYY. */
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
