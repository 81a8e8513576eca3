import type { Checkin } from '../../schema/checkin'
import type { RetentionPlan } from '../../schema/privacy'
import { fullName } from '../../src/core/checkin/party'
import {
  coarsened,
  isPast,
  isWaiting,
  type Leaving,
  leavingOf,
  type Terms,
  wasTold,
} from '../../src/core/checkin/retention'
import { printDigest } from '../exports/official-files'
import type { Post } from '../mail/queue'
import type { Store } from '../store/store'

/** How many check-ins are changed at a time: the store makes one flush of those that come together. */
const together = 8

/** What a run takes: check-ins by what leaves of them, and whose letters; ids of notes. */
type Due = Record<Leaving | 'letters' | 'exports' | 'region' | 'access', number[]>

/** How many of each kind a run took or will take. */
export type Counts = Record<keyof Due, number>

const each = async (ids: readonly number[], work: (id: number) => Promise<unknown>) => {
  for (let from = 0; from < ids.length; from += together) await Promise.all(ids.slice(from, from + together).map(work))
}

/** Reads every check-in, a slice at a time, without keeping them. */
const looked = async (store: Store, look: (checkin: Checkin) => void) => {
  for await (const slice of store.checkinSlices()) for (const text of slice) look(JSON.parse(text))
}

const stayed = (checkin: Checkin) => ({
  id: checkin.id,
  name: fullName(checkin, 'main'),
  departureDate: checkin.departureDate ?? '',
})

/** The check-ins whose letters are all settled and have outlived their term. */
const oldLetters = (letters: ReturnType<Post['list']>, { letterDays }: Terms, day: string) => {
  const young = new Set(
    letters
      .filter(({ status, at }) => !['sent', 'failed'].includes(status) || !isPast(at, { days: letterDays }, day))
      .map(({ checkinId }) => checkinId),
  )
  return [...new Set(letters.map(({ checkinId }) => checkinId))].filter((id) => !young.has(id))
}

/** What the terms let go on a day `YYYY-MM-DD`, and what waits for a word of the host's or is held back. */
export const planned = async (store: Store, post: Pick<Post, 'list'>, terms: Terms, day: string) => {
  const due: Due = {
    identity: [],
    record: [],
    letters: oldLetters(post.list(), terms, day),
    exports: [],
    region: [],
    access: [],
  }
  const waiting: RetentionPlan['waiting'] = []
  const held: RetentionPlan['held'] = []
  await looked(store, (checkin) => {
    const isTold = wasTold(checkin, printDigest)
    const leaving = leavingOf(checkin, terms, isTold)
    if (leaving && leaving.from <= day) due[leaving.what].push(checkin.id)
    if (isWaiting(checkin, terms, isTold, day)) waiting.push(stayed(checkin))
    if (checkin.retentionHold) held.push({ ...stayed(checkin), reason: checkin.retentionHold })
  })
  for (const { id, at } of await store.notes('export'))
    if (isPast(at, { years: terms.exportYears }, day)) due.exports.push(id)
  for (const { id, guests } of await store.notes('tourism-guests'))
    if (guests.every(({ arrival }) => isPast(arrival, { years: terms.recordYears }, day))) due.region.push(id)
  for (const { id, at } of await store.notes('access'))
    if (isPast(at, { days: terms.accessDays }, day)) due.access.push(id)
  return { due, waiting, held }
}

/** How many of each kind there are. */
export const countsOf = (due: Due): Counts =>
  Object.fromEntries(Object.entries(due).map(([kind, ids]) => [kind, ids.length])) as Counts

/**
 * Takes away what the terms let go on a day. Each step stands on its own and finds by itself what is left to do, so that a run that is
 * killed goes on with the next. What the region has of a guest is forgotten before the guest is: with the guest gone it would be read as
 * one to be eliminated there.
 */
export const takeAway = async (
  store: Store,
  post: Pick<Post, 'list' | 'forget'>,
  terms: Terms,
  day: string,
  at: string,
) => {
  const { due } = await planned(store, post, terms, day)
  const ofRegion = new Map<number, number[]>()
  for (const { id, checkin } of await store.notes('tourism-guests'))
    ofRegion.set(checkin, [...(ofRegion.get(checkin) ?? []), id])
  const forget = async (id: number) => {
    for (const note of ofRegion.get(id) ?? []) await store.removeNote('tourism-guests', note)
    await post.forget(id)
  }
  await each(due.identity, async (id) => {
    await forget(id)
    const checkin = await store.checkin(id)
    if (!checkin || checkin.retentionHold) return
    const { owner: _, ...record } = checkin
    await store.updateCheckin(id, coarsened(record as Checkin, at))
  })
  await each(due.record, async (id) => {
    await forget(id)
    await store.removeCheckin(id)
  })
  await each(due.letters, post.forget)
  await each(due.exports, (id) => store.removeNote('export', id))
  await each(due.region, (id) => store.removeNote('tourism-guests', id))
  await each(due.access, (id) => store.removeNote('access', id))
  return countsOf(due)
}
