import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openBookings } from '../../../server/bookings/calendar-feeds'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { answers, atTheDoor, codes, type Door, type Jar } from '../http/door-world'

const test = suite('the link of a stay alone')
const days = 86_400_000
const mine = 'a1b2c3d4e5f6a7b8'
const theirs = 'ffffffffffffffff'

const added = async (door: Door, from: number, to: number, more: object = {}) => {
  const jar = await door.host()
  const today = italianDay(new Date(door.clock.ms))
  const stay = { arrival: addDays(today, from), departure: addDays(today, to), ...more }
  const [id] = (await door.ask('POST', '/api/bookings', { jar, body: { stays: [stay] } })).json.data.ids
  const call = (method: string, body?: object) =>
    door.ask(method, `/api/bookings/${id}/link`, { jar, ...(body && { body }) })
  return {
    id: id as number,
    jar,
    arrival: stay.arrival,
    departure: stay.departure,
    call,
    token: async (body?: object) => (await call('POST', body)).json.data.token as string,
    shown: async () =>
      (await door.ask('GET', '/api/bookings', { jar: await door.host() })).json.data.stays.find(
        (one: { id: number }) => one.id === id,
      ),
  }
}

const opened = ({ ask }: Door, token: string, jar: Jar = {}, draftId = mine) =>
  ask('POST', '/api/stay-link', { body: { token, draftId }, jar })
const sent = ({ ask }: Door, jar: Jar, more: object = {}) =>
  ask('POST', '/api/checkin', { jar, body: answers({ draftId: mine, ...more }) })
const over = ({ status, json }: { status: number; json: { over?: string } }) => [status, json.over]

test(
  'it opens with room and days, asks no code, and its own days are accepted weeks ahead',
  atTheDoor(async (door) => {
    const stay = await added(door, 40, 43, { code: '2020', name: 'Ada Neri', email: 'ada@example.com' })
    const token = await stay.token()
    assert.match(token, /^[\w-]{22}$/, '128 bits')
    assert.is(await stay.token(), token, 'the same at every need')
    const jar: Jar = {}
    const { json, text } = await opened(door, token, jar)
    assert.equal(json.data, {
      reservationCode: '2020',
      roomDescription: 'Camera Verde',
      showPaymentPage: false,
      arrival: stay.arrival,
      departure: stay.departure,
    })
    assert.not.match(text, /Neri|ada@/, 'a forwarded link names nobody')
    const far = { arrivalDate: addDays(stay.arrival, 1), numberOfNights: '2' }
    const other = await sent(door, jar, far)
    assert.equal([other.status, other.json.faults[0].field], [400, 'arrivalDate'], 'another day so far ahead')
    const done = await sent(door, jar, {
      arrivalDate: stay.arrival,
      reservationCode: 'A101',
      bookedArrival: '2020-01-01',
    })
    assert.is(done.status, 200, done.text)
    const record = (await door.store.checkin(done.json.data.id))!
    assert.equal(
      [record.reservationCode, record.roomDescription, record.arrivalDate],
      ['2020', 'Camera Verde', stay.arrival],
    )
    assert.not.ok('bookedArrival' in record)
    const shown = await stay.shown()
    assert.equal([shown.state, shown.parties.map(({ how }: { how: string }) => how)], ['registered', ['link']])
  }),
)

test(
  'a forwarded link makes one check-in, however many phones send at once; its guest may correct',
  atTheDoor(async (door) => {
    const stay = await added(door, 1, 3, { code: 'A101' })
    const token = await stay.token()
    const [one, two]: Jar[] = [{}, {}]
    await opened(door, token, one!)
    await opened(door, token, two!, theirs)
    const all = await Promise.all([
      sent(door, one!),
      sent(door, two!, { draftId: theirs }),
      sent(door, two!, { draftId: theirs }),
    ])
    assert.is((await door.store.checkins()).length, 1)
    const [winner, loser] = all[0]!.status === 200 ? [one!, two!] : [two!, one!]
    const losing = await sent(door, loser, { draftId: loser === one ? mine : theirs })
    assert.equal(over(losing), [410, 'sent'])
    const id = all.find(({ status }) => status === 200)!.json.data.id
    // The answer was lost: the same attempt is the same check-in.
    const again = await sent(door, winner, { draftId: winner === one ? mine : theirs })
    assert.is(again.json.data.id, id)
    const fix = { jar: winner, body: { mainGuestName: 'LUIGI' } }
    assert.is((await door.ask('PATCH', `/api/checkin/${id}/update`, fix)).status, 200)
    await stay.call('DELETE')
    assert.is(
      (await door.ask('PATCH', `/api/checkin/${id}/update`, { ...fix, body: { mainGuestName: 'UGO' } })).status,
      200,
    )
    assert.is((await door.ask('PATCH', `/api/checkin/${id}/update`, { ...fix, jar: loser })).status, 404)
  }),
)

