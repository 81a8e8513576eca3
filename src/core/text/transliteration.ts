/** The police file has A-Z, space and apostrophe; other letters follow ICAO Doc 9303-3, section 6. */
const replacements = new Map([
  ['ẞ', 'SS'],
  ['Æ', 'AE'],
  ['Œ', 'OE'],
  ['Ø', 'O'],
  ['Ł', 'L'],
  ['Đ', 'D'],
  ['Ð', 'D'],
  ['Þ', 'TH'],
  ['Ħ', 'H'],
  ['Ŧ', 'T'],
  ['Ŋ', 'N'],
  ['’', "'"],
  ['‘', "'"],
  ['ʼ', "'"],
  ['ʻ', "'"],
  ['`', "'"],
  ['´', "'"],
  ['\u00a0', ' '],
  ['.', ''],
  [',', ''],
])

/** Returns a name with spaces for hyphens, as both offices get it. */
export const withoutHyphens = (text: string): string => text.replace(/[-‐-―−]/g, ' ')

const alreadyWritten = /^[A-Z']+(?: [A-Z']+)*$/
const refusable = /[^A-Z ']/gu
const replaceable = /[^\w ']/gu

/** Why an official file cannot hold a character, most useful first. */
const refusals = [
  ['emoji', /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u],
  ['control', /\p{C}/u],
  ['script', /\p{L}/u],
  ['letters', /./u],
] as const

/** `script` is another alphabet, `letters` a digit or a sign. */
export type CharacterFault = (typeof refusals)[number][0]

/** Returns the kind of refused characters. */
export const characterFault = (refused: string): CharacterFault =>
  refusals.find(([, shape]) => shape.test(refused))?.[0] ?? 'letters'

const capitals = (text: string) =>
  withoutHyphens(text)
    .normalize('NFD')
    .toUpperCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(replaceable, (letter) => replacements.get(letter) ?? letter)
const spaced = (text: string) => text.replace(/ +/g, ' ').trim()

/** Returns a text in the output letters, other characters kept, for a search. */
export const plainCapitals = (text: string): string => spaced(capitals(text))

/** Returns a name in the output letters. If `refused` has characters, the text must not be used. */
export const outputLetters = (text: string): { text: string; refused: string } => {
  if (alreadyWritten.test(text)) return { text, refused: '' }
  const written = capitals(text)
  return { text: spaced(written), refused: [...new Set(written.match(refusable))].join('') }
}

/** Returns whether a name has a letter A to Z once accents are removed. */
export const hasPortalLetter = (text: string): boolean => /[A-Z]/.test(outputLetters(text).text)

/** Returns a name for comparison: capitals without accents, one blank for apostrophes, hyphens, brackets and blanks. */
export const fold = (text: string): string =>
  /^[A-Z]+(?: [A-Z]+)*$/i.test(text)
    ? text.toUpperCase()
    : outputLetters(text.toUpperCase().replace(/[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}\p{N}]+/gu, ' ')).text
