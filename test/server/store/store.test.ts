import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openStore } from '../../../server/store/sqlite/open'
import type { Store } from '../../../server/store/store'
import { failing, folder, stay, using, whole } from './store-world'

const test = suite('store: files')
const exported = (file: string) => ({ at: '2025-07-01T10:00:00.000Z', ids: [1], file, sha256: '00' })

test('a deleted guest is in no file of the folder after the next fold', async () => {
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

const textsOf = async (store: Store) => {
  const all: string[] = []
  for await (const slice of store.checkinSlices()) all.push(...slice)
  return all
}

test('a backup is a SQLite file that restores to the same answers', async () => {
  const [dir, other] = [folder(), folder()]
  const { image, answers } = await using(openStore({ dir }), async (store) => {
    for (let n = 0; n < 50; n++) await store.addCheckin(stay(n))
    await store.saveSettings({ companyName: 'Da Gino' })
    await store.note('export', exported('questura'))
    const image = await store.backup()
    const answers = { ...(await whole(store)), texts: await textsOf(store) }
    await store.addCheckin(stay('later'))
    return { image, answers }
  })
  assert.is(Buffer.from(image.subarray(0, 15)).toString(), 'SQLite format 3')
  writeFileSync(join(other, 'checkin.sqlite'), image)
  const again = await using(openStore({ dir: other }), async (store) => ({
    ...(await whole(store)),
    texts: await textsOf(store),
  }))
  assert.equal(again, answers)
  // The journal does not belong to this snapshot, so it is refused, not merged.
  writeFileSync(join(dir, 'checkin.sqlite'), image)
  assert.match((await failing(openStore({ dir }))).message, /do not belong together.*move checkin\.journal out/)
  renameSync(join(dir, 'checkin.journal'), join(other, 'old.journal'))
  await using(openStore({ dir }), async (store) => assert.equal(await textsOf(store), answers.texts))
})

test('a snapshot without its journal, and a journal without its snapshot, are refused', async () => {
  for (const name of ['checkin.journal', 'checkin.sqlite']) {
    const dir = folder()
    await using(openStore({ dir }), (store) => store.addCheckin(stay(1)))
    rmSync(join(dir, name))
    const error = await failing(openStore({ dir }))
    assert.is(error.name, 'StoreRefused')
    assert.match(error.message, /checkin\.journal.*recover/)
  }
})

test('a backup is kept for each day, up to the limit, whatever the clock does', async () => {
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