test(
  'it is over, and says why, once sent, withdrawn, cancelled or departed, also for who is half-way',
  atTheDoor(async (door) => {
    const stay = await added(door, 0, 2, { code: 'A101' })
    const token = await stay.token()
    const jar: Jar = {}
    await opened(door, token, jar)
    await stay.call('DELETE')
    assert.equal(over(await opened(door, token)), [410, 'withdrawn'])
    assert.equal(over(await sent(door, jar)), [410, 'withdrawn'])
    assert.is(await stay.token(), '', 'another one is made only when the host asks')
    const renewed = await stay.token({ renew: true })
    assert.is.not(renewed, token)
    assert.equal(over(await opened(door, token)), [410, 'replaced'])
    assert.equal(over(await sent(door, jar)), [410, 'replaced'], 'and so is whom it let in')
    await opened(door, renewed, jar)
    const booking = (await door.services.bookings.one(stay.id))!
    await door.services.bookings.save({ ...booking, cancelled: new Date(door.clock.ms).toISOString() })
    assert.equal(over(await opened(door, renewed)), [410, 'cancelled'])
    assert.equal(over(await sent(door, jar)), [410, 'cancelled'])
    assert.is((await stay.call('POST')).status, 409)
    await door.services.bookings.save(booking)
    assert.is((await sent(door, jar)).status, 200)
    assert.equal(over(await opened(door, renewed, {}, theirs)), [410, 'sent'])
    assert.is((await opened(door, renewed, jar)).status, 200, 'the phone that sent goes on')
    const late = await added(door, 0, 1, { code: '2020' })
    const lateToken = await late.token()
    door.clock.ms += 2 * days
    assert.equal(over(await opened(door, lateToken)), [410, 'departed'])
  }),
)

test(
  'a guest who comes late registers on the stay’s own past day; a deleted check-in frees the link',
  atTheDoor(async (door) => {
    const stay = await added(door, 1, 8, { code: 'A101' })
    const token = await stay.token()
    door.clock.ms += 5 * days
    const jar: Jar = {}
    await opened(door, token, jar)
    const done = await sent(door, jar, { arrivalDate: stay.arrival, numberOfNights: '7' })
    assert.is(done.status, 200, done.text)
    assert.equal(over(await opened(door, token)), [410, 'sent'])
    await door.ask('DELETE', `/api/checkin/${done.json.data.id}`, { jar: await door.host() })
    await door.services.removals.remove(done.json.data.id)
    assert.is((await stay.shown()).state, 'missing')
    assert.is((await opened(door, token)).status, 200)
  }),
)

test(
  'a stay without a room has no link where rooms are several; a house without codes needs none',
  atTheDoor(async (door) => {
    const stay = await added(door, 1, 3, { room: 'Mansarda' })
    const { status, json } = await stay.call('POST')
    assert.equal([status, json.lacksCode], [409, true])
    assert.is(json.message, "Prima scrivi la camera di questo soggiorno, poi c'è il suo link")
    await door.store.saveSettings({ reservationCodes: codes.slice(0, 1) })
    assert.is((await opened(door, await stay.token())).json.data.reservationCode, 'A101')
    await door.store.saveSettings({ reservationCodes: [] })
    const jar: Jar = {}
    const { data } = (await opened(door, await stay.token(), jar)).json
    assert.is(data.roomDescription, 'Mansarda')
    assert.match(data.reservationCode, /^[0-9A-F]{4}$/)
    const done = await sent(door, jar, { arrivalDate: stay.arrival })
    assert.is(done.status, 200, done.text)
    assert.is((await door.store.checkin(done.json.data.id))!.roomDescription, 'Mansarda')
  }),
)

test(
  'wrong tokens are counted by address, and a right one always opens; a stranger’s cookie opens nothing',
  atTheDoor(async (door) => {
    const stay = await added(door, 1, 3, { code: 'A101' })
    const token = await stay.token()
    const guest = await door.guest()
    const tried = []
    for (let i = 0; i < 8; i++) tried.push((await opened(door, `guess${i}guess${i}guess${i}gu`)).status)
    assert.equal(tried, [404, 404, 404, 404, 404, 429, 429, 429])
    assert.is((await opened(door, token)).status, 200)
    assert.is((await opened(door, token, {}, 'no attempt')).status, 400)
    assert.is((await sent(door, {})).status, 401)
    assert.is((await door.ask('POST', `/api/bookings/${stay.id}/link`, { jar: guest })).status, 401)
    assert.is((await door.ask('GET', `/stay`)).status, 200)
    assert.not.ok(door.lines.join('\n').includes(token), 'no log names it')
  }),
)

test(
  'a server killed between the check-in and its note finds the stay again by the attempt',
  atTheDoor(async (door) => {
    const stay = await added(door, 1, 3, { code: '2020' })
    const jar: Jar = {}
    await opened(door, await stay.token(), jar)
    const done = await sent(door, jar)
    const { checkins: _, ...before } = (await door.services.bookings.one(stay.id))!
    await door.services.bookings.save(before)
    const again = openBookings({ store: door.store, now: () => new Date(door.clock.ms), report: () => {} })
    const { stays } = await again.expected()
    assert.equal(
      stays[0]!.parties.map(({ id, how }) => [id, how]),
      [[done.json.data.id, 'link']],
    )
    assert.equal(over(await opened(door, before.link!.token, {}, theirs)), [410, 'sent'])
  }),
)

test.run()
