import type { Place } from '../../schema/calls/tables'
import type { Checkin } from '../../schema/checkin'
import { builtComuni } from '../../server/places/places'
import { placeBook } from '../../src/core/places/book'
import { countryNames } from '../../src/core/places/country-names'
import { countries } from '../../src/data/countries'
import { anyText, fc } from '../property'

/** The built table by row, and the real place book made from it. */
const comuni = builtComuni()
const rows = comuni
  .trim()
  .split('\n')
  .map((line) => line.split('|'))
  .map(([code = '', name = '', province = '']) => ({ code, name, province }))
export const book = placeBook({ comuni })

/** A place as a guest types it, with its entry in the official tables. */
type Written = Place & { text: string }

/**
 * The program must ask about these: a row with the name and province of a renamed comune, and states named like a town.
 */
const asked = ['ROURE', 'Palau', 'Sant’Elena']
const accents: Record<string, string> = { "A'": 'à', "E'": 'é', "I'": 'ì', "O'": 'ò', "U'": 'ù' }
const spellings: ((name: string, province: string) => string)[] = [
  (name, province) => `${name} (${province})`,
  (name, province) => `${name} ${province}`,
  (name, province) => `${name.toLowerCase()}, ${province.toLowerCase()}`,
  (name, province) => `${name.replace(/[AEIOU]'(?![A-Z])/g, (end) => accents[end]!)}-${province}`,
  (name, province) => `Comune di ${name} ${province}`,
]

/** Letters that a guest types, with their form in the police file: the oracle for names. */
const letters = [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('').map((letter) => [letter, letter]),
  ['a', 'A'],
  ['é', 'E'],
  ['e\u0301', 'E'],
  ['ß', 'SS'],
  ['ẞ', 'SS'],
  ['Æ', 'AE'],
  ['ø', 'O'],
  ['ł', 'L'],
  ['đ', 'D'],
  ['ð', 'D'],
  ['œ', 'OE'],
  ['þ', 'TH'],
  ['ı', 'I'],
  ['İ', 'I'],
  ['ñ', 'N'],
  ['’', "'"],
  ["'", "'"],
  ['-', ' '],
  [' ', ' '],
  ['.', ''],
  [',', ''],
] as [string, string][]
const hostile = [
  '\r',
  '\n',
  '\r\n',
  '\t',
  '\0',
  '\u2028',
  '😀',
  'Ж',
  '漢',
  '5',
  '<',
  ']]>',
  '&',
  '"',
  '\ud800',
  '\uffff',
  '\u202e',
  '=',
  ';',
]

/** A typed name and its form in the file. */
export const name = (longest: number) =>
  fc
    .array(fc.constantFrom(...letters), { minLength: 0, maxLength: longest / 2 - 1 })
    .map(
      (pairs) =>
        [
          `A${pairs.map(([typed]) => typed).join('')}`,
          `A${pairs.map(([, written]) => written).join('')}`.replace(/ +/g, ' ').trim(),
        ] as const,
    )

const spelt = (row: Place & { province: string }, index: number): Written => ({
  ...row,
  text: spellings[index % spellings.length]!(row.name, row.province),
})
/** Every comune of the table, each in one of the usual spellings. */
export const towns = rows.filter(({ name }) => !asked.includes(name)).map(spelt)
const codeOf = new Map(countries.map(([iso, code]) => [iso, code]))
/** Every country, by its name in the record. */
export const states: Written[] = countryNames('it').map(({ iso, italian }) => ({
  code: codeOf.get(iso)!,
  name: italian,
  text: italian,
}))
const stateless: Written = { code: '100000999', name: 'Apolide', text: 'Apolide' }
const italy = states.find(({ name }) => name === 'Italia')!
const town = fc
  .tuple(fc.constantFrom(...rows.filter(({ name }) => !asked.includes(name))), fc.nat(spellings.length - 1))
  .map(([row, index]) => spelt(row, index))
// Italy as often as all other countries together; otherwise few towns would be tried.
const state = fc.oneof(fc.constantFrom(...states), fc.constant(italy))
const day = (from: number, to: number) =>
  fc
    .integer({ min: Date.UTC(from, 0, 1) / 864e5, max: Date.UTC(to, 11, 31) / 864e5 })
    .map((days) => new Date(days * 864e5).toISOString().slice(0, 10))

/** A guest as typed (`fields`, short names) and as in the official tables (`born`, `citizen`…). */
export const person = fc.record({
  name: name(30),
  lastName: name(50),
  gender: fc.constantFrom('UOMO', 'DONNA', 'M', 'F', 'Maschio'),
  birthDate: day(1900, 2025),
  town,
  state,
  citizenship: fc.oneof({ weight: 20, arbitrary: state }, fc.constant(stateless)),
  home: state,
  document: fc.constantFrom('ID', 'PASS', 'PATENTE'),
  number: fc.stringMatching(/^(C[A-Z]\d{5}[A-Z]{2}|[A-Z0-9]{1,20})$/),
  issued: fc.oneof(
    town,
    state.filter(({ code, name }) => code !== italy.code && !asked.includes(name)),
  ),
})
export type Person = typeof person extends fc.Arbitrary<infer P> ? P : never

const fields = (who: string, one: Person) => ({
  [`${who}GuestName`]: one.name[0],
  [`${who}GuestLastName`]: one.lastName[0],
  [`${who}GuestGender`]: one.gender,
  [`${who}GuestBirthDate`]: one.birthDate,
  [`${who}GuestBirthCountry`]: one.state.name,
  [`${who}GuestBirthCity`]: one.state.name === 'Italia' ? one.town.text : one.state.name,
  [`${who}GuestCitizenship`]: one.citizenship.name,
  [`${who}GuestResidenceCountry`]: one.home.name,
  [`${who}GuestResidenceCity`]: one.home.name === 'Italia' ? one.town.text : one.home.name,
  [`${who}GuestDocumentType`]: one.document,
  [`${who}GuestDocumentNumber`]: one.number,
  [`${who}GuestDocumentIssuePlace`]: one.issued.text,
})

export const party = fc
  .record({
    id: fc.integer({ min: 1, max: 999_999_999 }),
    people: fc.array(person, { minLength: 1, maxLength: 3 }),
    arrivalDate: day(2026, 2026),
    nights: fc.integer({ min: 1, max: 30 }),
    reservationCode: fc.constantFrom('A101', 'B202'),
  })
  .map(({ id, people, arrivalDate, nights, reservationCode }) => ({
    people,
    checkin: {
      id,
      arrivalDate,
      reservationCode,
      numberOfNights: String(nights),
      enabledForSending: 'yes',
      addSecondGuest: people[1] ? 'yes' : 'no',
      addThirdGuest: people[2] ? 'yes' : 'no',
      ...Object.assign({}, ...people.map((one, index) => fields(['main', 'second', 'third'][index]!, one))),
    } as Checkin,
  }))

/** A valid check-in with hostile text in one answer. */
export const attacked = fc
  .record({
    party,
    field: fc.nat(),
    at: fc.nat(40),
    text: fc.oneof(fc.constantFrom(...hostile), anyText(200)),
    whole: fc.boolean(),
  })
  .map(({ party: { checkin }, field, at, text, whole }) => {
    const names = Object.keys(checkin).filter((key) => key !== 'id' && key !== 'enabledForSending')
    const key = names[field % names.length] as 'roomDescription'
    const was = checkin[key]!
    return { ...checkin, [key]: whole ? text : was.slice(0, at) + text + was.slice(at) } as Checkin
  })
