/** A value SQLite keeps. */
type Value = string | number | null

/** Runs one SQL statement and answers its rows. */
export type Rows = (sql: string, values?: (Value | Uint8Array)[]) => Value[][]

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
export const numbered = (id: Value, doc: string) => (doc === '{}' ? `{"id":${id}}` : `{"id":${id},${doc.slice(1)}`)

/** Inserts a row that ends in a document and answers its number. The text goes as bytes, because sql.js copies texts letter by letter. */
const insert = (rows: Rows, into: string, values: Value[], doc: object) => {
  rows(`INSERT INTO ${into} VALUES (${values.map(() => '?, ').join('')}CAST(? AS TEXT))`, [
    ...values,
    Buffer.from(JSON.stringify(doc)),
  ])
  return rows('SELECT last_insert_rowid()')[0]![0] as number
}

type Doc = { [field: string]: unknown }

const patched = (doc: Doc, patch: Doc) =>
  Object.fromEntries(Object.entries({ ...doc, ...patch }).filter(([, value]) => value !== null))

/** The check-in of an owner's attempt, as JSON text; there is never a second. */
export const firstOf = (rows: Rows, owner: string | null, draft: string | null) => {
  const [first] =
    draft === null ? [] : rows('SELECT id, doc FROM checkins WHERE draft = ? AND owner IS ?', [draft, owner])
  return first && numbered(first[0]!, first[1] as string)
}

/**
 * Every change the journal can hold: its name there, its values, and what it does to the tables.
 * A journal is done again at the next start, perhaps by a later version: a change always does the same to the same tables, reads no clock,
 * and is never given another meaning under its old name. It is total: one whose object is gone does nothing.
 */
export const changes = {
  add: (rows: Rows, owner: string | null, draft: string | null, doc: Doc) => {
    const first = firstOf(rows, owner, draft)
    return first ? JSON.parse(first) : { id: insert(rows, 'checkins (owner, draft, doc)', [owner, draft], doc), ...doc }
  },
  change: (rows: Rows, id: number, patch: Doc) => {
    const [found] = rows('SELECT doc FROM checkins WHERE id = ?', [id])
    if (!found) return undefined
    const doc = patched(JSON.parse(found[0] as string), patch)
    rows('UPDATE checkins SET doc = ? WHERE id = ?', [JSON.stringify(doc), id])
    return { id, ...doc }
  },
  remove: (rows: Rows, id: number) => rows('DELETE FROM checkins WHERE id = ? RETURNING id', [id]).length > 0,
  /** Numbers that may have been given in a part of the journal that was lost, and are not to be given again. */
  skip: (rows: Rows, count: number) => {
    if (!rows("SELECT 1 FROM sqlite_sequence WHERE name = 'checkins'").length)
      rows("INSERT INTO sqlite_sequence VALUES ('checkins', 0)")
    rows("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'checkins'", [count])
  },
  keep: (rows: Rows, kind: string, entries: Doc) => {
    for (const [name, value] of Object.entries(entries)) {
      if (value === null) rows('DELETE FROM kept WHERE kind = ? AND name = ?', [kind, name])
      else
        rows('INSERT INTO kept VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', [
          kind,
          name,
          JSON.stringify(value),
        ])
    }
  },
  keepFirst: (rows: Rows, kind: string, name: string, value: unknown) => {
    rows('INSERT INTO kept VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [kind, name, JSON.stringify(value)])
    return keptOf(rows, kind)[name]
  },
  note: (rows: Rows, kind: string, entry: object) => insert(rows, 'notes (kind, doc)', [kind], entry),
  removeNote: (rows: Rows, kind: string, id: number) =>
    rows('DELETE FROM notes WHERE kind = ? AND id = ? RETURNING id', [kind, id]).length > 0,
}

/** The values kept of a kind (settings, place codes, secrets), by name. */
export const keptOf = (rows: Rows, kind: string): Record<string, unknown> =>
  Object.fromEntries(
    rows('SELECT name, value FROM kept WHERE kind = ?', [kind]).map(([name, value]) => [
      name,
      JSON.parse(value as string),
    ]),
  )

/** Check-ins that arrive (or leave) on a day `YYYY-MM-DD`; without one, all. */
export type Query = { date?: string; by?: 'arrival' | 'departure' | undefined }

/** The check-ins asked for, in the order of their numbers, as the text of a JSON array. */
export const listOf = (rows: Rows, { date, by = 'arrival' }: Query) => {
  const day = by === 'departure' ? 'departure' : 'arrival'
  const found =
    date === undefined
      ? rows('SELECT id, doc FROM checkins ORDER BY id')
      : rows(`SELECT id, doc FROM checkins WHERE ${day} = ? ORDER BY id`, [date])
  return `[${found.map(([id, doc]) => numbered(id!, doc as string)).join()}]`
}
