import { readSheet } from 'read-excel-file/node'

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
