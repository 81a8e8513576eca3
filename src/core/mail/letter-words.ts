import type { Checkin } from '../../../schema/checkin'
import { isFieldOf, laterGuests } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { speaker } from '../flow/speaker'
import { isCalendar } from '../text/dates'
import { italian } from '../text/written-dates'

const prefix = 'letter.'

type Texts = { readonly [key: string]: string }

const keysOf = (texts: Texts, change: (key: string) => string | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => {
      const name = change(key)
      return name === undefined ? [] : [[name, text]]
    }),
  )

/** Returns the letters' words under a flow's keys: `lead` is `letter.lead`. */
export const lettersAmong = (texts: Texts) => keysOf(texts, (key) => prefix + key)

/** Returns the letters' words among a flow's: `letter.lead` is `lead`. */
export const lettersOf = (texts: Texts) =>
  keysOf(texts, (key) => (key.startsWith(prefix) ? key.slice(prefix.length) : undefined))

/** Returns the words without the letters', which no page shows. */
export const withoutLetters = (texts: Texts) => keysOf(texts, (key) => (key.startsWith(prefix) ? undefined : key))

/** Returns whether a key is of a letter to the house, which is Italian only. */
export const isHouseLetter = (key: string, words: { readonly [language: string]: Texts }): boolean =>
  key.startsWith(prefix) && Object.entries(words).every(([language, texts]) => language === 'it' || !texts[key])

export type OwnAnswer = [label: string, value: string]

/** Returns whether an answer is a later guest's: the first guest may never have seen it. */
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
