import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ndjson } from '../../../schema/calls/api'
import type { Checkin, Draft } from '../../../schema/checkin'
import { accessCalls } from '../../../server/api/access-calls'
import { checkinCalls } from '../../../server/api/checkin-calls'
import { readFlow } from '../../../server/flow/read'
import { firstSecrets } from '../../../server/settings/pin'
import { answers, byHand } from '../http/door-world'
import { folder } from '../store/store-world'
import { adminPin, asker, house, pin, refusal } from './asking'

const test = suite('the calls about check-ins')

const { published } = await readFlow({ steps: 'test/fixtures/flow/steps.json', texts: 'src/text' })
const at = '2025-06-13T10:00:00.000Z'
const codes = [
  { id: 'one', code: 'A101', description: 'Camera Blu', showPaymentPage: true, totalRooms: 1, totalBeds: 2 },
]

const checkins = (parts: Parameters<typeof house>[0] & { wire?: object; exports?: object[] } = {}) => {
  const world = house({
    ...parts,
    settings: { reservationCodes: codes, ...parts.settings },
    more: {
      serving: { current: () => published! },
      places: { states: async () => [] },
      notices: { keep: async () => 'notice 1' },
      links: { answersFor: async () => ({ answers: {}, waiting: [] }), finish: async () => {} },
      offices: { police: { linesOf: async () => parts.wire ?? {} } },
      ...parts.more,
    },
  })
  const { noted, lists, said } = world
  if (parts.exports) lists.export = parts.exports as never
  const announce = async (record: { email?: string }, store: (letters: object[]) => Promise<object>) => {
    said.push(['announce', record.email])
    return store([])
  }
  const mailQueue = { announce, enqueue: noted('enqueue'), forget: noted('forget') }
  let last = 100
  const dir = folder()
  Object.assign(world.store, {
    addCheckin: async (record: object) => {
      const kept = { id: ++last, ...record }
      world.checkins.set(last, kept)
      return { ...kept }
    },
  })
  const ask = asker(checkinCalls({ ...world.services, mailQueue, dir } as never, world.feed))
  const of = (id: number, body: object = {}, more: object = {}) => ({ params: { id: String(id) }, body, ...more })
  return { ...world, ask, of, said }
}
const guest = { isHost: false, guest: { owner: 'me', code: 'A101' } }
const sent = (more: object = {}) => answers({ arrivalDate: '2025-06-13', ...more })

test('the list is one JSON, or a line for each record, in slices', async () => {
  const { ask, checkins: all } = checkins()
  const text = async (accept?: string) => {
    const { parts, type } = await ask('GET /api/checkins', { req: { headers: { accept } } })
    const heard: string[] = []
    for await (const part of parts) heard.push(part)
    return [heard.join(''), type]
  }
  assert.equal(await text(), ['{"success":true,"data":[]}', undefined])
  assert.equal(await text(ndjson), ['', ndjson])
  all.set(1, { id: 1 })
  all.set(2, { id: 2 })
  assert.equal(await text(), ['{"success":true,"data":[{"id":1},{"id":2}]}', undefined])
  assert.equal(await text(ndjson), ['{"id":1}\n{"id":2}\n', ndjson])
})

test('a guest’s check-in is stored with owner, notice and version, unreleased, and announced', async () => {
  const { ask, checkins: all, said } = checkins()
  const draftId = 'abcdefgh12345678'
  const { data } = await ask('POST /api/checkin', { ...guest, body: { ...sent(), draftId, id: 7, owner: 'x' } })
  assert.equal([data, said], [{ id: 101 }, [['announce', sent().email]]])
  const { enabledForSending, createdAt, flowVersion, owner, noticeVersion, ...kept } = all.get(101) as never as Record<
    string,
    string
  >
  assert.equal([enabledForSending, createdAt, owner, noticeVersion], ['no', at, 'me', 'notice 1'])
  assert.is(flowVersion, published!.version)
  assert.equal([kept.draftId, kept.reservationCode, kept.roomDescription], [draftId, 'A101', 'Camera Blu'])
})

