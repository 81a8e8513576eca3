/** Returns a letter's value: 0 to 9, A to Z as 10 to 35, the filler 0. */
const worthOf = (letter: string) => (letter === '<' ? 0 : Number.parseInt(letter, 36))

/** Returns the check digit of a text: weights 7, 3, 1, modulo 10 (ICAO Doc 9303-3, section 4.9). */
export const checkDigit = (text: string): string => {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += worthOf(text[i]!) * [7, 3, 1][i % 3]!
  return String(sum % 10)
}
