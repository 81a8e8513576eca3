import type { OfficialRow, Place, TableKind, TypedCode } from '../../../schema/calls/tables'
import { type CountryRow, countries } from '../../data/countries'
import { isCalendar } from '../text/dates'

/** What a name means: one place, candidates, nothing, or nothing with suggestions. */
export type Found =
  | { found: Place }
  | { candidates: Place[] }
  | { unknown: true; candidates: Place[] }
  | { unknown: true }

/** The nine digits of a code: a comune's begins with 4, a state's with 1. */
export const codes = { comuni: /^4\d{8}$/, stati: /^1\d{8}$/ }

export const italyCode = '100000100'

type RowFault = 'header' | 'columns' | 'code' | 'duplicate' | 'name' | 'province' | 'date' | 'empty'

/** The rows of an upload, or its first wrong line, counted from 1 with the header. */
type Official = { rows: OfficialRow[] } | { fault: { line: number; reason: RowFault } }

/**
 * The sources of a place book: the built comuni (`code|NAME|PV|ALIAS;ALIAS`), the states, the host's typed codes, and
 * the portal's imported files, which replace the build's. A row is abolished when its last day is before `today`
 * (`YYYY-MM-DD`), or when it has one and `today` is absent.
 */
export type PlaceTables = {
  comuni: string
  states?: readonly CountryRow[]
  typed?: readonly TypedCode[]
  imported?: { comuni?: string | undefined; stati?: string | undefined }
  today?: string
}

/** The portal writes midnight with seconds; a spreadsheet that saves the file drops them. */
const calendar = (date: string) => {
  const day = date.replace(/^(\d{2})\/(\d{2})\/(\d{4})(?: 0?0:00(?::00)?)?$/, '$3-$2-$1')
  return !date || isCalendar(day) ? day : undefined
}

/** Reads the portal's `comuni.csv` or `stati.csv` (`Codice,Descrizione,Provincia,DataFineVal`, CRLF, no quotes). */
export const parseOfficial = (csv: string, kind: TableKind): Official => {
  // A regular expression for trailing spaces takes time that grows with the square of their number.
  const [header, ...lines] = csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
  if (header?.trim() !== 'Codice,Descrizione,Provincia,DataFineVal') return { fault: { line: 1, reason: 'header' } }
  const seen = new Set<string>()
  const rows: OfficialRow[] = []
  for (const [index, line] of lines.entries()) {
    const cells = line.split(',').map((cell) => cell.trim())
    const [code = '', name = '', province = '', end = ''] = cells
    const until = calendar(end)
    const faults: Partial<Record<RowFault, boolean>> = {
      columns: cells.length !== 4,
      code: !codes[kind].test(code),
      duplicate: seen.has(code),
      name: !/^[\p{L}\p{N}](?:[\p{L}\p{N} .'’()/-]{0,98})$/u.test(name),
      province: !/^[A-Z]{2}$/.test(province) || (kind === 'stati') !== (province === 'ES'),
      date: until === undefined,
    }
    const reason = (Object.keys(faults) as RowFault[]).find((fault) => faults[fault])
    if (reason) return { fault: { line: index + 2, reason } }
    seen.add(code)
    rows.push({ code, name, province, until: until! })
  }
  return rows.some((row) => !row.until) ? { rows } : { fault: { line: 2, reason: 'empty' } }
}

/** Returns the rows of an imported file. Throws if it is malformed. */
export const importedRows = (csv: string, kind: TableKind) => {
  const read = parseOfficial(csv, kind)
  if ('fault' in read)
    throw new Error(
      `The imported ${kind}.csv is wrong at line ${read.fault.line} (${read.fault.reason}): import the portal's file again.`,
    )
  return read.rows
}

/** Returns the rows of a table: the imported ones, else the build's. */
export const officialRows = (
  { comuni, states = countries, imported: files }: PlaceTables,
  kind: TableKind,
): OfficialRow[] => {
  const csv = files?.[kind]
  if (csv !== undefined) return importedRows(csv, kind)
  if (kind === 'stati') return states.map(([, code, name]) => ({ code, name, province: 'ES', until: '' }))
  return comuni
    .trim()
    .split('\n')
    .map((line) => {
      const [code = '', name = '', province = ''] = line.split('|')
      return { code, name, province, until: '' }
    })
}

/** Returns what replacing `before` by `after` changes; an abolished row is a changed one. */
export const compareOfficial = (before: readonly OfficialRow[], after: readonly OfficialRow[]) => {
  const old = new Map(before.map((row) => [row.code, row]))
  const remaining = new Set(after.map((row) => row.code))
  const differs = (a: OfficialRow, b: OfficialRow) =>
    a.name !== b.name || a.province !== b.province || a.until !== b.until
  return {
    added: after.filter((row) => !old.has(row.code)),
    removed: before.filter((row) => !remaining.has(row.code)),
    changed: after.flatMap((row) => {
      const was = old.get(row.code)
      return was && differs(was, row) ? [{ before: was, after: row }] : []
    }),
  }
}