test('a guest whose browser has another payment than the room is answered the room’s', async () => {
  const { ask, checkins: all } = checkins()
  const body = (showPaymentPage: string) => ({ ...guest, body: { ...sent(), showPaymentPage } })
  const { data } = await ask('POST /api/checkin', body('false'))
  assert.equal(data, { id: 101, showPaymentPage: 'true' })
  assert.is((all.get(101) as Checkin).showPaymentPage, 'true')
  const change = async (showPaymentPage: string) =>
    (await ask('PATCH /api/checkin/:id/update', { params: { id: '101' }, ...body(showPaymentPage) })).data
  assert.equal(await change('false'), { id: 101, showPaymentPage: 'true' })
  assert.equal(await change('true'), { id: 101 })
})

test('a guest with a deleted code, or before the opening, gets a message', async () => {
  const gone = checkins({ settings: { reservationCodes: [{ ...codes[0], code: 'B202' }] } })
  assert.is((await refusal(gone.ask('POST /api/checkin', { ...guest, body: sent() }))).status, 401)
  const early = checkins({
    settings: { reservationCodes: [{ ...codes[0], arrivalDate: '2025-08-01' }], arrivalDaysAhead: 10 },
  })
  const { status, message } = await refusal(early.ask('POST /api/checkin', { ...guest, body: sent() }))
  assert.is(status, 403)
  assert.match(message, 'apre martedì 22 luglio 2025')
  assert.is((await refusal(gone.ask('POST /api/checkin', { isHost: false, body: sent() }))).status, 401)
})

test('a host’s check-in has no owner and sends no letter; a copy may lack its original’s missing fields', async () => {
  const { ask, checkins: all, said } = checkins({ checkins: { 7: {} } })
  const { data } = await ask('POST /api/checkin', { body: byHand() })
  const kept = all.get(data.id) as never as Record<string, string>
  assert.equal(
    [kept.owner, kept.noticeVersion, kept.draftId, kept.enabledForSending],
    [undefined, undefined, undefined, 'no'],
  )
  const copy = { reservationCode: 'A101', arrivalDate: '2025-06-13', numberOfNights: '2' }
  assert.is((await refusal(ask('POST /api/checkin', { body: copy }))).status, 400)
  assert.is((await refusal(ask('POST /api/checkin', { body: { ...copy, _copyOf: '8' } }))).status, 400)
  assert.is((await ask('POST /api/checkin', { body: { ...copy, _copyOf: '7' } })).data.id, 102)
  assert.equal(said, [])
})

test('a copy from the departure on notes the nights of the stay for the tax', async () => {
  const who = { mainGuestName: 'ANNA', mainGuestLastName: 'ROSSI', mainGuestBirthDate: '1980-05-10' }
  const { ask, checkins: all } = checkins({
    checkins: { 7: { ...who, arrivalDate: '2025-06-13', numberOfNights: '30' } },
  })
  const noteOf = async (arrivalDate: string) => {
    const body = { ...who, reservationCode: 'A101', arrivalDate, numberOfNights: '2', _copyOf: '7' }
    const { data } = await ask('POST /api/checkin', { body })
    const { taxEarlier } = all.get(data.id) as never as { taxEarlier?: string }
    return taxEarlier && JSON.parse(taxEarlier)
  }
  assert.equal(await noteOf('2025-07-13'), { arrival: '2025-07-13', guests: { main: { stayed: 30 } } })
  assert.is(await noteOf('2025-07-14'), undefined)
})

