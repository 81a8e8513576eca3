// A house moves from its folder into the database and back with the same bytes, also after a crash at any step.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { intoDatabase, intoFolder } from '../../../server/houses/move-house'
import { openPostgres, type PostgresDatabase } from '../../../server/store/postgres/postgres-database'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store'
import { type Disk, machineDisk } from '../../../server/store/sealed/disk'
import { openStore } from '../../../server/store/sqlite/open'
import type { Store } from '../../../server/store/store'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../store/postgres-server'
import { failing, folder, stay, using, whole } from '../store/store-world'
import { houseSecrets } from './world'

const test = suite('houses moved')
const missing = whyNoPostgres()
let server: PostgresServer
let database: PostgresDatabase
if (missing) console.log(`# skipped: moving houses between the engines (${missing})`)
else {
  test.before(async () => {
    server = await startPostgres({ fsync: 'off' })
    database = await openPostgres({ url: server.url(), address: '', report: console.error })
  })
  test.after(async () => {
    await database.close()
    await server.stop()
  })
}
const holds = (title: string, work: () => Promise<void>) => (missing ? test.skip(title, work) : test(title, work))

const everything = async (store: Store) => ({
  ...(await whole(store)),
  letters: await store.notes('mail'),
  counters: await store.counters(),
  secrets: [await store.secret('cookies', () => 'none'), await store.secret('recovery', () => 'none')],
  owner: (await store.checkin(7))?.owner,
})

const at = '2025-07-01T10:00:00.000Z'

const lived = async (count = 60) => {
  const dir = folder()
  const before = await using(openStore({ dir, backups: 0 }), async (store) => {
    await houseSecrets(store, '1357')
    await store.saveSettings({ companyName: 'Da «Gino» \\ "x"', stripeSecretKey: 'sk_live_1' })
    for (let n = 1; n <= count; n++) await store.addCheckin(stay(n, { specialRequests: 'a\nb\0 🛏 \ud800' }))
    await store.removeCheckin(count)
    await store.addLetter({ checkinId: 5, addressee: 'host', status: 'sent', at, tries: 1 })
    await store.note('mail', { bookingId: 9, about: 'invitation', addressee: 'guest', status: 'sent', at, tries: 1 })
    await store.savePlaceCode('GORIZIA', '405031007')
    await store.saveCounter('pin', { count: 3 })
    return everything(store)
  })
  return { dir, before }
}

holds('everything is the same in the database and, later, in the folder again', async () => {
  const { dir, before } = await lived(700)
  const moved = await intoDatabase(database, machineDisk, 'rosa', dir)
  assert.match(moved!, /^699 check-ins, 2 notes, \d+ entries, SHA-256 [0-9a-f]{64}$/)
  assert.is(existsSync(join(dir, 'checkin.sqlite')), false)
  assert.match((await failing(openStore({ dir }))).message, /moved into a database/)
  const later = await using(openPostgresStore({ database, house: 'rosa', dir }), async (store) => {
    assert.equal(await everything(store), before)
    assert.is((await store.addCheckin(stay('new'))).id, 701, 'no number twice')
    await store.removeCheckin(5)
    assert.equal(
      (await store.notes('mail')).map(({ bookingId }) => bookingId),
      [9],
    )
    return everything(store)
  })
  assert.is(await intoDatabase(database, machineDisk, 'rosa', dir), undefined, 'it is there already')
  await intoFolder(database, machineDisk, 'rosa', dir)
  assert.equal(await database.houses().then((names) => names.includes('rosa')), false)
  assert.is(existsSync(join(dir, 'before-database/checkin.sqlite')), false, 'what was aside is older')
  await using(openStore({ dir, backups: 0 }), async (store) => {
    assert.equal(await everything(store), later)
    assert.is((await store.addCheckin(stay('newer'))).id, 702)
  })
  assert.is(await intoFolder(database, machineDisk, 'rosa', dir), undefined, 'it is back already')
  await intoDatabase(database, machineDisk, 'rosa', dir)
  await using(openPostgresStore({ database, house: 'rosa', dir }), async (store) =>
    assert.is((await store.checkins()).length, 700),
  )
})

