import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { places } from '../../../server/places/places'
import type { Store } from '../../../server/store/store'

const test = suite('the place book on the server')

const store = { placeCodes: async () => ({}) } as unknown as Store

test('a place book that could not be made is made again when next asked for', async () => {
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

test('a book begun before the tables changed does not take the place of the one asked for after', async () => {
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

test.run()
