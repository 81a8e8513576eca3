import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guest } from '../../../schema/person'
import { stay } from '../../../schema/record'
import { defaults, settings as schema, secretSettings } from '../../../schema/settings'
import { bookOf, checkinSheet, type Sheet, type SheetColumn, settingSheets } from '../../../server/excel/sheets'

const test = suite('sheets')
const sheet = checkinSheet([], { 'carPlate.label': 'Targa', 'carPlate.required': 'Manca' })
const recordsOf = ({ records }: Sheet) => [...(records as string[][])].flat().map((text) => JSON.parse(text))
const column = (key: string): SheetColumn => sheet.columns.find((one) => one.key === key)!

test('a check-in’s columns begin with its number and stay, then its guests by name, and hold every field once', () => {
  const keys = sheet.columns.filter(({ title }) => title !== 'CIN').map(({ key }) => key)
  assert.equal(keys.slice(0, 9), [
    'id',
    'reservationCode',
    'roomDescription',
    'arrivalDate',
    'departureDate',
    'numberOfNights',
    'arrivalTimeSlot',
    'mainGuestLastName',
    'mainGuestName',
  ])
  assert.is(new Set(keys).size, keys.length)
  const wanted = Object.keys(stay.properties).filter((field) => !sheet.hidden.includes(field))
  assert.equal(
    wanted.filter((field) => !keys.includes(field)),
    [],
  )
  for (const field of Object.keys(guest.properties))
    for (const who of ['mainGuest', 'secondGuest', 'thirdGuest'])
      assert.ok(keys.includes(who + field[0]!.toUpperCase() + field.slice(1)), `${who} ${field}`)
  assert.ok(
    ['draftId', 'owner', 'told', 'identified', 'flowVersion', 'paymentProvider'].every((field) =>
      sheet.hidden.includes(field),
    ),
  )
  assert.equal(
    keys.filter((key) => sheet.hidden.includes(key)),
    [],
  )
})

test('headings are words of the host’s pages; a guest’s field names the guest', () => {
  assert.is(column('id').title, 'Numero')
  assert.match(column('mainGuestBirthDate').title, /^Ospite principale: /)
  assert.match(column('secondGuestBirthDate').title, /^Secondo ospite: /)
  assert.match(column('thirdGuestName').title, /^Terzo ospite: /)
  for (const { key, title } of sheet.columns) {
    assert.ok(title.trim(), key)
    assert.not.match(title, /\.label$|[a-z][A-Z]/, `${key}: ${title}`)
  }
  assert.equal(sheet.titles, { carPlate: 'Targa' })
  const further = sheet.optionalColumns!.filter(({ key }) => /^guest4(Name|BirthDate)$/.test(key))
  assert.equal(
    further.map(({ title, kind }) => [title, kind]),
    [
      ['4º ospite: Nome', 'text'],
      ['4º ospite: Data di nascita', 'day'],
    ],
  )
  assert.ok(sheet.optionalColumns!.every(({ key }) => /^guest(4|5|[12]\d|6|7|8|9|30)[A-Z]/.test(key)))
  const needs = { control: 'several', options: ['cot', 'chair'], schema: { type: 'string', some: ['cot', 'chair'] } }
  const own = checkinSheet([], { 'needs.cot': 'Culla' }, { needs } as never)
  assert.equal(own.answers, { needs: { cot: 'Culla', chair: 'chair' } })
})

test('numbers, days and moments are kept as such, all else as text', () => {
  const kindOf = Object.fromEntries(sheet.columns.map(({ key, kind }) => [key, kind]))
  const of = (kind: string) => Object.keys(kindOf).filter((key) => kindOf[key] === kind)
  assert.equal(of('number'), ['id', 'numberOfNights'])
  assert.equal(of('day').sort(), [
    'arrivalDate',
    'departureDate',
    'mainGuestBirthDate',
    'mainGuestDocumentExpirationDate',
    'mainGuestDocumentIssueDate',
    'secondGuestBirthDate',
    'secondGuestDocumentExpirationDate',
    'secondGuestDocumentIssueDate',
    'thirdGuestBirthDate',
    'thirdGuestDocumentExpirationDate',
    'thirdGuestDocumentIssueDate',
  ])
  assert.equal(of('moment').sort(), ['confirmedAt', 'createdAt', 'paidAt', 'taxPaidAt'])
  assert.ok(sheet.columns.every(({ kind, width }) => width === (kind === 'number' ? 8 : 18)))
})

test('an answer chosen from a list is written in words', () => {
  assert.equal(Object.keys(column('mainGuestGender').words!).sort(), ['DONNA', 'UOMO'])
  assert.is(column('mainGuestGender').words!.DONNA, 'Donna')
  assert.is(column('enabledForSending').words!.yes, 'Sì')
  assert.is(column('mainGuestName').words, undefined)
})

test('the settings’ workbook has every setting but the secrets and lists, each under its label', () => {
  const all = {
    ...defaults,
    logoUrl: 'data:image/png;base64,AAAA',
    closedDays: [{ structureCode: 'S1', day: '2026-11-20' }],
    reservationCodes: [{ id: '1', code: 'A101', description: 'Camera', showPaymentPage: true }] as never,
  }
  const [list, codes, closed] = settingSheets(all)
  const rows = recordsOf(list!) as { name: string; value: unknown; key: string }[]
  const keys = rows.map(({ key }) => key)
  for (const secret of secretSettings) assert.not.ok(keys.includes(secret), secret)
  for (const name of keys) assert.not.match(name, /secret|password|pin$|accesscode|token/i)
  for (const name of Object.keys(schema.properties))
    if (!Array.isArray(all[name as 'closedDays']) && !/secret|password|pin$|accesscode|token/i.test(name))
      assert.ok(keys.includes(name) || (secretSettings as readonly string[]).includes(name), name)
  assert.is(rows.find(({ key }) => key === 'companyName')!.value, all.companyName)
  const picture = rows.find(({ key }) => key === 'logoUrl')!.value
  assert.not.match(String(picture), /base64/)
  assert.ok(picture)
  assert.is(
    (recordsOf(settingSheets({ ...all, logoUrl: '' })[0]!) as typeof rows).find(({ key }) => key === 'logoUrl')!.value,
    '',
  )
  assert.equal([list!.hidden, codes!.hidden, closed!.hidden], [['key'], ['id'], []])
  assert.equal(
    list!.columns.map(({ key, title, kind, width }) => [key, title, kind, width]),
    [
      ['name', 'Impostazione', 'text', 44],
      ['value', 'Valore', 'any', 60],
    ],
  )
  assert.equal(recordsOf(codes!), all.reservationCodes)
  assert.not.ok(codes!.columns.some(({ key }) => key === 'id'))
  assert.ok(codes!.columns.every(({ kind, width, title }) => kind === 'any' && width === 20 && title.trim()))
  assert.equal(recordsOf(closed!), all.closedDays)
  assert.equal(
    closed!.columns.map(({ key, title, kind, width }) => [key, title, kind, width]),
    [
      ['structureCode', 'Codice struttura', 'text', 24],
      ['day', 'Giorno', 'day', 18],
    ],
  )
  const names = [list, codes, closed].map((one) => one!.name)
  assert.is(new Set(names).size, 3)
  for (const name of names) assert.ok(name.length > 3 && name.length <= 31 && !/[[\]:*?/\\]/.test(name), name)
  const { yes, no, sheets } = bookOf([list!])
  assert.equal([yes, no, sheets.length], ['Sì', 'No', 1])
})

test.run()
