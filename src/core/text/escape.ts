const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Returns text as the content of an XML or HTML element. */
export const escapeText = (text: string): string =>
  /[&<>]/.test(text) ? text.replace(/[&<>]/g, (sign) => entities[sign]!) : text

/** Returns text for any place in a page, quoted attributes included. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

/** The beginnings of a formula (OWASP, CSV injection), not of `-4,50`; an apostrophe in front keeps a cell text. */
const formula = /^(?!-\d+(?:,\d+)?$)[=+\-@\t\r\n＝＋－＠]/

/** Returns a cell that no spreadsheet takes for a formula. */
export const neutralized = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/**
 * What a spreadsheet makes a date of, such as the month `07/2026` or the room `1-2`, or another number: `00184`,
 * `12E4`, more than 15 digits. Whole dates may become dates.
 */
const misread = /^(?:\d{1,2}[/-]\d{1,4}|0\d+|\d+E\d+|\d{16,})$/i
const asText = (cell: string) => (misread.test(cell) ? `'${cell}` : neutralized(cell))
const quoted = (cell: string) => (/[";,\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Returns rows as CSV for Italian spreadsheets: RFC 4180, semicolons, and a byte order mark for Excel. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map((cell) => quoted(asText(cell))).join(';')}\r\n`).join('')}`
