import type { Checkin } from '../../schema/checkin'
import { type Language, languages } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import { guestLetter, hostLetter, type Letter, type LetterWords, letterWords } from '../../src/core/mail/letters'
import hostWords from '../../src/text/letter.it.json'
import type { LetterNote } from '../store/notes'
import { type Logo, logoOf } from './mail-logo'

/** A letter with its addresses. `id` is the same for every try, so that a mailbox can tell a second copy. */
export type Envelope = {
  letter: Letter
  from: { name: string; address: string }
  to: string
  replyTo: string
  language: string
  id?: string
  logo?: Logo | undefined
}

/** Where the house itself gets letters. */
export const houseOf = ({ emailReplyTo, emailSender }: Settings) => emailReplyTo || emailSender

/** The words of the letters, by language. */
export type LettersWords = { readonly [language in Language]: LetterWords }

const wordsOf = async (code: Language): Promise<LetterWords> => {
  const { default: all } = (await import(`../../src/text/${code}.json`)) as { default: LetterWords }
  return letterWords(all, code === 'it' ? hostWords : {})
}

/** Reads the words of the letters in every language there is; the Italian ones have the host's too. */
export const lettersWords = async () =>
  Object.fromEntries(
    await Promise.all(languages.map(async (code) => [code, await wordsOf(code)] as const)),
  ) as LettersWords

/** The letter about a check-in to its guest, in the guest's language, or to the house in Italian. */
export const envelopeOf = (
  words: LettersWords,
  addressee: LetterNote['addressee'],
  record: Checkin,
  settings: Settings,
  id: string,
): Envelope => {
  const logo = logoOf(settings.logoUrl)
  const language = record.selectedLanguage ?? 'it'
  const house = houseOf(settings)
  const common = { id, logo, from: { name: settings.companyName, address: settings.emailSender } }
  return addressee === 'guest'
    ? {
        ...common,
        to: record.email ?? '',
        replyTo: house,
        language,
        letter: guestLetter(record, settings, words[language], language, logo?.picture),
      }
    : {
        ...common,
        to: house,
        replyTo: record.email || house,
        language: 'it',
        letter: hostLetter(record, settings, words.it, logo?.picture),
      }
}
