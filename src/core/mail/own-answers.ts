import type { Checkin } from '../../../schema/checkin'
import { isFieldOf, laterGuests } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { speaker } from '../flow/speaker'
import { isCalendar, italian } from '../text/dates'

export type OwnAnswer = [label: string, value: string]

/** Whether an answer is another guest's than the first: the first may never have seen it. */
const isOfOthers = (field: string) => laterGuests.some((who) => isFieldOf(field, who))

/** Returns the answers to the host's own questions; the guest's letter (`to`) omits those of others. */
export const ownAnswers = (
  flow: Pick<Flow, 'fields'>,
  record: Checkin,
  words: { readonly [key: string]: string },
  to: 'guest' | 'host' = 'host',
): OwnAnswer[] => {
  const speak = speaker(words)
  return Object.entries(flow.fields).flatMap(([field, { schema }]): OwnAnswer[] => {
    const answer = (record as unknown as Record<string, unknown>)[field]
    if (to === 'guest' && isOfOthers(field)) return []
    if (!schema || typeof answer !== 'string' || !answer.trim()) return []
    const label = speak.label(field).replace(/[?:]\s*$/, '')
    return [[label, isCalendar(answer) ? italian(answer) : speak.option(field, answer)]]
  })
}
