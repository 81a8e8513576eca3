import { createHash } from 'node:crypto'
import type { ISql } from 'postgres'
import type { Disk } from '../sealed/disk'
import { pagesInMemory } from '../sealed/memory-pages'
import { packFiles, stampChecksum } from '../sqlite-file/backup-files'
import type { Sql } from '../sqlite-file/changes'
import { openDatabase } from '../sqlite-file/database'
import { origin } from '../sqlite-file/journal-records'
import { finish, rebuilt } from '../sqlite-file/new-images'
import type { PostgresDatabase } from './postgres-database'
import {
  type CheckinRow,
  column,
  type EntryRow,
  type HouseStatements,
  houseStatements,
  type NoteRow,
} from './statements'

/** Rows read or written at once. */
const portion = 500

type Look = <T>(query: () => Promise<T>) => Promise<T>

/** Copies a house into the tables of an image. */
const fill = async (house: HouseStatements, look: Look, sql: Sql) => {
  const standing = await look(house.standing)
  for (let after = 0, isLast = false; !isLast; ) {
    const from = after
    const rows = await look(async () => house.checkinsAfter({}, from, portion))
    for (const { id, owner, draft, doc } of rows)
      sql('INSERT INTO checkins (id, owner, draft, doc) VALUES (?, ?, ?, ?)', [id, owner, draft, doc])
    isLast = rows.length < portion
    after = rows.at(-1)?.id ?? after
  }
  for (let after = 0, isLast = false; !isLast; ) {
    const from = after
    const rows = await look(async () => house.notesAfter(from, portion))
    for (const { id, kind, doc } of rows) sql('INSERT INTO notes (id, kind, doc) VALUES (?, ?, ?)', [id, kind, doc])
    isLast = rows.length < portion
    after = rows.at(-1)?.id ?? after
  }
  for (const { kind, name, value } of await look(async () => house.allEntries()))
    sql('INSERT INTO entries VALUES (?, ?, ?)', [kind, name, value])
  // A given number is not given again, even when its check-in is gone.
  for (const [table, last] of [
    ['checkins', standing!.checkins],
    ['notes', standing!.notes],
  ] as const) {
    sql('DELETE FROM sqlite_sequence WHERE name = ?', [table])
    sql('INSERT INTO sqlite_sequence VALUES (?, ?)', [table, last])
  }
}

/** Where the files beside a house are, and who is called with a sentence about one that cannot be read. */
type Beside = { disk: Disk; dir: string; report: (line: string) => void }

/** Returns the house as a SQLite file for download, without secrets. */
export const backupBytes = async (
  house: HouseStatements,
  look: Look,
  { disk, dir, report }: Beside,
): Promise<Uint8Array> => {
  const db = await openDatabase()
  const pages = pagesInMemory(Buffer.alloc(0))
  const fresh = await fill(house, look, db.sql)
    .then(() => {
      db.forgetSecrets()
      return rebuilt(db, pages)
    })
    .finally(db.close)
  try {
    for (const line of await packFiles(disk, dir, fresh.sql)) report(line)
    await finish(fresh, pages, 'backup', origin)
    return pages.subarray(0, pages.length)
  } finally {
    fresh.close()
  }
}

/** The contents of a house in a fixed order: equal to the byte in both engines. */
export type Contents = {
  checkins: CheckinRow[]
  notes: NoteRow[]
  entries: EntryRow[]
  last: { checkins: number; notes: number }
}

/** Returns the contents of an image. */
export const contentsOf = (sql: Sql): Contents => {
  const last = Object.fromEntries(sql('SELECT name, seq FROM sqlite_sequence')) as { [table: string]: number }
  return {
    checkins: sql('SELECT id, owner, draft, arrival, departure, doc FROM checkins ORDER BY id').map(
      ([id, owner, draft, arrival, departure, doc]) => ({
        id: Number(id),
        owner: column(owner),
        draft: column(draft),
        arrival: column(arrival),
        departure: column(departure),
        doc: String(doc),
      }),
    ),
    notes: sql('SELECT id, kind, doc FROM notes ORDER BY id').map(([id, kind, doc]) => ({
      id: Number(id),
      kind: String(kind),
      // A letter of an expected stay has no check-in.
      checkin: kind === 'mail' ? (JSON.parse(String(doc)).checkinId ?? null) : null,
      doc: String(doc),
    })),
    entries: sql('SELECT kind, name, value FROM entries ORDER BY kind, name').map(([kind, name, value]) => ({
      kind: String(kind),
      name: String(name),
      value: String(value),
    })),
    last: { checkins: last.checkins ?? 0, notes: last.notes ?? 0 },
  }
}

/** Returns the row counts and the SHA-256 of contents. */
export const contentsDigest = ({ checkins, notes, entries, last }: Contents): string => {
  const hash = createHash('sha256').update(JSON.stringify(last))
  for (const { id, owner, draft, doc } of checkins) hash.update(JSON.stringify([id, owner, draft, doc]))
  for (const { id, kind, doc } of notes) hash.update(JSON.stringify([id, kind, doc]))
  for (const { kind, name, value } of entries) hash.update(JSON.stringify([kind, name, value]))
  const counts = `${checkins.length} check-ins, ${notes.length} notes, ${entries.length} entries`
  return `${counts}, SHA-256 ${hash.digest('hex')}`
}

/** Whether a digest is of an empty house. */
export const isNothing = (proof: string) => proof.startsWith('0 check-ins, 0 notes, 0 entries')

const insert = async (sql: ISql, table: string, rows: { [column: string]: string | number | null }[]) => {
  for (let at = 0; at < rows.length; at += portion)
    await sql`INSERT INTO ${sql(table)} ${sql(rows.slice(at, at + portion))}`
}

const once = async <T>(look: () => Promise<T>) => look()

/** Returns a house as a SQLite image with its secrets, and the digest of its contents (`proof`). */
export const imageOf = async ({ sql }: PostgresDatabase, house: string) => {
  const db = await openDatabase()
  try {
    await fill(houseStatements(sql, house), once, db.sql)
    const proof = contentsDigest(contentsOf(db.sql))
    return { proof, image: await stampChecksum(db.image('backup', origin)) }
  } finally {
    db.close()
  }
}

/** Puts contents into an empty house, all or nothing. Throws if the house has other contents. */
export const putContents = async (database: PostgresDatabase, house: string, contents: Contents): Promise<void> => {
  const { proof } = await imageOf(database, house)
  if (proof === contentsDigest(contents)) return
  if (!isNothing(proof))
    throw new Error(`The database holds another ${house} (${proof}): remove or rename it there first.`)
  await database.sql.begin(async (sql) => {
    const { checkins, notes } = contents.last
    await sql`UPDATE house SET checkins = ${checkins}, notes = ${notes} WHERE house = ${house}`
    const named = (rows: { [column: string]: string | number | null }[]) => rows.map((row) => ({ house, ...row }))
    await insert(sql, 'checkin', named(contents.checkins))
    await insert(sql, 'note', named(contents.notes))
    await insert(sql, 'entry', named(contents.entries))
  })
}
