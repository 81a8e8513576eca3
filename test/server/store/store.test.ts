import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openStore } from '../../../server/store/sqlite/open'
import { failing, folder, stay, using, whole } from './store-world'

const test = suite('store')
const exported = (file: string) => ({ at: '2025-07-01T10:00:00.000Z', ids: [1], file, sha256: '00' })

test('check-ins are numbered from 1 and come back as they were given, owner apart', async () => {
  await using(openStore({ dir: folder() }), async (store) => {
    const first = await store.addCheckin(stay(1))
    assert.is(first.id, 1)
    assert.is((await store.addCheckin(stay(2))).id, 2)
    const { owner, ...doc } = stay(1)
    assert.equal(await store.checkin(1), { id: 1, ...doc, owner })
    assert.equal((await store.checkins())[0], { id: 1, ...doc })
    assert.equal(JSON.parse(await store.checkinsJson()), await store.checkins())
    assert.is(await store.checkin(3), undefined)
  })
})

test('the same attempt of the same guest is one check-in, also when it comes twice at once', async () => {
  await using(openStore({ dir: folder() }), async (store) => {
    const answers = await Promise.all([1, 2, 3].map((n) => store.addCheckin(stay(1, { specialRequests: `try ${n}` }))))
    assert.equal(
      answers.map(({ id }) => id),
      [1, 1, 1],
    )
    assert.is((await store.addCheckin(stay(1))).specialRequests, 'try 1')
    assert.is((await store.addCheckin({ ...stay(1), owner: 'another' })).id, 2)
    assert.is((await store.checkins()).length, 2)
  })
})

test('a change adds, replaces and, with null, removes fields, but never the number or the owner', async () => {
  await using(openStore({ dir: folder() }), async (store) => {
    await store.addCheckin(stay(1))
    const changed = await store.updateCheckin(1, {
      id: 9,
      owner: 'thief',
      paymentMethod: 'CARTA',
      email: null,
      carPlate: 'AB123CD',
    })
    assert.is(changed!.id, 1)
    const now = (await store.checkin(1)) as Record<string, unknown>
    assert.equal([now.owner, now.paymentMethod, now.carPlate, 'email' in now], ['owner-1', 'CARTA', 'AB123CD', false])
    assert.is(await store.updateCheckin(2, { email: 'x' }), undefined)
  })
})

test('a number is never given twice, not after a removal and a start', async () => {
  const dir = folder()
  await using(openStore({ dir }), async (store) => {
    await store.addCheckin(stay(1))
    await store.addCheckin(stay(2))
    assert.is(await store.removeCheckin(2), true)
    assert.is(await store.removeCheckin(2), false)
    assert.is((await store.addCheckin(stay(3))).id, 3)
    await store.removeCheckin(3)
  })
  await using(openStore({ dir }), async (store) => assert.is((await store.addCheckin(stay(4))).id, 4))
})

test('a day is asked for by arrival or departure, 29 February too', async () => {
  await using(openStore({ dir: folder() }), async (store) => {
    await store.addCheckin(stay(1, { arrivalDate: '2028-02-28', departureDate: '2028-02-29' }))
    await store.addCheckin(stay(2, { arrivalDate: '2028-02-29', departureDate: '2028-03-01' }))
    await store.updateCheckin(1, { arrivalDate: '2028-02-27' })
    const ids = async (date: string, by?: 'arrival' | 'departure') =>
      (await store.checkins({ date, by })).map(({ id }) => id)
    assert.equal(
      [await ids('2028-02-29'), await ids('2028-02-29', 'departure'), await ids('2028-02-28'), await ids('2028-02-27')],
      [[2], [1], [], [1]],
    )
  })
})

test('settings, place codes, lists and secrets are kept over a start', async () => {
  const dir = folder()
  const codes = [
    { id: 'a', code: 'A101', description: 'Camera «blu»', showPaymentPage: true, totalRooms: 1, totalBeds: 2 },
  ]
  const before = await using(openStore({ dir }), async (store) => {
    await store.saveSettings({ companyName: 'Da Gino', enablePayPal: true, reservationCodes: codes })
    await store.saveSettings({ companyName: 'Da Lucia', enablePayPal: null })
    await store.savePlaceCode('GORIZIA', '405031007')
    await store.saveCounter('pin', { count: 3, since: 1, last: 2 })
    await store.saveCounter('gone', { count: 1 })
    await store.saveCounter('gone', null)
    assert.is(await store.note('export', exported('questura')), 1)
    await store.note('stripe-event', { event: 'evt_1' })
    await store.note('export', exported('ross1000'))
    assert.is(await store.removeNote('export', 1), true)
    assert.is(await store.removeNote('export', 1), false)
    const secrets = await Promise.all(['one', 'two'].map((word) => store.secret('cookie', () => word)))
    assert.equal(secrets, ['one', 'one'])
    return whole(store)
  })
  assert.equal(before.settings, { companyName: 'Da Lucia', reservationCodes: codes })
  assert.equal(before.places, { GORIZIA: '405031007' })
  assert.equal(before.notes, [{ id: 3, ...exported('ross1000') }])
  await using(openStore({ dir }), async (store) => {
    assert.equal(await whole(store), before)
    assert.equal(await store.counters(), { pin: { count: 3, since: 1, last: 2 } })
    assert.is(await store.secret('cookie', () => 'three'), 'one')
  })
})