test('a host can change a check-in until its term has deleted the identity', async () => {
  const { ask, of, checkins: all } = checkins({ checkins: { 7: { owner: 'me' }, 8: { identityRemovedAt: at } } })
  const { data } = await ask('PATCH /api/checkin/:id/update', of(7, { mainGuestName: 'ANNA' }))
  assert.equal([data.mainGuestName, all.get(7)], ['ANNA', { id: 7, owner: 'me', mainGuestName: 'ANNA' } as never])
  assert.is((await refusal(ask('PATCH /api/checkin/:id/update', of(8, {})))).status, 409)
  assert.is((await refusal(ask('PATCH /api/checkin/:id/update', of(9, {})))).status, 404)
})

test('a change of what another window changed meanwhile is refused, field by field, until it begins from that', async () => {
  const { ask, of, checkins: all } = checkins({ checkins: { 7: { mainGuestName: 'ANNA', email: 'a@example.com' } } })
  const change = (was: object, body: object) => ask('PATCH /api/checkin/:id/update', of(7, { ...body, _was: was }))
  const began = { mainGuestName: 'ANN', email: 'a@example.com' }
  const { status, more } = await refusal(change(began, { mainGuestName: 'ANNE', email: 'b@example.com' }))
  assert.equal([status, more], [409, { faults: [{ field: 'mainGuestName', rule: 'changed', typed: 'ANNA' }] }])
  assert.equal(all.get(7), { id: 7, mainGuestName: 'ANNA', email: 'a@example.com' } as never, 'nothing is half stored')
  await change(began, { mainGuestName: 'ANNA', email: 'b@example.com' })
  await change({ mainGuestName: 'ANNA', phoneNumber: '' }, { mainGuestName: null, phoneNumber: '3331234567' })
  const { mainGuestName, email, phoneNumber } = all.get(7) as { [field: string]: unknown }
  assert.equal([mainGuestName ?? null, email, phoneNumber], [null, 'b@example.com', '3331234567'])
})

test('a question of the house may have any name that the flow allows, also in a change and in a copy', async () => {
  const question = { control: 'text', schema: { type: 'string', maxLength: 10 } } as const
  const asked = { ...published!.flow.fields, was: question, copyOf: question }
  const serving = { current: () => ({ ...published!, flow: { ...published!.flow, fields: asked } }) }
  const { ask, of, checkins: all } = checkins({ checkins: { 7: { was: 'blue' } }, more: { serving } })
  await ask('PATCH /api/checkin/:id/update', of(7, { was: 'green', copyOf: 'x', _was: { was: 'blue' } }))
  assert.equal(all.get(7), { id: 7, was: 'green', copyOf: 'x' } as never)
  const body = { reservationCode: 'A101', arrivalDate: '2025-06-13', numberOfNights: '2', copyOf: 'x', _copyOf: '7' }
  const { id } = (await ask('POST /api/checkin', { body })).data
  assert.is((all.get(id) as { copyOf?: string }).copyOf, 'x')
})

test('a payment recorded by the host has its time, and an undone one has none', async () => {
  const { ask, of, checkins: all } = checkins({ checkins: { 7: { paymentStatus: 'pending' } } })
  const say = (body: object) => ask('PATCH /api/checkin/:id/update', of(7, body))
  const paidAt = () => (all.get(7) as { paidAt?: string }).paidAt
  await say({ paymentStatus: 'completed' })
  assert.is(paidAt(), at)
  all.set(7, { ...all.get(7)!, paidAt: 'earlier', paidAmount: '10' } as never)
  await say({ paymentStatus: 'completed' })
  assert.is(paidAt(), 'earlier', 'said again it is as it was')
  await say({ specialRequests: 'x' })
  assert.is(paidAt(), 'earlier')
  await say({ paymentStatus: 'pending' })
  assert.equal([paidAt(), 'paidAmount' in all.get(7)!], [undefined, false])
})

