import { checkDigit } from './check-digits'
import { isIssuer, stateOf } from './states'

/** A field of one line, valid or not as a whole. */
export type Part = {
  line: number
  from: number
  to: number
  holds: (text: string) => boolean
}

/** A kind of machine-readable zone: the letters allowed at each place, the fields, and the composite check digit. */
export type Kind = {
  /**
   * One text for each line: `a` letter or filler, `l` letter, `9` digit, `0` digit or filler, `x` sex, `t` A, C or I,
   * `*` any; other letters are literal.
   */
  places: readonly string[]
  parts: readonly Part[]
  /** Whether all fields and the composite check digit are valid. */
  holds: (lines: readonly string[]) => boolean
}

/** Whether the last letter is the check digit of the others; an empty field may have a filler. */
const checked = (text: string) => {
  const digit = text.at(-1)!
  return digit === checkDigit(text.slice(0, -1)) || (digit === '<' && /^<+$/.test(text))
}

/** Returns whether `YYMMDD` can be a day. */
const isDay = (text: string) => /^\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/.test(text)
const checkedDay = (text: string) => isDay(text) && checked(text)

/** A number longer than nine letters continues in the optional data, up to its check digit (Doc 9303-5, note j). */
const longNumber = /^(.{9})<([A-Z0-9]+)(?:<.*)?$/

/** Returns the document number in the letters from its first place to the end of the optional data. */
export const numberIn = (text: string): string | undefined => {
  const short = text.slice(0, 10)
  if (short[9] !== '<') return checked(short) ? short.slice(0, 9).replace(/<+$/, '') : undefined
  const [, head = '', tail = ''] = longNumber.exec(text) ?? []
  return tail && checked(head + tail) ? (head + tail).slice(0, -1) : undefined
}
const hasNumber = (text: string) => !!numberIn(text) && /^[A-Z0-9]/.test(text) && !/<[A-Z0-9]/.test(text.slice(0, 9))

/** Surname, two fillers, given names, fillers to the end; one of the names may be missing. */
const isNames = (text: string) => /^[A-Z]+(<[A-Z]+)*(<<[A-Z]+(<[A-Z]+)*)?<*$/.test(text)
const isSurname = (text: string) => /^[A-Z]+(<[A-Z]+)*<*$/.test(text)
const isGiven = (text: string) => /^[A-Z]+(<{1,2}[A-Z]+)*<*$/.test(text)
const isSex = (text: string) => /^[MF<]$/.test(text)
const isState = (text: string) => stateOf(text) !== undefined
const hasIssuer = (text: string) => isIssuer(text.slice(2))
const isFree = () => true

const all = (parts: readonly Part[]) => (lines: readonly string[]) =>
  parts.every(({ line, from, to, holds }) => holds(lines[line]!.slice(from, to)))

const of = (line: number, from: number, to: number, holds: Part['holds']): Part => ({ line, from, to, holds })

const kind = (places: readonly string[], parts: readonly Part[], holds: Kind['holds']): Kind => {
  const each = all(parts)
  return { places, parts, holds: (lines) => each(lines) && holds(lines) }
}

/** The kinds of zone (ICAO Doc 9303-4, -5 and -6) and the French card issued until 2021. */
export const kinds = {
  TD1: kind(
    [`taaaa${'*'.repeat(9)}0${'*'.repeat(15)}`, `9999999x9999999aaa${'*'.repeat(11)}9`, 'a'.repeat(30)],
    [
      of(0, 0, 5, hasIssuer),
      of(0, 5, 30, hasNumber),
      of(1, 0, 7, checkedDay),
      of(1, 7, 8, isSex),
      of(1, 8, 15, checkedDay),
      of(1, 15, 18, isState),
      of(1, 18, 30, isFree),
      of(2, 0, 30, isNames),
    ],
    ([one, two]) => two![29] === checkDigit(one!.slice(5) + two!.slice(0, 7) + two!.slice(8, 15) + two!.slice(18, 29)),
  ),
  TD2: kind(
    [`taaaa${'a'.repeat(31)}`, `*********0aaa9999999x9999999${'*'.repeat(7)}9`],
    [
      of(0, 0, 5, hasIssuer),
      of(0, 5, 36, isNames),
      of(1, 0, 10, hasNumber),
      of(1, 10, 13, isState),
      of(1, 13, 20, checkedDay),
      of(1, 20, 21, isSex),
      of(1, 21, 28, checkedDay),
      of(1, 28, 36, isFree),
    ],
    ([, two]) => two![35] === checkDigit(two!.slice(0, 10) + two!.slice(13, 20) + two!.slice(21, 35)),
  ),
  TD3: kind(
    [`Paaaa${'a'.repeat(39)}`, `*********0aaa9999999x9999999${'*'.repeat(14)}09`],
    [
      of(0, 0, 5, hasIssuer),
      of(0, 5, 44, isNames),
      of(1, 0, 10, hasNumber),
      of(1, 10, 13, isState),
      of(1, 13, 20, checkedDay),
      of(1, 20, 21, isSex),
      of(1, 21, 28, checkedDay),
      of(1, 28, 43, checked),
      of(1, 43, 44, isFree),
    ],
    ([, two]) => two![43] === checkDigit(two!.slice(0, 10) + two!.slice(13, 20) + two!.slice(21, 43)),
  ),
  FRA: kind(
    [`IDFRA${'a'.repeat(25)}***000`, `9999***999999${'a'.repeat(14)}9999999x9`],
    [
      of(0, 0, 5, hasIssuer),
      of(0, 5, 30, isSurname),
      of(0, 30, 36, isFree),
      of(1, 0, 13, checked),
      of(1, 13, 27, isGiven),
      of(1, 27, 34, checkedDay),
      of(1, 34, 35, isSex),
      of(1, 35, 36, isFree),
    ],
    ([one, two]) => two![35] === checkDigit(one! + two!.slice(0, 35)),
  ),
} as const satisfies { [name: string]: Kind }
export type KindName = keyof typeof kinds

/** Returns the kind whose check digits are all correct for the lines. */
export const kindOf = (lines: readonly string[]): KindName | undefined =>
  (Object.keys(kinds) as KindName[]).find(
    (name) =>
      kinds[name].places.length === lines.length &&
      kinds[name].places.every((places, i) => places.length === lines[i]!.length) &&
      kinds[name].holds(lines),
  )
