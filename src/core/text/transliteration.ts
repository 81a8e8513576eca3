/**
 * The letters of the police file. The ministry's manual names none, so the safest are written, where a byte is a
 * character: A-Z, space and apostrophe. Letters no accent can be taken off follow ICAO Doc 9303-3, section 6, as
 * passports do.
 */
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

/** A name with a space for each hyphen or dash, as both offices get it; the record keeps the hyphen. */
export const withoutHyphens = (text: string): string => text.replace(/[-‐-―−]/g, ' ')

const alreadyWritten = /^[A-Z']+(?: [A-Z']+)*$/
const refusable = /[^A-Z ']/gu
const replaceable = /[^\w ']/gu

/** Why a character cannot stand in an official file, the most telling first. */
const refusals = [
  ['emoji', /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u],
  ['control', /\p{C}/u],
  ['script', /\p{L}/u],
  ['letters', /./u],
] as const

/** `script` is another alphabet: the Latin line of the document is wanted. `letters` is a digit or a sign. */
export type CharacterFault = (typeof refusals)[number][0]

/** What kind of characters were refused. */
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

/** A text in the output letters, with whatever else it holds left in it: for a search. */
export const evened = (text: string): string => spaced(capitals(text))

/**
 * A name in the output letters: capitals without accents, hyphens as spaces, full stops and commas left out, one space
 * between words. Whatever else it holds is returned as `refused`, each character once, and the text is then not to be
 * used.
 */
export const outputLetters = (text: string): { text: string; refused: string } => {
  if (alreadyWritten.test(text)) return { text, refused: '' }
  const written = capitals(text)
  return { text: spaced(written), refused: [...new Set(written.match(refusable))].join('') }
}

/**
 * Whether a name has a letter that the official files can write, A to Z once accents are off: an apostrophe or a digit
 * is no name.
 */
export const hasPortalLetter = (text: string): boolean => /[A-Z]/.test(outputLetters(text).text)
