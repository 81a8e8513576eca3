import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ExpectedStay, FeedState } from '../../../schema/bookings'
import type { HostDay } from '../../../schema/calls/party-states'
import { mask } from '../../../schema/settings'
import { expectedStayCalls } from '../../../server/api/booking-calls'
import { mostStays } from '../../../server/bookings/stays'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { airbnbBlock, airbnbStay, calendarOf, type MadeEntry } from '../../core/bookings/feeds'
import { until } from '../../until'
import { atTheDoor, byHand, pin } from '../http/door-world'
import { standsIn } from '../store/raw-bytes'
import { asker, refusal } from './asking'

const test = suite('calls about expected stays')

const day = (n: number) => addDays(italianDay(), n)

type World = Parameters<Parameters<typeof atTheDoor>[0]>[0]

/** The house's calls as its host; a refusal is its status. */
const asHost = async ({ ask, host }: World) => {
  const jar = await host()
  const send = async (method: string, path: string, body?: object) => {
    const { status, json } = await ask(method, path, { jar, ...(body && { body }) })
    return status === 200 ? json.data : status
  }
  return {
    jar,
    send,
    add: async (...stays: object[]) => (await send('POST', '/api/bookings', { stays })).ids as number[],
    stays: async () => (await send('GET', '/api/bookings')).stays as ExpectedStay[],
    feeds: async () => (await send('GET', '/api/bookings')).feeds as FeedState[],
    today: async () => (await send('GET', '/api/day')) as HostDay,
    checkin: async (more: object) => (await send('POST', '/api/checkin', { ...byHand(), ...more })).id as number,
  }
}

const stay = (from: number, to: number, more: object = {}) => ({ arrival: day(from), departure: day(to), ...more })

test(
  'stays are added, changed and removed; wrong ones are named and none is stored; a repeated one is no duplicate',
  atTheDoor(async (world) => {
    const { send, add, stays } = await asHost(world)
    const [id] = await add(stay(1, 3, { name: ' Ada  Neri ', people: '2', reference: 'hm12345' }))
    assert.equal(await add(stay(1, 3, { name: 'Ada Neri', reference: 'HM12345' })), [id])
    const sent = { stays: [stay(1, 2), stay(3, 3, { email: 'x' }), { arrival: 'soon' }] }
    const { status, json } = await world.ask('POST', '/api/bookings', { jar: await world.host(), body: sent })
    assert.is(status, 400)
    assert.equal(
      json.faults.map(({ at, field, rule }: { at: number; field: string; rule: string }) => `${at} ${field} ${rule}`),
      ['1 email format', '1 departure order', '2 arrival format', '2 departure required'],
    )
    for (const stays of [[], 'x', Array(1001).fill(stay(1, 2))])
      assert.is(await send('POST', '/api/bookings', { stays }), 400)
    assert.is((await stays()).length, 1)
    // What a call does not name stays, what it names empty goes.
    await send('PATCH', `/api/bookings/${id}`, { departure: day(4), people: 3, reference: '' })
    await send('PATCH', `/api/bookings/${id}`, { email: 'ada@example.com' })
    assert.equal(
      (await stays()).map(({ name, people, reference, email, departure, source, state }) => [
        name,
        people,
        reference,
        email,
        departure,
        source,
        state,
      ]),
      [['Ada Neri', 3, undefined, 'ada@example.com', day(4), 'hand', 'expected']],
    )
    for (const wrong of [stay(4, 1), { departure: day(1) }, { arrival: '' }])
      assert.is(await send('PATCH', `/api/bookings/${id}`, wrong), 400)
    assert.is(await send('PATCH', '/api/bookings/999', stay(1, 4)), 404)
    await send('DELETE', `/api/bookings/${id}`)
    assert.equal(await stays(), [])
    assert.is(await send('DELETE', `/api/bookings/${id}`), 404)
  }),
)

