import { outputLetters } from './transliteration'

/**
 * A name as it is compared: capitals without accents, with one blank for each apostrophe, hyphen, bracket or run of
 * blanks.
 */
export const fold = (text: string): string =>
  /^[A-Z]+(?: [A-Z]+)*$/i.test(text)
    ? text.toUpperCase()
    : outputLetters(text.toUpperCase().replace(/[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}\p{N}]+/gu, ' ')).text
