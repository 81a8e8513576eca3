import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'
import { escapeMarkup, escapeText } from '../../src/core/text/escape'

type ZipEntry = { path: string; parts: Iterable<string> | AsyncIterable<string> }

/** 1 January 1980: workbooks carry no date. */
const date = 0x21

const packed = async ({ path, parts }: ZipEntry) => {
  const chunks: Buffer[] = []
  let [sum, size] = [0, 0]
  const counted = async function* () {
    for await (const part of parts) {
      const bytes = Buffer.from(part)
      sum = crc32(bytes, sum)
      size += bytes.length
      yield bytes
    }
  }
  await pipeline(Readable.from(counted()), createDeflateRaw({ level: constants.Z_BEST_SPEED }), async (out) => {
    for await (const chunk of out) chunks.push(chunk as Buffer)
  })
  const length = chunks.reduce((total, chunk) => total + chunk.length, 0)
  return { name: Buffer.from(path), chunks, length, size, sum }
}

type Packed = Awaited<ReturnType<typeof packed>>

/** The common fields of local header and directory: version 2.0, UTF-8 names, deflated. */
const described = ({ name, length, size, sum }: Packed) => {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(20, 0)
  bytes.writeUInt16LE(0x800, 2)
  bytes.writeUInt16LE(8, 4)
  bytes.writeUInt16LE(date, 8)
  bytes.writeUInt32LE(sum, 10)
  bytes.writeUInt32LE(length, 14)
  bytes.writeUInt32LE(size, 18)
  bytes.writeUInt16LE(name.length, 22)
  return bytes
}

const signed = (signature: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt32LE(signature, 0)
  return bytes
}

const inDirectory = (file: Packed, at: number) => {
  const begin = signed(0x02014b50, 6)
  begin.writeUInt16LE(20, 4)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(at, 10)
  return [begin, described(file), rest, file.name]
}

const endOf = (count: number, length: number, at: number) => {
  const bytes = signed(0x06054b50, 22)
  bytes.writeUInt16LE(count, 8)
  bytes.writeUInt16LE(count, 10)
  bytes.writeUInt32LE(length, 12)
  bytes.writeUInt32LE(at, 16)
  return bytes
}

/** Writes a ZIP archive (APPNOTE.TXT 6.3.3, no ZIP64), compressing files as they are made, under 4 GB. */
export const zip = async (entries: readonly ZipEntry[]): Promise<Uint8Array> => {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const entry of entries) {
    const file = await packed(entry)
    const local = [signed(0x04034b50, 4), described(file), file.name, ...file.chunks]
    directory.push(...inDirectory(file, at))
    files.push(...local)
    at += 30 + file.name.length + file.length
  }
  const length = directory.reduce((total, part) => total + part.length, 0)
  const all = [...files, ...directory, endOf(entries.length, length, at)]
  // Not in Node's pool: it may be transferred to another thread.
  const archive = new Uint8Array(all.reduce((total, part) => total + part.length, 0))
  let end = 0
  for (const part of all) {
    archive.set(part, end)
    end += part.length
  }
  return archive
}

/** Styles of cells, in the order of `cellXfs`. */
const styles = ['plain', 'text', 'heading', 'day', 'moment'] as const

/** A text or a number; a date is a number of days since 1900. */
export type Cell = { style: (typeof styles)[number]; value: string | number } | null

/** Column widths in characters; the rows in slices, a heading first. */
export type CellSheet = { name: string; widths: readonly number[]; rows: AsyncIterable<readonly Cell[][]> }

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Characters that XML 1.0 cannot hold: control characters, lone surrogates, two non-characters. */
const impossible = /[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu

/** Excel reads `_x0041_` as an A (ISO/IEC 29500-1, 22.9.2.19). */
const textOf = (value: string) => escapeText(value.replace(impossible, '').replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_'))

/** From 0: A … Z, AA … */
const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

const cellText = (cell: Cell, at: string) => {
  if (!cell) return ''
  const { value } = cell
  const front = `<c r="${at}" s="${styles.indexOf(cell.style)}"`
  return typeof value === 'number'
    ? `${front}><v>${value}</v></c>`
    : `${front} t="inlineStr"><is><t xml:space="preserve">${textOf(value)}</t></is></c>`
}

const sheetText = async function* ({ widths, rows }: CellSheet) {
  const letters = widths.map((_, column) => lettersOf(column))
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
  let row = 0
  for await (const slice of rows)
    yield slice
      .map((cells) => {
        row++
        return `<row r="${row}">${cells.map((cell, column) => cellText(cell, letters[column]! + row)).join('')}</row>`
      })
      .join('')
  yield '</sheetData></worksheet>'
}

const format = (id: number, more = '') =>
  `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"${id ? ' applyNumberFormat="1"' : ''}${more}/>`
const looks: Record<(typeof styles)[number], string> = {
  plain: format(0),
  // 49 is text (@): an edited value that begins with = becomes no formula.
  text: format(49),
  heading: format(49, ' applyFont="1"').replace('fontId="0"', 'fontId="1"'),
  day: format(164),
  moment: format(165),
}
const stylesText = `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styles.length}">${styles.map((style) => looks[style]).join('')}</cellXfs></styleSheet>`

const related = (list: readonly [id: string, type: string, target: string][]) =>
  `${head}<Relationships xmlns="${packages}/relationships">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** Writes a workbook (ISO/IEC 29500-1). Texts are inline, so that rows are written as they come. */
export const xlsx = (sheets: readonly CellSheet[]): Promise<Uint8Array> => {
  const named = sheets.map((sheet, at) => ({ sheet, id: `rId${at + 1}`, file: `worksheets/sheet${at + 1}.xml` }))
  const parts = [
    ['/xl/workbook.xml', `${spreadsheet}.sheet.main+xml`],
    ['/xl/styles.xml', `${spreadsheet}.styles+xml`],
    ...named.map(({ file }) => [`/xl/${file}`, `${spreadsheet}.worksheet+xml`]),
  ]
  const types = `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
    .map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`)
    .join('')}</Types>`
  const list = named.map(
    ({ sheet, id }, at) => `<sheet name="${escapeMarkup(sheet.name)}" sheetId="${at + 1}" r:id="${id}"/>`,
  )
  const entries: ZipEntry[] = [
    { path: '[Content_Types].xml', parts: [types] },
    { path: '_rels/.rels', parts: [related([['rId1', 'officeDocument', 'xl/workbook.xml']])] },
    {
      path: 'xl/workbook.xml',
      parts: [`${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`],
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      parts: [
        related([
          ...named.map(({ id, file }): [string, string, string] => [id, 'worksheet', file]),
          ['rIdStyles', 'styles', 'styles.xml'],
        ]),
      ],
    },
    { path: 'xl/styles.xml', parts: [stylesText] },
    ...named.map(({ sheet, file }) => ({ path: `xl/${file}`, parts: sheetText(sheet) })),
  ]
  return zip(entries)
}
