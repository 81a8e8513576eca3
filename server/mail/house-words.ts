import type { HostLanguage } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import type { Words } from '../../src/core/lint/findings'
import type { LetterWords } from '../../src/core/mail/letters'
import { lettersOf } from '../../src/core/text/letter-words'
import { hostWords, loadHostWords } from '../shared/host-words'

/** The language of the letters to a house, and their words. */
export type HouseWords = { language: HostLanguage; words: LetterWords }

/** Returns the words of letters to the house in its language; the flow's, which the host may edit, come first. */
export const houseWords = async ({ letterLanguage: language }: Settings, flowWords?: Words): Promise<HouseWords> => {
  await loadHostWords(language)
  return { language, words: { ...hostWords(language).letters, ...(flowWords && lettersOf(flowWords[language])) } }
}
