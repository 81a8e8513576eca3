import { type Checkin, fieldOf } from '../../../schema/checkin'
import { type GuestField, guests, type PerGuest, type Who } from '../../../schema/guest'
import { fullName, party } from '../checkin/party'
import { guestType } from '../checkin/spellings'
import { flatMapped, type Sliced } from '../tasks'
import { fold } from '../text/transliteration'
import { type Likeness, likeness, type RegionGuest, type Traces, tracesOf } from './region-guest'
import type { Stay } from './tourism-stays'

/** The guests that the region has of a house. `isSpent` ids are never sent again; `mark` makes a new id's prefix. */
export type Region = {
  guests: readonly RegionGuest[]
  isSpent: (idswh: string) => boolean
  seal: (text: string) => string
  trace: (text: string) => string
  mark: (text: string) => string
}

/** A region that has no guests of the house; its ids have no mark. */
export const emptyRegion: Region = {
  guests: [],
  isSpent: () => false,
  seal: (text) => text,
  trace: (text) => text,
  mark: () => '',
}

/** The letters of later guests: `B`, `C` … `Z`, `AA`, `AB` … */
const suffix = (number: number): string =>
  number > 26 ? `A${suffix(number - 26)}` : String.fromCharCode('A'.charCodeAt(0) + number - 1)
const suffixes = new Map(guests.map((who, i) => [who, i ? suffix(i + 1) : '']))

/** Returns an id without a mark: the check-in's number, and letters for later guests. */
export const unmarkedId = (checkin: number, who: Who): string => `${checkin}${suffixes.get(who)}`

/** Returns whose id it is; undefined for a foreign id. */
export const ownerOf = (idswh: string): { checkin: number; who: Who } | undefined => {
  const [, checkin, letters] = /^(?:[A-Z]{8})?(\d{1,15})([A-Z]{0,2})$/.exec(idswh) ?? []
  const who = guests.find((one) => suffixes.get(one) === letters)
  return checkin && who ? { checkin: Number(checkin), who } : undefined
}

const answersOf =
  (checkin: Checkin, who: Who) =>
  (field: GuestField): string =>
    checkin[fieldOf(who, field)] ?? ''

const described = ({ checkin, arrival, structure }: Stay, who: Who, { seal }: Region): RegionGuest => {
  const answer = answersOf(checkin, who)
  return {
    idswh: '',
    checkin: checkin.id,
    who,
    type: guestType(who, party(checkin).length === 1, checkin.partyKind),
    arrival,
    structure: structure.code,
    name: seal(fold(fullName(checkin, who))),
    birth: seal(`${answer('birthDate')} ${answer('gender')}`),
  }
}

/** Returns a new id. After a change of kind its digest also has the kind, and if the id is taken, a count. */
const newId = (
  { checkin, who, type, arrival, structure, name, birth }: RegionGuest,
  createdAt: string,
  isOtherKind: boolean,
  { mark, isTaken }: Pick<Region, 'mark'> & { isTaken: (id: string) => boolean },
) => {
  const kind = isOtherKind ? [type] : []
  for (let count = 0; ; count++) {
    const counted = count ? [...kind, count] : kind
    const digest = mark(JSON.stringify([checkin, createdAt, who, arrival, structure, name, birth, ...counted]))
    const id = `${digest}${unmarkedId(checkin, who)}`
    if (!isTaken(id)) return id
  }
}

export type Identify = (stay: Stay, who: Who) => RegionGuest

/** A guest who may be the person the region has (`had`). Until the host decides, it is another person. */
export type Doubt = { guest: RegionGuest; had: RegionGuest }

type Identified = { guest: RegionGuest; had?: RegionGuest | undefined }

const atPlace = (guest: RegionGuest, who: Who): RegionGuest => (guest.who === who ? guest : { ...guest, who })

const isSameEntry = (one: RegionGuest, other: RegionGuest) =>
  one.who === other.who && one.name === other.name && one.birth === other.birth

/** Returns the taker of a stay's entries at the region; each entry is taken once. */
const freeEntries = (entries: readonly RegionGuest[]) => {
  let free = entries
  // The entry of the same place comes first, then the latest: guests move up when another leaves.
  return ({ type, who }: RegionGuest, fits: (one: RegionGuest) => boolean): RegionGuest | undefined => {
    const fitting = free.filter((one) => one.type === type && fits(one))
    const taken = fitting.findLast((one) => one.who === who) ?? fitting.at(-1)
    if (taken) free = free.filter((one) => !isSameEntry(one, taken))
    return taken
  }
}

