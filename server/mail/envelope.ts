import type { Checkin } from '../../schema/checkin'
import { type Language, languages } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import type { Flow } from '../../schema/steps'
import type { Words } from '../../src/core/lint/findings'
import { guestLetter, hostLetter, type Letter } from '../../src/core/mail/letters'
import { ownAnswers } from '../../src/core/mail/own-answers'
import { lettersOf } from '../../src/core/text/letter-words'
import type { LetterNote } from '../store/notes'
import { type Logo, logoOf } from './mail-logo'

/** A letter with its addresses; `id` is the same for every try, so that a mailbox can tell a copy. */
export type Envelope = {
  letter: Letter
  from: { name: string; address: string }
  to: string
  replyTo: string
  language: string
  id?: string
  logo?: Logo | undefined
}

/** Where the house gets its letters. */
export const houseOf = ({ emailReplyTo, emailSender }: Settings) => emailReplyTo || emailSender

/** The flow that gives words and own questions. */
export type LetterFlow = { flow: Pick<Flow, 'fields'>; words: Words }

/** The letter to the guest in their language, or to the house in Italian. */
export const envelopeOf = (
  { flow, words }: LetterFlow,
  addressee: LetterNote['addressee'],
  record: Checkin,
  settings: Settings,
  id: string,
): Envelope => {
  const logo = logoOf(settings.logoUrl)
  const language = languages.find((one) => one === record.selectedLanguage) ?? 'it'
  const own = (language: Language) => ownAnswers(flow, record, words[language])
  const house = houseOf(settings)
  const common = { id, logo, from: { name: settings.companyName, address: settings.emailSender } }
  return addressee === 'guest'
    ? {
        ...common,
        to: record.email ?? '',
        replyTo: house,
        language,
        letter: guestLetter(record, settings, lettersOf(words[language]), language, logo?.picture, own(language)),
      }
    : {
        ...common,
        to: house,
        replyTo: record.email || house,
        language: 'it',
        letter: hostLetter(record, settings, lettersOf(words.it), logo?.picture, own('it')),
      }
}
