import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { defaults, type Settings } from '../../../schema/settings'
import { guestChange, guestRecord, hostPatch, hostRecord, replacing, roomOf } from '../../../server/checkin/intake'
import { readFlow, readWords } from '../../../server/flow/read'
import { type CurrentFlow, currentFlow } from '../../../server/flow/serve'
import { Refusal } from '../../../server/shared/messages'
import { programNotes } from '../../../src/core/checkin/record-parts'
import { lettersOf } from '../../../src/core/mail/letter-words'
import { guestLetter } from '../../../src/core/mail/letters'
import { sampleGuests } from '../../../src/data/example-parties'
import { answers, atTheDoor, byHand } from '../http/door-world'

const { words } = readWords('src/text')
const test = suite('intake')
const day = new Date('2026-11-20T12:00:00+01:00')
const stay = { arrivalDate: '2026-11-20', departureDate: '2026-11-23', numberOfNights: '3' }
const codes: Settings['reservationCodes'] = [
  {
    totalRooms: 1,
    totalBeds: 2,
    id: 'one',
    code: 'a1B2',
    description: 'Camera Blu',
    showPaymentPage: false,
    arrivalDate: '2026-11-20',
  },
  { totalRooms: 1, totalBeds: 2, id: 'two', code: '2020', description: 'Camera Verde', showPaymentPage: true },
]
const all: Settings = { ...defaults, reservationCodes: codes }
const room = roomOf(all, 'A1B2')!

let flow: CurrentFlow
test.before(async () => {
  const { published } = await readFlow({ steps: 'test/fixtures/flow/steps.json', texts: 'src/text' })
  flow = await currentFlow({
    serving: { current: () => published! } as never,
    places: { states: async () => [] } as never,
    now: () => day,
  })()
})

const faultsOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    assert.instance(error, Refusal)
    assert.is((error as Refusal).status, 400)
    return (error as Refusal).more as {
      faults: { field: string; rule: string; path?: string }[]
      version: string
      today?: string
    }
  }
  return assert.unreachable('it was taken') as never
}

test('a code opens its own entry, however its letters are written', () => {
  for (const typed of ['a1b2', 'A1B2', 'a1B2', 'A1b2'])
    assert.equal(roomOf(all, typed), {
      reservationCode: 'a1B2',
      roomDescription: 'Camera Blu',
      showPaymentPage: false,
      arrivalDate: '2026-11-20',
    })
  assert.equal(roomOf(all, '2020'), {
    reservationCode: '2020',
    roomDescription: 'Camera Verde',
    showPaymentPage: true,
  })
  for (const typed of ['A1B', 'A1B22', '2021', '']) assert.is(roomOf(all, typed), undefined)
})

test('a correction keeps the sent day of arrival, even if past, and accepts no other past day', () => {
  const before = { arrivalDate: '2026-11-17' }
  const record = guestRecord(flow, all, room, answers({ arrivalDate: '2026-11-17' }), before)
  assert.is(record.arrivalDate, '2026-11-17')
  for (const [arrivalDate, sent] of [
    ['2026-11-16', before],
    ['2026-11-17', undefined],
  ] as const)
    assert.equal(
      faultsOf(() => guestRecord(flow, all, room, answers({ arrivalDate }), sent)).faults.map(({ field }) => field),
      ['arrivalDate'],
    )
})

test("an answer to the house's own question is removed once another answer hides the question", () => {
  const own = structuredClone(flow.flow)
  const text = { control: 'text', schema: { type: 'string' } } as const
  Object.assign(own.fields, { hasCar: text, carPlate: { ...text, when: { hasCar: 'yes' } } })
  own.steps['/notes'] = { ...own.steps['/notes']!, optional: ['hasCar', 'carPlate'] }
  const changed = (hasCar: string) => {
    const before = {
      ...answers({ arrivalDate: '2026-11-20' }),
      hasCar: 'yes',
      carPlate: 'AB123CD',
    } as unknown as Checkin
    const record = guestRecord({ ...flow, flow: own }, all, room, { ...before, hasCar })
    return replacing(own, before, record).carPlate
  }
  assert.equal([changed('yes'), changed('no')], ['AB123CD', null])
})

