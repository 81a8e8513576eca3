import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '../schema/settings'
import { parseOfficial, type TableKind } from '../src/core/official'
import { speaker } from '../src/core/text'
import words from '../src/text/workbook.it.json'
import { aside } from './aside'
import { machineDisk, replaceFile, type Disk } from './disk'
import { allSettings } from './house'
import { Refusal } from './http'
import { fileOf, type HostFile } from './inside'
import { bookOf, checkinSheet, settingSheets, writeBook, type Sheet } from './sheets'
import type { Store } from './store'

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

const reasonOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? (error as Error).message

/**
 * Keeps the workbooks current while `enableLocalExcelSave` is on, from the start: a crash may have left them behind. The records are
 * read in one go (as the host's list is) and all the rest is done on another thread; writings rest ten times as long as they take.
 */
export const workbooks = ({ store, dir, report, flowWords = () => ({}), disk = machineDisk }: WorkbookOptions): Workbooks => {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let stale = true
  let least = soon
  let last = Promise.resolve()

  const put = async (setting: HostFile, path: string, sheets: Sheet[]) => {
    const file = await fileOf(dir, setting, path)
    const bytes = await aside(writeBook, bookOf(sheets), 'write-excel-file/node')
    await disk.makeFolder(dirname(file))
    // What stands under the unfinished name is a crash's leaving, or a link someone laid there.
    await disk.remove(`${file}.new`)
    await replaceFile(disk, file, bytes)
  }

  const books = async (all: Settings) => {
    const [checkins, settings] = await Promise.all([fileOf(dir, 'excelCheckinsPath', all.excelCheckinsPath), fileOf(dir, 'excelSettingsPath', all.excelSettingsPath)])
    if (checkins.toLowerCase() === settings.toLowerCase()) throw new Refusal(400, say('path.same'))
  }

  /** Whether all was written or nothing was to be. */
  const write = async (): Promise<boolean> => {
    const all = await allSettings(store)
    if (!all.enableLocalExcelSave) return true
    let path = ''
    try {
      await books(all)
      path = all.excelSettingsPath || 'settings.xlsx'
      await put('excelSettingsPath', all.excelSettingsPath, settingSheets(all))
      path = all.excelCheckinsPath || 'checkins.xlsx'
      await put('excelCheckinsPath', all.excelCheckinsPath, [checkinSheet(await store.checkinsJson(), flowWords())])
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
      const done = await write().catch((error: Error) => (report(say('workbook.failed', { path: '', reason: reasonOf(error) })), false))
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

/** Reads the first sheet as the lines of a CSV; runs on another thread as its own text, and names nothing outside itself. */
const readBook = async (bytes: Uint8Array, { readSheet }: typeof import('read-excel-file/node')): Promise<string> => {
  const two = (number: number) => String(number).padStart(2, '0')
  const cell = (value: unknown, column: number) => {
    if (value instanceof Date) return `${two(value.getUTCDate())}/${two(value.getUTCMonth() + 1)}/${value.getUTCFullYear()}`
    // Codes that a spreadsheet took for numbers.
    if (typeof value === 'number') return column === 0 ? String(value).padStart(9, '0') : String(value)
    return String(value ?? '').replace(/\s+/g, ' ').trim()
  }
  const rows = (await readSheet(Buffer.from(bytes))) as unknown[][]
  const width = rows[0]?.length ?? 0
  return rows.map((row) => Array.from({ length: Math.max(width, row.length) }, (_, column) => cell(row[column], column)).join(',')).join('\r\n')
}

const decoded = (bytes: Uint8Array) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** An Italian Excel saves its CSV with semicolons. */
export const withCommas = (text: string) => (/^[^\r\n,]*;/.test(text) ? text.replaceAll(';', ',') : text)

/** An official table the host has put into the data folder, .csv or .xlsx, as the text `parseOfficial` reads. Refuses in Italian. */
export const readTable = async (dir: string, setting: 'excelIstatComuniPath' | 'excelIstatStatiPath', path: string): Promise<string> => {
  const file = await fileOf(dir, setting, path)
  const size = (await stat(file).catch(() => undefined))?.size
  if (size === undefined) throw new Refusal(400, say('table.missing', { path }))
  if (size > largest * 1e6) throw new Refusal(400, say('table.large', { path, limit: largest }))
  const bytes = await readFile(file)
  if (!file.toLowerCase().endsWith('.xlsx')) return withCommas(decoded(bytes))
  return aside(readBook, new Uint8Array(bytes), 'read-excel-file/node').catch((error: Error) => {
    throw new Refusal(400, say('table.unreadable', { path, reason: error.message }))
  })
}

/** The official tables the settings name, as a place book takes them (`imported`); one that is wrong is reported and left out. */
export const namedTables = async ({ store, dir, report }: Pick<WorkbookOptions, 'store' | 'dir' | 'report'>): Promise<{ [kind in TableKind]?: string }> => {
  const { excelIstatComuniPath, excelIstatStatiPath } = await allSettings(store)
  const named = [['comuni', 'excelIstatComuniPath', excelIstatComuniPath], ['stati', 'excelIstatStatiPath', excelIstatStatiPath]] as const
  const found: { [kind in TableKind]?: string } = {}
  for (const [kind, setting, path] of named) {
    if (!path) continue
    try {
      const csv = await readTable(dir, setting, path)
      const read = parseOfficial(csv, kind)
      if ('fault' in read) throw new Refusal(400, say('table.fault', { path, ...read.fault }))
      found[kind] = csv
    } catch (error) {
      report(error instanceof Refusal ? error.message : say('table.unreadable', { path, reason: reasonOf(error) }))
    }
  }
  return found
}
