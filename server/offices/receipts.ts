import { join } from 'node:path'
import type { PoliceAccountSetting } from '../../schema/offices'
import { linesByDay, noLines, receiptDoubt } from '../../src/core/offices/sending-events'
import { type Disk, machineDisk } from '../store/sealed/disk'
import type { Store } from '../store/store'
import type { PoliceClient } from './police-client'
import type { PoliceOffice } from './police-office'
import type { SendingLog } from './police-sending'
import type { PoliceFailure } from './police-session'
import { isPdf, readReceipt, receiptFolder, receiptStates } from './receipt-files'

type ReceiptEnd = 'receipt' | 'doubtful' | 'none' | PoliceFailure

/** The number of good receipts, the doubtful days, and why fetching stopped. */
type ReceiptsFetched = { fetched: number; doubtful: string[]; failure?: PoliceFailure }

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
  office: Pick<PoliceOffice, 'sending' | 'markReported' | 'refusal' | 'refuse'>
  log: SendingLog
  now: () => Date
  disk?: Disk | undefined
}

/** The police receipts, kept five years (D.M. 7 January 2013). A complete one settles unknown sendings of its day. */
export const policeReceipts = ({ store, dir, client, office, log, now, disk = machineDisk }: Parts) => {
  const folder = receiptFolder({ store, disk, folder: join(dir, 'receipts') })
  const { missing, due, list } = receiptStates({ store, log, now })

  const fetchOne = async (account: PoliceAccountSetting, day: string): Promise<ReceiptEnd> => {
    const { user } = account
    const answer = await client.receipt(account, day)
    // Perhaps none was made yet: that settles nothing.
    if (answer.kind === 'none') return 'none'
    if (answer.kind === 'signIn') await office.refuse(account, answer.verdict)
    if (answer.kind !== 'receipt') return answer
    if (!isPdf(answer.pdf)) return 'doubtful'
    const read = readReceipt(answer.pdf)
    await folder.keep(answer.pdf, { account: user, day, at: now().toISOString(), ...read })
    if (!read.isDamaged && read.counted !== undefined) {
      const settled = await office.sending.reconcile(user, day, read.counted)
      if (settled === 'taken') await office.markReported(sentOn(await log.all(), user, day))
    }
    return receiptDoubt(read, linesByDay(await log.all(), user).get(day) ?? noLines) ? 'doubtful' : 'receipt'
  }

  return {
    missing,
    list,

    /** Fetches day by day until the portal refuses. Refused credentials are not tried. */
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

    forget: folder.forget,
    file: folder.read,
  }
}

export type PoliceReceipts = ReturnType<typeof policeReceipts>