test('a refused day of arrival comes with the day in Italy, for a device whose date is wrong', () => {
  const { faults, today } = faultsOf(() => guestRecord(flow, all, room, answers({ arrivalDate: '2026-11-24' })))
  assert.equal([faults.map(({ field }) => field), today], [['arrivalDate'], '2026-11-20'])
})

test(
  'a code typed in small letters lets a guest in, and the record has it as the host wrote it',
  atTheDoor(
    async ({ ask, guest, store }) => {
      const jar = await guest('Ab1c')
      assert.is((await ask('POST', '/api/checkin', { jar, body: answers() })).status, 200)
      const [record] = await store.checkins()
      assert.equal([record!.reservationCode, record!.roomDescription], ['aB1c', 'Camera Rosa'])
    },
    {
      settings: {
        reservationCodes: [
          { id: 'x', code: 'aB1c', description: 'Camera Rosa', showPaymentPage: true, totalRooms: 1, totalBeds: 2 },
        ],
      },
    },
  ),
)

test('without configured codes any four characters are a code, and nothing else is', () => {
  assert.equal(roomOf(defaults, 'x9è7'), {
    reservationCode: 'X9È7',
    roomDescription: 'Camera Standard',
    showPaymentPage: true,
  })
  for (const typed of ['', 'X9E', 'X9E77', 'X9 7', 'X-97']) assert.is(roomOf(defaults, typed), undefined, typed)
})

test('a guest’s check-in is stored with the journey’s answers and the room of the code, and nothing else', () => {
  const record = guestRecord(
    flow,
    all,
    room,
    answers({
      ...stay,
      paymentMethod: 'CARTA',
      paymentStatus: 'paid',
      reservationCode: '2020',
      roomDescription: 'Suite',
      secondGuestName: 'LUCA',
      unheardOf: 'x',
    }),
  ) as Record<string, unknown>
  assert.equal(
    [record.reservationCode, record.roomDescription, record.mainGuestName, record.departureDate, record.phone],
    ['a1B2', 'Camera Blu', 'MARIO', '2026-11-23', '+39 3331234567'],
  )
  for (const field of ['paymentMethod', 'paymentStatus', 'secondGuestName', 'unheardOf'])
    assert.is(record[field], undefined, field)
})

test('a guest’s check-in that lacks an answer is refused at its step', () => {
  const { faults, version } = faultsOf(() =>
    guestRecord(flow, all, room, answers({ ...stay, mainGuestLastName: undefined })),
  )
  assert.equal(faults, [{ field: 'mainGuestLastName', rule: 'required', path: '/guest-name' }])
  assert.is(version, flow.version)
})

