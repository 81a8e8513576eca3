import { plainHeading } from './list-headings'

/** Which of the two stands first in a cell with the whole name. */
export type NameOrder = 'lastName' | 'name'

/** The headings of a column with first name and surname, folded, by what stands first. */
const headings: { readonly [first in NameOrder]: readonly string[] } = {
  lastName: [
    ...['COGNOME E NOME', 'COGNOME NOME', 'NOMINATIVO', 'NOMINATIVI', 'OSPITE', 'OSPITI'],
    ...['SURNAME AND NAME', 'LAST NAME FIRST NAME', 'SURNAME NAME', 'GUEST', 'GUESTS'],
    ...['NACHNAME VORNAME', 'NAME VORNAME', 'NAME UND VORNAME', 'FAMILIENNAME VORNAME', 'GAST', 'GASTE'],
  ],
  name: [
    ...['NOME E COGNOME', 'NOME COGNOME', 'NAME AND SURNAME', 'FIRST NAME LAST NAME', 'FIRST AND LAST NAME'],
    ...['FULL NAME', 'VORNAME NACHNAME', 'VOR UND NACHNAME', 'VORNAME UND NACHNAME', 'VOLLSTANDIGER NAME'],
  ],
}

/** Returns the column with whole names by its heading, and what stands first in it. */
export const fullNameColumn = (row: readonly string[]): { at: number; first: NameOrder } | undefined => {
  const folded = row.map(plainHeading)
  for (const first of ['lastName', 'name'] as const) {
    const at = folded.findIndex((heading) => headings[first].includes(heading))
    if (at >= 0) return { at, first }
  }
  return undefined
}

/** Words that begin a surname: `DE LUCA`, `VON DER LEYEN`. */
const particle =
  /^(d[aeiou]|del|dell[ao]|degli|dei|dal|dalla|lo|la|li|le|van|von|zu|der|den|ten|al|el|ben|san|mc|mac)$/i

const isCapitals = (word: string) => word.length > 1 && /\p{Lu}/u.test(word) && word === word.toUpperCase()

const surnameLength = (words: readonly string[], first: NameOrder): number => {
  const most = words.length - 1
  if (first === 'lastName') {
    const particles = words.findIndex((word) => !particle.test(word))
    return Math.min(most, Math.max(0, particles) + 1)
  }
  let length = 1
  while (length < most && particle.test(words[most - length]!)) length++
  return length
}

/**
 * Returns surname and first name of a cell with both. `Rossi, Anna` and `ROSSI Anna` say themselves which is which;
 * otherwise the surname is one word with its particles, the first (or the last) of the cell.
 */
export const splitName = (text: string, first: NameOrder): [lastName: string, name: string] => {
  const [before, after] = text.split(/\s*,\s*/)
  if (after) return [before!, after]
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length < 2) return [text, '']
  const capitals = words.filter(isCapitals)
  if (capitals.length && capitals.length < words.length)
    return [capitals.join(' '), words.filter((word) => !isCapitals(word)).join(' ')]
  const length = surnameLength(words, first)
  const at = first === 'lastName' ? length : words.length - length
  const [one, other] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
  return first === 'lastName' ? [one, other] : [other, one]
}

/** Returns whether most cells have a surname and a first name in them. */
export const areFullNames = (cells: readonly string[]): boolean =>
  cells.filter((cell) => /[\s,]/.test(cell.trim())).length > cells.length / 2

/** Returns rows with one cell in two: surname, then first name. */
export const withNamesSplit = (rows: readonly string[][], at: number, first: NameOrder): string[][] =>
  rows.map((row) => [...row.slice(0, at), ...splitName(row[at] ?? '', first), ...row.slice(at + 1)])
