import { hash } from 'node:crypto'
import { laterVersion, StoreRefused } from '../store'

/** The number of changes and their chained checksum. */
export type Mark = { seq: number; sum: string }

/** A change in the journal: JSON text, or that sealed in one line. */
export type JournalRecord = Mark & { body: string }

/** `length` is the good part in bytes; `rest`, behind it: nothing, an unfinished record (`torn`), or changed bytes. */
export type JournalReading = {
  after: Mark
  end: Mark
  records: JournalRecord[]
  length: number
  rest: 'none' | 'torn' | 'broken'
}

/** Before the first change. */
export const origin: Mark = { seq: 0, sum: '0'.repeat(16) }

/** 64 bits of a SHA-256 over the last checksum, number, length and body: shows lost or exchanged lines. 5 µs. */
const sumOf = (before: string, seq: number, length: number, body: string | Uint8Array) => {
  const front = `${before} ${seq} ${length} `
  const whole = typeof body === 'string' ? front + body : Buffer.concat([Buffer.from(front), body])
  return hash('sha256', whole).slice(0, 16)
}

/** The record after a mark. */
export const recordAfter = (before: Mark, body: string): JournalRecord => {
  const seq = before.seq + 1
  return { seq, sum: sumOf(before.sum, seq, Buffer.byteLength(body), body), body }
}

/** Returns a record's line. JSON has no line feed, so one always ends a record. */
export const lineOf = ({ seq, sum, body }: JournalRecord) => `${sum} ${seq} ${Buffer.byteLength(body)} ${body}\n`

/** The version of lines and changes; a later one is refused. */
const version = 2
const titleOf = (version: number) => `benvenuto ${version}`

/** Returns a journal's first line; its mark is that of the snapshot it follows. */
export const headerAfter = ({ seq, sum }: Mark) => {
  const title = titleOf(version)
  const body = JSON.stringify({ journal: title, after: { seq, sum } })
  return lineOf({ seq, sum: sumOf(title, seq, Buffer.byteLength(body), body), body })
}

const front = /^([0-9a-f]{16}) (\d{1,15}) (\d{1,9}) /
const unfinishedFront = /^([0-9a-f]{0,16}|[0-9a-f]{16} (\d{0,15}|\d{1,15} (\d{0,9}|\d{1,9} [^]*)))$/
const frontLength = 45

type Line = { seq: number; sum: string; body: Buffer; end: number }

const lineAt = (bytes: Buffer, at: number): Line | undefined => {
  const found = front.exec(bytes.toString('latin1', at, at + frontLength))
  if (!found) return undefined
  const [start, length] = [at + found[0].length, Number(found[3])]
  return { seq: Number(found[2]), sum: found[1]!, body: bytes.subarray(start, start + length), end: start + length + 1 }
}

/**
 * Tells a record cut short by a crash (`torn`) from bytes changed later (`broken`).
 *
 * A record is answered for only when its last byte, a line feed, is on the disk. So a cut write leaves no line feed:
 * the beginning of a line, on some file systems followed by zeros. Only that is dropped. Bytes with a line feed were a
 * whole line and may have been answered for: they are refused. So is a line with all its bytes and something behind
 * them, whose line feed was flipped. A power cut that writes a later page of a flush without an earlier one is refused
 * too: the operator decides, not a guess. A file cut at the end from outside looks torn; only a newer snapshot or the
 * high-water mark shows it.
 */
const restOf = (rest: Buffer): JournalReading['rest'] => {
  if (!rest.length) return 'none'
  let length = rest.length
  while (length && rest[length - 1] === 0) length--
  const cut = rest.subarray(0, length)
  const line = lineAt(cut, 0)
  const whole = line !== undefined && cut.length >= line.end - 1 && rest.length >= line.end
  return cut.includes(10) || cut.includes(0) || whole || !unfinishedFront.test(cut.toString('latin1'))
    ? 'broken'
    : 'torn'
}

type Header = { version: number; after: Mark; end: number }

/** Reads the first line, whose checksum begins with the title it names. */
const headerOf = (bytes: Buffer): Header | undefined => {
  const line = lineAt(bytes, 0)
  const named = line && /^\{"journal":"benvenuto (\d{1,4})"/.exec(line.body.toString('latin1', 0, 40))
  if (!line || !named || bytes[line.end - 1] !== 10) return undefined
  const title = titleOf(Number(named[1]))
  if (sumOf(title, line.seq, line.body.length, line.body) !== line.sum) return undefined
  return {
    version: Number(named[1]),
    after: (JSON.parse(line.body.toString()) as { after: Mark }).after,
    end: line.end,
  }
}

/** Reads the records after a mark, as far as each fits the one before. */
export const recordsFrom = (bytes: Buffer, start: number, after: Mark): JournalReading => {
  const records: JournalRecord[] = []
  let end = after
  let length = start
  for (let line: ReturnType<typeof lineAt>; (line = lineAt(bytes, length)); length = line.end) {
    const { seq, sum, body } = line
    const fits = seq === end.seq + 1 && bytes[line.end - 1] === 10 && sumOf(end.sum, seq, body.length, body) === sum
    if (!fits) break
    end = { seq, sum }
    records.push({ ...end, body: body.toString() })
  }
  return { after, end, records, length, rest: restOf(bytes.subarray(length)) }
}

/** Reads a journal; `undefined` when its first line is damaged. Throws StoreRefused for a later version. */
export const readJournal = (bytes: Buffer): JournalReading | undefined => {
  const header = headerOf(bytes)
  if (header && header.version > version) throw new StoreRefused(laterVersion('checkin.journal'))
  return header && recordsFrom(bytes, header.end, header.after)
}