test(
  'a surname keeps its hyphen as on the card; the offices get a space',
  atTheDoor(
    async ({ ask, guest, host, store }) => {
      const typed = { mainGuestName: 'Hans-Peter', mainGuestLastName: ' Müller–Lüdenscheidt', mainGuestFiscalCode: '' }
      const stranger = { mainGuestResidenceCountry: 'Germania', phoneNumber: '1701234567', phonePrefix: '+49' }
      const visitor = await guest()
      const sent = await ask('POST', '/api/checkin', { jar: visitor, body: answers({ ...typed, ...stranger }) })
      assert.is(sent.status, 200, sent.text)
      const jar = await host()
      const written = await ask('POST', '/api/checkin', { jar, body: byHand({ mainGuestLastName: 'Dell’Acqua-Neri' }) })
      assert.is(written.status, 200, written.text)
      const ids = [sent.json.data.id, written.json.data.id]
      for (const id of ids) await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { enabledForSending: 'yes' } })
      const [first, second] = (await Promise.all(ids.map((id) => store.checkin(id)))) as [Checkin, Checkin]
      assert.equal([first.mainGuestName, first.mainGuestLastName], ['HANS-PETER', 'MÜLLER-LÜDENSCHEIDT'])
      assert.is(second.mainGuestLastName, "DELL'ACQUA-NERI")
      const day = (await ask('GET', '/api/day', { jar })).json.data
      assert.is(day.parties[0].guests[0].name, 'HANS-PETER MÜLLER-LÜDENSCHEIDT')
      assert.match(
        guestLetter({ settings: all, words: lettersOf(words.de), language: 'de' }, first).text,
        /Hans-Peter Müller-Lüdenscheidt/,
      )
      const made = async (body: object) =>
        (await ask('POST', '/api/export', { jar, body: { ...body, sure: true } })).json.data.files[0].text as string
      const lines = (await made({ kind: 'police', ids })).split('\r\n')
      assert.equal(
        lines.map((line) => line.slice(14, 94).trim().split(/ {2,}/)),
        [
          ['MULLER LUDENSCHEIDT', 'HANS PETER'],
          ["DELL'ACQUA NERI", 'MARIO'],
        ],
      )
      const xml = await made({ kind: 'tourism', ids: [first.id] })
      assert.match(xml, /<cognome>MÜLLER LÜDENSCHEIDT<\/cognome>\s*<nome>HANS PETER<\/nome>/)
    },
    { settings: { ross1000StructureCode: 'A00000' } },
  ),
)

test('a change of the host is cleaned and checked; an empty answer removes the field', () => {
  assert.equal(hostPatch(flow, { mainGuestGender: 'M', email: '', specialRequests: null }), {
    email: null,
    specialRequests: null,
    mainGuestGender: 'UOMO',
  })
  assert.equal(
    faultsOf(() => hostPatch(flow, { mainGuestBirthDate: '2999-01-01' })).faults.map(({ field }) => field),
    ['mainGuestBirthDate'],
  )
})

test('a country is stored by its Italian name, whichever of its names is sent; an ambiguous one is refused', () => {
  const country = (name: string) => hostPatch(flow, { thirdGuestBirthCountry: name }).thirdGuestBirthCountry
  for (const name of ['Italia', 'ITALIA', 'Italy', 'IT', 'Italie']) assert.is(country(name), 'Italia', name)
  assert.equal(['Deutschland', 'Royaume-Uni'].map(country), ['Germania', 'Regno Unito'])
  assert.equal(hostPatch(flow, { guest4Citizenship: 'Germany', mainGuestResidenceCountry: 'Österreich' }), {
    guest4Citizenship: 'Germania',
    mainGuestResidenceCountry: 'Austria',
  })
  for (const name of ['Korea', 'Atlantide', 'stateless'])
    assert.equal(faultsOf(() => country(name)).faults, [{ field: 'thirdGuestBirthCountry', rule: 'country' }])
  const sent = answers({ ...stay, mainGuestBirthCountry: 'France', mainGuestBirthCity: undefined })
  const { mainGuestBirthCountry, mainGuestBirthCity } = guestRecord(flow, all, room, sent)
  assert.equal([mainGuestBirthCountry, mainGuestBirthCity], ['Francia', 'Francia'])
})

test('fields of the server cannot be changed by the host', () => {
  const money = ['paidAmount', 'paidAt', 'taxClaims', 'taxPaidAmount', 'taxPaidAt', 'taxReceipts']
  const times = ['createdAt', 'confirmedAt', 'guestChangedAt', 'guestChangedFrom']
  for (const field of ['id', 'unheardOf', ...times, ...money, ...programNotes])
    assert.equal(hostPatch(flow, { [field]: 'x' }), {}, field)
})

test('derived answers follow their sources, and are deleted with them', () => {
  const before = { arrivalDate: '2026-11-20', numberOfNights: '3', departureDate: '2026-11-23' }
  assert.equal(hostPatch(flow, { numberOfNights: '5' }, before), { numberOfNights: '5', departureDate: '2026-11-25' })
  assert.equal(hostPatch(flow, { departureDate: '2030-01-01' }, before), { departureDate: '2026-11-23' })
  assert.equal(hostPatch(flow, { arrivalDate: '' }, before), { arrivalDate: null, departureDate: null })
  assert.equal(hostPatch(flow, { mainGuestName: 'ANNA' }, before), { mainGuestName: 'ANNA' })
})

