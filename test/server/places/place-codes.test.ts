import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { builtComuni, placeCodes, type TypedPlaceCode } from '../../../server/places/places'
import type { Refusal } from '../../../server/shared/messages'
import { placeBook } from '../../../src/core/places/book'
import type { StoredCode } from '../../../src/core/places/place-names'
import { failing } from '../store/store-world'

const test = suite('codes the host types')

const book = placeBook({ comuni: builtComuni(), today: '2026-11-21' })

const house = (stored: Record<string, StoredCode> = {}) => {
  const state = { stored, written: [] as [key: string, code: StoredCode | null][], changes: 0 }
  const store = {
    placeCodes: async () => ({ ...stored }),
    savePlaceCode: async (key: string, code: StoredCode | null) => {
      state.written.push([key, code])
      if (code) stored[key] = code
      else delete stored[key]
    },
  }
  return { state, ...placeCodes({ store, book: async () => book, changed: () => void state.changes++ }) }
}

const refusalOf = async (promise: Promise<unknown>) => {
  const { status, message, more } = (await failing(promise)) as Refusal
  return [status, message, more]
}

test('a code is stored for its name in any spelling, and for its kind', async () => {
  const { saveTypedCode, state } = house()
  const typed: TypedPlaceCode[] = [
    { name: ' Borgo mìo ', code: '412058091', kind: 'city' },
    { name: 'Borgo Mio', code: '100000216', kind: 'country' },
    { name: 'Borgo Mio', code: '100000216', kind: 'place' },
    { name: 'Borgo', code: 412058091, kind: 'else' },
    { name: 'x'.repeat(121), code: '412058091', kind: 'city', province: 'MI', sure: true },
  ]
  for (const one of typed) assert.is(await saveTypedCode(one), undefined)
  assert.equal(state.written, [
    ['city:BORGO MIO', { code: '412058091' }],
    ['country:BORGO MIO', { code: '100000216' }],
    ['place:BORGO MIO', { code: '100000216' }],
    ['place:BORGO', { code: '412058091' }],
    [`city:${'X'.repeat(120)}`, { code: '412058091' }],
  ])
  assert.is(state.changes, 5)
})

test('an invalid code is refused with its message, and nothing is stored', async () => {
  const { saveTypedCode, state } = house()
  const nine = 'Il codice ISTAT deve essere di 9 cifre numeriche'
  const town = 'Il codice di un comune italiano inizia con 4'
  const country = 'Il codice di uno Stato inizia con 1'
  const either = 'Il codice di un comune inizia con 4, quello di uno Stato con 1'
  const italy =
    "L'Italia non può essere il luogo di rilascio: serve il codice del comune che ha rilasciato il documento"
  const sigla = 'Scrivi la sigla della provincia: due lettere, come MI'
  const sure = 'Il codice 199999999 non è nelle tabelle ufficiali. Usarlo comunque?'
  const sureTown =
    'Il codice 499999999 non è nelle tabelle ufficiali. Per usarlo comunque scrivi la provincia del comune.'
  const refused: [typed: TypedPlaceCode, status: number, message: string, more?: object][] = [
    [{ code: '412058091', kind: 'city' }, 400, 'Serve il nome del luogo'],
    [{ name: ' - ', code: '412058091', kind: 'city' }, 400, 'Serve il nome del luogo'],
    [{ name: 'Borgo', kind: 'city' }, 400, nine],
    [{ name: 'Borgo', code: '41205809', kind: 'city' }, 400, nine],
    [{ name: 'Borgo', code: '4120580911', kind: 'city' }, 400, nine],
    [{ name: 'Borgo', code: '100000216', kind: 'city' }, 400, town],
    [{ name: 'Borgo', code: '412058091', kind: 'country' }, 400, country],
    [{ name: 'Borgo', code: '212058091', kind: 'place' }, 400, either],
    [{ name: 'Borgo', code: '212058091' }, 400, either],
    [{ name: 'Borgo', code: '100000100', kind: 'place' }, 400, italy],
    [{ name: 'Borgo', code: '199999999', kind: 'country' }, 409, sure, { unknown: true }],
    [{ name: 'Borgo', code: '199999999', kind: 'country', sure: 'yes' }, 409, sure, { unknown: true }],
    [{ name: 'Borgo', code: '499999999', kind: 'city', province: 'MI' }, 409, sureTown, { unknown: true }],
    [{ name: 'Borgo', code: '499999999', kind: 'place', sure: true }, 400, sigla, { province: true }],
    [{ name: 'Borgo', code: '499999999', kind: 'city', sure: true, province: 'XX' }, 400, sigla, { province: true }],
  ]
  for (const [typed, status, message, more = {}] of refused)
    assert.equal(await refusalOf(saveTypedCode(typed)), [status, message, more], JSON.stringify(typed))
  assert.equal([state.written, state.changes], [[], 0])
})

