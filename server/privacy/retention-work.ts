import type { Checkin } from '../../schema/checkin'
import { type RetentionKind, type RetentionPlan, retentionKinds } from '../../schema/privacy'
import { isTestGuest } from '../../src/core/checkin/checkin-states'
import { fullName } from '../../src/core/checkin/party'
import {
  identityRemoval,
  isKeptUnreported,
  isPast,
  plannedRemoval,
  type RemovalKind,
  type Terms,
  wasReported,
} from '../../src/core/data-protection/retention'
import { needsNotes, taxNotes } from '../../src/core/tax/tax-report'
import { taxSets } from '../../src/core/tax/town-rules'
import type { MailQueue } from '../mail/queue'
import { allSettings } from '../settings/all-settings'
import { printDigest } from '../shared/digests'
import { eventLoopYield, inBatches, runSliced } from '../shared/scheduling'
import { type NoteKind, type Notes, paymentEventKind } from '../store/notes'
import { eachParsed, type Store, withoutOwner } from '../store/store'

type Due = Record<RetentionKind, number[]>

export type Counts = Record<RetentionKind, number>

/** Data outside the store: receipts, the access log's mark, the region's ledger. */
export type KeptElsewhere = {
  receipts: { forget: (ids: readonly number[]) => Promise<void> }
  log: { forget: (ids: readonly number[]) => Promise<void> }
  access: { forget: (ids: readonly number[]) => Promise<void> }
  guestsAtRegion: { forget: (isOver: (guest: { checkin: number; arrival: string }) => boolean) => Promise<void> }
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

/** The expired notes of a kind; the host's plan counts them `as` one of its kinds. */
type Expired = { kind: NoteKind; as: RetentionKind; ids: number[] }

/** Returns the expired notes in the order in which they are erased, those of the tourist tax first. */
const expiredNotes = async (
  store: Store,
  terms: Terms,
  day: string,
  { inUse, held }: { inUse: ReadonlySet<string>; held: ReadonlySet<number> },
): Promise<Expired[]> => {
  const { identityDays, recordYears, letterDays, exportYears, receiptYears, flowYears, accessDays } = terms
  const past = async <Kind extends NoteKind>(
    as: RetentionKind,
    kind: Kind,
    isOld: (note: { id: number } & Notes[Kind], at: number, all: readonly unknown[]) => boolean,
  ): Promise<Expired> => ({ as, kind, ids: (await store.notes(kind)).filter(isOld).map(({ id }) => id) })
  const isOldFlow = ({ at, version }: { at: string; version: string }, index: number, all: readonly unknown[]) =>
    index < all.length - 1 && !inUse.has(version) && isPast(at, { years: flowYears }, day)
  const isOldDay = (one: { day: string }) => isPast(one.day, { years: receiptYears }, day)
  const sendings = await store.notes('sending')
  // A killed run leaves events of removed sendings.
  const young = new Set(sendings.filter((one) => 'day' in one && !isOldDay(one)).map(({ id }) => id))
  const oldSendings = sendings.flatMap((one) => (young.has('of' in one ? one.of : one.id) ? [] : one.id))
  return Promise.all([
    // Before its check-ins: a closed quarter without them would ask for corrections.
    past('tax', 'tax-closing', ({ quarter }) => isPast(`${quarter}-01`, { years: recordYears }, day)),
    past('tax', 'tax-payment', (one) => !held.has(one.checkin) && isPast(one.day, { years: recordYears }, day)),
    past('exports', 'export', ({ at }) => isPast(at, { years: exportYears }, day)),
    past(
      'region',
      'tourism-guests',
      ({ checkin, guests }) =>
        !held.has(checkin) && guests.every(({ arrival }) => isPast(arrival, { years: recordYears }, day)),
    ),
    past('access', 'access', ({ at }) => isPast(at, { days: accessDays }, day)),
    past('receipts', 'police-receipt', isOldDay),
    { as: 'sendings', kind: 'sending', ids: oldSendings },
    past('sendings', 'region-day', isOldDay),
    past('flows', 'flow', isOldFlow),
    // A stay names the same person as its check-in, and no law requires it.
    past(
      'bookings',
      'booking',
      ({ departure, checkins = [] }) =>
        !checkins.some(({ id }) => held.has(id)) && isPast(departure, { days: identityDays }, day),
    ),
    past('flows', 'notice', isOldFlow),
    // Events of an older version have no date. The provider repeats an event for three days.
    past('notices', paymentEventKind, ({ at }) => !at || isPast(at, { days: letterDays }, day)),
    past('notices', 'reminder', ({ at }) => isPast(at, { days: letterDays }, day)),
  ])
}

/** Returns what expires on a day `YYYY-MM-DD`, and which check-ins wait for the host or are held back. */
export const planned = async (store: Store, mailQueue: Pick<MailQueue, 'list'>, terms: Terms, day: string) => {
  const due: Record<RemovalKind, number[]> = { identity: [], record: [] }
  const inUse = new Set<string>()
  const waiting: RetentionPlan['waiting'] = []
  const held: RetentionPlan['held'] = []
  const yieldIfDue = eventLoopYield()
  for await (const checkin of eachParsed(store.checkinSlices())) {
    await yieldIfDue()
    for (const version of [checkin.flowVersion, checkin.noticeVersion]) if (version) inUse.add(version)
    // The guide's test guest is no person: the host deletes it.
    if (isTestGuest(checkin)) continue
    const isReported = wasReported(checkin, printDigest)
    const leaving = plannedRemoval(checkin, terms, isReported)
    if (leaving && leaving.from <= day) due[leaving.what].push(checkin.id)
    if (isKeptUnreported(checkin, terms, isReported, day)) waiting.push(stayLine(checkin))
    if (checkin.retentionHold) held.push({ ...stayLine(checkin), reason: checkin.retentionHold })
  }
  const heldIds = new Set(held.map(({ id }) => id))
  const notes = await expiredNotes(store, terms, day, { inUse, held: heldIds })
  const ofKind = (kind: RetentionKind) => notes.flatMap(({ as, ids }) => (as === kind ? ids : []))
  const all = Object.fromEntries(retentionKinds.map((kind) => [kind, ofKind(kind)])) as Due
  const letters = oldLetters(mailQueue.list(), terms, day, heldIds)
  return { due: { ...all, ...due, letters }, waiting, held, heldIds, notes }
}

/** Returns the counts of each kind. */
export const countsOf = (due: Due): Counts =>
  Object.fromEntries(Object.entries(due).map(([kind, ids]) => [kind, ids.length])) as Counts

const noteEraser =
  (store: Store, mailQueue: Pick<MailQueue, 'forgetStay'>, { access, receipts, log }: KeptElsewhere) =>
  async ({ kind, ids }: Expired) => {
    if (kind === 'access') return access.forget(ids)
    if (kind === 'police-receipt') return receipts.forget(ids)
    if (kind === 'sending') return log.forget(ids)
    await inBatches(ids, async (id) => {
      await store.removeNote(kind, id)
      if (kind === 'booking') await mailQueue.forgetStay(id)
    })
  }

/** Erases what has expired. The next run finishes a killed one. The region's records are erased before their guests. */
export const eraseExpired = async (
  store: Store,
  mailQueue: Pick<MailQueue, 'list' | 'forget' | 'forgetStay'>,
  offices: KeptElsewhere,
  terms: Terms,
  day: string,
  at: string,
) => {
  const { due, notes, heldIds } = await planned(store, mailQueue, terms, day)
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
  const eraseNotes = noteEraser(store, mailQueue, offices)
  for (const one of notes) if (one.as === 'tax') await eraseNotes(one)
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
    await store.updateCheckin(id, identityRemoval(withoutOwner(checkin), at))
  })
  await inBatches(due.record, async (id) => {
    if (!(await unheld(id))) return
    await forget(id)
    await store.removeCheckin(id)
  })
  await inBatches(due.letters, mailQueue.forget)
  for (const one of notes) if (one.as !== 'tax') await eraseNotes(one)
  return countsOf(due)
}