test('if the house requires a document check, a guest is released only after it', async () => {
  const party = { mainGuestName: 'ANNA', mainGuestLastName: 'ROSSI', addSecondGuest: 'no', addThirdGuest: 'no' }
  const identified = JSON.stringify({ main: { at, by: 'Me', how: 'door' } })
  const { ask, of, settings } = checkins({
    checkins: { 7: party, 8: { ...party, identified }, 9: { ...party, enabledForSending: 'yes' } },
    settings: { onlyIdentified: true },
  })
  const release = (id: number, body: object = {}) =>
    ask('PATCH /api/checkin/:id/update', of(id, { enabledForSending: 'yes', ...body }))
  const { status, message } = await refusal(release(7))
  assert.is(status, 409)
  assert.match(message, 'ANNA ROSSI')
  assert.match((await refusal(release(7, { mainGuestName: '', mainGuestLastName: '' }))).message, '—')
  assert.is((await release(8)).data.enabledForSending, 'yes')
  assert.is((await release(9)).data.enabledForSending, 'yes', 'who is released stays so')
  settings.onlyIdentified = false
  assert.is((await release(7)).data.enabledForSending, 'yes')
})

test('a guest can correct until the check-in has left the house, and the host must check it again', async () => {
  const before = { ...sent(), owner: 'me', reservationCode: 'A101', enabledForSending: 'yes' }
  const change = { ...guest, body: { email: 'altra@example.org' } }
  const changed = async (parts: object, record: object = {}) => {
    const world = checkins({ checkins: { 7: { ...before, ...record } }, ...parts })
    const answer = world.ask('PATCH /api/checkin/:id/update', { ...change, params: { id: '7' } })
    return answer.then(
      () => world.checkins.get(7) as never as Record<string, string>,
      (error: { status: number; more: { stay?: Draft } }) => {
        const { arrivalDate, numberOfNights, departureDate } = before
        assert.equal(error.more.stay, { arrivalDate, numberOfNights, departureDate }, 'the receipt shows these')
        return error.status
      },
    )
  }
  const after = (await changed({})) as Record<string, string>
  assert.equal([after.email, after.enabledForSending, after.guestChangedAt], ['altra@example.org', 'no', at])
  assert.match(after.guestChangedFrom!, 'mario.rossi@example.com')
  assert.is(await changed({}, { told: '{}' }), 409)
  assert.is(await changed({ exports: [{ id: 1, ids: [7] }] }), 409)
  assert.is(await changed({ wire: { main: { state: 'sending' } } }), 409)
  assert.is(await changed({ wire: { main: { state: 'refused' }, second: { state: 'sent' } } }), 409)
  assert.type(await changed({ wire: { main: { state: 'refused' } }, exports: [{ id: 1, ids: [8] }] }), 'object')
})

test('a guest’s correction keeps the room that the host gave the check-in meanwhile', async () => {
  const B202 = { ...codes[0]!, id: 'two', code: 'B202', description: 'Camera Rossa', showPaymentPage: false }
  const draftId = 'abcdefgh12345678'
  const moved = { reservationCode: 'B202', roomDescription: 'Camera Rossa', showPaymentPage: 'false' }
  for (const [reservationCodes, room] of [
    [[codes[0]!, B202], moved],
    [[], { reservationCode: 'A101', roomDescription: 'La soffitta', showPaymentPage: 'true' }],
  ] as const) {
    const { ask, store, checkins: all, of } = checkins({ settings: { reservationCodes: [...reservationCodes] } })
    const body = { ...sent(), draftId }
    const { id } = (await ask('POST /api/checkin', { ...guest, body })).data
    await ask('PATCH /api/checkin/:id/update', of(id, room))
    await store.updateCheckin(id, { enabledForSending: 'yes' })
    const stored = () => {
      const { email, enabledForSending, ...more } = all.get(id) as never as Record<string, string>
      return [email, enabledForSending, ...Object.keys(room).map((field) => more[field])]
    }
    const known = { showPaymentPage: room.showPaymentPage }
    const again = await ask('PATCH /api/checkin/:id/update', { ...of(id, known), ...guest })
    assert.equal([again.data, stored()], [{ id }, [sent().email, 'yes', ...Object.values(room)]])
    store.addCheckin = async () => ({ ...all.get(id), isRepeated: true }) as never
    await ask('POST /api/checkin', { ...guest, body: { ...body, ...known } })
    assert.equal(stored(), [sent().email, 'yes', ...Object.values(room)], 'the answer of the first was lost')
    await ask('POST /api/checkin', { ...guest, body: { ...body, email: 'altra@example.org' } })
    assert.equal(stored(), ['altra@example.org', 'no', ...Object.values(room)])
  }
})

