import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { Sendings } from '../../schema/offices'
import {
  addsNothing,
  type DayLines,
  linesByDay,
  type Numbered,
  noLines,
  type ReceiptFile,
  receiptDoubt,
  type SendingEvent,
  saysLess,
} from '../../src/core/offices/sending-events'
import { receiptDays } from '../../src/core/police/deadline'
import { italianDay } from '../shared/clock'
import { sha256 } from '../shared/digests'
import type { ReceiptNote } from '../store/notes'
import { type Disk, readSealed, replaceSealed } from '../store/sealed/disk'
import type { Store } from '../store/store'

/** The next number on the receipt is the nights: it must not match. */
const label = /SCHEDINE\s+INVIATE(?:(?!PERMANENZA)\D){0,60}?(\d{1,5})/i

const inflated = (bytes: Buffer) => {
  try {
    return inflateSync(bytes, { maxOutputLength: 4 << 20 }).toString('latin1')
  } catch {
    return ''
  }
}

/** A page's texts in order, single or in arrays with spacing. */
const shownIn = (content: string) =>
  [...content.matchAll(/\(((?:\\.|[^()\\])*)\)/g)].map(([, text = '']) => text.replace(/\\(.)/g, '$1'))

const streamsIn = (pdf: Buffer, text: string) =>
  [...text.matchAll(/(?<!end)stream\r?\n/g)].map(({ index, 0: word }) => {
    const from = index + word.length
    const to = text.indexOf('endstream', from)
    const bytes = pdf.subarray(from, to < 0 ? undefined : to)
    return inflated(bytes) || bytes.toString('latin1')
  })

const countIn = (streams: readonly string[]) => {
  for (const stream of streams) {
    const shown = shownIn(stream)
    const found = label.exec(shown.join(' ')) ?? label.exec(shown.join(''))
    if (found) return Number(found[1])
  }
  return undefined
}

/** ISO 32000-1, Annex H. */
const tail = 1024

/** Returns whether the last `startxref` points to a table: it does not if bytes before it are missing. */
const leadsToTable = (text: string) => {
  const end = text.slice(-tail)
  const [, offset] = /^startxref\s+(\d+)\s+%%EOF/.exec(end.slice(end.lastIndexOf('startxref'))) ?? []
  return (
    offset !== undefined && /^\s*(?:xref\b|\d+\s+\d+\s+obj\b)/.test(text.slice(Number(offset), Number(offset) + 40))
  )
}

/** Pages may be in a compressed object stream (PDF 1.5). */
const hasPage = (texts: readonly string[]) => texts.some((text) => /\/Type\s*\/Page(?![A-Za-z])/.test(text))

/** Returns whether bytes are a PDF, complete or not. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/** Returns whether a receipt is damaged, and how many lines it covers (`SCHEDINE INVIATE`) if readable. */
export const readReceipt = (pdf: Buffer): ReceiptFile => {
  const text = pdf.toString('latin1')
  const streams = streamsIn(pdf, text)
  const counted = countIn(streams)
  return {
    ...(!(isPdf(pdf) && leadsToTable(text) && hasPage([text, ...streams])) && { isDamaged: true }),
    ...(counted !== undefined && { counted }),
  }
}

type Known = ReceiptNote & { id: number }

type ReceiptView = Known & Sendings['police']['receipts'][number]

type StatesParts = {
  store: Pick<Store, 'notes'>
  log: { all: () => Promise<Numbered<SendingEvent>[]> }
  now: () => Date
}

/** Returns the receipts that exist, are missing, or can be fetched. */
export const receiptStates = ({ store, log, now }: StatesParts) => {
  const notesNow = () => store.notes('police-receipt')
  const daysWithout = async (account: string, counts: (note: Known, lines: DayLines) => boolean) => {
    const sent = linesByDay(await log.all(), account)
    const there = (await notesNow()).filter(
      (note) => note.account === account && counts(note, sent.get(note.day) ?? noLines),
    )
    return receiptDays([...sent.keys()], new Set(there.map(({ day }) => day)), italianDay(now()))
  }
  /** The days without a complete receipt that the portal still has. */
  const missing = (account: string) => daysWithout(account, ({ isDamaged }) => !isDamaged)
  /** The days without a reliable receipt that the portal still has. */
  const due = (account: string) => daysWithout(account, (note, lines) => !receiptDoubt(note, lines))

  /** Newest first, with the lines the house knows and why a receipt is doubtful. */
  const list = async (): Promise<ReceiptView[]> => {
    const [events, notes] = [await log.all(), await notesNow()]
    const sent = new Map(notes.map(({ account }) => [account, linesByDay(events, account)]))
    const linesOf = ({ account, day }: Known) => sent.get(account)!.get(day) ?? noLines
    const dayOf = ({ account, day }: Known) => `${day} ${account}`
    const good = new Set(notes.filter((note) => !receiptDoubt(note, linesOf(note))).map(dayOf))
    const dueDays = new Map<string, string[]>()
    for (const account of sent.keys()) dueDays.set(account, await due(account))
    return notes
      .map((note) => {
        const { taken, open } = linesOf(note)
        const doubt = receiptDoubt(note, linesOf(note))
        return {
          ...note,
          known: taken,
          unknown: open,
          ...(doubt && { doubt: good.has(dayOf(note)) ? ('replaced' as const) : doubt }),
          ...(doubt && dueDays.get(note.account)!.includes(note.day) && { isAskedAgain: true as const }),
        }
      })
      .reverse()
  }
  return { missing, due, list }
}

/** Account, day and, for several of a day, the SHA-256. */
const fileOf = (account: string, day: string, sha256 = '') =>
  `${[day, account.replace(/[^A-Za-z0-9]/g, ''), ...(sha256 ? [sha256.slice(0, 12)] : [])].join('-')}.pdf`

type Parts = { store: Pick<Store, 'note' | 'notes' | 'removeNote'>; disk: Disk; folder: string }

/** The receipts as files, each with a note in the store. */
export const receiptFolder = ({ store, disk, folder }: Parts) => {
  const forget = async (ids: readonly number[]) => {
    for (const { id, file } of await store.notes('police-receipt'))
      if (ids.includes(id)) {
        await disk.remove(join(folder, file))
        await store.removeNote('police-receipt', id)
      }
  }

  /**
   * Stores a receipt unless a stored one says as much; those that say less are removed. A damaged one replaces none.
   */
  const keep = async (pdf: Buffer, note: Omit<ReceiptNote, 'file' | 'sha256'>) => {
    const ofDay = ({ account, day }: ReceiptNote) => account === note.account && day === note.day
    const older = (await store.notes('police-receipt')).filter(ofDay)
    if (older.some((one) => addsNothing(note, one))) return
    const sum = sha256(pdf)
    const usual = fileOf(note.account, note.day)
    const isTaken = note.isDamaged || older.some((one) => one.file === usual)
    const file = isTaken ? fileOf(note.account, note.day, sum) : usual
    await disk.makeFolder(folder)
    await replaceSealed(disk, join(folder, file), pdf)
    await store.note('police-receipt', { ...note, file, sha256: sum })
    await forget(older.filter((one) => saysLess(one, note)).map(({ id }) => id))
  }

  /** Resolves with undefined if the file does not exist. */
  const read = async (id: number): Promise<(ReceiptNote & { bytes: Buffer }) | undefined> => {
    const note = (await store.notes('police-receipt')).find((one) => one.id === id)
    if (!note) return undefined
    // An unreadable file counts as missing.
    const bytes = await readSealed(disk, join(folder, note.file)).catch(() => undefined)
    return bytes && { ...note, bytes }
  }

  return { keep, read, forget }
}
