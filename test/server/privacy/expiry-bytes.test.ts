// After its retention term, expired data is searched in every byte of the data folder and of PostgreSQL's.
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { workbooks } from '../../../server/excel/workbooks'
import { mailAllowance } from '../../../server/mail/delivery'
import { letterList } from '../../../server/mail/letter-list'
import { accessLog } from '../../../server/privacy/access-log'
import { retention } from '../../../server/privacy/retention-clock'
import { printDigest } from '../../../server/shared/digests'
import { openPostgres } from '../../../server/store/postgres/postgres-database'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store'
import { machineDisk } from '../../../server/store/sealed/disk'
import { openStore } from '../../../server/store/sqlite/open'
import { readErased } from '../../../server/store/sqlite-file/erase-again'
import type { Store } from '../../../server/store/store'
import { printsOf } from '../../../src/core/police/police-state'
import { addDays } from '../../../src/core/text/dates'
import { romeInstant } from '../../../src/core/text/rome-time'
import { startPostgres, whyNoPostgres } from '../store/postgres-server'
import { standsIn } from '../store/raw-bytes'
import { folder, stay } from '../store/store-world'

const test = suite('nothing of a guest after the term')

const arrival = '2025-01-10'
const gone = [
  'ZACCARIA ÉLODIE',
  'elodie@zaccaria.example',
  'AXZACCARIA7',
  'VIA DEGLI ZACCARIA 9',
  'allergica: zaccaria',
]
const stays = ['ZORZETTO ALVISE', 'alvise@zorzetto.example']

const guest = ([lastName, email, document, address, notes]: string[], from: string) => {
  const record = stay(from, {
    mainGuestLastName: lastName,
    email,
    mainGuestDocumentNumber: document ?? 'CA1234567',
    mainGuestResidenceAddress: address ?? 'VIA ROMA 1',
    specialRequests: notes ?? '',
    arrivalDate: from,
    departureDate: addDays(from, 3),
    createdAt: `${from}T10:00:00.000Z`,
  })
  const prints = printsOf(record as unknown as Checkin, printDigest)
  return { ...record, told: JSON.stringify({ at: `${from}T12:00:00.000Z`, prints }) }
}

/** Two months of a house: a guest, changes, letters, the Excel copy, the access log; then the night after the term. */
const lived = async (store: Store, dir: string, clock: { ms: number }) => {
  const now = () => new Date(clock.ms)
  const lines: string[] = []
  const report = (line: string) => void lines.push(line)
  await store.saveSettings({ enableRetention: true, identityDays: 60, recordYears: 0, enableLocalExcelSave: true })
  const books = workbooks({ store, dir, report })
  const access = accessLog({ store, dir })
  const { id } = await store.addCheckin(guest(gone, arrival))
  await store.updateCheckin(id, { specialRequests: `${gone[4]}, e altro` })
  await store.addLetter({ checkinId: id, addressee: 'guest', status: 'failed', at: now().toISOString(), tries: 3 })
  await (await mailAllowance(store, 'key', now)).count(gone[1])
  await store.addCheckin(guest(stays, '2025-03-10'))
  await books.flush()
  assert.ok(standsIn(dir, stays).length > 0, 'the search finds who is there')
  const nothing = { forget: async () => {} }
  const letters = await letterList(store, report)
  const mailQueue = { list: () => letters.all(), forget: letters.forget } as never
  const terms = retention({
    store,
    mailQueue,
    offices: { receipts: nothing, log: nothing, access, guestsAtRegion: nothing },
    now,
    report,
  } as never)
  for (const days of [69, 70]) {
    clock.ms = romeInstant(addDays(arrival, days), '04:00')
    await terms.turn()
  }
  books.changed()
  await books.flush()
  await books.stop()
  return lines
}

test('expired bytes are in none of: journal, snapshot, daily copies, workbook, log', async () => {
  const dir = folder()
  const clock = { ms: romeInstant(arrival, '12:00') }
  const open = () => openStore({ dir, now: () => new Date(clock.ms) })
  // Start a day earlier, so that a daily backup has the guest.
  await open().then(async (store) => {
    await store.addCheckin(guest(gone, '2025-01-02'))
    await store.close()
  })
  clock.ms += 86_400_000
  const store = await open()
  const lines = await lived(store, dir, clock)
  for (let n = 0; n < 300 && standsIn(dir, gone).length; n++) await pause(100)
  assert.equal(standsIn(dir, gone), [])
  await store.close()
  assert.equal(standsIn(dir, gone), [])
  assert.ok(standsIn(dir, stays).length > 0, 'the others are there')
  assert.ok((await readErased(machineDisk, dir)).list.length > 0)
  assert.not.match(lines.join('\n'), /ZACCARIA|zaccaria/)
})

const inDatabase = async () => {
  const server = await startPostgres({ autovacuum: 'off' })
  const database = await openPostgres({ url: server.url(), address: 'http://127.0.0.1:1', report: console.error })
  const sql = postgres({ host: server.socket, user: 'benvenuto', database: 'postgres', max: 1 })
  const files = `${server.socket}/../data`
  try {
    const dir = folder()
    const clock = { ms: romeInstant(arrival, '12:00') }
    const store = await openPostgresStore({ database, house: 'rosa.example.it', dir })
    await lived(store, dir, clock)
    const rows = await sql`SELECT doc FROM checkin UNION ALL SELECT doc FROM note UNION ALL SELECT value FROM entry`
    assert.not.match(JSON.stringify(rows), /ZACCARIA|zaccaria/)
    assert.equal(standsIn(dir, gone), [], 'the house’s own folder')
    const tables = (found: string[]) => found.filter((one) => one.startsWith('base/'))
    await sql`CHECKPOINT`
    assert.ok(tables(standsIn(files, gone)).length > 0, 'dead rows are bytes until they are written anew')
    // As advised in docs/operations.md.
    for (const table of ['checkin', 'note', 'entry']) await sql.unsafe(`VACUUM (FULL) ${table}`)
    await sql`CHECKPOINT`
    assert.equal(tables(standsIn(files, gone)), [])
    assert.ok(tables(standsIn(files, stays)).length > 0)
    await store.close()
  } finally {
    await sql.end()
    await database.close()
    await server.stop()
  }
}
const title = 'PostgreSQL: no row at once, no byte of its tables after the advice'
const missing = whyNoPostgres()
if (missing) {
  console.log(`# skipped: ${title} (${missing})`)
  test.skip(title, inDatabase)
} else test(title, inDatabase)

test.run()
