import { fieldOf } from '../../schema/checkin'
import { code } from '../../schema/code'
import { furtherGuests, type GuestField, guests, namedGuests, partyFlag, type Who } from '../../schema/guest'
import { guest } from '../../schema/person'
import { stay } from '../../schema/record'
import { type Settings, settings as schema, secretSettings } from '../../schema/settings'
import type { Flow } from '../../schema/steps'
import { guestTitle } from '../../src/core/checkin/party'
import { programNotes } from '../../src/core/checkin/record-parts'
import { shortOf } from '../../src/core/flow/names'
import { speaker } from '../../src/core/flow/speaker'
import { optionValues } from '../../src/core/lint/domains'
import consult from '../../src/text/consult.it.json'
import host from '../../src/text/host.it.json'
import it from '../../src/text/it.json'
import own from '../../src/text/workbook.it.json'

/** How a column's cells are stored; `any` leaves the value as it is. */
type CellKind = 'text' | 'number' | 'day' | 'moment' | 'any'

/** `key` of the records, `answers` in words; `otherwise` stands where no word fits, instead of the value. */
export type SheetColumn = {
  key: string
  title: string
  kind: CellKind
  width: number
  words?: Record<string, string>
  otherwise?: string
}

/** `optionalColumns` appear only if a record has a value; `titles` and `answers` name columns found only in records. */
export type SheetHead = {
  name: string
  columns: SheetColumn[]
  hidden: string[]
  optionalColumns?: SheetColumn[]
  titles: Record<string, string>
  answers?: Record<string, Record<string, string>>
}

/** Records are JSON texts, which this thread does not parse. */
export type Sheet = SheetHead & { records: AsyncIterable<string[]> | Iterable<string[]> }

const words = { ...it, ...host, ...consult, ...own }
const { has, say, label } = speaker(words)

const days: GuestField[] = ['birthDate', 'documentIssueDate', 'documentExpirationDate']
const kinds: Record<string, CellKind> = {
  id: 'number',
  numberOfNights: 'number',
  arrivalDate: 'day',
  departureDate: 'day',
  createdAt: 'moment',
  confirmedAt: 'moment',
  paidAt: 'moment',
  taxPaidAt: 'moment',
  ...Object.fromEntries(guests.flatMap((who) => days.map((field) => [fieldOf(who, field), 'day']))),
}
const internalFields: readonly string[] = [
  ...programNotes,
  ...furtherGuests.map(partyFlag),
  'showPaymentPage',
  'owner',
  'paymentProvider',
]
const first = [
  'id',
  'reservationCode',
  'roomDescription',
  'arrivalDate',
  'departureDate',
  'numberOfNights',
  'arrivalTimeSlot',
]
const persons: GuestField[] = ['lastName', 'name']

const titleOf = (field: string) => {
  if (field === 'id') return say('consult.number')
  const { short, who } = shortOf(field)
  const named = [`workbook.${short}.label`, `consult.${short}.label`].find(has)
  const title = named ? say(named) : label(field)
  return who ? `${guestTitle({ has, say }, who)}: ${title}` : title
}

const rules: { [short: string]: { type?: string; enum?: readonly string[] } } = {
  ...stay.properties,
  ...guest.properties,
}

/** Returns the words of a field's options; without words, as for a language, the value itself is written. */
const optionsOf = (field: string) => {
  const short = shortOf(field).short
  const options = (rules[short]?.enum ?? []).flatMap((value) => {
    const key = [`${short}.${value}`, `consult.${short}.${value}`].find(has)
    return key ? [[value, say(key)]] : []
  })
  return options.length ? { words: Object.fromEntries(options) as Record<string, string> } : {}
}

const columnOf = (field: string): SheetColumn => ({
  key: field,
  title: titleOf(field),
  kind: kinds[field] ?? 'text',
  width: kinds[field] === 'number' ? 8 : 18,
  ...optionsOf(field),
})

const ofGuests = (some: readonly Who[]) =>
  some.flatMap((who) =>
    [...persons, ...Object.keys(guest.properties).filter((field) => !persons.includes(field as GuestField))].map(
      (field) => fieldOf(who, field),
    ),
  )
