import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { readSheet } from 'read-excel-file/node'
import { pickedOf } from '../../src/core/flow/facts'
import { romeTime } from '../../src/core/text/rome-time'
import type { Book, SheetColumn, SheetHead } from './sheets'
import { type Cell, type CellSheet, xlsx } from './xlsx'

const two = (number: number) => String(number).padStart(2, '0')

const cellText = (value: unknown, column: number): string => {
  if (value instanceof Date)
    return `${two(value.getUTCDate())}/${two(value.getUTCMonth() + 1)}/${value.getUTCFullYear()}`
  // Codes that a spreadsheet took for numbers.
  if (typeof value === 'number') return column === 0 ? String(value).padStart(9, '0') : String(value)
  return String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The first sheet of an .xlsx as CSV lines. Rejects other files. */
export const readBook = async (bytes: Uint8Array): Promise<string> => {
  const rows = (await readSheet(Buffer.from(bytes))) as unknown[][]
  const width = rows[0]?.length ?? 0
  return rows
    .map((row) =>
      Array.from({ length: Math.max(width, row.length) }, (_, column) => cellText(row[column], column)).join(','),
    )
    .join('\r\n')
}

type Value = unknown
type SheetRecord = Record<string, Value>

/** Excel cuts at 32,767 characters. */
const textCell = (value: Value): Cell => ({
  style: 'text',
  value: String(value)
    .slice(0, 32_766)
    .replace(/[\ud800-\udbff]$/, ''),
})

/** Excel counts days since 30 December 1899. */
const serial = (time: number) => Math.round((time / 86_400_000 + 25_569) * 1e8) / 1e8

/** Excel counts a 29 February 1900 that never was: earlier days stay text. */
const dayCell = (value: Value): Cell => {
  const day = String(value)
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= '1900-03-01' ? Date.parse(day) : Number.NaN
  return Number.isNaN(time) ? textCell(day) : { style: 'day', value: serial(time) }
}

/** An ISO moment by Italy's clock. */
const momentCell = (value: Value): Cell => {
  const moment = String(value)
  return Number.isNaN(Date.parse(moment))
    ? textCell(moment)
    : { style: 'moment', value: serial(Date.parse(`${romeTime(Date.parse(moment))}Z`)) }
}

const numberCell = (value: Value): Cell =>
  /^-?\d{1,15}$/.test(String(value)) ? { style: 'plain', value: Number(value) } : textCell(value)

/** `any` keeps numbers and writes yes and no in the book's words. */
const cells: Record<SheetColumn['kind'], (value: Value, book: Book) => Cell> = {
  text: textCell,
  number: numberCell,
  day: dayCell,
  moment: momentCell,
  any: (value, { yes, no }) =>
    typeof value === 'number'
      ? { style: 'plain', value }
      : textCell(typeof value === 'boolean' ? (value ? yes : no) : value),
}

const allColumns = (
  { columns, hidden, optionalColumns = [], titles, answers = {} }: SheetHead,
  keys: ReadonlySet<string>,
): SheetColumn[] => {
  const present = [...columns, ...optionalColumns.filter(({ key }) => keys.has(key))]
  const placed = new Set([...present.map(({ key }) => key), ...hidden])
  return [
    ...present,
    ...[...keys]
      .filter((key) => !placed.has(key))
      .map((key): SheetColumn => {
        const title = Object.hasOwn(titles, key) ? titles[key]! : key
        return { key, title, kind: 'any', width: 18, ...(Object.hasOwn(answers, key) && { words: answers[key]! }) }
      }),
  ]
}

const cellOf = (record: SheetRecord, { key, kind, words, otherwise }: SheetColumn, book: Book) => {
  const stored = Object.hasOwn(record, key) ? record[key] : undefined
  const value = otherwise === undefined || Object.hasOwn(words ?? {}, String(stored)) ? stored : otherwise
  if (value === undefined || value === null || value === '') return null
  const picked = pickedOf(String(value))
  const isInWords = words && picked.some((one) => Object.hasOwn(words, one))
  if (!isInWords) return cells[kind](value, book)
  return textCell(picked.map((one) => (Object.hasOwn(words, one) ? words[one] : one)).join(', '))
}

/** The fastest compression, which leaves a tenth. */
const level = 1

/** Keeps the records compressed: plain they take ten times the memory. */
const cellsOf = async (head: SheetHead, records: AsyncIterable<string[]>, book: Book): Promise<CellSheet> => {
  const keys = new Set<string>()
  const waiting: Buffer[] = []
  for await (const slice of records) {
    const text = `[${slice.join()}]`
    for (const record of JSON.parse(text) as SheetRecord[]) for (const key of Object.keys(record)) keys.add(key)
    waiting.push(deflateRawSync(text, { level }))
  }
  const columns = allColumns(head, keys)
  const rows = async function* () {
    yield [columns.map(({ title }): Cell => ({ style: 'heading', value: title }))]
    for (let slice: Buffer | undefined; (slice = waiting.shift()); ) {
      const found = JSON.parse(inflateRawSync(slice).toString()) as SheetRecord[]
      yield found.map((record) => columns.map((column) => cellOf(record, column, book)))
    }
  }
  return { name: head.name, widths: columns.map(({ width }) => width), rows: rows() }
}

/** Writes a workbook (.xlsx) with a bold frozen heading. `recordsOf` gives a sheet's records by index. */
export const writeBook = async (
  book: Book,
  recordsOf: (sheet: number) => AsyncIterable<string[]>,
): Promise<Uint8Array> => {
  const sheets: CellSheet[] = []
  for (const [number, head] of book.sheets.entries()) sheets.push(await cellsOf(head, recordsOf(number), book))
  return xlsx(sheets)
}
