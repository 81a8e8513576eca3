import type { ISql as Sql } from 'postgres'
import type { CheckinQuery } from '../store'

/** Returns a text as a column stores it: as JSON if it has a zero byte or half a surrogate pair. `null` for no text. */
export const column = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  return value.includes('\0') || /\p{Surrogate}/u.test(value) ? JSON.stringify(value) : value
}

/** The columns of a check-in's stay. */
export const datesOf = (doc: { [field: string]: unknown }) => ({
  arrival: column(doc.arrivalDate),
  departure: column(doc.departureDate),
})

/** Lease term, changes, and last numbers. */
export type HouseCounts = { term: number; changes: number; checkins: number; notes: number }

export type CheckinRow = {
  id: number
  owner: string | null
  draft: string | null
  arrival: string | null
  departure: string | null
  doc: string
}
export type NoteRow = { id: number; kind: string; checkin: number | null; doc: string }
export type EntryRow = { kind: string; name: string; value: string }

export type LetterRow = { id: number; checkin: number; doc: string }

/** The literal of a text array (PostgreSQL manual, 8.15.2). */
const textArray = (texts: string[]) => `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join()}}`

/** A `bigint` comes as text. */
type Numbers = Record<keyof HouseCounts, string | number>

const numbered = (row: Numbers | undefined): HouseCounts | undefined =>
  row && {
    term: Number(row.term),
    changes: Number(row.changes),
    checkins: Number(row.checkins),
    notes: Number(row.notes),
  }

/** A process is alive until `until`, by the database's clock. Each time a process takes a house, `term` increases. */
export const leaseStatements = (sql: Sql) => ({
  beat: (process: string, address: string, seconds: number) => sql`
    INSERT INTO process (id, address, until) VALUES (${process}, ${address}, now() + ${seconds} * interval '1 second')
    ON CONFLICT (id) DO UPDATE SET address = excluded.address, until = excluded.until`,
  leave: (process: string) => sql`DELETE FROM process WHERE id = ${process}`,
  sweep: () => sql`DELETE FROM process WHERE until < now() - interval '1 hour'`,
  begin: (house: string) => sql`INSERT INTO house (house) VALUES (${house}) ON CONFLICT (house) DO NOTHING`,
  /** Takes a house that no living process holds; no row otherwise. */
  take: async (house: string, process: string) => {
    const [row] = await sql<Numbers[]>`
      UPDATE house SET holder = ${process}, term = term + 1
      WHERE house = ${house} AND (holder = '' OR holder = ${process}
        OR NOT EXISTS (SELECT 1 FROM process p WHERE p.id = house.holder AND p.until > now()))
      RETURNING term, changes, checkins, notes`
    return numbered(row)
  },
  release: (house: string, term: number) => sql`UPDATE house SET holder = '' WHERE house = ${house} AND term = ${term}`,
  holder: async (house: string) => {
    const [row] = await sql<{ address: string }[]>`
      SELECT p.address FROM house h JOIN process p ON p.id = h.holder
      WHERE h.house = ${house} AND p.until > now()`
    return row?.address
  },
  others: async (process: string) => {
    const rows = await sql<{ address: string }[]>`
      SELECT address FROM process WHERE until > now() AND id <> ${process} AND address <> '' ORDER BY id`
    return rows.map(({ address }) => address)
  },
  /** Changes nothing if another process has taken the house since. */
  wake: (house: string, term: number, at: Date | null) =>
    sql`UPDATE house SET wake = ${at} WHERE house = ${house} AND term = ${term}`,
  /** Returns the houses whose time to wake has come, or whose process died. */
  due: async () => {
    const rows = await sql<{ house: string }[]>`
      SELECT house FROM house WHERE holder = '' AND wake <= now()
      UNION ALL
      SELECT house FROM house WHERE holder <> ''
        AND NOT EXISTS (SELECT 1 FROM process p WHERE p.id = house.holder AND p.until > now())
      LIMIT 1000`
    return rows.map(({ house }) => house)
  },
  rename: async (house: string, to: string) => {
    for (const table of ['checkin', 'note', 'entry', 'house'])
      await sql`UPDATE ${sql(table)} SET house = ${to} WHERE house = ${house}`
  },
  remove: async (house: string) => {
    for (const table of ['checkin', 'note', 'entry', 'house'])
      await sql`DELETE FROM ${sql(table)} WHERE house = ${house}`
  },
  houses: async () =>
    (await sql<{ house: string }[]>`SELECT house FROM house ORDER BY house`).map(({ house }) => house),
})

