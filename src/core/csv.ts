/** What a spreadsheet would take for a formula (OWASP, CSV injection): such a cell gets an apostrophe in front, and stays text. */
const formula = /^[=+\-@\t\r＝＋－＠]/

const harmless = (cell: string) => (formula.test(cell) ? `'${cell}` : cell)
const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Rows as a file a spreadsheet opens: RFC 4180 (commas, CRLF, doubled quotes), with the byte order mark Excel knows UTF-8 by. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map((cell) => quoted(harmless(cell))).join(',')}\r\n`).join('')}`
