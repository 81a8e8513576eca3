import { readFile, stat } from 'node:fs/promises'
import type { TableKind } from '../../schema/calls/tables'
import { parseOfficial } from '../../src/core/places/official-tables'
import { allSettings } from '../settings/all-settings'
import { fileOf, type HostFile } from '../settings/host-files'
import { Refusal, say } from '../shared/messages'
import { reasonOf, type WorkbookOptions } from './workbook-files'
import { readAsCsv } from './worker'

/** Megabytes; the portal's tables are under one. */
const largest = 8

const decoded = (bytes: Uint8Array) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** An Italian Excel saves CSV with semicolons. */
export const withCommas = (text: string) => (/^[^\r\n,]*;/.test(text) ? text.replaceAll(';', ',') : text)

const tables = { excelIstatComuniPath: 'comuni', excelIstatStatiPath: 'stati' } as const satisfies {
  [setting in HostFile]?: TableKind
}
type TableFile = keyof typeof tables

/** Whether a setting names an official table. */
export const isTable = (setting: string): setting is TableFile => Object.hasOwn(tables, setting)

/** Reads an official table (.csv or .xlsx) as CSV. Refuses in Italian. */
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