type Mark = [at: HouseCounts, mark: string]

/** Counts a change, named by `mark`; without a row if the house has another term or number of changes. */
const turnOf =
  (sql: Sql, house: string) =>
  (at: HouseCounts, mark: string, { checkins = at.checkins, notes = at.notes } = {}) =>
    sql`
    UPDATE house SET changes = changes + 1, last = ${mark}, checkins = ${checkins}, notes = ${notes}
    WHERE house = ${house} AND term = ${at.term} AND changes = ${at.changes}`

type Attempt = Pick<CheckinRow, 'owner' | 'draft'>

/** The first check-in of an attempt. The limit makes the planner use the index, whatever the size of the house. */
const stored = (sql: Sql, house: string) => sql`
  LATERAL (SELECT id, owner, draft, doc FROM checkin
    WHERE house = ${house} AND draft = given.draft AND owner IS NOT DISTINCT FROM given.owner
    ORDER BY id LIMIT 1) AS stored`

const addLetters = (sql: Sql, letters: readonly LetterRow[]) => sql`
  INSERT INTO note (house, id, kind, checkin, doc)
  SELECT turn.house, letter.id, 'mail', letter.checkin, letter.doc
  FROM turn, json_to_recordset(${JSON.stringify(letters)}::text::json) AS letter (id integer, checkin integer, doc text)`

const checkinStatements = (sql: Sql, house: string, turn: ReturnType<typeof turnOf>) => ({
  /** Adds check-ins with their letters, or does nothing when one of the attempts is stored. */
  addCheckins: (...[at, mark, rows, letters]: [...Mark, readonly CheckinRow[], readonly LetterRow[]]) => sql`
    WITH given AS (SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::text::json)
      AS given (id integer, owner text, draft text, arrival text, departure text, doc text)),
    turn AS (${turn(at, mark, { checkins: at.checkins + rows.length, notes: at.notes + letters.length })}
      AND NOT EXISTS (SELECT 1 FROM given, ${stored(sql, house)}) RETURNING house),
    letters AS (${letters.length ? addLetters(sql, letters) : sql`SELECT`})
    INSERT INTO checkin (house, id, owner, draft, arrival, departure, doc) SELECT turn.house, given.* FROM turn, given`,
  setCheckin: (...[at, mark, row]: [...Mark, Omit<CheckinRow, 'owner' | 'draft'>]) => sql`
    WITH turn AS (${turn(at, mark)} RETURNING house)
    UPDATE checkin c SET arrival = ${row.arrival}, departure = ${row.departure}, doc = ${row.doc}
    FROM turn WHERE c.house = turn.house AND c.house = ${house} AND c.id = ${row.id}`,
  removeCheckin: (...[at, mark, id]: [...Mark, number]) => sql`
    WITH turn AS (${turn(at, mark)} RETURNING house),
    letters AS (DELETE FROM note WHERE house IN (SELECT house FROM turn) AND house = ${house} AND kind = 'mail'
      AND checkin = ${id} RETURNING id)
    DELETE FROM checkin WHERE house IN (SELECT house FROM turn) AND house = ${house} AND id = ${id}`,
  checkin: async (id: number) => {
    const [row] = await sql<CheckinRow[]>`
      SELECT id, owner, draft, arrival, departure, doc FROM checkin WHERE house = ${house} AND id = ${id}`
    return row
  },
  /** The stored check-ins among attempts, the first of each. */
  attempts: async (among: readonly Attempt[]) => sql<Omit<CheckinRow, 'arrival' | 'departure'>[]>`
    SELECT stored.* FROM json_to_recordset(${JSON.stringify(among)}::text::json) AS given (owner text, draft text),
    ${stored(sql, house)}`,
  checkinsAfter: async ({ date, to = date, by }: CheckinQuery, after: number, most: number) => {
    const day = by === 'departure' ? sql`departure` : sql`arrival`
    const among = date === undefined ? sql`` : sql`AND ${day} BETWEEN ${date} AND ${to!}`
    return sql<CheckinRow[]>`
      SELECT id, owner, draft, arrival, departure, doc FROM checkin
      WHERE house = ${house} AND id > ${after} ${among} ORDER BY id LIMIT ${most}`
  },
})

