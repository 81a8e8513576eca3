import { type ReceiptDoubt, receiptDoubt } from '../../../src/core/offices/receipt'
import { receiptDays } from '../../../src/core/offices/schedule'
import {
  type DayLines,
  linesByDay,
  type Numbered,
  noLines,
  type SendingEvent,
} from '../../../src/core/offices/sending-events'
import { italianDay } from '../../shared/clock'
import type { ReceiptNote } from '../../store/notes'
import type { Store } from '../../store/store'

type Known = ReceiptNote & { id: number }

/** `replaced` is a doubtful receipt of a day with a good one. */
type LookedAtReceipt = Known & {
  known: number
  unknown: number
  doubt?: ReceiptDoubt | 'replaced'
  isAskedAgain?: true
}

type Parts = {
  store: Pick<Store, 'notes'>
  log: { all: () => Promise<Numbered<SendingEvent>[]> }
  now: () => Date
}

/** Which receipts exist, are missing, or are to be fetched. */
export const receiptStanding = ({ store, log, now }: Parts) => {
  const known = () => store.notes('police-receipt')
  const daysWithout = async (account: string, counts: (note: Known, lines: DayLines) => boolean) => {
    const sent = linesByDay(await log.all(), account)
    const there = (await known()).filter(
      (note) => note.account === account && counts(note, sent.get(note.day) ?? noLines),
    )
    return receiptDays([...sent.keys()], new Set(there.map(({ day }) => day)), italianDay(now()))
  }
  /** The days without a complete receipt that the portal still has. */
  const missing = (account: string) => daysWithout(account, ({ isDamaged }) => !isDamaged)
  /** The days without a reliable receipt that the portal still has. */
  const due = (account: string) => daysWithout(account, (note, lines) => !receiptDoubt(note, lines))

  /** The receipts, newest first, with the lines the house knows of that day and why a receipt is doubtful. */
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
