import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { DayParty } from '../../../schema/calls/party-states'
import { defaults } from '../../../schema/settings'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { romeInstant } from '../../../src/core/text/rome-time'
import { answers, byHand, codes, openDoor, pin } from '../http/door-world'
import { folder } from '../store/store-world'
import { officeSecrets, policeSetting, released, withOffices } from './offices-world'

const test = suite('sending to the police')
const secrets = Object.values(officeSecrets)

test(
  'a press sends whole parties once, and day, plan and page show it',
  withOffices(async (door) => {
    const { ask, police } = door
    const jar = await door.host()
    const id = await released(door, jar, byHand())
    const post = (path: string, body: object) => ask('POST', path, { jar, body })
    const plan = (await post('/api/police/plan', { ids: [id] })).json.data
    assert.equal(
      [plan.parties[0].account, plan.parties[0].names, plan.parties[0].width, plan.left],
      ['Casa Rossi', ['MARIO ROSSI'], 168, []],
    )
    assert.is(police.acquired().length, 0)
    const [first, second] = await Promise.all([
      post('/api/police/send', { ids: [id] }),
      post('/api/police/send', { ids: [id] }),
    ])
    const ends = [first.json.data.ends[0].end, second.json.data.ends[0].end]
    assert.equal(ends, ['sent', 'sent'], 'the second press joins the first')
    assert.is(police.acquired().length, 1)
    assert.is((await post('/api/police/send', { ids: [id] })).json.data.ends[0].end, 'held')
    const day = async (): Promise<DayParty> => (await ask('GET', '/api/day', { jar })).json.data.parties[0]
    assert.equal([(await day()).state, (await day()).account], ['sent', 'Casa Rossi'])
    await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { mainGuestLastName: 'VERDI' } })
    assert.is((await day()).state, 'changed', 'the police have the old value')
    assert.is((await post('/api/police/send', { ids: [id] })).json.data.ends[0].why, 'changed')
    assert.is((await post('/api/police/send', { ids: [id], again: [id] })).json.data.ends[0].end, 'sent')
    assert.equal([police.acquired().length, (await day()).state], [2, 'sent'])
    const { wiredAt } = await day()
    await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { numberOfNights: '1' } })
    assert.equal([(await day()).state, (await day()).wiredAt], ['changed', wiredAt], 'left earlier')
    door.clock.ms += 1000
    await post('/api/told', { ids: [id], told: true })
    assert.equal([(await day()).state, (await day()).wiredAt], ['sent', undefined], 'declared since the sending')
    const { parties, left } = (await post('/api/police/plan', { ids: [id] })).json.data
    assert.equal([parties, left[0].why], [[], 'sent'])
    await ask('DELETE', `/api/checkin/${id}`, { jar })
    const { calls } = (await ask('GET', '/api/sendings', { jar })).json.data.police
    assert.equal([calls.length, calls[0].end, calls[0].hashes[0].length, calls[0].checkins], [2, 'sent', 64, [id]])
    assert.not.match(JSON.stringify(await door.store.notes('sending')), /ROSSI|VERDI|MARIO|CA00000AA/)
  }),
)

test(
  'a refusal is shown at the guest’s field in the portal’s words until the answer changes',
  withOffices(async (door) => {
    const { ask, police } = door
    const jar = await door.host()
    const id = await released(door, jar, byHand())
    const later = await released(door, jar, byHand({ mainGuestName: 'LUCIA' }))
    const send = async (checkin: number) =>
      (await ask('POST', '/api/police/send', { jar, body: { ids: [checkin] } })).json.data.ends[0]
    assert.is((await send(id)).end, 'sent')
    // The portal checks by its own day, which is ahead of the house's here.
    door.portal.ahead = 3 * 86_400_000
    const end = await send(later)
    assert.equal([end.end, end.refusals[0].field], ['refused', 'arrivalDate'])
    const { calls } = (await ask('GET', '/api/sendings', { jar })).json.data.police
    assert.is(calls[0].end, 'refused')
    assert.match(calls[0].words.join(), /Data di Arrivo Errata/)
    door.portal.ahead = 0
    const { parties } = (await ask('GET', '/api/day', { jar })).json.data
    const party = parties.find((one: DayParty) => one.id === later)
    assert.equal([party.state, party.faults[0].field], ['refused', 'arrivalDate'])
    assert.match(party.faults[0].said, /Data di Arrivo Errata/)
    const lacks = (await ask('GET', '/api/lacks', { jar })).json.data
    assert.is(lacks[later][0].rule, 'police')
    assert.is(police.acquired().length, 1)
    await ask('PATCH', `/api/checkin/${later}/update`, { jar, body: { mainGuestLastName: 'BIANCHI' } })
    const again = (await ask('GET', '/api/day', { jar })).json.data.parties.find((one: DayParty) => one.id === later)
    assert.equal([again.state, again.faults, again.wiredAt], ['enabled', [], undefined])
    door.clock.ms += 1000
    await ask('POST', '/api/told', { jar, body: { ids: [later], told: true } })
    await ask('PATCH', `/api/checkin/${later}/update`, { jar, body: { mainGuestLastName: 'NERI' } })
    const changed = (await ask('GET', '/api/day', { jar })).json.data.parties.find((one: DayParty) => one.id === later)
    assert.equal([changed.state, changed.wiredAt], ['changed', undefined], 'reported otherwise than by web service')
  }),
)

