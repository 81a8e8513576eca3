import { type CheckinQuery, laterVersion, StoreRefused } from '../store'

type Value = string | number | null

export type Sql = (statement: string, values?: (Value | Uint8Array)[]) => Value[][]

/** The version of tables and changes; a later one is left alone. */
export const format = 2

/** Check-ins are JSON documents, so that a new field needs no SQL; `meta` says which change an image holds. */
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

export const migrations: { [from: number]: string } = {
  1: `
  ALTER TABLE kept RENAME TO entries;
  CREATE INDEX byCheckin ON notes (json_extract(doc, '$.checkinId')) WHERE kind = 'mail';
  UPDATE meta SET value = '2' WHERE name = 'format';
`,
}

/** Puts the id in front of a JSON document's text, without parsing. */
export const withId = (id: Value, doc: string) => (doc === '{}' ? `{"id":${id}}` : `{"id":${id},${doc.slice(1)}`)

/** The text goes as bytes: sql.js copies texts letter by letter. */
const insert = (sql: Sql, into: string, values: Value[], doc: object) =>
  sql(`INSERT INTO ${into} VALUES (${values.map(() => '?, ').join('')}CAST(? AS TEXT)) RETURNING id`, [
    ...values,
    Buffer.from(JSON.stringify(doc)),
  ])[0]![0] as number

type Doc = { [field: string]: unknown }

/** Returns a document with some fields changed; `null` removes one. */
export const patched = (doc: Doc, patch: Doc) =>
  Object.fromEntries(Object.entries({ ...doc, ...patch }).filter(([, value]) => value !== null))

/** The check-in of an owner's attempt as JSON text. */
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

const add = (sql: Sql, owner: string | null, draft: string | null, doc: Doc) => {
  const first = checkinOfAttempt(sql, owner, draft)
  if (first) return { ...JSON.parse(first), isRepeated: true }
  return { id: insert(sql, 'checkins (owner, draft, doc)', [owner, draft], doc), ...doc }
}

const addNote = (sql: Sql, kind: string, entry: object) => insert(sql, 'notes (kind, doc)', [kind], entry)

/** Returns whether a check-in exists. */
export const isThere = (sql: Sql, id: number) => sql('SELECT 1 FROM checkins WHERE id = ?', [id]).length > 0

/**
 * Every change of the journal. Replayed by later versions: the same effect for ever, no clock. No object: no effect.
 */
const simple = {
  add,
  /** Adds a check-in together with its letters: neither is ever there alone. */
  addWithLetters: (sql: Sql, owner: string | null, draft: string | null, doc: Doc, letters: readonly object[]) => {
    const added = add(sql, owner, draft, doc)
    if (added.isRepeated) return added
    return { ...added, letters: letters.map((letter) => addNote(sql, 'mail', { checkinId: added.id, ...letter })) }
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
  /** Skips numbers that a lost part of the journal may have given. */
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
  note: addNote,
  /** Adds nothing when the check-in is gone. */
  addLetter: (sql: Sql, letter: { checkinId: number }) =>
    isThere(sql, letter.checkinId) ? addNote(sql, 'mail', letter) : undefined,
  replaceNote: (sql: Sql, kind: string, id: number, entry: object) =>
    sql('UPDATE notes SET doc = ? WHERE kind = ? AND id = ? RETURNING id', [JSON.stringify(entry), kind, id]).length >
    0,
  removeNote: (sql: Sql, kind: string, id: number) =>
    sql('DELETE FROM notes WHERE kind = ? AND id = ? RETURNING id', [kind, id]).length > 0,
  /** Proves that records can be written. */
  nothing: () => undefined,
}

export type Change = [name: keyof typeof simple, ...values: unknown[]] | [name: 'all', changes: Change[]]

const isKnown = (name: unknown): name is keyof typeof simple => typeof name === 'string' && Object.hasOwn(simple, name)

/** Makes a change. Throws StoreRefused for one of a later version. */
export const runChange = (sql: Sql, [name, ...values]: Change): unknown => {
  if (name === 'all') return (values[0] as Change[]).map((change) => runChange(sql, change))
  if (!isKnown(name)) throw new StoreRefused(laterVersion('checkin.journal'))
  return (simple[name] as (sql: Sql, ...values: unknown[]) => unknown)(sql, ...values)
}

/** The stored values of a kind, by name. */
export const valuesOf = (sql: Sql, kind: string): Record<string, unknown> =>
  Object.fromEntries(
    sql('SELECT name, value FROM entries WHERE kind = ?', [kind]).map(([name, value]) => [
      name,
      JSON.parse(value as string),
    ]),
  )

/** Rows a read: some 3 ms, after which other requests are let in. */
export const sliceLength = 500

/** The next slice of check-ins by id, as JSON texts. */
export const checkinsAfter = (sql: Sql, { date, to = date, by = 'arrival' }: CheckinQuery, after: number) => {
  const day = by === 'departure' ? 'departure' : 'arrival'
  // The plus keeps SQLite from walking all ids, which would parse every document.
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

/** The next slice of a kind's notes by id. */
export const notesAfter = (sql: Sql, kind: string, after: number) =>
  sql(`SELECT id, doc FROM notes WHERE kind = ? AND id > ? ORDER BY id LIMIT ${sliceLength}`, [kind, after]) as [
    id: number,
    doc: string,
  ][]

/** Notes a backward read: a few more than a day needs. */
export const backLength = 50

/** The slice of a kind's notes before an id, newest first. */
export const notesBefore = (sql: Sql, kind: string, before: number) =>
  sql(`SELECT id, doc FROM notes WHERE kind = ? AND id < ? ORDER BY id DESC LIMIT ${backLength}`, [kind, before]) as [
    id: number,
    doc: string,
  ][]