const noteStatements = (sql: Sql, house: string, turn: ReturnType<typeof turnOf>) => ({
  addNote: (...[at, mark, row]: [...Mark, NoteRow]) => sql`
    WITH turn AS (${turn(at, mark, { notes: row.id })} RETURNING house)
    INSERT INTO note (house, id, kind, checkin, doc)
    SELECT house, ${row.id}::integer, ${row.kind}::text, ${row.checkin}::integer, ${row.doc}::text FROM turn`,
  setNote: (...[at, mark, row]: [...Mark, Omit<NoteRow, 'checkin'>]) => sql`
    WITH turn AS (${turn(at, mark)} RETURNING house)
    UPDATE note n SET doc = ${row.doc}
    FROM turn WHERE n.house = turn.house AND n.house = ${house} AND n.id = ${row.id} AND n.kind = ${row.kind}`,
  removeNote: (...[at, mark, kind, id]: [...Mark, string, number]) => sql`
    WITH turn AS (${turn(at, mark)} RETURNING house)
    DELETE FROM note WHERE house IN (SELECT house FROM turn) AND house = ${house} AND id = ${id} AND kind = ${kind}`,
  note: async (kind: string, id: number) =>
    (await sql`SELECT 1 FROM note WHERE house = ${house} AND id = ${id} AND kind = ${kind}`).length > 0,
  notes: (kind: string) => sql<{ id: number; doc: string }[]>`
    SELECT id, doc FROM note WHERE house = ${house} AND kind = ${kind} ORDER BY id`,
  notesBefore: (kind: string, before: number, most: number) => sql<{ id: number; doc: string }[]>`
    SELECT id, doc FROM note WHERE house = ${house} AND kind = ${kind} AND id < ${before}
    ORDER BY id DESC LIMIT ${most}`,
  notesAfter: (after: number, most: number) => sql<NoteRow[]>`
    SELECT id, kind, checkin, doc FROM note WHERE house = ${house} AND id > ${after} ORDER BY id LIMIT ${most}`,
})

const entryStatements = (sql: Sql, house: string, turn: ReturnType<typeof turnOf>) => ({
  setEntries: (...[at, mark, kind, set, gone]: [...Mark, string, { [name: string]: string }, string[]]) => sql`
    WITH turn AS (${turn(at, mark)} RETURNING house),
    gone AS (DELETE FROM entry WHERE house IN (SELECT house FROM turn) AND house = ${house} AND kind = ${kind}
      AND name = ANY (${textArray(gone)}::text[]) RETURNING name),
    kept AS (INSERT INTO entry (house, kind, name, value)
      SELECT turn.house, ${kind}::text, given.name, given.value
      FROM turn, unnest(${textArray(Object.keys(set))}::text[], ${textArray(Object.values(set))}::text[])
        AS given (name, value)
      ON CONFLICT (house, kind, name) DO UPDATE SET value = excluded.value RETURNING name)
    SELECT house FROM turn`,
  entries: (kind: string) => sql<{ name: string; value: string }[]>`
    SELECT name, value FROM entry WHERE house = ${house} AND kind = ${kind}`,
  allEntries: () => sql<EntryRow[]>`
    SELECT kind, name, value FROM entry WHERE house = ${house} ORDER BY kind COLLATE "C", name COLLATE "C"`,
})

/**
 * The statements of one house. Each write counts one change, and changes nothing (no row) unless term and number of
 * changes are what the writer knows. After a broken connection `mark` shows whether the change was made.
 */
export const houseStatements = (sql: Sql, house: string) => {
  const turn = turnOf(sql, house)
  return {
    standing: async () => {
      const [row] = await sql<
        (Numbers & { last: string })[]
      >`SELECT term, changes, checkins, notes, last FROM house WHERE house = ${house}`
      return row && { ...numbered(row)!, last: row.last }
    },
    ...checkinStatements(sql, house, turn),
    ...noteStatements(sql, house, turn),
    ...entryStatements(sql, house, turn),
  }
}

export type HouseStatements = ReturnType<typeof houseStatements>