const second = Object.fromEntries(
  Object.entries(answers({ mainGuestName: 'LUISA', mainGuestGender: 'DONNA' })).flatMap(([field, value]) =>
    field.startsWith('mainGuest') ? [[field.replace('main', 'second'), value]] : [],
  ),
)

test(
  'a party refused for its head can be sent again as soon as the head is corrected',
  withOffices(async (door) => {
    const { ask, police, store } = door
    const jar = await door.host()
    await store.savePlaceCode('place:borgofinto', { code: '499999999' })
    door.services.places.renew()
    const wrong = { mainGuestDocumentIssuePlace: 'BORGOFINTO', addSecondGuest: 'yes', ...second }
    const id = await released(door, jar, byHand(wrong))
    const send = async () => (await ask('POST', '/api/police/send', { jar, body: { ids: [id] } })).json.data.ends[0]
    const day = async (): Promise<DayParty> => (await ask('GET', '/api/day', { jar })).json.data.parties[0]
    const { end, refusals } = await send()
    assert.equal([end, refusals.length], ['refused', 2])
    assert.equal([(await day()).state, (await day()).faults.length], ['refused', 2])
    await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { mainGuestDocumentIssuePlace: 'BOLOGNA' } })
    assert.equal([(await day()).state, (await day()).faults], ['enabled', []])
    const settings = { ...defaults, ...(await store.settings()) }
    assert.ok(await door.services.offices.police.readyParty((await store.checkin(id))!, settings))
    assert.equal([(await send()).end, police.acquired().length], ['sent', 2])
  }),
)

test(
  'an unknown sending is not repeated, and the host states its result',
  withOffices(async (door) => {
    const { ask, police } = door
    const jar = await door.host()
    const id = await released(door, jar, byHand())
    const post = (path: string, body: object) => ask('POST', path, { jar, body })
    police.fail('dropAfter', 'Send')
    assert.is((await post('/api/police/send', { ids: [id] })).json.data.ends[0].end, 'unknown')
    assert.is((await post('/api/police/send', { ids: [id], again: [id] })).json.data.ends[0].why, 'unknown')
    const upload = { kind: 'police', ids: [id] }
    const file = (await post('/api/export', upload)).json.data
    assert.equal([file.files, file.warnings], [[], [{ rule: 'again', checkin: id }]], 'an upload may report it twice')
    assert.is((await post('/api/export', { ...upload, reason: 'not in Analisi Invii' })).json.data.files.length, 1)
    assert.equal(
      (await post('/api/export', { ...upload, replace: true })).json.data.warnings,
      [],
      'the waiting file was made since',
    )
    const { calls } = (await ask('GET', '/api/sendings', { jar })).json.data.police
    assert.is(calls[0].end, 'unknown')
    const settle = { account: 'XX000001', sending: calls[0].id, taken: true }
    assert.is((await post('/api/police/settle', settle)).status, 200)
    assert.is((await post('/api/police/settle', settle)).status, 409)
    assert.is((await ask('GET', '/api/day', { jar })).json.data.parties[0].state, 'sent')
  }),
)

