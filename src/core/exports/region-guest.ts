import type { Who } from '../../../schema/guest'
import { fold } from '../text/transliteration'

/** Short seals that recognise typing mistakes: of each answer, and of it without each character in turn. */
export type Traces = { lastName: string; name: string; birthDate: string; gender: string }

/** A person the region has, known only by seals. */
type Sealed = { name: string; birth: string; traces?: Traces }

/** The same person, another, or a case for the host (`asked`). */
export type Likeness = 'same' | 'asked' | 'other'

/** Least letters of a name for which a missing letter is a typing mistake: shorter names differ by one (ADA, IDA). */
const shortest = 4

const withoutOne = (text: string) =>
  text.length < shortest ? [] : [...text].map((_, at) => text.slice(0, at) + text.slice(at + 1))
const withOneBlot = (text: string) => [...text].map((_, at) => `${text.slice(0, at)}*${text.slice(at + 1)}`)

/** Returns the traces of a person's answers; `trace` makes a short seal without `.`. */
export const tracesOf = (answer: (field: keyof Traces) => string, trace: (text: string) => string): Traces => {
  const all = (texts: string[]) => [...new Set(texts)].map(trace).join('.')
  const letters = (field: 'lastName' | 'name') => fold(answer(field)).replaceAll(' ', '')
  const digits = answer('birthDate').replace(/\D/g, '')
  return {
    lastName: all([letters('lastName'), ...withoutOne(letters('lastName'))]),
    name: all([letters('name'), ...withoutOne(letters('name'))]),
    birthDate: all([digits, ...withOneBlot(digits)]),
    gender: trace(answer('gender')),
  }
}

type Difference = 'none' | 'slip' | 'other'

const wholeOf = (seals: string) => seals.split('.')[0]

const difference = (a: string, b: string): Difference => {
  if (wholeOf(a) === wholeOf(b)) return 'none'
  const others = new Set(b.split('.'))
  return a.split('.').some((seal) => others.has(seal)) ? 'slip' : 'other'
}

/** Swapped names are one slip. */
const namesDiffer = (a: Traces, b: Traces): Difference[] =>
  wholeOf(a.lastName) === wholeOf(b.name) && wholeOf(a.name) === wholeOf(b.lastName)
    ? [wholeOf(a.name) === wholeOf(b.name) ? 'none' : 'slip']
    : [difference(a.lastName, b.lastName), difference(a.name, b.name)]

/** The verdict by the number of different parts, then of slips. */
const verdicts: readonly (readonly Likeness[])[] = [['same', 'same', 'asked'], ['asked', 'other'], ['other']]

const upTo = <T>(list: readonly T[], at: number): T => list[Math.min(at, list.length - 1)]!

/**
 * Compares two persons. One slip (a letter, an accent, swapped names, a digit of the birth date, the sex) is the same
 * person; one different part (twins, father and son, a married name) or several slips is for the host; more is another
 * person. Without traces, one equal half is for the host.
 */
export const likeness = (a: Sealed, b: Sealed): Likeness => {
  const isNamed = a.name === b.name
  const isBorn = a.birth === b.birth
  if (isNamed && isBorn) return 'same'
  if (!a.traces || !b.traces) return isNamed || isBorn ? 'asked' : 'other'
  const differences = [
    ...namesDiffer(a.traces, b.traces),
    difference(a.traces.birthDate, b.traces.birthDate),
    a.traces.gender === b.traces.gender ? ('none' as const) : ('slip' as const),
  ]
  const count = (kind: Difference) => differences.filter((one) => one === kind).length
  return upTo(upTo(verdicts, count('other')), count('slip'))
}

/**
 * A guest the region has: the id (`idswh`), check-in and position, kind, arrival (`YYYY-MM-DD`) and structure. Name,
 * birth and traces are sealed, as first sent or as the host confirmed.
 */
export type RegionGuest = {
  idswh: string
  checkin: number
  who: Who
  type: string
  arrival: string
  structure: string
  name: string
  birth: string
  /** Absent in old notes. */
  traces?: Traces
}
