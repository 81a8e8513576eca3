import { type CheckinQuery, laterVersion, StoreRefused } from '../store'

/** A value SQLite keeps. */
type Value = string | number | null

/** Runs one SQL statement and answers its rows. */
export type Sql = (statement: string, values?: (Value | Uint8Array)[]) => Value[][]

/** The version of the tables and of the changes; what a higher one wrote is left alone. */
export const format = 2

/**
 * The tables: check-ins are JSON documents, so a new field is no business of SQL; `meta` says which point of the
 * history an image holds; a letter is found by its check-in, so that both go together.
 */
export const schema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  INSERT INTO meta VALUES ('format', '${format}'), ('image', ''), ('seq', '0'), ('sum', '');
  CREATE TABLE checkins (
    id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT, draft TEXT, doc TEXT NOT NULL,
    arrival TEXT AS (json_extract(doc, '$.arrivalDate')), departure TEXT AS (json_extract(doc, '$.departureDate')));
  CREATE INDEX byArrival ON checkins (arrival);
  CREATE INDEX byDeparture ON checkins (departure);
  CREATE INDEX byDraft ON checkins (draft, owner);
  CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, doc TEXT NOT NULL);
  CREATE INDEX byKind ON notes (kind);
  CREATE INDEX byCheckin ON notes (json_extract(doc, '$.checkinId')) WHERE kind = 'mail';
  CREATE TABLE entries (kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, name));
`

/** What makes the tables of an older format those of the next. */
export const migrations: { [from: number]: string } = {
  1: `
  ALTER TABLE kept RENAME TO entries;
  CREATE INDEX byCheckin ON notes (json_extract(doc, '$.checkinId')) WHERE kind = 'mail';
  UPDATE meta SET value = '2' WHERE name = 'format';