test(
  'wrong credentials: no automatic retry, the portal’s sentence, and no credentials in an answer',
  withOffices(
    async (door) => {
      const { ask, police } = door
      const jar = await door.host()
      const tried = () => police.calls().filter(({ operation }) => operation === 'GenerateToken').length
      const attempt = () => ask('POST', '/api/police/try', { jar, body: { id: 'p1' } })
      const first = await attempt()
      assert.is(first.json.data.end, 'signIn')
      assert.match(first.json.data.words, /CREDENZIALI_ERRATE/)
      assert.is(tried(), 1)
      const id = await released(door, jar, byHand())
      const sent = await ask('POST', '/api/police/send', { jar, body: { ids: [id] } })
      assert.equal([sent.json.data.ends[0].end, sent.json.data.ends[0].why, tried()], ['unsent', 'signIn', 1])
      const listed = (await ask('GET', '/api/settings', { jar })).json.data.policeAccounts
      assert.equal([listed[0].password, listed[0].wsKey], ['••••••••', '••••••••'])
      const save = (entry: object, current?: string) =>
        ask('PATCH', '/api/settings/policeAccounts', { jar, body: { value: [{ ...listed[0], ...entry }], current } })
      assert.is((await save({ name: 'Casa' })).status, 200, 'a mask that comes back is no new secret')
      assert.not.ok((await save({ wsKey: policeSetting.wsKey })).status === 200, 'a new one asks for the PIN')
      assert.is((await save({ wsKey: policeSetting.wsKey }, pin)).status, 200)
      assert.equal([(await attempt()).json.data.end, tried()], ['access', 2])
      assert.is((await ask('POST', '/api/police/send', { jar, body: { ids: [id] } })).json.data.ends[0].end, 'sent')
    },
    { policeAccounts: [{ ...policeSetting, wsKey: 'old-wskey-before-the-change' }] },
  ),
)

test(
  'one 401 blocks the account until its credentials are typed again or tested',
  withOffices(async (door) => {
    const { ask, police } = door
    const jar = await door.host()
    const id = await released(door, jar, byHand())
    const send = async () => (await ask('POST', '/api/police/send', { jar, body: { ids: [id] } })).json.data.ends[0]
    const trouble = async () => (await ask('GET', '/api/sendings', { jar })).json.data.police.accounts[0].trouble
    police.fail('signedOut', 'GenerateToken')
    assert.is((await send()).why, 'signIn')
    assert.equal([(await send()).why, police.calls().length], ['signIn', 1], 'nothing is tried unasked')
    const [entry] = (await ask('GET', '/api/settings', { jar })).json.data.policeAccounts
    const save = (more: object) =>
      ask('PATCH', '/api/settings/policeAccounts', { jar, body: { value: [{ ...entry, ...more }] } })
    assert.is((await save({})).status, 200)
    assert.is.not(await trouble(), undefined, 'a mask that comes back is nothing typed')
    const { password, wsKey } = policeSetting
    assert.is((await save({ password, wsKey })).status, 200)
    assert.is(await trouble(), undefined)
    police.fail('signedOut', 'GenerateToken')
    assert.is((await send()).why, 'signIn')
    assert.is((await ask('POST', '/api/police/try', { jar, body: { id: 'p1' } })).json.data.end, 'access')
    assert.is(await trouble(), undefined)
    assert.equal([(await send()).end, police.acquired().length], ['sent', 1])
  }),
)

test(
  'an account with apartments sends 174 characters, lists its apartments, and serves its codes',
  withOffices(
    async (door) => {
      const { ask, police } = door
      const jar = await door.host()
      const tried = (await ask('POST', '/api/police/try', { jar, body: { id: 'p2' } })).json.data
      assert.equal(tried.apartments, [{ id: '7', name: 'SETTE', town: 'ROMA' }])
      const inFlat = await released(door, jar, byHand())
      const inHouse = await released(door, jar, byHand({ reservationCode: '2020', mainGuestName: 'LUIGI' }))
      await ask('POST', '/api/police/send', { jar, body: { ids: [inFlat, inHouse] } })
      const lines = police.acquired().map(({ user, line }) => [user, line.length, line.slice(168)])
      assert.equal(lines.sort(), [
        ['XX000001', 168, ''],
        ['XX000002', 174, '000007'],
      ])
    },
    {
      policeAccounts: [
        policeSetting,
        { ...policeSetting, id: 'p2', name: 'Appartamenti', user: 'XX000002', category: 'apartments', codes: 'A101' },
      ],
      reservationCodes: [{ ...codes[0], apartmentId: '7' }, codes[1]],
    },
  ),
)

test(
  'a clock hours off the portal’s is noticed by the token’s time, and reported',
  withOffices(async (door) => {
    const jar = await door.host()
    door.portal.ahead = -86_400_000
    const { data } = (await door.ask('POST', '/api/police/try', { jar, body: { id: 'p1' } })).json
    assert.equal([data.end, data.skew], ['access', 1440])
  }),
)