holds(
  'a house whose process was killed takes what its journal holds along, also before its first snapshot',
  async () => {
    for (const [house, isFolded] of [
      ['azzurra', true],
      ['nuova', false],
    ] as const) {
      const { dir: begun } = await lived()
      const dir = isFolded ? begun : folder()
      const store = await openStore({ dir, backups: 'untouched' })
      await store.addCheckin(stay('last'))
      const killed = folder()
      cpSync(dir, killed, { recursive: true, filter: (path) => !/lock-/.test(path) })
      const held = await whole(store)
      await store.close()
      assert.is(existsSync(join(killed, 'checkin.sqlite')), isFolded)
      await intoDatabase(database, machineDisk, house, killed)
      await using(openPostgresStore({ database, house, dir: killed }), async (moved) =>
        assert.equal(await whole(moved), held),
      )
    }
  },
)

/** A disk whose n-th rename fails, as in a crash. */
const cutAt = (n: number) => {
  let calls = 0
  const counted =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    (...args: A) =>
      ++calls === n ? Promise.reject(new Error('cut')) : call(...args)
  const disk: Disk = {
    ...machineDisk,
    rename: counted(machineDisk.rename),
    makeFolder: counted(machineDisk.makeFolder),
    remove: counted(machineDisk.remove),
  }
  return { disk, wasCut: () => calls >= n }
}

holds('wherever the move is cut off, it is begun again and ends the same', async () => {
  let cuts = 0
  for (let n = 1, isOver = false; !isOver; n++) {
    const house = `cut${n}`
    const { dir, before } = await lived()
    const [there, back] = [cutAt(n), cutAt(n)]
    await intoDatabase(database, there.disk, house, dir).catch(() => intoDatabase(database, machineDisk, house, dir))
    await using(openPostgresStore({ database, house, dir }), async (store) =>
      assert.equal(await everything(store), before, `into, cut at ${n}`),
    )
    await intoFolder(database, back.disk, house, dir).catch(async (error) => {
      const again = await intoFolder(database, machineDisk, house, dir).catch((more: Error) => more.message)
      assert.ok(!/another/.test(again ?? ''), `${again} after ${error.message}`)
    })
    await using(openStore({ dir, backups: 0 }), async (store) =>
      assert.equal(await everything(store), before, `out, cut at ${n}`),
    )
    cuts += Number(there.wasCut()) + Number(back.wasCut())
    isOver = !there.wasCut() && !back.wasCut()
  }
  assert.ok(cuts > 10, `${cuts} cuts`)
})

holds('a house that is still in its folder is not begun anew in the database', async () => {
  const { dir, before } = await lived()
  const journalOnly = folder()
  writeFileSync(join(journalOnly, 'checkin.journal'), readFileSync(join(dir, 'checkin.journal')))
  for (const kept of [dir, journalOnly]) {
    const { name, message } = await failing(openPostgresStore({ database, house: 'gialla', dir: kept }))
    assert.is(name, 'StoreRefused')
    assert.match(message, /into-database gialla/)
  }
  assert.is((await database.houses()).includes('gialla'), false)
  await intoDatabase(database, machineDisk, 'gialla', dir)
  await using(openPostgresStore({ database, house: 'gialla', dir }), async (store) =>
    assert.equal(await everything(store), before),
  )
})

holds('a house the database has another of is not mixed into it', async () => {
  const [one, two] = [await lived(), await lived()]
  await intoDatabase(database, machineDisk, 'viola', one.dir)
  await using(openStore({ dir: two.dir, backups: 0 }), (store) => store.addCheckin(stay('other')))
  const bytes = readFileSync(join(two.dir, 'checkin.sqlite'))
  assert.match((await failing(intoDatabase(database, machineDisk, 'viola', two.dir))).message, /holds another viola/)
  assert.ok(bytes.length && existsSync(join(two.dir, 'checkin.sqlite')))
  await using(openPostgresStore({ database, house: 'viola', dir: one.dir }), async (store) =>
    assert.equal(await everything(store), one.before),
  )
})

test.run()