test('a telephone follows prefix and number, and is removed with either', () => {
  const before = { phonePrefix: '+39', phoneNumber: '3331234567', phone: '+39 3331234567' }
  assert.equal(hostPatch(flow, { phonePrefix: '+49' }, before), { phonePrefix: '+49', phone: '+49 3331234567' })
  assert.equal(hostPatch(flow, { phoneNumber: '33300' }, before), { phoneNumber: '33300', phone: '+39 33300' })
  for (const part of ['phonePrefix', 'phoneNumber'])
    assert.equal(hostPatch(flow, { [part]: null }, before), { [part]: null, phone: null })
})

test('a check-in by the host needs the form’s fields, and no field of it can release it', () => {
  const whole = byHand({ ...stay, reservationCode: 'A1B2', enabledForSending: true })
  const record = hostRecord(flow, all, whole, 'createCheckin') as Record<string, unknown>
  assert.equal([record.mainGuestName, record.departureDate], ['MARIO', '2026-11-23'])
  assert.is(record.enabledForSending, undefined)
  const { faults } = faultsOf(() =>
    hostRecord(flow, all, { ...whole, mainGuestName: '', arrivalDate: undefined }, 'createCheckin'),
  )
  for (const field of ['mainGuestName', 'arrivalDate'])
    assert.ok(
      faults.some((fault) => fault.field === field && fault.rule === 'required'),
      field,
    )
})

test('a copy may lack its original’s missing fields, except day and code', () => {
  const {
    email: _,
    mainGuestDocumentNumber: __,
    ...some
  } = answers({ ...stay, reservationCode: 'A1B2' }) as Record<string, string>
  assert.is((hostRecord(flow, all, some, 'duplicateCheckin') as Record<string, unknown>).mainGuestName, 'MARIO')
  for (const field of ['arrivalDate', 'reservationCode'])
    assert.ok(
      faultsOf(() => hostRecord(flow, all, { ...some, [field]: '' }, 'duplicateCheckin')).faults.some(
        (fault) => fault.field === field,
      ),
      field,
    )
})

test('without the form nothing is stored', () => {
  const formless = { ...flow, flow: { ...flow.flow, forms: {} } }
  assert.equal(faultsOf(() => hostRecord(formless, all, answers(stay), 'createCheckin')).faults, [
    { field: 'form', rule: 'required' },
  ])
})

test('a check-in sent again replaces the journey’s fields and keeps the house’s', () => {
  const before = {
    id: 7,
    createdAt: '2026-11-19T10:00:00Z',
    mainGuestName: 'MARIO',
    email: 'mario@example.com',
    phone: '+393331234567',
    paymentMethod: 'CONTANTI',
    partyKind: 'family',
    enabledForSending: true,
  } as unknown as Checkin
  assert.equal(replacing(flow.flow, before, { mainGuestName: 'ANNA' }), {
    email: null,
    phone: null,
    mainGuestName: 'ANNA',
  })
  assert.equal(replacing(flow.flow, before, { mainGuestName: 'ANNA', email: 'a@b.it', phone: '+391' }), {
    mainGuestName: 'ANNA',
    email: 'a@b.it',
    phone: '+391',
  })
})

/** The program's own flow, which asks guests after the third. */
const shippedFlow = async () => {
  const { published } = await readFlow({ steps: 'steps.json', texts: 'src/text' })
  return currentFlow({
    serving: { current: () => published! } as never,
    places: { states: async () => [] } as never,
    now: () => day,
  })()
}

