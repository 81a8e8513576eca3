import { createHmac } from 'node:crypto'
import { italianDay } from '../shared/clock'
import type { MailDayNote } from '../store/notes'
import type { Store } from '../store/store'

/** Letters a day (Italian time): to one guest, and of the house. */
export const mostADay = { address: 3, house: 100 }

export type UsedUp = keyof typeof mostADay

type Counted = MailDayNote & { id?: number }

/** Counts a day's letters in the store, by a keyed hash of the address, so that no personal data remains. */
export const mailAllowance = async (store: Store, key: string, now: () => Date) => {
  const nameOf = (address: string) =>
    createHmac('sha256', key).update(`address|${address.trim().toLowerCase()}`).digest('hex').slice(0, 24)
  const [latest, ...older] = (await store.notes('mail-day')).reverse()
  for (const { id } of older) await store.removeNote('mail-day', id)
  let counted: Counted = latest ?? { day: '', house: 0, addresses: {} }

  const today = (): Counted => {
    const day = italianDay(now())
    return counted.day === day ? counted : { ...(counted.id && { id: counted.id }), day, house: 0, addresses: {} }
  }

  const add = async (letters: 1 | -1, address: string | undefined) => {
    const { id: old, day, house, addresses } = today()
    const name = address === undefined ? undefined : nameOf(address)
    const sum = (before = 0) => Math.max(0, before + letters)
    const doc = { day, house: sum(house), addresses: { ...addresses, ...(name && { [name]: sum(addresses[name]) }) } }
    counted = { ...doc, id: await store.note('mail-day', doc) }
    if (old) await store.removeNote('mail-day', old)
  }

  return {
    /** Returns the exceeded limit, if any; `address` is a guest's. */
    usedUp: (address?: string): UsedUp | undefined => {
      const { house, addresses } = today()
      if (address !== undefined && (addresses[nameOf(address)] ?? 0) >= mostADay.address) return 'address'
      return house >= mostADay.house ? 'house' : undefined
    },
    /** Stores the count before the letter is handed over. */
    count: (address: string | undefined): Promise<void> => add(1, address),
    giveBack: (address: string | undefined): Promise<void> => add(-1, address),
  }
}

export type MailAllowance = Awaited<ReturnType<typeof mailAllowance>>
