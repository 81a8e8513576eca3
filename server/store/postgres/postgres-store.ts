import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Checkin } from '../../../schema/checkin'
import type { Settings } from '../../../schema/settings'
import type { StoredCode } from '../../../src/core/places/place-names'
import { notesSince } from '../notes'
import { type Disk, machineDisk } from '../sealed/disk'
import { sealBackup } from '../sealed/sealed-backup'
import { backLength, patched, sliceLength, withId } from '../sqlite-file/changes'
import { type CheckinQuery, type Counter, parsedSlices, type Store, StoreRefused } from '../store'
import { backupBytes } from './image'
import type { PostgresDatabase } from './postgres-database'
import { column, datesOf, type HouseStatements, houseStatements } from './statements'
import { adding, type Writer, writing } from './writing'

type PostgresStoreOptions = {
  database: PostgresDatabase
  house: string
  dir: string
  disk?: Disk
  /** Called when another process may hold the house: it must be opened again. */
  lost?: () => void
  report?: (line: string) => void
}

/** The column is a 32-bit integer. */
const largest = 2 ** 31 - 1

type Doc = { [field: string]: unknown }

const plain = <T extends Doc>(doc: T): T => JSON.parse(JSON.stringify(doc))

const checkinCalls = (house: HouseStatements, changes: Writer) => {
  const { read, look, write, writeIf, inTurn } = changes
  const slices = async function* (query: CheckinQuery = {}) {
    for (let after = 0, isLast = false; !isLast; ) {
      const found = await read(() => house.checkinsAfter(query, after, sliceLength))
      isLast = found.length < sliceLength
      after = found.at(-1)?.id ?? after
      if (found.length) yield found.map(({ id, doc }) => withId(id, doc))
    }
  }
  return {
    addCheckin: adding(house, changes),
    updateCheckin: (id, { id: _, owner: __, ...patch }) =>
      inTurn(async () => {
        const row = await look(() => house.checkin(id))
        if (!row) return undefined
        const doc = patched(JSON.parse(row.doc), plain(patch))
        const changed = { id, ...datesOf(doc), doc: JSON.stringify(doc) }
        await write((at, mark) => house.setCheckin(at, mark, changed))
        return { id, ...doc } as unknown as Checkin
      }),
    removeCheckin: (id) =>
      writeIf(
        () => house.checkin(id),
        (at, mark) => house.removeCheckin(at, mark, id),
      ),
    checkin: async (id) => {
      const row = await read(() => house.checkin(id))
      return row && { ...JSON.parse(withId(id, row.doc)), ...(row.owner !== null && { owner: row.owner }) }
    },
    checkinOf: async (owner, draftId) => {
      const [row] = await read(() => house.attempts([{ owner: column(owner), draft: column(draftId) }]))
      return row && (JSON.parse(withId(row.id, row.doc)) as Checkin)
    },
    checkins: (query) => parsedSlices(slices(query)),
    checkinSlices: slices,
  } satisfies Partial<Store>
}

const noteCalls = (
  house: HouseStatements,
  { read, look, write, writeIf, inTurn, at }: Writer,
): Pick<Store, 'note' | 'notes' | 'addLetter' | 'updateNote' | 'removeNote'> => {
  const add = async (kind: string, entry: object, checkin: number | null) => {
    const id = at().notes + 1
    const row = { id, kind, checkin, doc: JSON.stringify(entry) }
    await write((at, mark) => house.addNote(at, mark, row), { notes: id })
    return id
  }
  return {
    note: (kind, entry) => inTurn(() => add(kind, entry, null)),
    notes: async (kind, since) => {
      const parsed = (rows: readonly { id: number; doc: string }[]) =>
        rows.map(({ id, doc }) => JSON.parse(withId(id, doc)))
      if (since === undefined) return parsed(await read(() => house.notes(kind)))
      return notesSince(since, async (before) =>
        parsed(await read(() => house.notesBefore(kind, Math.min(before, largest), backLength))),
      )
    },
    addLetter: (letter) =>
      inTurn(async () => {
        const { checkinId = 0 } = letter
        return (await look(() => house.checkin(checkinId))) ? add('mail', letter, checkinId) : undefined
      }),
    updateNote: (kind, id, entry) =>
      writeIf(
        () => house.note(kind, id),
        (at, mark) => house.setNote(at, mark, { id, kind, doc: JSON.stringify(entry) }),
      ),
    removeNote: (kind, id) =>
      writeIf(
        () => house.note(kind, id),
        (at, mark) => house.removeNote(at, mark, kind, id),
      ),
  }
}

