import { type Purpose, purposes } from '../../../schema/vocabulary'
import { speaker } from '../flow/speaker'

/** A question no law asks, by the name of its label, and what its answer is for. */
export type PurposeOf = { field: string; purpose: Purpose }

/**
 * What a house's privacy notice is made from; `house` and `contact` are whoever answers for the data. Days and years
 * are whole.
 */
export type NoticeFacts = {
  house: string
  contact: string
  /** Whether what has outlived its term goes by itself. */
  isKept: boolean
  identityDays: number
  recordYears: number
  receiptYears: number
  /** Whether letters leave, and by which payment services guests pay. */
  hasMail: boolean
  payment: readonly string[]
  /** What is asked that no law wants, and what for. */
  asked: readonly PurposeOf[]
}

/** A notice in one language: its title, and its parts with their sentences. */
export type PrivacyNotice = { title: string; parts: { heading: string; lines: string[] }[] }

/** Whether the privacy notice alone says what stands under a key: it is no word of the flow. */
export const isNotice = (key: string) => key.startsWith('notice.')

/**
 * A house's privacy notice (GDPR, art. 13) in the language of the words, which have the labels of what is asked too:
 * who answers for the data, what they are for and by which right, who gets them, how long they are kept, and what a
 * guest may ask.
 */
export const noticeOf = (facts: NoticeFacts, words: { readonly [key: string]: string }): PrivacyNotice => {
  const own = Object.fromEntries(
    Object.entries(words).flatMap(([key, text]) => (isNotice(key) ? [[key.slice('notice.'.length), text]] : [])),
  )
  const { say } = speaker(own)
  const { house, contact, isKept, identityDays, recordYears, receiptYears, hasMail, payment, asked } = facts
  const part = (name: string, lines: (string | false)[]) => ({
    heading: say(name),
    lines: lines.filter((line): line is string => line !== false),
  })
  const served = (purpose: Purpose) => {
    const fields = asked.filter((one) => one.purpose === purpose).map(({ field }) => words[`${field}.label`] ?? field)
    return fields.length > 0 && say(`for.${purpose}`, { answers: [...new Set(fields)].join(', ') })
  }
  return {
    title: say('title'),
    parts: [
      part('who', [
        say(house ? 'who.house' : 'who.host', { house }),
        contact !== '' && say('who.contact', { contact }),
      ]),
      part('why', [say('why.police'), say('why.statistics'), ...purposes.map(served), say('why.must')]),
      part('whom', [
        say('whom.authorities'),
        hasMail && say('whom.mail'),
        payment.length > 0 && say('whom.payment', { services: payment.join(', ') }),
        say('whom.nobody'),
      ]),
      part('long', [
        isKept ? say('long.terms', { days: identityDays, years: recordYears }) : say('long.byHand'),
        say('long.receipts', { years: receiptYears }),
        say('long.phone'),
      ]),
      part('rights', [say('rights.ask'), say('rights.garante')]),
    ],
  }
}
