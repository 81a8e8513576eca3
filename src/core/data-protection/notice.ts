import { laterGuests, partyFlag } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { type Purpose, purposes } from '../../../schema/vocabulary'
import { officialFields, officialFileKinds } from '../exports/official-fields'
import { fieldNamesOf } from '../flow/fields'
import { speaker } from '../flow/speaker'

/** The fields that need no purpose: those of the official files, the kind of party, and those that choose cards. */
const withoutPurpose: ReadonlySet<string> = new Set([
  ...officialFileKinds.flatMap((kind) => Object.values(officialFields[kind]).flat()),
  ...['selectedLanguage', 'reservationCode', 'partyKind', ...laterGuests.map(partyFlag)],
])

/** Returns the questions that no law requires, by short name, with their purpose if the flow has it. */
export const beyondLaw = ({ steps, fields }: Pick<Flow, 'steps' | 'fields'>): { field: string; purpose?: Purpose }[] =>
  [...new Set(Object.values(steps).flatMap(fieldNamesOf))].flatMap((field) => {
    const { purpose } = fields[field] ?? {}
    return withoutPurpose.has(field) ? [] : [{ field, ...(purpose && { purpose }) }]
  })

/** A question no law requires, by its label's name, and its purpose. */
export type PurposeOf = { field: string; purpose: Purpose }

/** The facts of a house's privacy notice; `house` and `contact` name the controller. Days and years are whole. */
export type NoticeFacts = {
  house: string
  contact: string
  isKept: boolean
  identityDays: number
  recordYears: number
  receiptYears: number
  hasMail: boolean
  readsDocuments: boolean
  /** Whether guests see their tourist tax, which the server computes from unsent answers. */
  hasTax: boolean
  payment: readonly string[]
  /** The host name of the program that is told who the guests are; empty without one. */
  program: string
  hasInstructions: boolean
  hasDoor: boolean
  /** The host name of the video call at the door; empty without one. */
  video: string
  asked: readonly PurposeOf[]
}

export type PrivacyNotice = { title: string; parts: { heading: string; lines: string[] }[] }

/** Returns whether a key belongs to the notice and not to the flow. */
export const isNotice = (key: string) => key.startsWith('notice.')

/** Returns a house's privacy notice (GDPR, art. 13) in the language of the words. */
export const noticeOf = (facts: NoticeFacts, words: { readonly [key: string]: string }): PrivacyNotice => {
  const own = Object.fromEntries(
    Object.entries(words).flatMap(([key, text]) => (isNotice(key) ? [[key.slice('notice.'.length), text]] : [])),
  )
  const { say, has, plural } = speaker(own)
  const { house, contact, isKept, identityDays, recordYears, receiptYears, hasMail, readsDocuments, payment } = facts
  const { hasTax, asked, program, hasInstructions, hasDoor, video } = facts
  const part = (name: string, lines: (string | false)[]) => ({
    heading: say(name),
    lines: lines.filter((line): line is string => line !== false),
  })
  const served = (purpose: Purpose) => {
    const name = `for.${purpose}`
    const fields = asked.filter((one) => one.purpose === purpose).map(({ field }) => words[`${field}.label`] ?? field)
    return (
      fields.length > 0 &&
      say(hasMail && has(`${name}.mail`) ? `${name}.mail` : name, { answers: [...new Set(fields)].join(', ') })
    )
  }
  return {
    title: say('title'),
    parts: [
      part('who', [
        say(house ? 'who.house' : 'who.host', { house }),
        contact !== '' && say('who.contact', { contact }),
      ]),
      part('why', [
        say('why.police'),
        say('why.statistics'),
        ...purposes.map(served),
        hasInstructions && say(hasMail ? 'why.arrival.mail' : 'why.arrival'),
        hasDoor && say('why.door'),
        say('why.must'),
      ]),
      part('whom', [
        say('whom.authorities'),
        hasMail && say('whom.mail'),
        payment.length > 0 && say('whom.payment', { services: payment.join(', ') }),
        program !== '' && say('whom.program', { program }),
        video !== '' && say('whom.video', { service: video }),
        say('whom.nobody'),
      ]),
      part('long', [
        isKept
          ? say('long.terms', {
              days: plural('long.days', identityDays),
              years: recordYears ? plural('long.years', recordYears) : say('long.years.none'),
            })
          : say('long.byHand'),
        say('long.receipts', { years: receiptYears }),
        say(hasTax ? 'long.phone.tax' : 'long.phone'),
        say('long.kept'),
        readsDocuments && say('long.picture'),
      ]),
      part('rights', [say('rights.ask'), say('rights.garante')]),
    ],
  }
}
