import { hash } from 'node:crypto'
import { laterVersion, StoreRefused } from '../store'

/**
 * A place in the history of the store: how many changes there have been, and the checksum that stands for all of them.
 */
export type Mark = { seq: number; sum: string }

/** One change as the journal keeps it: its body is JSON text, or that sealed in one line. */
export type JournalRecord = Mark & { body: string }

/**
 * What a journal's bytes say.
 * `records` follow `after` and end at `end`; the good part is `length` bytes long; `rest` is what lies behind it:
 * nothing, the beginning of a record that was never finished, or bytes that some fault has changed.
 */
export type JournalReading = {
  after: Mark
  end: Mark
  records: JournalRecord[]
  length: number
  rest: 'none' | 'torn' | 'broken'
}

/** Before the first change. */
export const origin: Mark = { seq: 0, sum: '0'.repeat(16) }

/**
 * The checksum of a record: the first 64 bits of a SHA-256 over the checksum before it, its number, its length and its
 * body. A chain rather than a CRC of each line, so that a lost, doubled or exchanged line shows as much as a flipped
 * bit does, and so that a snapshot which names its mark fits one journal only. It costs 5 µs for a check-in, a
 * hundredth of the answer.
 */
const sumOf = (before: string, seq: number, length: number, body: string | Uint8Array) => {
  const front = `${before} ${seq} ${length} `
  const whole = typeof body === 'string' ? front + body : Buffer.concat([Buffer.from(front), body])
  return hash('sha256', whole).slice(0, 16)
}

/** The record that follows a mark. */
export const recordAfter = (before: Mark, body: string): JournalRecord => {
  const seq = before.seq + 1
  return { seq, sum: sumOf(before.sum, seq, Buffer.byteLength(body), body), body }
}

/**
 * A record's line: checksum, number, length in bytes, body. JSON text has no line feed of its own, so a line feed
 * always ends a record.
 */
export const lineOf = ({ seq, sum, body }: JournalRecord) => `${sum} ${seq} ${Buffer.byteLength(body)} ${body}\n`

/**
 * The version of the journal's lines and of the changes in them; an older one is read too, a later one is left alone.
 */
const version = 2
const titleOf = (version: number) => `benvenuto ${version}`

/** A journal's first line, with a checksum like the others; the mark it names is that of the snapshot it follows. */
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
 * Tells a record cut short by a crash from bytes that changed later, for what follows the last good record.
 *
 * A record is answered for only after its last byte, a line feed, is on the disk, and no line feed comes earlier in it.
 * So what a cut write leaves has no line feed: the beginning of one line, on some file systems followed by zeros up to
 * the length the file had already been given. Only that is dropped. Bytes with a line feed were a whole line once and
 * may have been answered for: a flipped bit in the checksum, the number, the length or the body of the last record is
 * refused, not dropped. There remains a last record whose line feed itself was flipped: then the line has all its
 * announced bytes and something behind them, which no cut leaves. (A power cut that writes a later page and not an
 * earlier one of the same flush is refused too: better a question to the operator than a guess about a guest. A file
 * cut shorter at the end from outside looks like a cut write; the snapshot's mark shows it only where the snapshot is
 * newer.)
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

/** The first line, whichever version wrote it: its checksum begins with the title it names. */
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

/** Reads the records that follow a mark, as far as each fits the one before it. */
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

/**
 * Reads a whole journal; `undefined` when its first line is not one: it is written
 * with the file, never cut, so a fault has changed it. Throws StoreRefused for the journal of a later version.
 */
export const readJournal = (bytes: Buffer): JournalReading | undefined => {
  const header = headerOf(bytes)
  if (header && header.version > version) throw new StoreRefused(laterVersion('checkin.journal'))
  return header && recordsFrom(bytes, header.end, header.after)
}
