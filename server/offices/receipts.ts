import { join } from 'node:path'
import type { PoliceAccountSetting } from '../../schema/offices'
import { receiptDoubt } from '../../src/core/offices/receipt'
import { linesByDay, noLines } from '../../src/core/offices/sending-events'
import { type Disk, machineDisk } from '../store/sealed/disk'
import type { Store } from '../store/store'
import type { PoliceClient } from './police-client'
import type { PoliceOffice } from './police-office'
import type { SendingLog } from './police-sending'
import type { PoliceFailure } from './police-session'
import { isPdf, readReceipt } from './receipts/receipt-file'
import { receiptShelf } from './receipts/shelf'
import { receiptStanding } from './receipts/standing'

/**
 * How fetching a day's receipt ended: a good one; one that cannot be relied on; none there yet; or why the portal did
 * not give it.
 */
type ReceiptEnd = 'receipt' | 'doubtful' | 'none' | PoliceFailure

/**
 * What came of fetching an account's receipts: how many good ones, the days of the doubtful, and why it stopped, where
 * it did.
 */
export type ReceiptsFetched = { fetched: number; doubtful: string[]; failure?: PoliceFailure }

/** The check-ins that went by an account on a day. */
const sentOn = (events: Awaited<ReturnType<SendingLog['all']>>, account: string, day: string) =>
  events.flatMap((event) =>
    event.event === 'begun' && event.account === account && event.day === day
      ? event.lines.map(({ checkin }) => checkin)
      : [],
  )

type Parts = {
  store: Store
  dir: string
  client: Pick<PoliceClient, 'receipt'>
  office: Pick<PoliceOffice, 'sending' | 'toClient' | 'tell' | 'refusal' | 'refuse'>
  log: SendingLog
  now: () => Date
  disk?: Disk
}

/**
 * The receipts of the police: one a day and account, kept for five years (D.M. 7 January 2013) as files in the data
 * folder, each noted in the store with its SHA-256. A whole receipt's count settles what was unknown that day, where it
 * leaves no doubt; a doubtful one is kept beside, and asked for again while the portal has it.
 */
export const policeReceipts = ({ store, dir, client, office, log, now, disk = machineDisk }: Parts) => {
  const shelf = receiptShelf({ store, disk, folder: join(dir, 'receipts') })
  const { missing, due, list } = receiptStanding({ store, log, now })

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
    await shelf.keep(answer.pdf, { account: user, day, at: now().toISOString(), ...read })
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

    forget: shelf.forget,
    file: shelf.read,
  }
}

export type PoliceReceipts = ReturnType<typeof policeReceipts>