test('an update without changes is not written', async () => {
  const world = checkins()
  const { ask, store, checkins: all } = world
  const { data } = await ask('POST /api/checkin', { ...guest, body: sent() })
  const written: unknown[] = []
  const update = store.updateCheckin
  store.updateCheckin = async (...given) => {
    written.push(given)
    return update(...given)
  }
  await ask('PATCH /api/checkin/:id/update', { ...guest, params: { id: String(data.id) }, body: {} })
  assert.equal(written, [])
  all.delete(data.id)
  assert.is(
    (await refusal(ask('PATCH /api/checkin/:id/update', { ...guest, params: { id: String(data.id) } }))).status,
    404,
  )
})

test('payment: cash stays open, a paid card stays paid, and only the host can confirm another payment', async () => {
  const records = { 7: { showPaymentPage: 'true' }, 8: { paymentStatus: 'completed', paymentMethod: 'CARTA' }, 9: {} }
  const { ask, of, checkins: all } = checkins({ checkins: records })
  const choose = (id: number, paymentMethod: unknown, more: object = guest) =>
    ask('PATCH /api/checkin/:id/payment-method', of(id, { paymentMethod }, more))
  const kept = (id: number) => all.get(id) as never as Record<string, string>
  await choose(7, 'CONTANTI')
  assert.equal([kept(7).paymentMethod, kept(7).paymentStatus], ['CONTANTI', 'pending'])
  await choose(7, 'CARTA')
  assert.equal([kept(7).paymentMethod, kept(7).paymentStatus], ['CARTA', 'pending'])
  for (const wrong of ['PORTALE', 'x', '', undefined]) assert.is((await refusal(choose(7, wrong))).status, 400)
  await choose(7, 'PORTALE', {})
  assert.is(kept(7).paymentMethod, 'PORTALE')
  await choose(9, 'PORTALE')
  assert.is(kept(9).paymentMethod, 'PORTALE', 'a room without a payment page')
  assert.equal(await choose(8, 'CONTANTI'), {})
  assert.is(kept(8).paymentMethod, 'CARTA')
  await choose(8, 'CONTANTI', {})
  assert.equal([kept(8).paymentMethod, kept(8).paymentStatus], ['CONTANTI', 'pending'])
  assert.is((await refusal(choose(99, 'CARTA'))).status, 404)
})

test('the confirmation is stored once, and the letters are written', async () => {
  const { ask, of, checkins: all, said } = checkins({ checkins: { 7: {}, 8: { confirmedAt: 'earlier' } } })
  const confirm = (id: number, more: object = guest) => ask('POST /api/checkin/:id/confirm', of(id, {}, more))
  assert.equal(await confirm(7), { data: {} })
  assert.equal(await confirm(8, {}), { data: {} })
  assert.equal([...all.values()], [
    { id: 7, confirmedAt: at },
    { id: 8, confirmedAt: 'earlier' },
  ] as never)
  assert.equal(said, [
    ['enqueue', 7],
    ['enqueue', 8],
  ])
  assert.is((await refusal(confirm(9))).status, 404)
})

test('the confirmation returns the national code of the room, or of the house', async () => {
  const settings = { houseCin: 'IT058091A1HOUSE001', reservationCodes: [{ ...codes[0]!, cin: 'IT058091C2ROOM0101' }] }
  const { ask, of } = checkins({ settings, checkins: { 7: { reservationCode: 'A101' }, 8: {} } })
  const cinAfter = async (id: number) => {
    const { data } = (await ask('POST /api/checkin/:id/confirm', of(id, {}, guest))) as { data: { cin?: string } }
    return data.cin
  }
  assert.equal([await cinAfter(7), await cinAfter(8)], ['IT058091C2ROOM0101', 'IT058091A1HOUSE001'])
})

