import { outputLetters } from './transliteration'

/** Returns a name for comparison: capitals without accents, one blank for apostrophes, hyphens, brackets and blanks. */
export const fold = (text: string): string =>
  /^[A-Z]+(?: [A-Z]+)*$/i.test(text)
    ? text.toUpperCase()
    : outputLetters(text.toUpperCase().replace(/[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}\p{N}]+/gu, ' ')).text
