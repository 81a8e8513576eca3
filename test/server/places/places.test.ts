import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { places } from '../../../server/places/places'
import type { Store } from '../../../server/store/store'

const test = suite('the place book on the server')

const store = { placeCodes: async () => ({}) } as unknown as Store

test('a place book that failed to build is built again at the next request', async () => {
  let isBroken = true
  const imported = async () => {
    if (isBroken) throw new Error('the disk does not answer')
    return {}
  }
  const book = places(store, imported, () => '2026-11-21')
  const first = await Promise.allSettled([book.book(), book.states(), book.search({ city: 'Cesena' })])
  assert.equal(
    first.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  isBroken = false
  assert.equal((await book.book()).city('Cesena'), { found: { code: '408140007', name: 'CESENA', province: 'FC' } })
  assert.equal(await book.states(), [])
})

test('a book begun before the tables changed does not replace a later one', async () => {
  const answers: (() => void)[] = []
  const imported = () => new Promise<Record<string, never>>((_, fail) => answers.push(() => fail(new Error('late'))))
  const book = places(store, imported, () => '2026-11-21')
  const early = book.book().catch((error: Error) => error.message)
  await new Promise((done) => setImmediate(done))
  book.renew()
  const later = book.book()
  later.catch(() => {})
  answers[0]?.()
  assert.is(await early, 'late')
  assert.is(book.book(), later)
})

test('a look-up returns the place with its kind, the candidates, or none', async () => {
  const { search } = places(
    store,
    async () => ({}),
    () => '2026-11-21',
  )
  assert.equal(await search({ city: 'Cesena' }), {
    success: true,
    code: '408140007',
    type: 'comune',
    name: 'CESENA',
    province: 'FC',
  })
  const germany = await search({ country: 'Germania' })
  assert.equal(germany, { success: true, code: '100000216', type: 'stato', name: 'GERMANIA' })
  assert.equal(await search({ code: '100000216' }), germany)
  assert.equal(await search({ name: 'Germania' }), germany)
  assert.is((await search({ code: '999999999' })).success, false)
  assert.equal(await search({ code: 'Cesena' }), await search({ code: '999999999' }), 'a name is no code')
  const none = await search({ city: 'Qwertyuiop' })
  assert.ok(!none.success && /./.test(none.message))
  const several = await search({ city: 'Livo' })
  assert.ok(!several.success && several.candidates!.length > 1)
  assert.match(several.message, /Livo/)
  assert.is.not(several.message, none.message)
})

test('an office of Rome is no place, and Rome is offered beside the answer', async () => {
  const { search } = places(
    store,
    async () => ({}),
    () => '2026-11-21',
  )
  assert.equal(await search({ name: 'Ministero degli Affari Esteri' }), {
    success: false,
    message: 'Codice ISTAT non trovato',
    candidates: [{ code: '412058091', name: 'ROMA', province: 'RM' }],
  })
  assert.equal(await search({ code: '999999999' }), { success: false, message: 'Codice ISTAT non trovato' })
})

test('missing fields of a record are cached until the record, a code or the day changes', async () => {
  let day = '2026-11-21'
  const asked: string[] = []
  const house = places(
    store,
    async () => {
      asked.push(day)
      return {}
    },
    () => day,
  )
  const checkin = { id: 1, mainGuestBirthCountry: 'Italia', mainGuestBirthCity: 'QWERTY' } as never
  const before = await house.lacks(checkin)
  assert.ok(
    before.some(({ field }) => field.endsWith('irthCity')),
    JSON.stringify(before),
  )
  assert.is(await house.lacks(checkin), before)
  house.forget(1)
  assert.is.not(await house.lacks(checkin), before)
  assert.equal(await house.lacks(checkin), before)
  assert.equal(
    await house.lacks({ ...(checkin as object), id: 2, identityRemovedAt: '2026-11-20T00:00:00Z' } as never),
    [],
  )
  day = '2026-11-22'
  assert.is.not(await house.lacks(checkin), before)
  assert.equal(asked, ['2026-11-21', '2026-11-22'])
})

test.run()
