import type { Checkin } from '../../schema/checkin'
import type { RetentionKind, RetentionPlan } from '../../schema/privacy'
import { isTestGuest } from '../../src/core/checkin/checkin-states'
import { fullName } from '../../src/core/checkin/party'
import {
  coarsened,
  isPast,
  isWaiting,
  type Leaving,
  leavingOf,
  type Terms,
  wasReported,
} from '../../src/core/data-protection/retention'
import { needsNotes, taxNotes } from '../../src/core/tax/tax-report'
import { taxSets } from '../../src/core/tax/town-rules'
import type { MailQueue } from '../mail/queue'
import { allSettings } from '../settings/all-settings'
import { printDigest } from '../shared/digests'
import { eventLoopYield, inBatches, runSliced } from '../shared/scheduling'
import { type Notes, paymentEventKind } from '../store/notes'
import type { Store } from '../store/store'

type Due = Record<RetentionKind, number[]>

export type Counts = Record<RetentionKind, number>

/** Data outside the store: receipts, the access log's mark, the region's ledger. */
export type KeptElsewhere = {
  receipts: { forget: (ids: readonly number[]) => Promise<void> }
  log: { forget: (ids: readonly number[]) => Promise<void> }
  access: { forget: (ids: readonly number[]) => Promise<void> }
  guestsAtRegion: { forget: (isOver: (guest: { checkin: number; arrival: string }) => boolean) => Promise<void> }
}

const forEachCheckin = async (store: Store, look: (checkin: Checkin) => void) => {
  const yieldIfDue = eventLoopYield()
  for await (const slice of store.checkinSlices())
    for (const text of slice) {
      look(JSON.parse(text))
      await yieldIfDue()
    }
}

const stayLine = (checkin: Checkin) => ({
  id: checkin.id,
  name: fullName(checkin, 'main'),
  departureDate: checkin.departureDate ?? '',
})

/** Stores what the tourist tax needs of erased identities: birthdays, and earlier nights. */
const noteForTax = async (store: Store, leaving: readonly number[]) => {
  const sets = taxSets(await allSettings(store))
  if (!leaving.length || !needsNotes(sets)) return
  const notes = await runSliced(taxNotes(await store.checkins(), new Set(leaving), sets))
  for (const [id, taxEarlier] of notes) await store.updateCheckin(id, { taxEarlier })
}

const oldLetters = (
  letters: ReturnType<MailQueue['list']>,
  { letterDays }: Terms,
  day: string,
  held: ReadonlySet<number>,
) => {
  const young = new Set(
    letters
      .filter(({ status, at }) => !['sent', 'failed'].includes(status) || !isPast(at, { days: letterDays }, day))
      .map(({ checkinId }) => checkinId),
  )
  return [...new Set(letters.map(({ checkinId }) => checkinId))].filter((id) => !young.has(id) && !held.has(id))
}

type Sent = { id: number } & Notes['sending']

const oldSendings = (events: readonly Sent[], { receiptYears }: Terms, day: string): number[] => {
  const isYoung = (event: Sent) => 'day' in event && !isPast(event.day, { years: receiptYears }, day)
  // A killed run leaves events of removed sendings.
  const young = new Set(events.filter(isYoung).map(({ id }) => id))
  return events.flatMap((event) => (young.has('of' in event ? event.of : event.id) ? [] : [event.id]))
}

/** Returns the expired flows, except the latest and those in use. */
const oldFlows = (
  flows: readonly { id: number; at: string; version: string }[],
  inUse: ReadonlySet<string>,
  { flowYears }: Terms,
  day: string,
) =>
  flows
    .slice(0, -1)
    .flatMap(({ id, at, version }) => (!inUse.has(version) && isPast(at, { years: flowYears }, day) ? [id] : []))

const oldNotes = async (
  store: Store,
  terms: Terms,
  day: string,
  { inUse, held }: { inUse: ReadonlySet<string>; held: ReadonlySet<number> },
) => {
  const [
    exports,
    region,
    access,
    receipts,
    sending,
    flows,
    days,
    events,
    reminders,
    notices,
    closings,
    payments,
    stays,
  ] = await Promise.all([
    store.notes('export'),
    store.notes('tourism-guests'),
    store.notes('access'),
    store.notes('police-receipt'),
    store.notes('sending'),
    store.notes('flow'),
    store.notes('region-day'),
    store.notes(paymentEventKind),
    store.notes('reminder'),
    store.notes('notice'),
    store.notes('tax-closing'),
    store.notes('tax-payment'),
    store.notes('booking'),
  ])
  const past = <T extends { id: number }>(list: readonly T[], isOld: (one: T) => boolean) =>
    list.filter(isOld).map(({ id }) => id)
  const notice = { days: terms.letterDays }
  return {
    exports: past(exports, ({ at }) => isPast(at, { years: terms.exportYears }, day)),
    region: past(
      region,
      ({ checkin, guests }) =>
        !held.has(checkin) && guests.every(({ arrival }) => isPast(arrival, { years: terms.recordYears }, day)),
    ),
    access: past(access, ({ at }) => isPast(at, { days: terms.accessDays }, day)),
    receipts: past(receipts, (one) => isPast(one.day, { years: terms.receiptYears }, day)),
    sendings: oldSendings(sending, terms, day),
    regionDays: past(days, (one) => isPast(one.day, { years: terms.receiptYears }, day)),
    flows: oldFlows(flows, inUse, terms, day),
    notices: oldFlows(notices, inUse, terms, day),
    // Before its check-ins: a closed quarter without them would ask for corrections.
    taxClosings: past(closings, ({ quarter }) => isPast(`${quarter}-01`, { years: terms.recordYears }, day)),
    taxPayments: past(payments, (one) => !held.has(one.checkin) && isPast(one.day, { years: terms.recordYears }, day)),
    // A stay names the same person as its check-in, and no law requires it.
    bookings: past(
      stays,
      ({ departure, checkins = [] }) =>
        !checkins.some(({ id }) => held.has(id)) && isPast(departure, { days: terms.identityDays }, day),
    ),
    // Events of an older version have no date. The provider repeats an event for three days.
    events: past(events, ({ at }) => !at || isPast(at, notice, day)),
    reminders: past(reminders, ({ at }) => isPast(at, notice, day)),
  }
}

