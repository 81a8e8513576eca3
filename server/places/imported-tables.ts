import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { OfficialRow, TableInUse, TableKind } from '../../schema/calls/tables'
import { compareOfficial, officialRows, parseOfficial } from '../../src/core/places/official-tables'
import { serialQueue } from '../../src/core/tasks'
import { readAsCsv, reasonOf, type WorkbookOptions } from '../excel/workbooks'
import { allSettings } from '../settings/all-settings'
import { fileOf, type HostFile, putHostFile } from '../settings/host-files'
import { italianDay } from '../shared/clock'
import { Refusal, say } from '../shared/messages'
import { type Disk, machineDisk } from '../store/sealed/disk'
import { type Store, StoreUnavailable } from '../store/store'
import { builtComuni, type Places } from './places'

/** Megabytes; the portal's tables are under one. */
const largest = 8

const decoded = (bytes: Uint8Array) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Returns a CSV with commas: an Italian Excel saves semicolons. */
export const withCommas = (text: string) => (/^[^\r\n,]*;/.test(text) ? text.replaceAll(';', ',') : text)

const tables = { excelIstatComuniPath: 'comuni', excelIstatStatiPath: 'stati' } as const satisfies {
  [setting in HostFile]?: TableKind
}
type TableFile = keyof typeof tables

/** Returns whether a setting names an official table. */
export const isTable = (setting: string): setting is TableFile => Object.hasOwn(tables, setting)

/** Reads an official table (.csv or .xlsx) as CSV. Refuses (400) a missing, large or unreadable file. */
export const readTable = async (dir: string, setting: TableFile, path: string): Promise<string> => {
  const file = await fileOf(dir, setting, path)
  // A missing file is refused below.
  const size = (await stat(file).catch(() => undefined))?.size
  if (size === undefined) throw new Refusal(400, say('table.missing', { path }))
  if (size > largest * 1e6) throw new Refusal(400, say('table.large', { path, limit: largest }))
  const bytes = await readFile(file)
  if (!file.toLowerCase().endsWith('.xlsx')) return withCommas(decoded(bytes))
  return readAsCsv(new Uint8Array(bytes)).catch((error: Error) => {
    throw new Refusal(400, say('table.unreadable', { path, reason: error.message }))
  })
}

/** Reads and checks an official table. Refuses with the first wrong line. */
export const officialTable = async (dir: string, setting: TableFile, path: string): Promise<string> => {
  const csv = await readTable(dir, setting, path)
  const read = parseOfficial(csv, tables[setting])
  if ('fault' in read) throw new Refusal(400, say('table.fault', { path, ...read.fault }))
  return csv
}

/** Returns the tables named in the settings; a faulty one is reported and left out. */
export const namedTables = async ({
  store,
  dir,
  report,
}: Pick<WorkbookOptions, 'store' | 'dir' | 'report'>): Promise<{ [kind in TableKind]?: string }> => {
  const all = await allSettings(store)
  const found: { [kind in TableKind]?: string } = {}
  for (const setting of Object.keys(tables) as TableFile[]) {
    const path = all[setting]
    if (!path) continue
    try {
      found[tables[setting]] = await officialTable(dir, setting, path)
    } catch (error) {
      report(error instanceof Refusal ? error.message : say('table.unreadable', { path, reason: reasonOf(error) }))
    }
  }
  return found
}

const homes = {
  comuni: { setting: 'excelIstatComuniPath', path: 'tabelle/comuni.csv' },
  stati: { setting: 'excelIstatStatiPath', path: 'tabelle/stati.csv' },
} as const

const kinds = Object.keys(homes) as TableKind[]

const shown = 50

const firstOf = <T>(rows: readonly T[]) => ({ count: rows.length, first: rows.slice(0, shown) })

type Options = { store: Store; dir: string; places: Pick<Places, 'renew'>; now: () => Date; disk?: Disk }

type Imported = Awaited<ReturnType<typeof namedTables>>

const rowsOf = (kind: TableKind, imported: Imported) => officialRows({ comuni: builtComuni(), imported }, kind)

/** Reads an uploaded table. Refuses (400) a wrong one, with the line and the reason. */
const uploaded = (kind: unknown, text: unknown): { kind: TableKind; csv: string; rows: OfficialRow[] } => {
  if (kind !== 'comuni' && kind !== 'stati') throw new Refusal(400, say('tables.kind'))
  if (typeof text !== 'string') throw new Refusal(400, say('tables.noFile'))
  const csv = withCommas(text.replace(/^\uFEFF/, ''))
  const read = parseOfficial(csv, kind)
  if (!('fault' in read)) return { kind, csv, rows: read.rows }
  const reason = say(`tables.fault.${read.fault.reason}.${kind}`)
  throw new Refusal(400, say('tables.fault', { line: read.fault.line, reason }), read.fault)
}

/** The official tables that the host uploads. */
export const officialTables = ({ store, dir, places, now, disk = machineDisk }: Options) => {
  // An unreadable table was reported when the place book was made.
  const imported = () => namedTables({ store, dir, report: () => {} })
  const queue = serialQueue()

  const inUse = async (kind: TableKind, files: Imported): Promise<TableInUse> => {
    const { setting } = homes[kind]
    const path = (await allSettings(store))[setting]
    const today = italianDay(now())
    const rows = rowsOf(kind, files).filter(({ until }) => !until || until >= today).length
    if (!path) return { rows, path }
    if (files[kind] === undefined) return { rows, path, unread: true }
    return { rows, path, at: (await stat(await fileOf(dir, setting, path))).mtime.toISOString() }
  }

  const put = async (kind: TableKind, csv: string) => {
    const { setting, path } = homes[kind]
    const file = await fileOf(dir, setting, path)
    try {
      await disk.makeFolder(dirname(file))
      await disk.syncFolder(dirname(dirname(file)))
      await putHostFile(disk, file, Buffer.from(csv))
    } catch (error) {
      throw new StoreUnavailable((error as Error).message)
    }
    // The file may already be in use.
    await store.saveSettings({ [setting]: path }).finally(places.renew)
  }

  return {
    state: async () => {
      const files = await imported()
      return Object.fromEntries(
        await Promise.all(kinds.map(async (kind) => [kind, await inUse(kind, files)] as const)),
      ) as { [kind in TableKind]: TableInUse }
    },

    /** `take` also puts the file in force. Refuses a wrong one with its line. */
    read: async (givenKind: unknown, text: unknown, take: boolean) => {
      const { kind, csv, rows } = uploaded(givenKind, text)
      return queue.run(async () => {
        const { added, removed, changed } = compareOfficial(rowsOf(kind, await imported()), rows)
        if (take) await put(kind, csv)
        return {
          added: firstOf<OfficialRow>(added),
          removed: firstOf<OfficialRow>(removed),
          changed: firstOf(changed.map(({ before, after }) => ({ ...after, before }))),
        }
      })
    },
  }
}
