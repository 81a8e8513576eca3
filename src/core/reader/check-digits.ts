/** The value of a letter: digits their own, A to Z from 10, the filler 0. */
const worthOf = (letter: string) => (letter === '<' ? 0 : Number.parseInt(letter, 36))

/** Returns the check digit of some letters of the zone: weights 7, 3, 1, modulo 10 (ICAO Doc 9303-3, section 4.9). */
export const checkDigit = (text: string): string => {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += worthOf(text[i]!) * [7, 3, 1][i % 3]!
  return String(sum % 10)
}
