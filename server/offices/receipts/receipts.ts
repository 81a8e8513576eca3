import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { PoliceAccountSetting } from '../../../schema/offices'
import { addsNothing, type ReceiptDoubt, receiptDoubt, saysLess } from '../../../src/core/offices/receipt'
import { receiptDays } from '../../../src/core/offices/schedule'
import { type DayLines, linesByDay, noLines } from '../../../src/core/offices/sending'
import { italianDay } from '../../shared/clock'
import type { ReceiptNote } from '../../store/notes'
import { type Disk, machineDisk } from '../../store/sealed/disk'
import { readSealed, replaceSealed } from '../../store/sealed/sealed-files'
import type { Store } from '../../store/store'
import type { PoliceClient } from '../police-client'
import type { PoliceOffice } from '../police-office'
import type { SendingLog } from '../police-sending'
import type { Failure } from '../police-session'
import { isPdf, readReceipt } from './receipt-file'

type Known = ReceiptNote & { id: number }

/**
 * How fetching a day's receipt ended: a good one; one that cannot be relied on; none there yet; or why the portal did
 * not give it.
 */
export type ReceiptEnd = 'receipt' | 'doubtful' | 'none' | Failure

/**
 * What came of fetching an account's receipts: how many good ones, the days of the doubtful, and why it stopped, where
 * it did.
 */
export type ReceiptsFetched = { fetched: number; doubtful: string[]; failure?: Failure }

/** A receipt as the host looks at it: `replaced` is a doubtful one of a day that has a good one. */
type LookedAtReceipt = Known & {
  known: number
  unknown: number
  doubt?: ReceiptDoubt | 'replaced'
  /** Whether the program still asks for a better one. */
  isAskedAgain?: true
}

/** A file's name made of an account's user, a day, and where there are several of a day, the file's SHA-256. */
const fileOf = (account: string, day: string, sha256 = '') =>
  `${[day, account.replace(/[^A-Za-z0-9]/g, ''), ...(sha256 && [sha256.slice(0, 12)])].join('-')}.pdf`

/** The check-ins that went by an account on a day. */
const sentOn = (events: Awaited<ReturnType<SendingLog['all']>>, account: string, day: string) =>
  events.flatMap((event) =>
    event.event === 'begun' && event.account === account && event.day === day
      ? event.lines.map(({ checkin }) => checkin)
      : [],
  )

type Shelf = { store: Store; disk: Disk; folder: string }

/** Takes receipts away, the file before the note that leads to it. */
const forgetting =
  ({ store, disk, folder }: Shelf) =>
  async (ids: readonly number[]) => {
    for (const { id, file } of await store.notes('police-receipt'))
      if (ids.includes(id)) {
        await disk.remove(join(folder, file))
        await store.removeNote('police-receipt', id)
      }
  }

const reading =
  ({ store, disk, folder }: Shelf) =>
  async (id: number): Promise<(ReceiptNote & { bytes: Buffer }) | undefined> => {
    const note = (await store.notes('police-receipt')).find((one) => one.id === id)
    if (!note) return undefined
    const bytes = await readSealed(disk, join(folder, note.file)).catch(() => undefined)
    return bytes && { ...note, bytes }
  }

/**
 * Keeps a receipt beside those of its day, under a file of its own, where it says more than each of them or another
 * number; those that say less go. A damaged one never takes the place of another.
 */
const keeping =
  ({ store, disk, folder }: Shelf) =>
  async (pdf: Buffer, note: Omit<ReceiptNote, 'file' | 'sha256'>) => {
    const ofDay = ({ account, day }: ReceiptNote) => account === note.account && day === note.day
    const older = (await store.notes('police-receipt')).filter(ofDay)
    if (older.some((one) => addsNothing(note, one))) return
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const usual = fileOf(note.account, note.day)
    const isTaken = note.isDamaged || older.some((one) => one.file === usual)
    const file = isTaken ? fileOf(note.account, note.day, sha256) : usual
    await disk.makeFolder(folder)
    await replaceSealed(disk, join(folder, file), pdf)
    await store.note('police-receipt', { ...note, file, sha256 })
    await forgetting({ store, disk, folder })(older.filter((one) => saysLess(one, note)).map(({ id }) => id))
  }