test(
  'stays with only their days are all stored: two rooms may be booked for the same days',
  atTheDoor(async (world) => {
    const { add, stays } = await asHost(world)
    const ids = [...(await add(stay(1, 3))), ...(await add(stay(5, 7), stay(5, 7))), ...(await add(stay(1, 3)))]
    assert.is(new Set(ids).size, 4)
    assert.equal(
      (await stays()).map(({ id, arrival, departure }) => [id, arrival, departure]),
      [
        [ids[0], day(1), day(3)],
        [ids[3], day(1), day(3)],
        [ids[1], day(5), day(7)],
        [ids[2], day(5), day(7)],
      ],
    )
  }),
)

test(
  'a stay with only an address or a telephone besides its days is stored once, however often its answer is lost',
  atTheDoor(async (world) => {
    const { add, stays } = await asHost(world)
    const [ada, ugo] = [stay(1, 3, { email: 'ada@example.org' }), stay(1, 3, { phone: '+39 333 123456', people: 2 })]
    const ids = await add(ada, ugo)
    assert.equal([await add(ugo), await add(ada)], [[ids[1]], [ids[0]]])
    assert.is((await stays()).length, 2)
    const [named] = await add({ ...ada, name: 'Ada Neri' })
    assert.equal(await add({ ...ada, name: 'Ada Neri', email: '' }), [named], 'an address may be added later')
  }),
)

test('in a full list only new stays are refused', async () => {
  const stored = Array.from({ length: mostStays }, (_, id) => ({ id, ...stay(1, 3, { name: `Ada ${id}` }) }))
  const bookings = { all: async () => stored, alone: (work: () => unknown) => work() }
  const ask = asker(expectedStayCalls({ bookings, now: () => new Date() } as never))
  const add = (...stays: object[]) => ask('POST /api/bookings', { body: { stays } })
  const known = stay(1, 3, { name: 'Ada 7' })
  assert.equal(await add(known), { data: { ids: [7] } })
  assert.is((await refusal(add(known, stay(1, 3, { name: 'Ugo' })))).status, 409)
})

test(
  'only the host may make these calls',
  atTheDoor(async ({ ask, guest }) => {
    for (const jar of [{}, await guest()])
      for (const [method, path] of [
        ['GET', '/api/bookings'],
        ['POST', '/api/bookings'],
        ['PATCH', '/api/bookings/1'],
        ['DELETE', '/api/bookings/1'],
        ['POST', '/api/bookings/1/match'],
        ['POST', '/api/feeds/read'],
        ['POST', '/api/feeds/1/lost'],
      ] as const)
        assert.is((await ask(method, path, { jar, ...(method !== 'GET' && { body: {} }) })).status, 401, path)
  }),
)

test(
  'Oggi says who has not registered, whose people and dates differ, and what is in doubt; a match is undone and made',
  atTheDoor(async (world) => {
    const { send, add, stays, today, checkin } = await asHost(world)
    const [late, other, here] = await add(
      stay(-1, 2, { room: 'Verde', name: 'Ivo Blu' }),
      stay(0, 2, { room: 'Rossa', name: 'Maria Rossi', people: 2 }),
      stay(0, 1, { room: 'Gialla' }),
      stay(5, 9, { room: 'Nera' }),
    )
    const marks = async () =>
      (await today()).expected?.map(({ id, state, remarks, parties, doubts }) => [
        id,
        state,
        remarks.map(({ what }) => what).join(' '),
        parties.length,
        doubts.length,
      ])
    assert.equal(await marks(), [
      [late, 'missing', '', 0, 0],
      [other, 'today', '', 0, 0],
      [here, 'today', '', 0, 0],
    ])
    const named = { mainGuestName: 'Maria', mainGuestLastName: 'Rossi', arrivalDate: day(0), numberOfNights: '1' }
    const first = await checkin({ ...named, roomDescription: 'Rossa' })
    const second = await checkin({ ...named, mainGuestName: 'Ugo', mainGuestLastName: 'Tre', roomDescription: 'Verde' })
    assert.equal(await marks(), [
      [late, 'missing', '', 0, 1],
      [other, 'registered', 'fewer dates', 1, 0],
      [here, 'today', '', 0, 0],
    ])
    const match = (id: number, checkin: number, isIts: boolean) =>
      send('POST', `/api/bookings/${id}/match`, { checkin, isIts })
    await match(late!, second, false)
    await match(other!, first, false)
    assert.equal(await marks(), [
      [late, 'missing', '', 0, 0],
      [other, 'today', '', 0, 0],
      [here, 'today', '', 0, 0],
    ])
    await match(here!, second, true)
    await match(late!, second, true)
    assert.equal(
      (await stays()).map(({ parties }) => parties.map(({ id, how }) => `${id} ${how}`).join()),
      [`${second} host`, '', '', ''],
      'a check-in is of one stay',
    )
    assert.is(await match(late!, 999, true), 404)
    assert.is(await match(999, first, true), 404)
    await send('DELETE', `/api/checkin/${second}`)
    assert.equal((await stays())[0]!.parties, [])
  }),
)

