import { createHmac } from 'node:crypto'
import { italianDay } from '../shared/clock'
import { say } from '../shared/messages'
import type { MailDayNote } from '../store/notes'
import type { Store } from '../store/store'

/** Letters a day (Italian time): to one guest, and of the house. */
export const mostADay = { address: 3, house: 100 }

type UsedUp = keyof typeof mostADay

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

export type DeliveryFault = { sentence: string; mark: string; permanent: boolean; everyone: boolean }

export type Failed = Error & { code?: string; originalCode?: string; responseCode?: number; command?: string }

const isTls = ({ code, originalCode = '', message }: Failed) =>
  code === 'ETLS' ||
  /CERT|SSL|TLS|SIGNATURE|ISSUER|EPROTO/.test(originalCode) ||
  /certificate|ssl routines/i.test(message)

/** Sentences by Nodemailer's error code, when the server has not answered. */
const silent: Record<string, string> = {
  EDNS: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
  ECONNECTION: 'dropped',
  EAUTH: 'auth',
  ENOAUTH: 'auth',
}

/**
 * Returns the fault of a failed sending. A wrong password or sender can be corrected, and a silent server may recover,
 * so they are retried; a refused address or letter is `permanent`.
 */
export const deliveryFault = (error: Failed, host: string, begun: boolean): DeliveryFault => {
  const { code = '', responseCode: answer, command = '' } = error
  const fault = (key: string, permanent = false): DeliveryFault => ({
    sentence: say(`fault.${key}`, { host, code: answer }),
    mark: [code, answer].filter(Boolean).join(' ') || error.name,
    permanent,
    everyone: !begun && !/^(RCPT|DATA)/.test(command),
  })
  if (isTls(error)) return fault('tls')
  if (!answer) return fault(silent[code] ?? 'other')
  if (answer < 500 || answer === 503) return fault('later')
  if (code === 'EAUTH') return fault('auth')
  if (command.startsWith('MAIL')) return fault('sender')
  if (command.startsWith('RCPT')) return fault('recipient', true)
  return command.startsWith('DATA') ? fault('refused', true) : fault('later')
}

const limits = { address: mostADay.address, house: mostADay.house }

/** Returns a fault known before any connection. */
export const hindrance = (
  key: 'off' | 'address' | 'unclear' | 'restored' | 'other' | `held.${UsedUp}`,
): DeliveryFault => ({
  sentence: say(`fault.${key}`, limits),
  mark: key,
  permanent: ['address', 'unclear', 'restored'].includes(key),
  everyone: key === 'off',
})