const doors = (parts: Parameters<typeof house>[0] = {}) => {
  const world = house({ ...parts, settings: { reservationCodes: codes, adminAccessCode: '', ...parts.settings } })
  const letters: string[] = []
  const services = {
    ...world.services,
    devices: { seen: async (_device: string, name: string) => name.includes('Firefox') },
    mailQueue: { tell: (_all: object, make: (words: object) => { subject: string }) => void letters.push(typeof make) },
    invitations: { tokenOf: (code: string) => `word-of-${code}`, isRight: () => false },
    serving: { current: () => published! },
    sessions: { ...world.services.sessions, takeLink: (word: string) => word === 'one-time' },
  }
  const ask = asker(accessCalls(services as never))
  return { ...world, ask, letters }
}
const firefox = { req: { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/130.0' } } }

test('the host signs in with the PIN, a one-time link or the recovery key, and is notified of a new device', async () => {
  const { ask, letters, store, secrets } = doors()
  const login = (body: object, more: object = {}) => ask('POST /api/admin/login', { body, ...more })
  const cookies = ['host=phone; Secure', `device=phone~${adminPin.length}`]
  assert.equal(await login({ pin }), { cookies })
  assert.equal([letters, secrets.signedIn], [[], 'yes'])
  assert.equal(await login({ key: 'one-time' }, firefox), { cookies })
  assert.is(letters.length, 1)
  const told: string[] = []
  await firstSecrets(store, undefined, (line) => told.push(line))
  const [, recoveryKey] = /^Recovery key: (\S+)/m.exec(told.join('\n')) ?? []
  assert.equal(await login({ key: recoveryKey }), { cookies })
  for (const key of ['two-time', 'x'.repeat(30)]) assert.is((await refusal(login({ key }))).status, 401)
  assert.is((await refusal(login({ pin: '0000' }))).status, 401)
  for (const wrong of ['', '123', '12345', 'abcd', undefined])
    assert.is((await refusal(login({ pin: wrong }))).status, 400)
})

test('a link and a recovery key are made only with the PIN', async () => {
  const { ask } = doors()
  const current = { body: { current: pin } }
  assert.equal(await ask('POST /api/admin/link', current), { data: { path: '/admin-login#word' } })
  const { data } = await ask('POST /api/admin/recovery-key', current)
  assert.ok(data.key.length >= 20)
  for (const call of ['POST /api/admin/link', 'POST /api/admin/recovery-key'] as const)
    assert.is((await refusal(ask(call))).status, 400)
  assert.equal(await ask('POST /api/admin/logout'), { cookies: ['host=; gone'] })
})

test('an invitation leads to the code card, with its long word behind `#`', async () => {
  const { ask } = doors()
  const card = Object.entries(published!.flow.steps).find(([, step]) => step.do === 'acceptCode')![0]
  assert.equal(await ask('GET /api/invitation/:code', { params: { code: 'a101' } }), {
    data: { path: `${card}?code=A101#word-of-A101` },
  })
  assert.is((await refusal(ask('GET /api/invitation/:code', { params: { code: 'B202' } }))).status, 404)
})

test('a code has four characters; the PIN is no code where any four are accepted', async () => {
  const { ask } = doors({ settings: { reservationCodes: [] } })
  const type = (code: unknown) => refusal(ask('POST /api/reservation-code', { body: { code }, isHost: false }))
  assert.is((await type('')).status, 400)
  assert.is((await type('A101B')).status, 400)
  assert.is.not((await type('')).message, (await type('A101B')).message)
  assert.is((await type(pin)).status, 404)
})

test.run()