const entryCalls = (house: HouseStatements, { mayRead, read, look, write, inTurn }: Writer) => {
  const valuesOf = async (by: typeof look, kind: string): Promise<Doc> =>
    Object.fromEntries((await by(() => house.entries(kind))).map(({ name, value }) => [name, JSON.parse(value)]))
  const keep = (kind: string, entries: Doc) => {
    const given = Object.entries(plain(entries))
    const set = given.filter(([, value]) => value !== null).map(([name, value]) => [name, JSON.stringify(value)])
    const gone = given.filter(([, value]) => value === null).map(([name]) => name)
    return write((at, mark) => house.setEntries(at, mark, kind, Object.fromEntries(set), gone))
  }
  // Settings are cached: every request reads them, and only this process changes them.
  let settings: Partial<Settings> | undefined
  let saved = 0
  return {
    settings: async () => {
      mayRead()
      if (settings) return settings
      const asked = saved
      const found = (await valuesOf(read, 'setting')) as Partial<Settings>
      if (asked === saved) settings = found
      return found
    },
    saveSettings: (patch) =>
      inTurn(() =>
        keep('setting', patch as Doc).finally(() => {
          settings = undefined
          saved++
        }),
      ),
    placeCodes: () => valuesOf(read, 'place') as Promise<Record<string, StoredCode>>,
    savePlaceCode: (key, code) => inTurn(() => keep('place', { [key]: code })),
    counters: () => valuesOf(read, 'counter') as Promise<Record<string, Counter>>,
    saveCounter: (name, counter) => inTurn(() => keep('counter', { [name]: counter })),
    secret: (name, make) =>
      inTurn(async () => {
        const stored = (await valuesOf(look, 'secret'))[name] as string | undefined
        if (stored !== undefined) return stored
        const created = make()
        await keep('secret', { [name]: created })
        return created
      }),
    saveSecret: (name, value) => inTurn(() => keep('secret', { [name]: value })),
  } satisfies Partial<Store>
}

/** An empty house would hide the one that is still in its folder. */
const refuseUnmoved = async (disk: Disk, house: string, dir: string) => {
  for (const name of ['checkin.sqlite', 'checkin.journal'])
    if (await disk.stat(join(dir, name)))
      throw new StoreRefused(
        `The house of ${dir} is still in its folder. Move it with: npm run houses -- into-database ${house}.`,
      )
}

/** Opens a house and holds it until `close`, or until the outcome of a change is unknown. Throws StoreRefused. */
export const openPostgresStore = async (options: PostgresStoreOptions): Promise<Store> => {
  const { database, house: name, dir, disk = machineDisk, lost = () => {}, report = console.error } = options
  await refuseUnmoved(disk, name, dir)
  const held = await database.hold(name)
  const house = houseStatements(database.sql, name)
  const changes = writing(house, held, lost)
  const { read, look, inTurn } = changes
  const backup = () => inTurn(() => backupBytes(house, look, { disk, dir, report }))
  let closed: Promise<void> | undefined
  return {
    ...checkinCalls(house, changes),
    ...noteCalls(house, changes),
    ...entryCalls(house, changes),
    backup,
    sealedBackup: async (passphrase) => {
      const bytes = await sealBackup(await backup(), passphrase)
      return { parts: Readable.from([bytes]), size: bytes.length }
    },
    health: async () => void (await read(house.standing)),
    close: () =>
      (closed ??= (async () => {
        await changes.close()
        // The lease ends on its own.
        await held.release().catch(() => {})
      })()),
  }
}
