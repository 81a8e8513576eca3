import { type Checkin, fieldOf } from '../../../schema/checkin'
import type { GuestField, Who } from '../../../schema/guest'
import { fullName, party } from '../checkin/party'
import { guestType } from '../checkin/spellings'
import { type Likeness, likeness, tracesOf } from '../region/likeness'
import type { RegionGuest } from '../region/region-guest'
import { flatMapped, type Sliced } from '../slices'
import { fold } from '../text/fold'
import type { Stay } from './stays'

/**
 * What the region knows of the house. `isSpent`: the id was eliminated or is about to be, and no arrival is sent under
 * it again; a guest with such an id is still to be eliminated. `seal` makes a text unreadable, always in the same way;
 * `trace` does so in a few characters; `mark` makes letters of it that stand before a new id, eight at most, by a
 * secret of the store's own: with no mark an id is the check-in's number.
 */
export type Region = {
  guests: readonly RegionGuest[]
  isSpent: (idswh: string) => boolean
  seal: (text: string) => string
  trace: (text: string) => string
  mark: (text: string) => string
}

/** A region that has had no file yet, for ids without a mark. */
export const emptyRegion: Region = {
  guests: [],
  isSpent: () => false,
  seal: (text) => text,
  trace: (text) => text,
  mark: () => '',
}

const suffix = { main: '', second: 'B', third: 'C' } as const

/** The id a guest had before ids bore a mark: the check-in's number, and a letter for a later guest. */
export const unmarkedId = (checkin: number, who: Who): string => `${checkin}${suffix[who]}`

/** Whose an id is by its end, a check-in's number and place; nothing of an id the house never made. */
export const ownerOf = (idswh: string): { checkin: number; who: Who } | undefined => {
  const [, checkin, letter] = /^(?:[A-Z]{8})?(\d{1,15})([BC]?)$/.exec(idswh) ?? []
  const who = (Object.keys(suffix) as Who[]).find((one) => suffix[one] === letter)
  return checkin && who ? { checkin: Number(checkin), who } : undefined
}

const answersOf =
  (checkin: Checkin, who: Who) =>
  (field: GuestField): string =>
    checkin[fieldOf(who, field)] ?? ''

/** A guest of a stay as the region would have him from now on, but for id and traces. */
const described = ({ checkin, arrival, structure }: Stay, who: Who, { seal }: Region): RegionGuest => {
  const answer = answersOf(checkin, who)
  return {
    idswh: '',
    checkin: checkin.id,
    who,
    type: guestType(who, party(checkin).length === 1),
    arrival,
    structure: structure.code,
    name: seal(fold(fullName(checkin, who))),
    birth: seal(`${answer('birthDate')} ${answer('gender')}`),
  }
}

/**
 * A new id; of somebody whom the region has as another kind of guest, the kind is a part of it. One that was eliminated
 * or is in use gives way to the next by a count.
 */
const newId = (
  { checkin, who, type, arrival, structure, name, birth }: RegionGuest,
  createdAt: string,
  isOtherKind: boolean,
  { mark, isTaken }: Pick<Region, 'mark'> & { isTaken: (id: string) => boolean },
) => {
  const kind = isOtherKind ? [type] : []
  for (let count = 0; ; count++) {
    const counted = count ? [...kind, count] : kind
    const made = mark(JSON.stringify([checkin, createdAt, who, arrival, structure, name, birth, ...counted]))
    const id = `${made}${unmarkedId(checkin, who)}`
    if (!isTaken(id)) return id
  }
}

/** A guest of a stay with his id at the region. */
export type Identify = (stay: Stay, who: Who) => RegionGuest

/**
 * A guest of whom only the host can tell whether it is the person the region has in that place (`had`); until the host
 * does, it is another person with a new id.
 */
export type Doubt = { guest: RegionGuest; had: RegionGuest }

type Identified = { guest: RegionGuest; had?: RegionGuest | undefined }

const identifying = (region: Region) => {
  const known = new Map<string, RegionGuest[]>()
  const keyOf = ({ checkin, who }: Pick<RegionGuest, 'checkin' | 'who'>) => `${checkin} ${who}`
  for (const guest of region.guests)
    if (!region.isSpent(guest.idswh)) known.set(keyOf(guest), [...(known.get(keyOf(guest)) ?? []), guest])
  const held = new Set(region.guests.map(({ idswh }) => idswh))
  const ids = { mark: region.mark, isTaken: (id: string) => held.has(id) || region.isSpent(id) }
  return (stay: Stay, who: Who): Identified => {
    const bare = described(stay, who, region)
    const here = (known.get(keyOf(bare)) ?? []).filter(
      ({ arrival, structure }) => arrival === bare.arrival && structure === bare.structure,
    )
    const ofKind = here.filter(({ type }) => type === bare.type)
    const exact = ofKind.findLast((one) => one.name === bare.name && one.birth === bare.birth)
    if (exact?.traces) return { guest: exact }
    const guest = { ...bare, traces: tracesOf(answersOf(stay.checkin, who), region.trace) }
    if (exact) return { guest: { ...guest, idswh: exact.idswh } }
    const alike = (like: Likeness) => (one: RegionGuest) => likeness(one, guest) === like
    const before = ofKind.findLast(alike('same'))
    if (before) return { guest: before }
    const idswh = newId(guest, stay.checkin.createdAt ?? '', here.some(alike('same')), ids)
    return { guest: { ...guest, idswh }, had: ofKind.findLast(alike('asked')) }
  }
}

/**
 * Who is who at the region: a guest keeps the id he was sent under while person, kind of guest (alone, or head of a
 * party), day of arrival and structure stay, a slip of the pen put right included; else the id is a new one, made of
 * all of them, so that none ever passes to another person, in no other store and after no restored backup, and none
 * comes back that was eliminated. Each guest is worked out once: an identifier is for one file's making. `doubted` is
 * called with each guest of whom only the host can tell who it is.
 */
export const identifier = (region: Region, doubted?: (doubt: Doubt) => void): Identify => {
  const identification = identifying(region)
  const identified = new Map<Stay, { [who in Who]?: RegionGuest }>()
  const identify = (stay: Stay, who: Who) => {
    const { guest, had } = identification(stay, who)
    if (had) doubted?.({ guest, had })
    return guest
  }
  return (stay, who) => {
    const guests = identified.get(stay) ?? {}
    identified.set(stay, guests)
    return (guests[who] ??= identify(stay, who))
  }
}

/**
 * The guests the region has and the house has no more: deleted, disabled, taken out of the party, replaced, or come on
 * another day or to another structure. A check-in among `unclear` has a fault to be put right first, and loses nobody
 * but those whose elimination has begun.
 */
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

/** The guests of a stay as a file of now would send them. */
export const guestsOf = (stay: Stay, region: Region): RegionGuest[] => {
  const identify = identifier(region)
  return party(stay.checkin).map((who) => identify(stay, who))
}

/** What a file handed out, or a day sent, changes at the region. */
export type Moves = { sent?: readonly RegionGuest[] | undefined; eliminated?: readonly RegionGuest[] | undefined }

/** Returns the guests the region has after a file: without those eliminated, with those sent. */
export const afterMoves = (
  guests: readonly RegionGuest[],
  { sent = [], eliminated = [] }: Moves,
): readonly RegionGuest[] => {
  const gone = new Set([...sent, ...eliminated].map(({ idswh }) => idswh))
  return [...guests.filter(({ idswh }) => !gone.has(idswh)), ...sent]
}