type Parts = {
  store: Store
  dir: string
  client: Pick<PoliceClient, 'receipt'>
  office: Pick<PoliceOffice, 'sending' | 'toClient' | 'tell' | 'refusal' | 'refuse'>
  log: SendingLog
  now: () => Date
  disk?: Disk
}

/** Which receipts of an account are there, which are missing, and which are to be asked for. */
const standing = ({ store, log, now }: Pick<Parts, 'store' | 'log' | 'now'>) => {
  const known = () => store.notes('police-receipt')
  const daysWithout = async (account: string, counts: (note: Known, lines: DayLines) => boolean) => {
    const sent = linesByDay(await log.all(), account)
    const there = (await known()).filter(
      (note) => note.account === account && counts(note, sent.get(note.day) ?? noLines),
    )
    return receiptDays([...sent.keys()], new Set(there.map(({ day }) => day)), italianDay(now()))
  }
  /** The days of an account of which a receipt can be had and no whole one is there. */
  const missing = (account: string) => daysWithout(account, ({ isDamaged }) => !isDamaged)
  /** The days of which a receipt can be had and none is there that can be relied on. */
  const due = (account: string) => daysWithout(account, (note, lines) => !receiptDoubt(note, lines))

  /**
   * The receipts there are, the latest first, each with how many lines the house knows of that day (taken, and unknown)
   * and why it cannot be relied on.
   */
  const list = async (): Promise<LookedAtReceipt[]> => {
    const [events, notes] = [await log.all(), await known()]
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

/**
 * The receipts of the police: one a day and account, kept for five years (D.M. 7 January 2013) as files in the data
 * folder, each noted in the store with its SHA-256. A whole receipt's count settles what was unknown that day, where it
 * leaves no doubt; a doubtful one is kept beside, and asked for again while the portal has it.
 */
export const policeReceipts = ({ store, dir, client, office, log, now, disk = machineDisk }: Parts) => {
  const shelf = { store, disk, folder: join(dir, 'receipts') }
  const keep = keeping(shelf)
  const { missing, due, list } = standing({ store, log, now })

  /** Fetches one day's receipt and settles what its count leaves no doubt of. */
  const fetchOne = async (account: PoliceAccountSetting, day: string): Promise<ReceiptEnd> => {
    const { user } = account
    const answer = await client.receipt(office.toClient(account), day)
    // No receipt may mean that none was made yet: that settles nothing.
    if (answer.kind === 'none') return 'none'
    if (answer.kind === 'signIn') await office.refuse(account, answer.verdict)
    if (answer.kind !== 'receipt') return answer
    if (!isPdf(answer.pdf)) return 'doubtful'
    const read = readReceipt(answer.pdf)
    await keep(answer.pdf, { account: user, day, at: now().toISOString(), ...read })
    if (!read.isDamaged && read.counted !== undefined) {
      const settled = await office.sending.reconcile(user, day, read.counted)
      if (settled === 'taken') await office.tell(sentOn(await log.all(), user, day))
    }
    return receiptDoubt(read, linesByDay(await log.all(), user).get(day) ?? noLines) ? 'doubtful' : 'receipt'
  }

  return {
    missing,
    list,

    /**
     * Fetches an account's receipts day by day, until the portal does not give one. Credentials the portal has refused
     * are not tried again.
     */
    fetch: async (account: PoliceAccountSetting): Promise<ReceiptsFetched> => {
      const done: ReceiptsFetched = { fetched: 0, doubtful: [] }
      const refused = await office.refusal(account)
      if (refused)
        return { ...done, failure: { kind: 'signIn', verdict: { code: '', name: '', detail: refused.words ?? '' } } }
      for (const day of await due(account.user)) {
        const end = await fetchOne(account, day)
        if (end === 'receipt') done.fetched++
        else if (end === 'doubtful') done.doubtful.push(day)
        else if (end !== 'none') return { ...done, failure: end }
      }
      return done
    },

    forget: forgetting(shelf),

    /** A receipt's bytes by the number of its note; undefined where the file is gone. */
    file: reading(shelf),
  }
}

export type PoliceReceipts = ReturnType<typeof policeReceipts>
