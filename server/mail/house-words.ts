import type { HostLanguage } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import type { Words } from '../../src/core/lint/findings'
import type { LetterWords } from '../../src/core/mail/letters'
import { lettersOf } from '../../src/core/text/letter-words'
import { hostWords, loadHostWords } from '../shared/messages'

/** The language and words of letters to the house. */
export type HouseWords = { language: HostLanguage; words: LetterWords }

/** Returns the words of letters to the house; those of the flow, which the host may edit, take precedence. */
export const houseWords = async ({ letterLanguage: language }: Settings, flowWords?: Words): Promise<HouseWords> => {
  await loadHostWords(language)
  return { language, words: { ...hostWords(language).letters, ...(flowWords && lettersOf(flowWords[language])) } }
}
