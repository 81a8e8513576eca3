import writeExcel, { type CellObject } from 'write-excel-file/node'
import type { Book, Column, Sheet } from './sheets'

type Value = unknown
type SheetRecord = Record<string, Value>

const italy = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'medium' })

/**
 * A cell of text. The format of text keeps one that begins with = from becoming a formula when someone edits it. The
 * library looks its texts up in a plain object, where 'constructor' is found before it is put: a blank after it keeps
 * the file whole. Excel cuts at 32,767 characters.
 */
const textCell = (value: Value): CellObject => {
  const whole = String(value)
    .slice(0, 32_766)
    .replace(/[\ud800-\udbff]$/, '')
  return { type: String, format: '@', value: whole in {} ? `${whole} ` : whole }
}

/**
 * A date `YYYY-MM-DD`. Excel counts a 29 February 1900 that never was: days before it would be one off, and stay text.
 */
const dayCell = (value: Value): CellObject => {
  const day = String(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= '1900-03-01' && !Number.isNaN(Date.parse(day))
    ? { type: Date, format: 'dd/mm/yyyy', value: new Date(`${day}T00:00:00Z`) }
    : textCell(day)
}

/** An ISO moment as Italy's clocks show it. */
const momentCell = (value: Value): CellObject => {
  const moment = String(value)
  return Number.isNaN(Date.parse(moment))
    ? textCell(moment)
    : {
        type: Date,
        format: 'dd/mm/yyyy hh:mm',
        value: new Date(`${italy.format(new Date(moment)).replace(' ', 'T')}Z`),
      }
}

const numberCell = (value: Value): CellObject =>
  /^-?\d{1,15}$/.test(String(value)) ? { type: Number, value: Number(value) } : textCell(value)

/** How each kind of column is kept; `any` keeps numbers as numbers and says yes and no in the book's words. */
const cells: Record<Column['kind'], (value: Value, book: Book) => CellObject> = {
  text: textCell,
  number: numberCell,
  day: dayCell,
  moment: momentCell,
  any: (value, { yes, no }) =>
    typeof value === 'number'
      ? { type: Number, value }
      : textCell(typeof value === 'boolean' ? (value ? yes : no) : value),
}

/** The sheet's columns and, after them, one for every other key its records have. */
const allColumns = ({ columns, hidden, titles }: Sheet, records: readonly SheetRecord[]): Column[] => {
  const known = new Set([...columns.map(({ key }) => key), ...hidden])
  const others = new Set(records.flatMap((record) => Object.keys(record).filter((key) => !known.has(key))))
  return [
    ...columns,
    ...[...others].map((key): Column => {
      return { key, title: Object.hasOwn(titles, key) ? titles[key]! : key, kind: 'any', width: 18 }
    }),
  ]
}

const cellOf = (record: SheetRecord, { key, kind, words }: Column, book: Book) => {
  const value = record[key]
  if (value === undefined || value === null || value === '') return null
  const answer = String(value)
  return words && Object.hasOwn(words, answer) ? textCell(words[answer]!) : cells[kind](value, book)
}

/** A workbook (.xlsx) as its bytes: a bold heading that stays in view, then one row a record. */
export const writeBook = async (book: Book): Promise<Uint8Array> => {
  const sheets = book.sheets.map((sheet) => {
    const records = JSON.parse(sheet.json) as SheetRecord[]
    const columns = allColumns(sheet, records)
    const header = columns.map(({ title }) => ({ ...textCell(title), fontWeight: 'bold' as const }))
    return {
      sheet: sheet.name,
      data: [header, ...records.map((record) => columns.map((column) => cellOf(record, column, book)))],
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
    }
  })
  return new Uint8Array(await writeExcel(sheets).toBuffer())
}