test(
  'receipts are fetched from the next day, stored, counted, listed and downloaded; a missing one is fetched again',
  withOffices(async (door) => {
    const { ask, clock, police } = door
    const jar = await door.host()
    const id = await released(door, jar, byHand())
    await ask('POST', '/api/police/send', { jar, body: { ids: [id] } })
    const unsure = await released(door, jar, byHand({ mainGuestName: 'LUIGI' }))
    police.fail('dropAfter', 'Send')
    await ask('POST', '/api/police/send', { jar, body: { ids: [unsure] } })
    const fetchAll = async () => (await ask('POST', '/api/police/receipts', { jar })).json.data.fetched
    assert.is(await fetchAll(), 0, 'not of today')
    clock.ms += 86_400_000
    Object.assign(jar, await door.host())
    assert.equal([await fetchAll(), await fetchAll()], [1, 0])
    const { receipts } = (await ask('GET', '/api/sendings', { jar })).json.data.police
    assert.equal([receipts.length, receipts[0].counted, receipts[0].known, receipts[0].unknown], [1, 2, 2, 0])
    const pdf = await ask('POST', `/api/police/receipt/${receipts[0].id}`, { jar })
    assert.equal([pdf.status, pdf.text.slice(0, 5)], [200, '%PDF-'])
  }),
)

test(
  'a receipt that is damaged, or counts other lines, never stands for a good one and is fetched until a good one comes',
  withOffices(async (door) => {
    const { ask, clock, police, store } = door
    const jar = await door.host()
    const ids = [await released(door, jar, byHand()), await released(door, jar, byHand({ mainGuestName: 'LUIGI' }))]
    await ask('POST', '/api/police/send', { jar, body: { ids: ids.slice(0, 1) } })
    police.fail('dropAfter', 'Send')
    await ask('POST', '/api/police/send', { jar, body: { ids: ids.slice(1) } })
    const fetchAll = async () => {
      clock.ms += 86_400_000
      Object.assign(jar, await door.host())
      return (await ask('POST', '/api/police/receipts', { jar })).json.data
    }
    const shown = async () => {
      const { receipts, accounts, calls } = (await ask('GET', '/api/sendings', { jar })).json.data.police
      return { receipts, missing: accounts[0].missing.length, end: calls[0].end }
    }
    const doubts = async () => (await shown()).receipts.map(({ doubt }: { doubt?: string }) => doubt)
    for (const [fault, doubt, missing] of [
      ['html', [], 1],
      ['cutAt30', ['damaged'], 1],
      ['html', ['damaged'], 1],
      ['half', ['damaged'], 1],
      ['hole', ['damaged'], 1],
      ['noEnd', ['damaged'], 1],
      ['otherCount', ['count'], 0],
      ['cutAt30', ['count'], 0],
    ] as const) {
      police.fail(fault, 'Ricevuta')
      const { fetched, trouble } = await fetchAll()
      assert.equal([fetched, trouble.length], [0, 1], fault)
      assert.equal([await doubts(), (await shown()).missing, (await shown()).end], [doubt, missing, 'unknown'], fault)
    }
    const [kept] = (await shown()).receipts
    assert.is((await fetchAll()).fetched, 1)
    const { receipts, missing, end } = await shown()
    assert.equal([missing, end], [0, 'sent'], 'the good one alone settles what was unknown')
    assert.equal(
      receipts.map(({ doubt, counted }: { doubt?: string; counted: number }) => [doubt, counted]),
      [
        [undefined, 2],
        ['replaced', 9],
      ],
    )
    for (const [{ id }, text] of [
      [kept, '%PDF-'],
      [receipts[0], '%PDF-'],
    ] as const)
      assert.is((await ask('POST', `/api/police/receipt/${id}`, { jar })).text.slice(0, 5), text)
    assert.is((await store.notes('police-receipt')).length, 2, 'of the damaged ones none is left')
    const asked = police.calls().length
    assert.equal([await fetchAll(), police.calls().length], [{ fetched: 0, trouble: [] }, asked])
  }),
)

