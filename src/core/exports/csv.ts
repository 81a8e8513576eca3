/**
 * What a spreadsheet would take for a formula (OWASP, CSV injection): such a cell gets an apostrophe in front, and
 * stays text.
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** A cell that stays text wherever it is pasted or opened. */
export const neutralized = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)
const quoted = (cell: string) => (/[";,\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * Rows as a file an Italian spreadsheet opens: RFC 4180 (CRLF, doubled quotes) with semicolons, since commas write
 * decimals there, and with the byte order mark Excel knows UTF-8 by.
 */
export const csv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map((cell) => quoted(neutralized(cell))).join(';')}\r\n`).join('')}`