test('a code outside the tables is stored if the host is sure, a town’s with its province', async () => {
  const { saveTypedCode, state } = house()
  await saveTypedCode({ name: 'Borgo', code: '499999999', kind: 'city', sure: true, province: ' mi ' })
  await saveTypedCode({ name: 'Regno', code: '199999999', kind: 'country', sure: true, province: 'MI' })
  await saveTypedCode({ name: 'Italia mia', code: '100000100', kind: 'country' })
  assert.equal(state.written, [
    ['city:BORGO', { code: '499999999', province: 'MI' }],
    ['country:REGNO', { code: '199999999' }],
    ['country:ITALIA MIA', { code: '100000100' }],
  ])
})

test('a new typed code replaces one stored by an earlier version without a kind, and no other', async () => {
  const stored = { Borgo: '412058091', BORGO: '100000216', 'place:BORGO': { code: '412058091' }, Sasso: '412058091' }
  const { saveTypedCode, state } = house({ ...stored, 'city:BORGO': { code: '403015146' } })
  await saveTypedCode({ name: 'borgo', code: '408140007', kind: 'city' })
  assert.equal(state.written, [
    ['city:BORGO', { code: '408140007' }],
    ['Borgo', null],
  ])
})

test('for an ambiguous name no code is stored: this guest’s answer must be made precise', async () => {
  const { saveTypedCode, state } = house()
  const livo = { name: 'Livo', code: '403013130', checkin: '7' }
  const answered: [typed: TypedPlaceCode, answer: object][] = [
    [
      { kind: 'city', field: 'mainGuestBirthCity' },
      { id: 7, patch: { mainGuestBirthCity: 'LIVO (CO)' } },
    ],
    [
      { kind: 'city', field: 'secondGuestResidenceCity' },
      { id: 7, patch: { secondGuestResidenceCity: 'LIVO (CO)' } },
    ],
    [
      { kind: 'place', field: 'mainGuestDocumentIssuePlace' },
      { id: 7, patch: { mainGuestDocumentIssuePlace: 'LIVO (CO)' } },
    ],
    [
      { kind: 'city', field: 'mainGuestBirthCity', checkin: 'x' },
      { id: 0, patch: { mainGuestBirthCity: 'LIVO (CO)' } },
    ],
    [
      { kind: 'city', field: 'mainGuestDocumentIssuePlace' },
      { id: 0, patch: {} },
    ],
    [
      { kind: 'city', field: 'mainGuestName' },
      { id: 0, patch: {} },
    ],
    [
      { kind: 'city', field: 'birthCity' },
      { id: 0, patch: {} },
    ],
    [{ kind: 'city' }, { id: 0, patch: {} }],
  ]
  for (const [typed, answer] of answered)
    assert.equal(await saveTypedCode({ ...livo, ...typed }), answer, JSON.stringify(typed))
  for (const field of ['mainGuestCitizenship', 'mainGuestBirthCountry', 'mainGuestResidenceCountry'])
    assert.equal(await saveTypedCode({ name: 'COREA', code: '100000319', kind: 'country', checkin: 7, field }), {
      id: 7,
      patch: { [field]: 'Corea del Nord' },
    })
  assert.equal(
    await refusalOf(saveTypedCode({ ...livo, code: '499999999', kind: 'city', sure: true, province: 'MI' })),
    [
      400,
      'Il nome «Livo» da solo non dice quale luogo sia: serve un codice delle tabelle ufficiali. Per un comune cessato ' +
        'importa prima comuni.csv.',
      {},
    ],
  )
  assert.equal([state.written, state.changes], [[], 0])
})

test('typed codes are listed by name, with the entry of the tables', async () => {
  const { typedCodes } = house({
    'city:ÈLLERA': { code: '499999999', province: 'MI' },
    'country:ZETA': { code: '100000216' },
    'place:FOCE': { code: '412058091' },
    ALFA: '408140007',
  })
  assert.equal(await typedCodes(), [
    {
      key: 'ALFA',
      kind: 'city',
      name: 'ALFA',
      code: '408140007',
      official: { code: '408140007', name: 'CESENA', province: 'FC' },
    },
    { key: 'city:ÈLLERA', kind: 'city', name: 'ÈLLERA', code: '499999999', province: 'MI', official: undefined },
    {
      key: 'place:FOCE',
      kind: 'place',
      name: 'FOCE',
      code: '412058091',
      official: { code: '412058091', name: 'ROMA', province: 'RM' },
    },
    {
      key: 'country:ZETA',
      kind: 'country',
      name: 'ZETA',
      code: '100000216',
      official: { code: '100000216', name: 'GERMANIA' },
    },
  ])
})

test('a typed code is deleted by its key, and an unknown key is refused', async () => {
  const { removeTypedCode, state } = house({ 'city:BORGO': { code: '412058091' } })
  for (const key of ['city:ALTRO', 'constructor', ''])
    assert.equal(await refusalOf(removeTypedCode(key)), [404, 'Non trovato', {}])
  assert.equal([state.written, state.changes], [[], 0])
  await removeTypedCode('city:BORGO')
  assert.equal([state.written, state.changes], [[['city:BORGO', null]], 1])
})

test.run()
