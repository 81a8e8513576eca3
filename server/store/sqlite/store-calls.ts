import { setImmediate as breathe } from 'node:timers/promises'
import type { Checkin } from '../../../schema/checkin'
import type { Settings } from '../../../schema/settings'
import type { StoredCode } from '../../../src/core/places/place-names'
import { type NoteKind, type Notes, notesSince } from '../notes'
import {
  type Change,
  checkinOfAttempt,
  checkinsAfter,
  isThere,
  notesAfter,
  notesBefore,
  type Sql,
  sliceLength,
  valuesOf,
  withId,
} from '../sqlite-file/changes'
import { type Added, type CheckinQuery, type Counter, parsedSlices, type Store } from '../store'

const removalOf = (id: number): Change[] => [
  ['remove', id],
  ['removeLetters', id],
]

type Tables = {
  sql: Sql
  change: (...change: Change) => Promise<unknown>
  read: <T>(look: () => T) => Promise<T>
}

/** Yields slices of JSON texts; other requests run between two. `next` reads the rows after an id. */
const slicesOf = async function* (read: Tables['read'], next: (after: number) => [id: number, doc: string][]) {
  for (let after = 0, isLast = false; !isLast; ) {
    const found = await read(() => next(after))
    isLast = found.length < sliceLength
    after = found.at(-1)?.[0] ?? after
    if (found.length) yield found.map(([id, doc]) => withId(id, doc))
    if (!isLast) await breathe()
  }
}

const checkinCalls = ({ sql, change, read }: Tables) => {
  const slices = (query: CheckinQuery = {}) => slicesOf(read, (after) => checkinsAfter(sql, query, after))
  return {
    addCheckin: async (record, letters = []) => {
      const owner = record.owner ?? null
      const draft = record.draftId ?? null
      // Not in the journal's JSON.
      const doc = { ...record, id: undefined, owner: undefined }
      const first = await read(() => checkinOfAttempt(sql, owner, draft))
      if (first) return { ...JSON.parse(first), isRepeated: true }
      return (await (letters.length
        ? change('addWithLetters', owner, draft, doc, letters)
        : change('add', owner, draft, doc))) as Added
    },
    updateCheckin: async (id, { id: _, owner: __, ...patch }) =>
      (await read(() => isThere(sql, id))) ? ((await change('change', id, patch)) as Checkin | undefined) : undefined,
    removeCheckin: async (id) =>
      (await read(() => isThere(sql, id))) && ((await change('all', removalOf(id))) as [boolean])[0],
    checkin: (id) =>
      read(() => {
        const [found] = sql('SELECT doc, owner FROM checkins WHERE id = ?', [id])
        if (!found) return undefined
        const owner = found[1] === null ? {} : { owner: found[1] }
        return { ...JSON.parse(withId(id, found[0] as string)), ...owner }
      }),
    checkinOf: async (owner, draftId) => {
      const first = await read(() => checkinOfAttempt(sql, owner, draftId))
      return first ? (JSON.parse(first) as Checkin) : undefined
    },
    checkins: (query) => parsedSlices(slices(query)),
    checkinSlices: slices,
  } satisfies Partial<Store>
}

const noteCalls = ({
  sql,
  change,
  read,
}: Tables): Pick<Store, 'note' | 'notes' | 'addLetter' | 'updateNote' | 'removeNote'> => ({
  note: async (kind, entry) => (await change('note', kind, entry)) as number,
  notes: async <Kind extends NoteKind>(kind: Kind, since?: string) => {
    if (since !== undefined)
      return notesSince(since, async (before) =>
        (await read(() => notesBefore(sql, kind, before))).map(([id, doc]) => JSON.parse(withId(id, doc))),
      )
    const all: ({ id: number } & Notes[Kind])[] = []
    for await (const slice of slicesOf(read, (after) => notesAfter(sql, kind, after)))
      for (const text of slice) all.push(JSON.parse(text))
    return all
  },
  addLetter: async (letter) => (await change('addLetter', letter)) as number | undefined,
  updateNote: async (kind, id, entry) => (await change('replaceNote', kind, id, entry)) as boolean,
  removeNote: async (kind, id) => (await change('removeNote', kind, id)) as boolean,
})

/** Returns the calls of a store over its tables. */
export const callsOf = (tables: Tables): Omit<Store, 'backup' | 'sealedBackup' | 'health' | 'close'> => {
  const { sql, change, read } = tables
  let settings: Partial<Settings> | undefined // Read with every request, hardly ever changed.
  return {
    ...checkinCalls(tables),
    ...noteCalls(tables),
    settings: () => read(() => (settings ??= valuesOf(sql, 'setting'))),
    saveSettings: async (patch) => {
      await change('keep', 'setting', patch)
      settings = undefined
    },
    placeCodes: () => read(() => valuesOf(sql, 'place') as Record<string, StoredCode>),
    savePlaceCode: async (key, code) => void (await change('keep', 'place', { [key]: code })),
    counters: () => read(() => valuesOf(sql, 'counter') as Record<string, Counter>),
    saveCounter: async (name, counter) => void (await change('keep', 'counter', { [name]: counter })),
    secret: async (name, make) =>
      ((await read(() => valuesOf(sql, 'secret')))[name] ??
        (await change('keepFirst', 'secret', name, make()))) as string,
    saveSecret: async (name, value) => void (await change('keep', 'secret', { [name]: value })),
  }
}