test(
  'two stays in one room on the same nights name each other, until one is cancelled or their guests share the room',
  atTheDoor(async (world) => {
    const { send, add, stays, today, checkin } = await asHost(world)
    const [ada, ivo, ugo] = await add(
      stay(3, 6, { room: 'Verde', name: 'Ada Neri', reference: 'HM12345' }),
      stay(5, 8, { room: 'verde', name: 'Ivo Blu' }),
      stay(20, 22, { room: 'Rossa', name: 'Ugo Tre' }),
    )
    const [lea] = await add(stay(21, 23, { room: 'Rossa', name: 'Lea Uno' }))
    const said = (list: readonly ExpectedStay[] = []) =>
      list.map(({ id, remarks }) => [id, remarks.map((one) => (one.what === 'overlap' ? one.other : one.what))])
    const adas = { id: ada, name: 'Ada Neri', reference: 'HM12345', arrival: day(3), departure: day(6), source: 'hand' }
    const ivos = { id: ivo, name: 'Ivo Blu', arrival: day(5), departure: day(8), source: 'hand' }
    assert.equal(said((await stays()).slice(0, 2)), [
      [ada, [ivos]],
      [ivo, [adas]],
    ])
    assert.equal(
      (await today()).expected?.map(({ id }) => id),
      [ada, ivo],
      'Oggi looks a week ahead',
    )
    await send('PATCH', `/api/bookings/${ivo}`, stay(6, 8, { room: 'Verde', name: 'Ivo Blu' }))
    assert.equal(said((await stays()).slice(0, 2)), [
      [ada, []],
      [ivo, []],
    ])

    const guests = { roomDescription: 'Rossa', numberOfNights: '2' }
    const at = (from: number, name: string, lastName: string) =>
      checkin({ ...guests, mainGuestName: name, mainGuestLastName: lastName, arrivalDate: day(from) })
    const [first, second] = [await at(20, 'Ugo', 'Tre'), await at(21, 'Lea', 'Uno')]
    const reds = async () => said((await stays()).slice(2)).map(([id, remarks]) => [id, (remarks as unknown[]).length])
    assert.equal(await reds(), [
      [ugo, 1],
      [lea, 1],
    ])
    await send('POST', `/api/checkin/${second}/room`, { with: first })
    assert.equal(await reds(), [
      [ugo, 0],
      [lea, 0],
    ])
  }),
)

test(
  'a stay of 45 nights asks Oggi for its next check-in when 30 nights are over, and finds it',
  atTheDoor(async (world) => {
    const { add, stays, today, checkin } = await asHost(world)
    await add(stay(-30, 15, { name: 'Ugo Tre' }), stay(-29, 16, { name: 'Lea Uno' }))
    const guest = (name: string, lastName: string, from: number, numberOfNights: string) =>
      checkin({ mainGuestName: name, mainGuestLastName: lastName, arrivalDate: day(from), numberOfNights })
    await guest('Ugo', 'Tre', -30, '30')
    await guest('Lea', 'Uno', -29, '30')
    const said = (list: readonly ExpectedStay[] = []) =>
      list.map(({ name, remarks, parties }) => [name, remarks.map(({ what }) => what).join(), parties.length])
    assert.equal(said((await today()).expected), [['Ugo Tre', 'goesOn', 1]])
    await guest('Ugo', 'Tre', 0, '15')
    assert.equal((await today()).expected, undefined)
    assert.equal(said(await stays()), [
      ['Ugo Tre', '', 2],
      ['Lea Uno', 'goesOn', 1],
    ])
  }),
)