/** Identifies a whole party: unchanged guests first, so that nobody gets the entry of another guest. */
const identifying = (region: Region) => {
  const byCheckin = new Map<number, RegionGuest[]>()
  for (const guest of region.guests)
    if (!region.isSpent(guest.idswh)) byCheckin.set(guest.checkin, [...(byCheckin.get(guest.checkin) ?? []), guest])
  const held = new Set(region.guests.map(({ idswh }) => idswh))
  const ids = { mark: region.mark, isTaken: (id: string) => held.has(id) || region.isSpent(id) }
  return (stay: Stay): PerGuest<Identified> => {
    const { checkin, arrival, structure } = stay
    const here = (byCheckin.get(checkin.id) ?? []).filter(
      (one) => one.arrival === arrival && one.structure === structure.code,
    )
    const take = freeEntries(here)
    const found: { [who in Who]?: Identified } = {}
    // Made when they are read: a file needs no traces, and a month has thousands of guests.
    const traced = (bare: RegionGuest): RegionGuest => {
      let traces: Traces | undefined
      return {
        ...bare,
        get traces() {
          return (traces ??= tracesOf(answersOf(checkin, bare.who), region.trace))
        },
      }
    }
    const all = party(checkin).map((who) => described(stay, who, region))
    for (const bare of all) {
      const exact = take(bare, ({ name, birth }) => name === bare.name && birth === bare.birth)
      if (exact?.traces) found[bare.who] = { guest: atPlace(exact, bare.who) }
      else if (exact) found[bare.who] = { guest: traced({ ...bare, idswh: exact.idswh }) }
    }
    const changed = all.filter(({ who }) => !found[who]).map(traced)
    const hasLikeness = (guest: RegionGuest, wanted: Likeness) => (one: RegionGuest) => likeness(one, guest) === wanted
    for (const guest of changed) {
      const before = take(guest, hasLikeness(guest, 'same'))
      if (before) found[guest.who] = { guest: atPlace(before, guest.who) }
    }
    for (const guest of changed.filter(({ who }) => !found[who])) {
      guest.idswh = newId(guest, checkin.createdAt ?? '', here.some(hasLikeness(guest, 'same')), ids)
      found[guest.who] = { guest, had: take(guest, hasLikeness(guest, 'asked')) }
    }
    return found
  }
}

/**
 * Returns the ids of guests for one file. A guest keeps the id while person, kind, arrival and structure are the same:
 * a corrected typing mistake or another place in the party changes nothing. Otherwise the id is new, a digest of all of
 * them, so that no id passes to another person, even after a restored backup. `doubted` is called with guests whose
 * identity only the host can decide.
 */
export const identifier = (region: Region, doubted?: (doubt: Doubt) => void): Identify => {
  const identification = identifying(region)
  const identified = new Map<Stay, PerGuest<Identified>>()
  const identify = (stay: Stay) => {
    const guests = identification(stay)
    identified.set(stay, guests)
    for (const { guest, had } of Object.values(guests) as Identified[]) if (had) doubted?.({ guest, had })
    return guests
  }
  return (stay, who) => (identified.get(stay) ?? identify(stay))[who]!.guest
}

/** Returns the guests that only the region has. Begun eliminations of a check-in in `unclear` continue, others wait. */
export const toEliminate = function* (
  { guests, isSpent }: Pick<Region, 'guests' | 'isSpent'>,
  stays: readonly Stay[],
  unclear: ReadonlySet<number>,
  identify: Identify,
): Sliced<readonly RegionGuest[]> {
  const ids = yield* flatMapped(stays, (stay) => party(stay.checkin).map((who) => identify(stay, who).idswh))
  const present = new Set(ids)
  return guests.filter(({ idswh, checkin }) => !present.has(idswh) && (isSpent(idswh) || !unclear.has(checkin)))
}

/** Returns the guests of a stay as the next file sends them. */
export const guestsOf = (stay: Stay, region: Region): RegionGuest[] => {
  const identify = identifier(region)
  return party(stay.checkin).map((who) => identify(stay, who))
}

/** The effect of a file or a sent day. */
export type Moves = { sent?: readonly RegionGuest[] | undefined; eliminated?: readonly RegionGuest[] | undefined }

/** Returns the guests the region has after a file. */
export const afterMoves = (
  guests: readonly RegionGuest[],
  { sent = [], eliminated = [] }: Moves,
): readonly RegionGuest[] => {
  const gone = new Set([...sent, ...eliminated].map(({ idswh }) => idswh))
  return [...guests.filter(({ idswh }) => !gone.has(idswh)), ...sent]
}
