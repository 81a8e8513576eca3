import type { Checkin } from '../../schema/checkin'
import type { Settings } from '../../schema/settings'
import { testLetter } from '../../src/core/mail/letters'
import { allSettings } from '../settings/all-settings'
import { canSend } from '../settings/switches'
import { italianDay } from '../shared/clock'
import { hmacOf } from '../shared/digests'
import { say } from '../shared/messages'
import type { MailDayNote } from '../store/notes'
import { keepNote, type Store } from '../store/store'
import { type Envelope, envelopeOf, type LetterFlow, logoOf } from './envelope'
import { type Entry, type LetterList, letterName } from './letter-list'
import { type DeliveryFault, type MailServer, sendMail, sendToHouse } from './smtp'

/** Letters a day (Italian time): to one guest, and of the house. */
export const mostADay = { address: 3, house: 100 }

type UsedUp = keyof typeof mostADay

type Counted = MailDayNote & { id?: number }

/** Counts a day's letters in the store, by a keyed hash of the address, so that no personal data remains. */
export const mailAllowance = async (store: Store, key: string, now: () => Date) => {
  const nameOf = (address: string) =>
    hmacOf(key, `address|${address.trim().toLowerCase()}`).toString('hex').slice(0, 24)
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
    counted = { ...doc, id: await keepNote(store, 'mail-day', old, doc) }
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

/** Returns a fault known before any connection. */
export const hindrance = (
  key: 'off' | 'address' | 'unclear' | 'restored' | 'other' | `held.${UsedUp}`,
): DeliveryFault => ({
  sentence: say(`fault.${key}`, mostADay),
  mark: key,
  permanent: ['address', 'unclear', 'restored'].includes(key),
  everyone: key === 'off',
})

const aDay = 1440

/** Minutes between tries; after the last the letter is given up. */
export const delays = [1, 5, 15, 60, 240, 1440, 1440, 1440]

/** A letter to send, or that it was dropped, or the time of the next try (ISO). */
type StayEnvelope = Envelope | { dropped: true } | { until: string }

/** Makes the link to the arrival instructions and the letter with them. */
export type ArrivalEnvelopes = {
  linkOf: (record: Checkin, settings: Settings, base: string) => Promise<string | undefined>
  letterOf: (record: Checkin, settings: Settings, base: string, id: string) => Promise<StayEnvelope>
}

/** Makes a letter of an expected stay from its current state. */
export type StayEnvelopes = (entry: Entry, settings: Settings, id: string) => Promise<StayEnvelope>

/** `ending` aborts a sending; `after` returns an ISO time a number of minutes from now. */
type Means = {
  store: Store
  server: MailServer
  letters: LetterList
  allowance: MailAllowance
  flow: () => LetterFlow
  stays: StayEnvelopes
  arrival?: ArrivalEnvelopes | undefined
  key: string
  log: (line: string) => void
  after: (minutes: number) => string
  ending: AbortSignal
  isClosed: () => boolean
}

/** Stores a letter that was not sent: as failed, postponed, or held for the host. */
const delaying = ({ letters, log, after }: Means) => {
  const fail = (entry: Entry, { sentence, mark }: DeliveryFault) => {
    log(`mail: a letter to the ${entry.addressee} was not sent (${mark}), given up`)
    return letters.keep(entry, { status: 'failed', at: after(0), error: sentence })
  }
  const postpone = (entry: Entry, fault: DeliveryFault) => {
    const minutes = delays[entry.tries]
    if (fault.permanent || minutes === undefined) return fail(entry, fault)
    log(`mail: a letter to the ${entry.addressee} was not sent (${fault.mark}), next try in ${minutes} min`)
    const next = after(minutes)
    return letters.keep(entry, { status: 'queued', tries: entry.tries + 1, next, error: fault.sentence })
  }
  const hold = (entry: Entry, { sentence, mark }: DeliveryFault) => {
    log(`mail: a letter to the ${entry.addressee} waits for the host (${mark})`)
    return letters.keep(entry, { status: 'held', at: after(0), error: sentence })
  }
  return { fail, postpone, hold }
}

/** Letters of stays and arrival instructions are made again at each try, because they may no longer be needed. */
const isConditional = ({ bookingId, arrival }: Entry) => bookingId !== undefined || arrival === true

const baseOf = ({ base = '' }: Entry, { publicAddress }: Settings) => publicAddress || base

/** Delivers letters. Each ends as sent, postponed, held for the host, dropped or failed. */
export const deliveries = (means: Means) => {
  const { store, server, letters, allowance, flow, stays, arrival, key, log, after, ending, isClosed } = means
  const { fail, postpone, hold } = delaying(means)
  const handOver = async (entry: Entry, counted: string | undefined) => {
    if (!letters.has(entry)) throw new Error('the check-in is gone')
    await allowance.count(counted)
    await letters.save(entry, { status: 'sending', at: after(0) })
    // Tested last: during the SMTP dialogue the guest may check in, or the host withdraw the link.
    if (isConditional(entry) && !(await isNeeded(entry))) throw new Error('the letter is needed no more')
  }

  const conditional = async (entry: Entry, settings: Settings, id = ''): Promise<StayEnvelope> => {
    if (entry.checkinId === undefined) return stays(entry, settings, id)
    const record = await store.checkin(entry.checkinId)
    const envelope = record && (await arrival?.letterOf(record, settings, baseOf(entry, settings), id))
    return envelope ?? { dropped: true }
  }
  const isNeeded = async (entry: Entry) => 'letter' in (await conditional(entry, await allSettings(store)))

  const sendableOf = async (entry: Entry, envelope: StayEnvelope): Promise<Envelope | undefined> => {
    if ('letter' in envelope) return envelope
    if ('until' in envelope) await letters.save(entry, { status: 'queued', next: envelope.until })
    else await letters.save(entry, { status: 'dropped', at: after(0) })
    return undefined
  }

  const envelopeFor = async (entry: Entry, settings: Settings): Promise<Envelope | undefined> => {
    const { checkinId, arrival: isArrival, nth = 0 } = entry
    const name = isArrival && nth ? `${letterName(entry)} ${nth}` : letterName(entry)
    const id = hmacOf(key, name).toString('hex').slice(0, 32)
    if (checkinId === undefined || isArrival) return sendableOf(entry, await conditional(entry, settings, id))
    const record = await store.checkin(checkinId)
    if (!record) return void (await letters.forget(checkinId))
    const link = await arrival?.linkOf(record, settings, baseOf(entry, settings))
    return envelopeOf(flow(), entry.addressee, record, settings, id, link)
  }

  /** Tries one letter; resolves with the fault if it was postponed. */
  const deliver = async (entry: Entry, settings: Settings): Promise<DeliveryFault | undefined> => {
    const envelope = await envelopeFor(entry, settings)
    if (!envelope) return undefined
    if (!envelope.to) return void (await fail(entry, hindrance('address')))
    const counted = entry.addressee === 'guest' ? envelope.to : undefined
    const usedUp = entry.released ? undefined : allowance.usedUp(counted)
    if (usedUp && entry.bookingId !== undefined) return void (await letters.save(entry, { next: after(aDay) }))
    if (usedUp) return void (await hold(entry, hindrance(`held.${usedUp}`)))
    const end = await sendMail(server, settings, envelope, () => handOver(entry, counted), ending)
    if (end.taken === false && entry.status === 'sending')
      await allowance
        .giveBack(counted)
        .catch((error: Error) => log(`mail: a count could not be written (${error.name})`))
    if (end.taken === true) return void (await letters.keep(entry, { status: 'sent', at: after(0) }))
    if (end.taken === 'unclear') return void (await fail(entry, hindrance('unclear')))
    if (!letters.has(entry) || (isClosed() && entry.status === 'queued')) return undefined
    if (isConditional(entry) && !(await envelopeFor(entry, settings))) return undefined
    await postpone(entry, end.fault)
    return end.fault
  }
  return { fail, postpone, deliver }
}

/** Sends a test letter within half a minute; the message is in the language of the call. */
export const tryOut = async (
  server: MailServer,
  settings: Settings,
): Promise<{ success: boolean; message: string }> => {
  if (!canSend(settings)) return { success: false, message: hindrance('off').sentence }
  const logo = logoOf(settings.logoUrl)
  const { connect, greeting, answer } = server.patience
  const patience = {
    connect: Math.min(connect, 10_000),
    greeting: Math.min(greeting, 10_000),
    answer: Math.min(answer, 15_000),
    settle: 0,
  }
  const end = await sendToHouse({ ...server, patience }, settings, testLetter, logo, AbortSignal.timeout(25_000))
  return end.taken === true
    ? { success: true, message: say('test.sent') }
    : { success: false, message: end.fault.sentence }
}
