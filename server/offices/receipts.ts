import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { PoliceAccountSetting } from '../../schema/offices'
import { receiptDays } from '../../src/core/offices/schedule'
import { takenOn, unknownSendings } from '../../src/core/offices/sending'
import { italianDay } from '../shared/clock'
import type { ReceiptNote } from '../store/notes'
import { type Disk, machineDisk } from '../store/sealed/disk'
import { readSealed, replaceSealed } from '../store/sealed/sealed-files'
import type { Store } from '../store/store'
import type { PoliceClient } from './police-client'
import type { PoliceOffice } from './police-office'
import type { SendingLog } from './police-sending'
import { receiptCount } from './receipt-count'

/** A file's name made of an account's user and a day. */
const fileOf = (account: string, day: string) => `${day}-${account.replace(/[^A-Za-z0-9]/g, '')}.pdf`

/** The check-ins that went by an account on a day. */
const sentOn = (events: Awaited<ReturnType<SendingLog['all']>>, account: string, day: string) =>
  events.flatMap((event) =>
    event.event === 'begun' && event.account === account && event.day === day
      ? event.lines.map(({ checkin }) => checkin)
      : [],
  )

/** Takes receipts past their term away, the file before the note that leads to it. */
const forgetting = (store: Store, disk: Disk, folder: string) => async (ids: readonly number[]) => {
  for (const { id, file } of await store.notes('police-receipt'))
    if (ids.includes(id)) {
      await disk.remove(join(folder, file))
      await store.removeNote('police-receipt', id)
    }
}

const reading =
  (store: Store, disk: Disk, folder: string) =>
  async (id: number): Promise<(ReceiptNote & { bytes: Buffer }) | undefined> => {
    const note = (await store.notes('police-receipt')).find((one) => one.id === id)
    if (!note) return undefined
    const bytes = await readSealed(disk, join(folder, note.file)).catch(() => undefined)
    return bytes && { ...note, bytes }
  }

type Parts = {
  store: Store
  dir: string
  client: Pick<PoliceClient, 'receipt'>
  office: Pick<PoliceOffice, 'sending' | 'toClient' | 'tell'>
  log: SendingLog
  now: () => Date
  disk?: Disk
}

/**
 * The receipts of the police: one a day and account, kept for five years (D.M. 7 January 2013) as files in the data
 * folder, each noted in the store with its SHA-256. A receipt's count settles what was unknown that day, where it
 * leaves no doubt.
 */
export const policeReceipts = ({ store, dir, client, office, log, now, disk = machineDisk }: Parts) => {
  const folder = join(dir, 'receipts')
  const known = () => store.notes('police-receipt')

  const fetchOne = async (account: PoliceAccountSetting, day: string) => {
    const answer = await client.receipt(office.toClient(account), day)
    // No receipt may mean that none was made yet: that settles nothing.
    if (answer.kind === 'none') return 'none' as const
    if (answer.kind !== 'receipt') return answer
    const file = fileOf(account.user, day)
    await disk.makeFolder(folder)
    await replaceSealed(disk, join(folder, file), answer.pdf)
    const counted = receiptCount(answer.pdf)
    const sha256 = createHash('sha256').update(answer.pdf).digest('hex')
    await store.note('police-receipt', {
      account: account.user,
      day,
      at: now().toISOString(),
      file,
      sha256,
      ...(counted !== undefined && { counted }),
    })
    if (counted !== undefined && (await office.sending.reconcile(account.user, day, counted)) === 'taken')
      await office.tell(sentOn(await log.all(), account.user, day))
    return 'receipt' as const
  }

  return {
    /** The days of an account of which a receipt can be had and is not there. */
    missing: async (account: string): Promise<string[]> => {
      const sentOn = (await log.all()).flatMap((event) =>
        event.event === 'begun' && event.account === account ? [event.day] : [],
      )
      const there = new Set((await known()).filter((one) => one.account === account).map(({ day }) => day))
      return receiptDays(sentOn, there, italianDay(now()))
    },

    /** Fetches one day's receipt; what the portal said where it did not come. */
    fetch: fetchOne,

    /**
     * The receipts there are, the latest first, each with how many lines the house knows of that day: taken, and
     * unknown.
     */
    list: async () => {
      const events = await log.all()
      return (await known())
        .map(({ id, ...note }) => ({
          ...note,
          id,
          known: takenOn(events, note.account, note.day),
          unknown: unknownSendings(events)
            .filter(({ account, day }) => account === note.account && day === note.day)
            .reduce((sum, { lines }) => sum + lines.length, 0),
        }))
        .reverse()
    },

    forget: forgetting(store, disk, folder),

    /** A receipt's bytes by the number of its note; undefined where the file is gone. */
    file: reading(store, disk, folder),
  }
}

export type PoliceReceipts = ReturnType<typeof policeReceipts>
