import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { InitSqlJsStatic } from 'sql.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { machineDisk } from '../../../server/store/sealed/disk'
import { openStore } from '../../../server/store/sqlite/open'
import { restore } from '../../../server/store/sqlite/recovery'
import { stampChecksum } from '../../../server/store/sqlite-file/backup-files'
import { failing, folder, stay, using, whole } from './store-world'

const test = suite('backups made by an enemy')

const init: InitSqlJsStatic = createRequire(import.meta.url)('sql.js')
const sqlite = await init()

const good = await using(openStore({ dir: folder(), backups: 0 }), async (store) => {
  await store.addCheckin(stay(1))
  await store.saveSettings({ companyName: 'Casa Rosa', redirectUrl: 'https://casa.example.org' })
  return { bytes: await store.backup(), all: await whole(store) }
})

/** A complete backup after an attacker's SQL, with a valid checksum: the checksum needs no secret. */
const changedBy = async (...statements: string[]) => {
  const db = new sqlite.Database(good.bytes)
  for (const statement of statements) db.run(statement)
  const image = Buffer.from(db.export())
  db.close()
  return stampChecksum(image)
}

const disk = machineDisk
const ask = async () => 'no passphrase'
const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS'

const shapes: { [says: string]: string[] } = {
  'a trigger that leads guests elsewhere': [
    `CREATE TRIGGER t AFTER INSERT ON checkins BEGIN
       INSERT INTO entries VALUES ('setting', 'redirectUrl', '"https://evil.example"') ON CONFLICT DO UPDATE
       SET value = excluded.value; END`,
  ],
  'a trigger that keeps who was deleted': [
    'CREATE TABLE deleted (doc TEXT)',
    'CREATE TRIGGER t BEFORE DELETE ON checkins BEGIN INSERT INTO deleted VALUES (OLD.doc); END',
  ],
  'a view that never ends in place of a table': [
    'DROP TABLE entries',
    `CREATE VIEW entries AS ${endless} kind, 'a' AS name, '1' AS value FROM n`,
  ],
  'a virtual table': ['CREATE VIRTUAL TABLE x USING fts3(doc)'],
  'a table named as a statement': ['CREATE TABLE "x""; DROP TABLE checkins; --" ("y""; DROP TABLE notes; --" TEXT)'],
  'a column that computes something else': [
    'DROP INDEX byArrival',
    'ALTER TABLE checkins DROP COLUMN arrival',
    'ALTER TABLE checkins ADD COLUMN arrival TEXT AS (hex(zeroblob(900000000)))',
  ],
  'a check of the enemy’s on a table': [
    'DROP TABLE notes',
    'CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, doc TEXT NOT NULL CHECK (kind <> doc))',
  ],
  'an index that computes': ["CREATE INDEX x ON checkins (replace(doc, 'a', 'bbbbbbbbbb'))"],
  'a name of ours on another thing': ['DROP INDEX byKind', 'CREATE INDEX byKind ON notes (doc)'],
  'files in a table of another shape': [
    'DROP TABLE packed_files',
    'CREATE TABLE packed_files (folder TEXT, name TEXT, bytes AS (folder))',
  ],
}

for (const [says, statements] of Object.entries(shapes))
  test(`a backup with ${says} is refused, by the command and as a file put in place by hand`, async () => {
    const bytes = await changedBy(...statements)
    const dir = folder()
    assert.match((await failing(restore({ bytes, dir, disk, ask }))).message, /no whole backup.*Nothing was changed/)
    assert.equal(readdirSync(dir), [])
    writeFileSync(join(dir, 'checkin.sqlite'), bytes)
    assert.match((await failing(openStore({ dir, backups: 0 }))).message, /damaged/)
    assert.equal(readdirSync(dir), ['checkin.sqlite'])
  })

const restored = async (bytes: Buffer) => {
  const dir = folder()
  await restore({ bytes, dir, disk, ask })
  return using(openStore({ dir, backups: 0 }), async (store) => ({ dir, all: await whole(store) }))
}

test('our backups are restored whole, also one of the first format', async () => {
  assert.equal((await restored(Buffer.from(good.bytes))).all, good.all)
  const first = await changedBy(
    'DROP INDEX byCheckin',
    'ALTER TABLE entries RENAME TO kept',
    "UPDATE meta SET value = '1' WHERE name = 'format'",
  )
  assert.equal((await restored(first)).all, good.all)
})

test('files packed in a backup stay in their folder, whatever their names', async () => {
  const names = [
    '../../out.pdf',
    '/tmp/out.pdf',
    '..',
    '.',
    '',
    '../checkin.journal',
    'x/../../../out.pdf',
    '2025-07-01.pdf',
  ]
  const bytes = await changedBy(
    ...['receipts', '../receipts', '..', 'backups'].flatMap((from) =>
      names.map((name) => `INSERT INTO packed_files VALUES ('${from}', '${name}', x'255044462d')`),
    ),
  )
  const { dir, all } = await restored(bytes)
  assert.equal(all, good.all)
  assert.equal(readdirSync(join(dir, 'receipts')), ['2025-07-01.pdf'])
  assert.equal([existsSync(join(dir, '..', 'out.pdf')), existsSync(join(dir, 'backups'))], [false, false])
})

test('a file that claims to be larger than it is, or is cut, is refused', async () => {
  for (const [at, value] of [
    [16, 0],
    [16, 0x0200_0000],
    [28, 0xffff_ffff],
    [36, 0xffff_ffff],
  ] as const) {
    const bytes = Buffer.from(good.bytes)
    bytes.writeUInt32BE(value, at)
    const stamped = await stampChecksum(bytes)
    assert.match(
      (await failing(restore({ bytes: stamped as Buffer, dir: folder(), disk, ask }))).message,
      /no whole/,
      `${at}`,
    )
  }
  const half = await stampChecksum(Buffer.from(good.bytes.subarray(0, good.bytes.length / 2)))
  assert.match((await failing(restore({ bytes: half as Buffer, dir: folder(), disk, ask }))).message, /no whole/)
})

test.run()