/** Returns what expires on a day `YYYY-MM-DD`, and which check-ins wait for the host or are held back. */
export const planned = async (store: Store, mailQueue: Pick<MailQueue, 'list'>, terms: Terms, day: string) => {
  const due: Record<Leaving, number[]> = { identity: [], record: [] }
  const inUse = new Set<string>()
  const waiting: RetentionPlan['waiting'] = []
  const held: RetentionPlan['held'] = []
  await forEachCheckin(store, (checkin) => {
    for (const version of [checkin.flowVersion, checkin.noticeVersion]) if (version) inUse.add(version)
    // The guide's test guest is no person: the host deletes it.
    if (isTestGuest(checkin)) return
    const isTold = wasReported(checkin, printDigest)
    const leaving = leavingOf(checkin, terms, isTold)
    if (leaving && leaving.from <= day) due[leaving.what].push(checkin.id)
    if (isWaiting(checkin, terms, isTold, day)) waiting.push(stayLine(checkin))
    if (checkin.retentionHold) held.push({ ...stayLine(checkin), reason: checkin.retentionHold })
  })
  const heldIds = new Set(held.map(({ id }) => id))
  const { regionDays, events, reminders, sendings, flows, notices, taxClosings, taxPayments, ...notes } =
    await oldNotes(store, terms, day, { inUse, held: heldIds })
  const all: Due = {
    ...due,
    ...notes,
    letters: oldLetters(mailQueue.list(), terms, day, heldIds),
    sendings: [...sendings, ...regionDays],
    flows: [...flows, ...notices],
    notices: [...events, ...reminders],
    tax: [...taxClosings, ...taxPayments],
  }
  return {
    due: all,
    waiting,
    held,
    heldIds,
    of: { regionDays, events, reminders, sendings, flows, notices, taxClosings, taxPayments },
  }
}

/** Returns the counts of each kind. */
export const countsOf = (due: Due): Counts =>
  Object.fromEntries(Object.entries(due).map(([kind, ids]) => [kind, ids.length])) as Counts

/** Erases what has expired. The next run finishes a killed one. The region's records are erased before their guests. */
export const eraseExpired = async (
  store: Store,
  mailQueue: Pick<MailQueue, 'list' | 'forget' | 'forgetStay'>,
  offices: KeptElsewhere,
  terms: Terms,
  day: string,
  at: string,
) => {
  const { due, of, heldIds } = await planned(store, mailQueue, terms, day)
  const ofRegion = new Map<number, number[]>()
  for (const { id, checkin } of await store.notes('tourism-guests'))
    ofRegion.set(checkin, [...(ofRegion.get(checkin) ?? []), id])
  // The ledger first: entries without a guest would count as unknown guests.
  const over = new Set([...due.identity, ...due.record])
  await offices.guestsAtRegion.forget(
    ({ checkin, arrival }) =>
      over.has(checkin) || (!heldIds.has(checkin) && isPast(arrival, { years: terms.recordYears }, day)),
  )
  const forget = async (id: number) => {
    for (const note of ofRegion.get(id) ?? []) await store.removeNote('tourism-guests', note)
    await mailQueue.forget(id)
  }
  await inBatches(of.taxClosings, (id) => store.removeNote('tax-closing', id))
  await inBatches(of.taxPayments, (id) => store.removeNote('tax-payment', id))
  await noteForTax(store, due.identity)
  /** The host may have found a reason since the plan was made. */
  const unheld = async (id: number) => {
    const checkin = await store.checkin(id)
    return checkin?.retentionHold ? undefined : checkin
  }
  await inBatches(due.identity, async (id) => {
    const checkin = await unheld(id)
    if (!checkin) return
    await forget(id)
    const { owner: _, ...record } = checkin
    await store.updateCheckin(id, coarsened(record as Checkin, at))
  })
  await inBatches(due.record, async (id) => {
    if (!(await unheld(id))) return
    await forget(id)
    await store.removeCheckin(id)
  })
  await inBatches(due.letters, mailQueue.forget)
  await inBatches(due.exports, (id) => store.removeNote('export', id))
  await inBatches(due.region, (id) => store.removeNote('tourism-guests', id))
  await offices.access.forget(due.access)
  await offices.receipts.forget(due.receipts)
  await offices.log.forget(of.sendings)
  await inBatches(of.regionDays, (id) => store.removeNote('region-day', id))
  await inBatches(of.flows, (id) => store.removeNote('flow', id))
  await inBatches(due.bookings, async (id) => {
    await store.removeNote('booking', id)
    await mailQueue.forgetStay(id)
  })
  await inBatches(of.notices, (id) => store.removeNote('notice', id))
  await inBatches(of.events, (id) => store.removeNote(paymentEventKind, id))
  await inBatches(of.reminders, (id) => store.removeNote('reminder', id))
  return countsOf(due)
}