const fields = [
  ...first,
  ...ofGuests(namedGuests),
  ...Object.keys(stay.properties).filter((field) => !first.includes(field) && !internalFields.includes(field)),
]

const furtherColumns = ofGuests(furtherGuests).map(columnOf)

const ownAnswers = (flowWords: Record<string, string>, flowFields: Flow['fields']) =>
  Object.fromEntries(
    Object.entries(flowFields).flatMap(([field, definition]) =>
      definition.schema && definition.options
        ? [
            [
              field,
              Object.fromEntries(optionValues(definition).map((one) => [one, flowWords[`${field}.${one}`] ?? one])),
            ],
          ]
        : [],
    ),
  )

type Cins = Pick<Settings, 'reservationCodes' | 'houseCin'>

/** The national code of each check-in's room, as `cinOf` finds it. */
const cinColumn = ({ reservationCodes, houseCin }: Cins): SheetColumn => ({
  ...{ key: 'reservationCode', title: say('code.cin.label'), kind: 'text', width: 18, otherwise: houseCin },
  words: Object.fromEntries(reservationCodes.flatMap(({ code, cin }) => (cin ? [[code, cin]] : []))),
})

/** The check-ins as a sheet: every field, the CIN, then the host's own questions. */
export const checkinSheet = (
  records: Sheet['records'],
  flowWords: Record<string, string> = {},
  flowFields: Flow['fields'] = {},
  cins: Cins = { reservationCodes: [], houseCin: '' },
): Sheet => ({
  name: say('workbook.checkins'),
  records,
  hidden: [...internalFields],
  columns: [...fields.map(columnOf), cinColumn(cins)],
  answers: ownAnswers(flowWords, flowFields),
  titles: Object.fromEntries(
    Object.entries(flowWords).flatMap(([key, text]) => (key.endsWith('.label') ? [[key.slice(0, -6), text]] : [])),
  ),
  optionalColumns: furtherColumns,
})

/** Known secrets, and later ones by their name. */
const isSecret = (name: string) =>
  (secretSettings as readonly string[]).includes(name) || /secret|password|pin$|accesscode|token/i.test(name)

const shownValue = (name: string, value: unknown) => (name === 'logoUrl' && value ? say('workbook.picture') : value)

const together = (records: readonly object[]) => [records.map((record) => JSON.stringify(record))]

/** The settings as sheets, without secrets, then the reservation codes and closed days. */
export const settingSheets = (all: Settings): Sheet[] => {
  const names = Object.keys(schema.properties).filter(
    (name) => !isSecret(name) && !Array.isArray(all[name as keyof Settings]),
  )
  const rows = names.map((name) => ({
    name: say(has(`settings.${name}.label`) ? `settings.${name}.label` : name),
    value: shownValue(name, all[name as keyof Settings]),
    key: name,
  }))
  const column = (key: string, title: string, kind: CellKind, width: number): SheetColumn => ({
    key,
    title,
    kind,
    width,
  })
  const codeTitle = (key: string) => say(has(`code.${key}.label`) ? `code.${key}.label` : key)
  const codeKeys = Object.keys(code.properties).filter((key) => key !== 'id')
  return [
    {
      name: say('workbook.settings'),
      records: together(rows),
      hidden: ['key'],
      titles: {},
      columns: [column('name', say('workbook.name'), 'text', 44), column('value', say('workbook.value'), 'any', 60)],
    },
    {
      name: say('workbook.codes'),
      records: together(all.reservationCodes),
      hidden: ['id'],
      titles: {},
      columns: codeKeys.map((key) => column(key, codeTitle(key), 'any', 20)),
    },
    {
      name: say('workbook.closedDays'),
      records: together(all.closedDays),
      hidden: [],
      titles: {},
      columns: [
        column('structureCode', codeTitle('structureCode'), 'text', 24),
        column('day', say('workbook.day'), 'day', 18),
      ],
    },
  ]
}

export type Book = { sheets: SheetHead[]; yes: string; no: string }

/** The sheets with the words the worker needs. */
export const bookOf = (sheets: readonly Sheet[]): Book => ({
  sheets: sheets.map(({ records: _, ...head }) => head),
  yes: say('workbook.yes'),
  no: say('workbook.no'),
})
