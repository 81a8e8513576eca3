import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '../../schema/settings'
import { parseOfficial, type TableKind } from '../../src/core/places/official-tables'
import { speaker } from '../../src/core/text/speaker'
import words from '../../src/text/workbook.it.json'
import { Refusal } from '../http/refusal'
import { fileOf, type HostFile, hostFiles } from '../settings/host-files'
import { allSettings } from '../settings/settings'
import { type Disk, machineDisk, replaceFile, unfinished } from '../store/disk'
import type { Store } from '../store/store'
import { bookOf, checkinSheet, type Sheet, settingSheets } from './sheets'
import { readAsCsv, writtenBook } from './worker'

const { say } = speaker(words)

/** Milliseconds: how soon after a change the workbooks follow, how soon after a failure, how long the end waits; and how many times its own length a writing rests. */
const [soon, again, patience, rest] = [2_000, 60_000, 8_000, 10]

/** The host's copies of check-ins and settings as Excel workbooks. */
export type Workbooks = {
  /** Told that something changed: the workbooks follow within seconds. */
  changed: () => void
  /** Resolves when the workbooks hold what the store holds now; never rejects, what failed is reported. */
  flush: () => Promise<void>
  /** Writes what is not written yet, and no more. */
  stop: () => Promise<void>
}

export type WorkbookOptions = {
  store: Store
  /** The data folder. */
  dir: string
  report: (message: string) => void
  /** The words of the flow, for the headings of the host's own questions. */
  flowWords?: () => Record<string, string>
  disk?: Disk
}

/** The workbooks there are, by the setting that names each, in the order they are written. */
const named = ({ excelSettingsPath, excelCheckinsPath }: Settings) => ({ excelSettingsPath, excelCheckinsPath })
type Book = { setting: keyof ReturnType<typeof named>; path: string; file: string }

const reasonOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? (error as Error).message

/**
 * Keeps the workbooks current while `enableLocalExcelSave` is on, from the start: a crash may have left them behind. The records are
 * read in one go (as the host's list is) and all the rest is done on another thread; writings rest ten times as long as they take.
 */
export const workbooks = ({
  store,
  dir,
  report,
  flowWords = () => ({}),
  disk = machineDisk,
}: WorkbookOptions): Workbooks => {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let stale = true
  let least = soon
  let last = Promise.resolve()

  const put = async (file: string, sheets: Sheet[]) => {
    const bytes = await writtenBook(bookOf(sheets))
    await disk.makeFolder(dirname(file))
    // What stands under the unfinished name is a crash's leaving, or a link someone laid there.
    await disk.remove(file + unfinished)
    await replaceFile(disk, file, bytes)
  }

  /** The files wanted now; none while the copy is off. */
  const books = async (all: Settings): Promise<Book[]> =>
    all.enableLocalExcelSave
      ? Promise.all(
          (Object.entries(named(all)) as [Book['setting'], string][]).map(async ([setting, path]) => ({
            setting,
            path,
            file: await fileOf(dir, setting, path),
          })),
        )
      : []

  /** Removes what was written and is wanted no more, with every guest in it; what will be written is noted first, so that it is found again. */
  const settle = async (wanted: Book[]) => {
    const known = await store.notes('workbook')
    const written = await Promise.all(
      known.map(async (one) => ({ ...one, file: await fileOf(dir, one.setting, one.path).catch(() => undefined) })),
    )
    for (const { id, file } of written.filter(({ file }) => !wanted.some((one) => one.file === file))) {
      for (const name of file ? [file, file + unfinished] : []) await disk.remove(name)
      if (file) await disk.syncFolder(dirname(file)).catch(() => {})
      await store.removeNote('workbook', id)
    }
    for (const { setting, path, file } of wanted)
      if (!written.some((one) => one.file === file)) await store.note('workbook', { setting, path })
  }

  /** Whether all was written or nothing was to be. */
  const write = async (): Promise<boolean> => {
    const all = await allSettings(store)
    let path = ''
    try {
      const wanted = await books(all)
      const isSame = new Set(wanted.map(({ file }) => file.toLowerCase())).size < wanted.length
      await settle(isSame ? [] : wanted)
      if (isSame) throw new Refusal(400, say('path.same'))
      for (const { setting, file } of wanted) {
        path = all[setting] || hostFiles[setting].usual
        await put(
          file,
          setting === 'excelSettingsPath'
            ? settingSheets(all)
            : [checkinSheet(await store.checkinsJson(), flowWords())],
        )
      }
      return true
    } catch (error) {
      const refused = error instanceof Refusal
      report(refused ? error.message : say('workbook.failed', { path, reason: reasonOf(error) }))
      // What the host has named wrongly waits for the host's next change.
      return refused
    }
  }

  const turn = () =>
    (last = last.then(async () => {
      if (!stale) return
      stale = false
      const began = performance.now()
      const done = await write().catch((error: Error) => {
        report(say('workbook.failed', { path: '', reason: reasonOf(error) }))
        return false
      })
      least = Math.max(soon, rest * (performance.now() - began))
      if (done) return
      stale = true
      plan(again)
    }))

  const plan = (wait: number) => {
    if (stopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      void turn()
    }, wait).unref()
  }
  plan(soon)

  return {
    changed: () => {
      stale = true
      plan(least)
    },
    flush: () => {
      stale = true
      return turn()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
      // A file half written has not got its name yet: what is there stays whole.
      return Promise.race([turn(), pause(patience, undefined, { ref: false })])
    },
  }
}

/** The largest table read, in megabytes; the portal's are under one. */
const largest = 8

const decoded = (bytes: Uint8Array) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** An Italian Excel saves its CSV with semicolons. */
export const withCommas = (text: string) => (/^[^\r\n,]*;/.test(text) ? text.replaceAll(';', ',') : text)

/** The settings that name an official table, and which it is. */
const tables = { excelIstatComuniPath: 'comuni', excelIstatStatiPath: 'stati' } as const satisfies {
  [setting in HostFile]?: TableKind
}
type TableFile = keyof typeof tables

/** Whether a setting names an official table. */
export const isTable = (setting: string): setting is TableFile => Object.hasOwn(tables, setting)

/** An official table the host has put into the data folder, .csv or .xlsx, as the text `parseOfficial` reads. Refuses in Italian. */
export const readTable = async (dir: string, setting: TableFile, path: string): Promise<string> => {
  const file = await fileOf(dir, setting, path)
  const size = (await stat(file).catch(() => undefined))?.size
  if (size === undefined) throw new Refusal(400, say('table.missing', { path }))
  if (size > largest * 1e6) throw new Refusal(400, say('table.large', { path, limit: largest }))
  const bytes = await readFile(file)
  if (!file.toLowerCase().endsWith('.xlsx')) return withCommas(decoded(bytes))
  return readAsCsv(new Uint8Array(bytes)).catch((error: Error) => {
    throw new Refusal(400, say('table.unreadable', { path, reason: error.message }))
  })
}

/** The same, once it has been found to be that table. Refuses in Italian, with the first line that is wrong. */
export const officialTable = async (dir: string, setting: TableFile, path: string): Promise<string> => {
  const csv = await readTable(dir, setting, path)
  const read = parseOfficial(csv, tables[setting])
  if ('fault' in read) throw new Refusal(400, say('table.fault', { path, ...read.fault }))
  return csv
}

/** The official tables the settings name, as a place book takes them (`imported`); one that is wrong is reported and left out. */
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
