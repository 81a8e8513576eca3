import type { Guest } from '../../../schema/guest'
import { type KindName, kinds, numberIn, stateOf } from './kinds'

/** The data of a machine-readable zone, by the record's short names. */
export type ReadDocument = {
  kind: KindName
  answers: Pick<Guest, 'name' | 'lastName' | 'gender' | 'birthDate' | 'documentType' | 'documentNumber'>
  /** ISO code of two letters, empty for the stateless. */
  citizenship: string
  /** Last day of validity `YYYY-MM-DD`; none on the French card, or on one that is valid for life. */
  expiry: string | undefined
  /** Names that fill their field and so may be cut off. */
  cut: ('name' | 'lastName')[]
  /** False for a residence permit, which is no identity document. */
  isIdentity: boolean
}

/** Returns the day of `YYMMDD`, in the last century in which it is not after `latest`. */
const dayOf = (text: string, latest: string) => {
  const day = (century: string) => `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`
  const century = Number(latest.slice(0, 2))
  return day(String(century)) <= latest ? day(String(century)) : day(String(century - 1))
}

/**
 * Returns the last day of validity, up to forty years ahead. One of more than twenty years ago is none: Spain writes
 * `990101` on a card for life.
 */
const expiryOf = (text: string, today: string) => {
  const inYears = (years: number) => `${Number(today.slice(0, 4)) + years}${today.slice(4)}`
  const day = dayOf(text, inYears(40))
  return day < inYears(-20) ? undefined : day
}

const written = (text: string) => text.replace(/<+/g, ' ').trim()

/** Splits the name field into surname and given names, and says which may be cut off. */
const namesOf = (text: string) => {
  const [lastName = '', name = ''] = text.split('<<').map(written)
  const isCut = !text.endsWith('<')
  const cut: ReadDocument['cut'] = !isCut ? [] : name ? ['name'] : ['lastName']
  return { lastName, name, cut }
}

const french = ([one, two]: readonly string[]) => {
  const surname = one!.slice(5, 30)
  const given = two!.slice(13, 27)
  const cut: ReadDocument['cut'] = []
  if (!given.endsWith('<')) cut.push('name')
  if (!surname.endsWith('<')) cut.push('lastName')
  return {
    names: { lastName: written(surname), name: written(given), cut },
    number: two!.slice(0, 12),
    birth: two!.slice(27, 33),
    sex: two![34]!,
    expiry: undefined,
    state: 'FRA',
  }
}

const passport = ([one, two]: readonly string[]) => ({
  names: namesOf(one!.slice(5)),
  number: numberIn(two!.slice(0, 10))!,
  birth: two!.slice(13, 19),
  sex: two![20]!,
  expiry: two!.slice(21, 27),
  state: two!.slice(10, 13),
})

const card = ([one, two, three]: readonly string[]) => ({
  names: namesOf(three!),
  number: numberIn(one!.slice(5))!,
  birth: two!.slice(0, 6),
  sex: two![7]!,
  expiry: two!.slice(8, 14),
  state: two!.slice(15, 18),
})

const readers = { TD1: card, TD2: passport, TD3: passport, FRA: french }

/**
 * Returns the data of a zone, or undefined if a check digit is wrong.
 * @param today `YYYY-MM-DD`: nobody is born after it.
 */
export const documentOf = (kind: KindName, lines: readonly string[], today: string): ReadDocument | undefined => {
  if (!kinds[kind].holds(lines)) return
  const { names, number, birth, sex, expiry, state } = readers[kind](lines)
  const isIdentity = kind === 'TD3' || lines[0]![1] !== 'R'
  return {
    kind,
    answers: {
      ...(names.name ? { name: names.name } : {}),
      lastName: names.lastName,
      ...(sex === '<' ? {} : { gender: sex === 'F' ? ('DONNA' as const) : ('UOMO' as const) }),
      birthDate: dayOf(birth, today),
      ...(isIdentity ? { documentType: kind === 'TD3' ? 'PASS' : 'ID', documentNumber: number } : {}),
    },
    citizenship: stateOf(state)!,
    expiry: expiry && expiryOf(expiry, today),
    cut: names.cut,
    isIdentity,
  }
}
