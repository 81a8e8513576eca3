import { hash } from 'node:crypto'
import type { Checkin } from '../../schema/checkin'
import type { RegionGuest } from '../../src/core/exports/region-guest'
import { afterMoves, guestsOf, type Moves, type Region, unmarkedId } from '../../src/core/exports/region-ids'
import { sentIn, staysOf, type TourismSettings } from '../../src/core/exports/tourism-stays'
import type { Places } from '../places/places'
import { hmacOf, printDigest } from '../shared/digests'
import { inBatches, runSliced } from '../shared/scheduling'
import { storedKey } from '../store/sealed/secrets'
import type { Store } from '../store/store'
import { ledgerNowhere, type RegionLedger } from './region-ledger'

/** No vowels and no letter like a digit. */
const alphabet = 'BCDFGHJKLMNPQRST'

/** Seals guests and makes ids with the store's secret. Thirty traces a guest need the fastest hash. */
const regionSeals = async (store: Pick<Store, 'secret'>): Promise<Pick<Region, 'seal' | 'trace' | 'mark'>> => {
  const key = await storedKey(store, 'region')
  const hmac = (use: string, text: string) => hmacOf(key, `${use}|${text}`)
  const traceKey = hmac('trace', '').toString('base64url')
  return {
    seal: (text) => hmac('seal', text).toString('base64url').slice(0, 16),
    trace: (text) => hash('sha256', `${traceKey}|${text}`, 'base64url').slice(0, 4),
    mark: (text) => [...hmac('mark', text).subarray(0, 8)].map((byte) => alphabet[byte % alphabet.length]!).join(''),
  }
}

type Noted = { id: number; guests: readonly RegionGuest[] }

/** `leaving`: the elimination is on its way. */
type RegionChange = Moves & { leaving?: readonly RegionGuest[] }

type Parts = { store: Store; places: Pick<Places, 'book'>; ledger?: RegionLedger }

/** The check-ins in tourism files older than the register. */
const sentBefore = async (store: Store) => {
  const files = (await store.notes('export')).filter(({ file, register }) => file.endsWith('.xml') && !register)
  return new Set(files.flatMap(({ ids }) => ids))
}

/** Returns the guests of older files that the register does not know, under their old ids. */
const unmarked = async (
  { store, places }: Pick<Parts, 'store' | 'places'>,
  all: readonly Checkin[],
  notedGuests: ReadonlyMap<number, Noted>,
  settings: TourismSettings,
  region: Region,
): Promise<RegionGuest[]> => {
  const sent = await sentBefore(store)
  const old = all.filter(({ id }) => sent.has(id) && !notedGuests.has(id))
  const enabled = old.map((checkin) => ({ ...checkin, enabledForSending: 'yes' as const }))
  const { stays } = await runSliced(staysOf(enabled, await places.book(), settings))
  return stays.flatMap((stay) =>
    guestsOf(stay, region).map((guest) => ({ ...guest, idswh: unmarkedId(guest.checkin, guest.who) })),
  )
}

/** The check-ins with guests at the region, by register and older files. */
const withGuests = (before: ReadonlySet<number>, notedGuests: ReadonlyMap<number, Noted>) => {
  const found = new Set(before)
  for (const [id, { guests }] of notedGuests)
    if (guests.length) found.add(id)
    else found.delete(id)
  return found
}

const regionNotes = (store: Store) => ({
  noted: async () => {
    const latest = new Map<number, Noted>()
    for (const { id, checkin, guests } of await store.notes('tourism-guests')) {
      const older = latest.get(checkin)
      latest.set(checkin, { id, guests })
      if (older) await store.removeNote('tourism-guests', older.id)
    }
    return latest
  },
  write: async (notedGuests: ReadonlyMap<number, Noted>, checkin: number, guests: readonly RegionGuest[]) => {
    const before = notedGuests.get(checkin)
    if (JSON.stringify(before?.guests) === JSON.stringify(guests)) return
    await store.note('tourism-guests', { checkin, guests })
    if (before) await store.removeNote('tourism-guests', before.id)
  },
  /** Digests of eliminated ids: they reveal nobody and outlive every term. */
  spentPrints: async () => new Set((await store.notes('region-spent')).flatMap(({ prints }) => prints)),
  spend: async (guests: readonly RegionGuest[]) => {
    const prints = [...new Set(guests.map(({ idswh }) => printDigest(idswh)))]
    if (prints.length) await store.note('region-spent', { prints })
  },
})

/** Returns the guests of the store's register. */
export const registeredGuests = async (store: Store): Promise<RegionGuest[]> =>
  [...(await regionNotes(store).noted()).values()].flatMap(({ guests }) => guests)

/** The guests the region holds. Their ids come from the store's secret; the ledger says what was sent later. */
export const regionRegister = ({ store, places, ledger = ledgerNowhere() }: Parts) => {
  const { noted, write, spentPrints, spend } = regionNotes(store)

  /** Returns the guests at the region after all files so far, with the functions that make ids. */
  const region = async (all: readonly Checkin[], settings: TourismSettings): Promise<Region> => {
    const [seals, notedGuests, spent] = [await regionSeals(store), await noted(), await spentPrints()]
    const inLedger = ledger.entries()
    const isGone = (idswh: string) => inLedger.get(idswh)?.state === 'gone'
    const isSpent = (idswh: string) =>
      (inLedger.get(idswh)?.state ?? 'held') !== 'held' || (spent.size > 0 && spent.has(printDigest(idswh)))
    const empty: Region = { ...seals, isSpent, guests: [] }
    const before = await unmarked({ store, places }, all, notedGuests, settings, empty)
    const guests = [
      ...before.filter(({ idswh }) => !isSpent(idswh)),
      ...[...notedGuests.values()].flatMap((one) => one.guests),
    ]
    return { ...empty, guests: guests.filter(({ idswh }) => !isGone(idswh)) }
  }

  /** Spends the ids of eliminated and leaving guests first: a crash then leaves a guest to eliminate. */
  const keep = async ({ guests, isSpent }: Region, { sent = [], eliminated = [], leaving = [] }: RegionChange) => {
    await ledger.add(sent, 'held')
    await ledger.add(leaving, 'leaving')
    await spend([...eliminated, ...leaving].filter(({ idswh }) => !isSpent(idswh)))
    const notedGuests = await noted()
    const touched = new Set([...sent, ...eliminated].map(({ checkin }) => checkin))
    const byCheckin = new Map<number, RegionGuest[]>()
    for (const guest of afterMoves(guests, { sent, eliminated }))
      if (touched.has(guest.checkin)) byCheckin.set(guest.checkin, [...(byCheckin.get(guest.checkin) ?? []), guest])
    await inBatches([...touched], (id) => write(notedGuests, id, byCheckin.get(id) ?? []))
    await ledger.add(eliminated, 'gone')
  }

  return {
    region,
    keep,
    /** The check-ins with guests at the region on some days (ascending). */
    concerned: async (days: readonly string[]) => {
      const isThen = sentIn(days)
      const told = [...(await noted())].filter(([, { guests }]) => guests.some(isThen))
      return new Set([...(await sentBefore(store)), ...told.map(([checkin]) => checkin)])
    },
    /** The check-ins that have, or may have, guests at the region. */
    checkins: async () => withGuests(await sentBefore(store), await noted()),
    /** The days on which the region was told of a check-in's arrivals. */
    arrivals: async (checkin: number) => ((await noted()).get(checkin)?.guests ?? []).map(({ arrival }) => arrival),
  }
}

export type RegionRegister = ReturnType<typeof regionRegister>