test('any text is kept: emoji, lone surrogates, line feeds, zero bytes, names of the language', async () => {
  const dir = folder()
  const odd = { specialRequests: 'a\nb\0c "\\ 🛏 \ud800 \u2028', constructor: 'x', toString: 'y' }
  await using(openStore({ dir }), async (store) => {
    await store.addCheckin(stay(1, odd))
    await store.addCheckin({} as never)
    await store.saveSettings({ companyName: odd.specialRequests })
  })
  await using(openStore({ dir }), async (store) => {
    const found = (await store.checkin(1)) as Record<string, unknown>
    assert.equal([found.specialRequests, found.constructor, found.toString], [odd.specialRequests, 'x', 'y'])
    assert.is((await store.settings()).companyName, odd.specialRequests)
    assert.equal((await store.checkins())[1], { id: 2 })
  })
})

test('after a close nothing is read or written', async () => {
  const store = await openStore({ dir: folder() })
  await Promise.all([store.addCheckin(stay(1)), store.close(), store.close()])
  for (const call of [
    store.checkins(),
    store.addCheckin(stay(2)),
    store.health(),
    store.saveSettings({}),
    store.backup(),
  ])
    assert.is((await failing(call)).name, 'StoreUnavailable')
})

test('twenty thousand check-ins are kept, found and counted', async () => {
  const dir = folder()
  await using(openStore({ dir, backups: 0 }), async (store) => {
    await Promise.all(
      Array.from({ length: 20_000 }, (_, n) => store.addCheckin(stay(n, { arrivalDate: `2025-07-${10 + (n % 20)}` }))),
    )
  })
  await using(openStore({ dir, backups: 0 }), async (store) => {
    assert.is((await store.checkins()).length, 20_000)
    assert.is((await store.checkins({ date: '2025-07-15' })).length, 1000)
    assert.is((await store.addCheckin(stay('x'))).id, 20_001)
  })
})

test('a removed guest is in no file of the folder once the journal is folded, by itself and soon', async () => {
  const dir = folder()
  const store = await openStore({ dir, backups: 0 })
  const hits = () =>
    readdirSync(dir).filter((name) => name.startsWith('checkin') && readFileSync(join(dir, name)).includes('FANTASMA'))
  for (let n = 0; n < 60; n++)
    await store.addCheckin(stay(n, { specialRequests: n % 3 ? 'x'.repeat(n * 50) : `FANTASMA ${'y'.repeat(n * 70)}` }))
  for (let n = 0; n < 60; n++)
    await store.updateCheckin(n + 1, { thirdGuestName: n % 3 ? 'Z'.repeat(n * 30) : `FANTASMA ${'w'.repeat(n * 30)}` })
  for (let n = 0; n < 60; n += 3) await store.removeCheckin(n + 1)
  assert.ok(hits().length)
  for (let tries = 0; hits().length && tries < 200; tries++) await new Promise((done) => setTimeout(done, 100))
  assert.equal(hits(), [])
  assert.is((await store.checkins()).length, 40)
  await store.close()
  assert.equal(hits(), [])
})

test('a backup is a SQLite file that restores to the same answers', async () => {
  const [dir, other] = [folder(), folder()]
  const { image, answers } = await using(openStore({ dir }), async (store) => {
    for (let n = 0; n < 50; n++) await store.addCheckin(stay(n))
    await store.saveSettings({ companyName: 'Da Gino' })
    await store.note('export', exported('questura'))
    const image = await store.backup()
    const answers = { ...(await whole(store)), json: await store.checkinsJson() }
    await store.addCheckin(stay('later'))
    return { image, answers }
  })
  assert.is(Buffer.from(image.subarray(0, 15)).toString(), 'SQLite format 3')
  writeFileSync(join(other, 'checkin.sqlite'), image)
  const again = await using(openStore({ dir: other }), async (store) => ({
    ...(await whole(store)),
    json: await store.checkinsJson(),
  }))
  assert.equal(again, answers)
  // Over an existing store: the journal of the newer snapshot does not fit, and is refused rather than mixed in.
  writeFileSync(join(dir, 'checkin.sqlite'), image)
  assert.match((await failing(openStore({ dir }))).message, /do not belong together.*move checkin\.journal out/)
  renameSync(join(dir, 'checkin.journal'), join(other, 'old.journal'))
  await using(openStore({ dir }), async (store) => assert.is(await store.checkinsJson(), answers.json))
})

test('a snapshot whose journal is gone, and a journal whose snapshot is gone, are refused', async () => {
  for (const name of ['checkin.journal', 'checkin.sqlite']) {
    const dir = folder()
    await using(openStore({ dir }), (store) => store.addCheckin(stay(1)))
    rmSync(join(dir, name))
    const error = await failing(openStore({ dir }))
    assert.is(error.name, 'StoreRefused')
    assert.match(error.message, /checkin\.journal.*recover/)
  }
})

test('a backup is kept for each day, so many and no more, whatever the clock does', async () => {
  const dir = folder()
  const days = [
    '2025-07-01',
    '2025-07-01',
    '2025-07-02',
    '2025-07-03',
    '1970-01-01',
    '1970-01-02',
    '2025-07-04',
    '2099-01-01',
    '2025-07-05',
  ]
  for (const [n, day] of days.entries())
    await using(openStore({ dir, backups: 3, now: () => new Date(`${day}T10:00:00Z`) }), (store) =>
      store.addCheckin(stay(n)),
    )
  assert.equal(
    readdirSync(join(dir, 'backups')),
    ['2025-07-04', '2025-07-05', '2099-01-01'].map((day) => `checkin-${day}.sqlite`),
  )
  await using(openStore({ dir }), async (store) => assert.is((await store.checkins()).length, days.length))
})

test.run()