`,
}

/** A JSON document's text with its number put in front, without parsing. */
export const withId = (id: Value, doc: string) => (doc === '{}' ? `{"id":${id}}` : `{"id":${id},${doc.slice(1)}`)

/**
 * Inserts a row that ends in a document and answers its number. The text goes as bytes, because sql.js copies texts
 * letter by letter.
 */
const insert = (sql: Sql, into: string, values: Value[], doc: object) => {
  sql(`INSERT INTO ${into} VALUES (${values.map(() => '?, ').join('')}CAST(? AS TEXT))`, [
    ...values,
    Buffer.from(JSON.stringify(doc)),
  ])
  return sql('SELECT last_insert_rowid()')[0]![0] as number
}

type Doc = { [field: string]: unknown }

/** A document with some of its fields changed; `null` takes one away. */
export const patched = (doc: Doc, patch: Doc) =>
  Object.fromEntries(Object.entries({ ...doc, ...patch }).filter(([, value]) => value !== null))

/** The check-in of an owner's attempt, as JSON text; there is never a second. */
export const checkinOfAttempt = (sql: Sql, owner: string | null, draft: string | null) => {
  const [first] =
    draft === null ? [] : sql('SELECT id, doc FROM checkins WHERE draft = ? AND owner IS ?', [draft, owner])
  return first && withId(first[0]!, first[1] as string)
}

const setEntries = (sql: Sql, kind: string, entries: Doc) => {
  for (const [name, value] of Object.entries(entries)) {
    if (value === null) sql('DELETE FROM entries WHERE kind = ? AND name = ?', [kind, name])
    else
      sql('INSERT INTO entries VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', [
        kind,
        name,
        JSON.stringify(value),
      ])
  }
}

const isThere = (sql: Sql, id: number) => sql('SELECT 1 FROM checkins WHERE id = ?', [id]).length > 0

/**
 * Every change the journal can hold: its name there, its values, and what it does to the tables. A journal is done
 * again at the next start, perhaps by a later version: a change always does the same to the same tables, reads no
 * clock, and is never given another meaning under its old name. It is total: one whose object is gone does nothing.
 */
const simple = {
  add: (sql: Sql, owner: string | null, draft: string | null, doc: Doc) => {
    const first = checkinOfAttempt(sql, owner, draft)
    if (first) return { ...JSON.parse(first), isRepeated: true }
    return { id: insert(sql, 'checkins (owner, draft, doc)', [owner, draft], doc), ...doc }
  },
  change: (sql: Sql, id: number, patch: Doc) => {
    const [found] = sql('SELECT doc FROM checkins WHERE id = ?', [id])
    if (!found) return undefined
    const doc = patched(JSON.parse(found[0] as string), patch)
    sql('UPDATE checkins SET doc = CAST(? AS TEXT) WHERE id = ?', [Buffer.from(JSON.stringify(doc)), id])
    return { id, ...doc }
  },
  remove: (sql: Sql, id: number) => sql('DELETE FROM checkins WHERE id = ? RETURNING id', [id]).length > 0,
  removeLetters: (sql: Sql, checkinId: number) =>
    void sql("DELETE FROM notes WHERE kind = 'mail' AND json_extract(doc, '$.checkinId') = ?", [checkinId]),
  /** Numbers that may have been given in a part of the journal that was lost, and are not to be given again. */
  skip: (sql: Sql, count: number) => {
    if (!sql("SELECT 1 FROM sqlite_sequence WHERE name = 'checkins'").length)
      sql("INSERT INTO sqlite_sequence VALUES ('checkins', 0)")
    sql("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'checkins'", [count])
  },
  keep: setEntries,
  keepFirst: (sql: Sql, kind: string, name: string, value: unknown) => {
    sql('INSERT INTO entries VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [kind, name, JSON.stringify(value)])
    return valuesOf(sql, kind)[name]
  },
  note: (sql: Sql, kind: string, entry: object) => insert(sql, 'notes (kind, doc)', [kind], entry),
  /** A letter of a check-in; of one that is gone, none. */
  addLetter: (sql: Sql, letter: { checkinId: number }) =>
    isThere(sql, letter.checkinId) ? insert(sql, 'notes (kind, doc)', ['mail'], letter) : undefined,
  replaceNote: (sql: Sql, kind: string, id: number, entry: object) =>
    sql('UPDATE notes SET doc = ? WHERE kind = ? AND id = ? RETURNING id', [JSON.stringify(entry), kind, id]).length >
    0,
  removeNote: (sql: Sql, kind: string, id: number) =>
    sql('DELETE FROM notes WHERE kind = ? AND id = ? RETURNING id', [kind, id]).length > 0,
  /** Nothing: a record that only proves that records can be written. */
  nothing: () => undefined,
}

/** A change by its name and its values, as a record's body holds it. */
export type Change = [name: keyof typeof simple, ...values: unknown[]] | [name: 'all', changes: Change[]]

/** Whether a later version's change would be needed to read this one. */
const isKnown = (name: unknown): name is keyof typeof simple => typeof name === 'string' && Object.hasOwn(simple, name)

/**
 * Does a change and answers what it gave; `all` does several, one after the other, and answers what each gave.
 * Throws StoreRefused for a change that only a later version knows.
 */
export const runChange = (sql: Sql, [name, ...values]: Change): unknown => {
  if (name === 'all') return (values[0] as Change[]).map((change) => runChange(sql, change))
  if (!isKnown(name)) throw new StoreRefused(laterVersion('checkin.journal'))
  return (simple[name] as (sql: Sql, ...values: unknown[]) => unknown)(sql, ...values)
}

/** The stored values of a kind (settings, place codes, secrets), by name. */
export const valuesOf = (sql: Sql, kind: string): Record<string, unknown> =>
  Object.fromEntries(
    sql('SELECT name, value FROM entries WHERE kind = ?', [kind]).map(([name, value]) => [
      name,
      JSON.parse(value as string),
    ]),
  )

/** How many check-ins, or notes, are read in one go: some 3 ms of work, after which others are let in. */
export const sliceLength = 500

/**
 * The next slice of the check-ins asked for, in the order of their numbers after one: numbers, and documents as JSON
 * text.
 */
export const checkinsAfter = (sql: Sql, { date, to = date, by = 'arrival' }: CheckinQuery, after: number) => {
  const day = by === 'departure' ? 'departure' : 'arrival'
  // The plus keeps SQLite from walking all numbers for the order's sake, and reading a day out of every document on the
  // way.
  return (
    date === undefined
      ? sql(`SELECT id, doc FROM checkins WHERE id > ? ORDER BY id LIMIT ${sliceLength}`, [after])
      : sql(`SELECT id, doc FROM checkins WHERE ${day} BETWEEN ? AND ? AND +id > ? ORDER BY +id LIMIT ${sliceLength}`, [
          date,
          to!,
          after,
        ])
  ) as [id: number, doc: string][]
}

/** The next slice of the notes of a kind, in the order of their numbers after one. */
export const notesAfter = (sql: Sql, kind: string, after: number) =>
  sql(`SELECT id, doc FROM notes WHERE kind = ? AND id > ? ORDER BY id LIMIT ${sliceLength}`, [kind, after]) as [
    id: number,
    doc: string,
  ][]

/** How many notes are read at a time from the latest backwards: a few more than a day needs. */
export const backLength = 50

/** The slice of the notes of a kind before a number, the latest first. */
export const notesBefore = (sql: Sql, kind: string, before: number) =>
  sql(`SELECT id, doc FROM notes WHERE kind = ? AND id < ? ORDER BY id DESC LIMIT ${backLength}`, [kind, before]) as [
    id: number,
    doc: string,
  ][]
