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
const quoted = (cell: string) => (/[";,\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Returns rows as CSV for Italian spreadsheets: RFC 4180, semicolons, and a byte order mark for Excel. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map((cell) => quoted(neutralized(cell))).join(';')}\r\n`).join('')}`