test(
  'no receipt is fetched for a day without accepted lines, nor with refused credentials',
  withOffices(async (door) => {
    const { ask, clock, police } = door
    const jar = await door.host()
    const asked = () => police.calls().filter(({ operation }) => operation === 'Ricevuta').length
    const night = async () => {
      clock.ms = romeInstant(addDays(italianDay(new Date(clock.ms)), 1), '06:10')
      for (let hour = 0; hour < 5; hour++, clock.ms += 3_600_000) await door.services.offices.tick()
    }
    const at = new Date(clock.ms).toISOString()
    const lines = [{ checkin: 1, guest: 'main' as const, sha256: 'a'.repeat(64) }]
    const { log } = door.services.offices
    const of = await log.append({ event: 'begun', account: policeSetting.user, at, day: italianDay(new Date()), lines })
    const verdict = { code: '12', name: 'SCHEDINA_CAMPO_NON_CORRETTO', detail: 'Data di Arrivo Errata' }
    await log.append({ event: 'ended', of, at, verdicts: [verdict] })
    await night()
    assert.is(asked(), 0)
    Object.assign(jar, await door.host())
    const arrivalDate = italianDay(new Date(clock.ms))
    const id = await released(door, jar, byHand({ arrivalDate, departureDate: addDays(arrivalDate, 3) }))
    police.fail('signedOut', 'Ricevuta')
    assert.is((await ask('POST', '/api/police/send', { jar, body: { ids: [id] } })).json.data.ends[0].end, 'sent')
    await night()
    assert.is(asked(), 1, 'refused once, not tried again')
    Object.assign(jar, await door.host())
    const { trouble } = (await ask('POST', '/api/police/receipts', { jar })).json.data
    assert.equal([trouble.length, asked()], [1, 1])
    assert.match((await ask('GET', '/api/sendings', { jar })).json.data.police.accounts[0].trouble, /401/)
  }),
)

test(
  'a downloaded backup contains the receipts; restored, they are files beside the store again',
  withOffices(async (door) => {
    const { ask, clock, dir } = door
    const jar = await door.host()
    const id = await released(door, jar, byHand())
    await ask('POST', '/api/police/send', { jar, body: { ids: [id] } })
    clock.ms += 86_400_000
    await ask('POST', '/api/police/receipts', { jar: await door.host() })
    const [name] = readdirSync(join(dir, 'receipts'))
    const bytes = readFileSync(join(dir, 'receipts', name!))
    const home = folder()
    writeFileSync(join(home, 'checkin.sqlite'), await door.store.backup())
    // Twice, as after a crash before the first snapshot.
    for (let n = 0; n < 2; n++) {
      const restored = await openDoor({ home, settings: { policeAccounts: [] } })
      const host = await restored.host()
      const { receipts } = (await restored.ask('GET', '/api/sendings', { jar: host })).json.data.police
      const pdf = await restored.ask('POST', `/api/police/receipt/${receipts[0].id}`, { jar: host })
      assert.equal([pdf.status, Buffer.from(pdf.text).length > 0], [200, true])
      await restored.close()
      assert.equal(readFileSync(join(home, 'receipts', name!)), bytes)
    }
    assert.not.ok(readFileSync(join(home, 'checkin.sqlite')).includes('packed_files'))
    assert.not.ok(readFileSync(join(home, 'checkin.sqlite')).includes(bytes.subarray(0, 200)))
  }),
)

test(
  'no secret, no token and no guest’s data in any log or answer about sending',
  withOffices(async (door) => {
    const { ask, lines } = door
    const jar = await door.host()
    const id = await released(door, jar, byHand())
    const said: string[] = []
    const hear = async (...asked: Parameters<typeof ask>) => void said.push((await ask(...asked)).text)
    await hear('POST', '/api/police/try', { jar, body: { id: 'p1' } })
    await hear('POST', '/api/police/send', { jar, body: { ids: [id] } })
    door.police.fail('page', 'Send')
    await hear('POST', '/api/police/send', { jar, body: { ids: [id], again: [id] } })
    await hear('GET', '/api/sendings', { jar })
    await hear('GET', '/api/settings', { jar })
    await door.services.offices.tick()
    const whole = [...said, ...lines].join('\n')
    for (const secret of secrets) assert.not.ok(whole.includes(secret), secret)
    assert.not.match(whole, /CA00000AA|RSSMRA80E10D612I|1980-05-10|10\/05\/1980/)
    const backup = Buffer.from(await door.store.backup())
    for (const secret of secrets) assert.not.ok(backup.includes(secret), `${secret} in the backup`)
    const token = /<token>([^<]+)/
    assert.not.match(whole, token)
    assert.not.match(lines.join('\n'), /ROSSI|MARIO/)
  }),
)

test.run()