const further = (number: number) => ({
  [`addGuest${number}`]: 'yes',
  [`guest${number}Gender`]: 'DONNA',
  [`guest${number}Name`]: `ANNA ${number}`,
  [`guest${number}LastName`]: 'BIANCHI',
  [`guest${number}Citizenship`]: 'Italia',
  [`guest${number}BirthCountry`]: 'Francia',
  [`guest${number}BirthDate`]: '2010-01-02',
  [`guest${number}ResidenceCountry`]: 'Francia',
})
const partyOf = (size: number) => ({
  ...sampleGuests,
  ...stay,
  partyKind: 'family',
  ...Object.assign({}, ...Array.from({ length: size - 3 }, (_, i) => further(i + 4))),
  ...(size < 30 && { [`addGuest${size + 1}`]: 'no' }),
})

test('a house that accepts thirty guests stores a party of thirty whole', async () => {
  const own = await shippedFlow()
  const record = guestRecord(own, { ...all, mostGuests: 30 }, room, partyOf(30))
  assert.equal([record.guest30Name, record.guest30BirthCity], ['ANNA 30', 'Francia'])
  assert.ok(JSON.stringify(partyOf(30)).length < 64_000 / 2)
})

test('guests whom the house has stopped asking for are refused by name, not left out', async () => {
  const own = await shippedFlow()
  const house = { ...all, enableThirdGuest: false }
  const refused = (settings: typeof all) =>
    faultsOf(() => guestRecord(own, settings, room, partyOf(3))).faults.map(({ field, rule }) => `${field} ${rule}`)
  assert.equal(refused(house), ['addThirdGuest tooMany'])
  assert.equal(refused({ ...all, enableSecondGuest: false }), ['addSecondGuest tooMany', 'addThirdGuest tooMany'])
  const before = { id: 1, ...partyOf(3) } as unknown as Checkin
  assert.is(guestRecord(own, house, room, partyOf(3), before).thirdGuestName, partyOf(3).thirdGuestName, 'stored')
})

test('guests beyond a lowered limit are refused by name; those of an earlier check-in stay', async () => {
  const own = await shippedFlow()
  const lower = { ...all, mostGuests: 5 }
  assert.equal(
    faultsOf(() => guestRecord(own, lower, room, partyOf(7))).faults.map(({ field, rule, path }) => [
      field,
      rule,
      path,
    ]),
    [
      ['addGuest6', 'tooMany', '/notes'],
      ['addGuest7', 'tooMany', '/notes'],
    ],
  )
  const before = { id: 1, ...partyOf(7) } as unknown as Checkin
  const record = guestRecord(own, lower, room, { ...before, email: 'nuova@example.com' }, before)
  assert.equal([record.guest7Name, record.email], ['ANNA 7', 'nuova@example.com'])
})

test('a person entered twice is refused at the name of the second', async () => {
  const own = await shippedFlow()
  const twice = { ...partyOf(5), guest5Name: 'ANNA 4' }
  assert.equal(
    faultsOf(() => guestRecord(own, all, room, twice)).faults.map(({ field, rule, path }) => [field, rule, path]),
    [['guest5Name', 'twice', '/guest-5-name']],
  )
})

test('a change by the guest withdraws the release and the identification, and keeps what was there', () => {
  const change = (before: object, patch: object) => guestChange({ id: 1, ...before } as Checkin, { ...patch }, day)
  const at = day.toISOString()
  const name = { mainGuestName: 'ADA' }
  assert.equal(change(name, name), {})
  assert.equal(change({}, { email: null }), {}, 'nothing is removed')
  assert.equal(change({}, name), { ...name, enabledForSending: 'no' })
  assert.equal(change({ mainGuestName: 'EVA', identified: '{"main":{}}' }, name), {
    ...name,
    enabledForSending: 'no',
    identified: null,
  })
  const released = { mainGuestName: 'EVA', email: 'a@b.example', enabledForSending: 'yes' }
  assert.equal(change(released, { ...name, email: 'a@b.example', phone: '1' }), {
    ...{ ...name, email: 'a@b.example', phone: '1', enabledForSending: 'no', guestChangedAt: at },
    guestChangedFrom: '{"mainGuestName":"EVA","phone":null}',
  })
})

test.run()
