import type { Query } from '../store'

/** A value SQLite keeps. */
type Value = string | number | null

/** Runs one SQL statement and answers its rows. */
export type Sql = (statement: string, values?: (Value | Uint8Array)[]) => Value[][]

/** The tables: check-ins are JSON documents, so a new field is no business of SQL; `meta` says which point of the history an image holds. */
export const schema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  INSERT INTO meta VALUES ('format', '1'), ('image', ''), ('seq', '0'), ('sum', '');
  CREATE TABLE checkins (
    id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT, draft TEXT, doc TEXT NOT NULL,
    arrival TEXT AS (json_extract(doc, '$.arrivalDate')), departure TEXT AS (json_extract(doc, '$.departureDate')));
  CREATE INDEX byArrival ON checkins (arrival);
  CREATE INDEX byDeparture ON checkins (departure);
  CREATE INDEX byDraft ON checkins (draft, owner);
  CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, doc TEXT NOT NULL);
  CREATE INDEX byKind ON notes (kind);
  CREATE TABLE kept (kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, name));
`

/** A JSON document's text with its number put in front, without parsing. */
export const withId = (id: Value, doc: string) => (doc === '{}' ? `{"id":${id}}` : `{"id":${id},${doc.slice(1)}`)

/** Inserts a row that ends in a document and answers its number. The text goes as bytes, because sql.js copies texts letter by letter. */
const insert = (sql: Sql, into: string, values: Value[], doc: object) => {
  sql(`INSERT INTO ${into} VALUES (${values.map(() => '?, ').join('')}CAST(? AS TEXT))`, [
    ...values,
    Buffer.from(JSON.stringify(doc)),
  ])
  return sql('SELECT last_insert_rowid()')[0]![0] as number
}

type Doc = { [field: string]: unknown }

const patched = (doc: Doc, patch: Doc) =>
  Object.fromEntries(Object.entries({ ...doc, ...patch }).filter(([, value]) => value !== null))

/** The check-in of an owner's attempt, as JSON text; there is never a second. */
export const firstOf = (sql: Sql, owner: string | null, draft: string | null) => {
  const [first] =
    draft === null ? [] : sql('SELECT id, doc FROM checkins WHERE draft = ? AND owner IS ?', [draft, owner])
  return first && withId(first[0]!, first[1] as string)
}

/**
 * Every change the journal can hold: its name there, its values, and what it does to the tables.
 * A journal is done again at the next start, perhaps by a later version: a change always does the same to the same tables, reads no clock,
 * and is never given another meaning under its old name. It is total: one whose object is gone does nothing.
 */
export const changes = {
  add: (sql: Sql, owner: string | null, draft: string | null, doc: Doc) => {
    const first = firstOf(sql, owner, draft)
    return first ? JSON.parse(first) : { id: insert(sql, 'checkins (owner, draft, doc)', [owner, draft], doc), ...doc }
  },
  change: (sql: Sql, id: number, patch: Doc) => {
    const [found] = sql('SELECT doc FROM checkins WHERE id = ?', [id])
    if (!found) return undefined
    const doc = patched(JSON.parse(found[0] as string), patch)
    sql('UPDATE checkins SET doc = ? WHERE id = ?', [JSON.stringify(doc), id])
    return { id, ...doc }
  },
  remove: (sql: Sql, id: number) => sql('DELETE FROM checkins WHERE id = ? RETURNING id', [id]).length > 0,
  /** Numbers that may have been given in a part of the journal that was lost, and are not to be given again. */
  skip: (sql: Sql, count: number) => {
    if (!sql("SELECT 1 FROM sqlite_sequence WHERE name = 'checkins'").length)
      sql("INSERT INTO sqlite_sequence VALUES ('checkins', 0)")
    sql("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'checkins'", [count])
  },
  keep: (sql: Sql, kind: string, entries: Doc) => {
    for (const [name, value] of Object.entries(entries)) {
      if (value === null) sql('DELETE FROM kept WHERE kind = ? AND name = ?', [kind, name])
      else
        sql('INSERT INTO kept VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', [
          kind,
          name,
          JSON.stringify(value),
        ])
    }
  },
  keepFirst: (sql: Sql, kind: string, name: string, value: unknown) => {
    sql('INSERT INTO kept VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [kind, name, JSON.stringify(value)])
    return valuesOf(sql, kind)[name]
  },
  note: (sql: Sql, kind: string, entry: object) => insert(sql, 'notes (kind, doc)', [kind], entry),
  removeNote: (sql: Sql, kind: string, id: number) =>
    sql('DELETE FROM notes WHERE kind = ? AND id = ? RETURNING id', [kind, id]).length > 0,
}

/** The stored values of a kind (settings, place codes, secrets), by name. */
export const valuesOf = (sql: Sql, kind: string): Record<string, unknown> =>
  Object.fromEntries(
    sql('SELECT name, value FROM kept WHERE kind = ?', [kind]).map(([name, value]) => [
      name,
      JSON.parse(value as string),
    ]),
  )

/** The check-ins asked for, in the order of their numbers, each as JSON text without line breaks. */
export const checkinTexts = (sql: Sql, { date, by = 'arrival' }: Query): string[] => {
  const day = by === 'departure' ? 'departure' : 'arrival'
  const found =
    date === undefined
      ? sql('SELECT id, doc FROM checkins ORDER BY id')
      : sql(`SELECT id, doc FROM checkins WHERE ${day} = ? ORDER BY id`, [date])
  return found.map(([id, doc]) => withId(id!, doc as string))
}