test(
  'closed days of one platform’s calendar are no overlap with a stay of another’s',
  atTheDoor(async (world) => {
    const { send, stays, add } = await asHost(world)
    await add(stay(5, 8, { code: 'A101', name: 'Ada Neri' }))
    await withFeed(async (url, put) => {
      put(airbnbBlock('x', day(5), day(7)), airbnbStay('y', day(7), day(9), 'HMABCDE123'))
      await send('PATCH', '/api/settings/calendarFeeds', {
        value: [{ id: 'f', name: 'Airbnb', address: url, code: 'A101' }],
        current: pin,
      })
      await send('POST', '/api/feeds/read')
      assert.equal(
        (await stays()).map(({ source, remarks }) => [source, ...remarks.map(({ what }) => what)]),
        [
          ['hand', 'overlap'],
          ['airbnb', 'overlap'],
        ],
      )
    })
  }),
)

/** A calendar on this machine that the test changes; unchanged it answers 304. */
const withFeed = async (work: (url: string, put: (...entries: MadeEntry[]) => void) => Promise<unknown>) => {
  let [text, count] = ['', 0]
  const server = createServer((req, res) => {
    const isSame = req.headers['if-none-match'] === `"${count}"`
    res.writeHead(isSame ? 304 : 200, { etag: `"${count}"` }).end(isSame ? '' : text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/secrettoken.ics`, (...entries) => {
      text = calendarOf('airbnb', entries)
      count++
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test(
  'a calendar’s address needs the PIN, is shown and sent back as a mask, and is in no log',
  atTheDoor(async (world) => {
    const { send, feeds, stays } = await asHost(world)
    await withFeed(async (url, put) => {
      put(airbnbStay('a', day(1), day(3), 'HMABCDE123'))
      const save = (value: object[], current?: string) =>
        send('PATCH', '/api/settings/calendarFeeds', { value, ...(current && { current }) })
      const feed = { id: 'f', name: 'Airbnb', address: url, code: 'A101' }
      assert.is(await save([feed]), 400)
      await save([feed], pin)
      assert.equal((await send('GET', '/api/settings')).calendarFeeds, [{ ...feed, address: mask }])
      await save([{ ...feed, name: 'Airbnb blu', address: mask }])
      assert.is(await save([feed, { ...feed, id: 'g' }], pin), 400)
      assert.is(await save([{ ...feed, address: 'javascript:alert(1)' }], pin), 400)
      await send('POST', '/api/feeds/read', {})
      assert.equal(
        (await stays()).map(({ reference, code, source }) => [reference, code, source]),
        [['HMABCDE123', 'A101', 'airbnb']],
      )
      assert.equal(
        (await feeds()).map(({ stays, fault }) => [stays, fault]),
        [[1, undefined]],
      )
      await save([{ ...feed, code: 'B202', address: mask }])
      await send('POST', '/api/feeds/read', {})
      assert.equal(
        (await stays()).map(({ code }) => code),
        ['B202'],
        'a changed room counts although the calendar is the same',
      )
      assert.not.match(JSON.stringify(await feeds()), /secrettoken|B202/)
      assert.not.match(world.lines.join('\n'), 'secrettoken')
      assert.not.match(JSON.stringify(await world.ask('GET', '/api/settings', {})), 'calendarFeeds')
    })
  }),
)

test(
  'a restored house has no addresses: its calendars say so, and each is typed again alone',
  atTheDoor(async (world) => {
    const { send, feeds, stays, today } = await asHost(world)
    await withFeed(async (url, put) => {
      put(airbnbStay('a', day(1), day(3), 'HMABCDE123'))
      const restored = ['f', 'g'].map((id) => ({ id, name: id, address: '' }))
      await world.store.saveSettings({ calendarFeeds: restored })
      await send('POST', '/api/feeds/read', {})
      assert.equal(
        (await feeds()).map(({ fault }) => fault),
        ['gone', 'gone'],
      )
      assert.is(typeof (await today()).day, 'string')
      const value = [{ ...restored[0], address: url }, restored[1]]
      assert.is(await send('PATCH', '/api/settings/calendarFeeds', { value, current: pin }), undefined)
      await send('POST', '/api/feeds/read', {})
      assert.equal([(await feeds()).map(({ fault }) => fault), (await stays()).length], [[undefined, 'gone'], 1])
    })
  }),
)

test(
  'a stay taken out of a calendar does not come back; one that vanished is cancelled; many at once are asked for',
  atTheDoor(async (world) => {
    const { send, feeds, stays, today } = await asHost(world)
    await withFeed(async (url, put) => {
      const entries = [2, 4, 6, 8].map((n) => airbnbStay(`${n}`, day(n), day(n + 1), `HMABCDE10${n}`))
      const read = () => send('POST', '/api/feeds/read', {})
      const states = async () => (await stays()).map(({ state }) => state)
      put(...entries)
      await send('PATCH', '/api/settings/calendarFeeds', {
        value: [{ id: 'f', name: 'Airbnb', address: url }],
        current: pin,
      })
      await read()
      await send('DELETE', `/api/bookings/${(await stays())[0]!.id}`)
      await read()
      assert.equal(await states(), ['expected', 'expected', 'expected'])
      put()
      await read()
      assert.equal(await states(), ['expected', 'expected', 'expected'])
      const { lost } = (await feeds())[0]!
      assert.equal([lost.length >= 3, (await today()).lost], [true, true])
      const answer = (cancelled: boolean, ids = lost) => send('POST', '/api/feeds/f/lost', { ids, cancelled })
      assert.is(await answer(true, [999]), 409)
      await answer(false)
      await read()
      assert.equal(
        [await states(), (await feeds())[0]!.lost, (await today()).lost],
        [Array(3).fill('expected'), [], undefined],
      )
      put(...entries)
      await read()
      put(...entries.slice(0, 3))
      await read()
      assert.equal(await states(), ['expected', 'expected', 'cancelled'])
      const arriving = airbnbStay('0', day(0), day(1), 'HMABCDE100')
      put(arriving, ...entries)
      await read()
      put([...arriving, 'STATUS:CANCELLED'], ...entries)
      await read()
      assert.equal(await states(), ['cancelled', 'expected', 'expected', 'expected'])
    })
  }),
)

test(
  'erasing a check-in erases the person of its stay, whose data the person’s file shows before',
  atTheDoor(async (world) => {
    const { send, add, stays, checkin } = await asHost(world)
    await add(stay(0, 1, { room: 'Rossa', name: 'Zenobia Zurlo', phone: '+39 333 998877', email: 'z@zurlo.example' }))
    const id = await checkin({
      mainGuestName: 'Zenobia',
      mainGuestLastName: 'Zurlo',
      arrivalDate: day(0),
      numberOfNights: '1',
      roomDescription: 'Rossa',
    })
    const [matched] = (await stays())[0]!.parties
    assert.equal([matched!.id, matched!.name, matched!.room], [id, 'ZENOBIA ZURLO', 'Rossa'])
    const { stays: known } = await send('GET', `/api/checkin/${id}/person`)
    assert.equal(
      known.map(({ email }: { email: string }) => email),
      ['z@zurlo.example'],
    )
    await send('POST', `/api/checkin/${id}/erase`, { reason: 'request' })
    assert.equal(await stays(), [])
    await until('the name leaves the files', () => !standsIn(world.dir, ['z@zurlo.example']).length)
  }),
)

test.run()
