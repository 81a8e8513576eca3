import { type Checkin, fieldOf } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { fullName, party } from '../checkin/party'
import { guestType } from '../checkin/spellings'
import { flatMapped, type Sliced } from '../slices'
import { fold } from '../text/fold'
import type { RegionGuest } from './region-guest'
import type { Stay } from './stays'

/**
 * What the region knows of the house. `seal` makes a text unreadable, always in the same way; `mark` makes letters of
 * it that stand before a new id, eight at most, by a secret of the store's own: with no mark an id is the check-in's
 * number.
 */
export type Region = {
  guests: readonly RegionGuest[]
  seal: (text: string) => string
  mark: (text: string) => string
}

/** A region that has had no file yet, for ids without a mark. */
export const emptyRegion: Region = { guests: [], seal: (text) => text, mark: () => '' }

const suffix = { main: '', second: 'B', third: 'C' } as const

/** The id a guest had before ids bore a mark: the check-in's number, and a letter for a later guest. */
export const unmarkedId = (checkin: number, who: Who): string => `${checkin}${suffix[who]}`

/** The same person: the same name (a birth date was corrected) or the same birth (a name was). */
const isSamePerson = (a: RegionGuest, b: RegionGuest) => a.name === b.name || a.birth === b.birth

/** A guest of a stay as the region would have him from now on, but for the id. */
const described = ({ checkin, arrival, structure }: Stay, who: Who, { seal }: Region): RegionGuest => {
  const field = (name: string) => checkin[fieldOf(who, name)] ?? ''
  return {
    idswh: '',
    checkin: checkin.id,
    who,
    type: guestType(who, party(checkin).length === 1),
    arrival,
    structure: structure.code,
    name: seal(fold(fullName(checkin, who))),
    birth: seal(`${field('birthDate')} ${field('gender')}`),
  }
}

/** A new id; of somebody whom the region has as another kind of guest, the kind is a part of it. */
const newId = (guest: RegionGuest, { createdAt = '' }: Checkin, isOtherKind: boolean, { mark }: Region) => {
  const { checkin, who, type, arrival, structure, name, birth } = guest
  const kind = isOtherKind ? [type] : []
  const marked = mark(JSON.stringify([checkin, createdAt, who, arrival, structure, name, birth, ...kind]))
  return `${marked}${unmarkedId(checkin, who)}`
}

/** A guest of a stay with his id at the region. */
export type Identify = (stay: Stay, who: Who) => RegionGuest

/**
 * Who is who at the region: a guest keeps the id he was sent under while person, kind of guest (alone, or head of a
 * party), day of arrival and structure stay; else the id is a new one, made of all of them, so that none ever passes to
 * another person, in no other store and after no restored backup. Each guest is worked out once: an identifier is for
 * one file's making.
 */
export const identifier = (region: Region): Identify => {
  const known = new Map<string, RegionGuest[]>()
  const keyOf = ({ checkin, who }: Pick<RegionGuest, 'checkin' | 'who'>) => `${checkin} ${who}`
  for (const guest of region.guests) known.set(keyOf(guest), [...(known.get(keyOf(guest)) ?? []), guest])
  const identify = (stay: Stay, who: Who): RegionGuest => {
    const guest = described(stay, who, region)
    const same = (known.get(keyOf(guest)) ?? []).filter(
      (one) => one.arrival === guest.arrival && one.structure === guest.structure && isSamePerson(one, guest),
    )
    const before = same.findLast(({ type }) => type === guest.type)
    return { ...guest, idswh: before?.idswh ?? newId(guest, stay.checkin, same.length > 0, region) }
  }
  const identified = new Map<Stay, { [who in Who]?: RegionGuest }>()
  return (stay, who) => {
    const guests = identified.get(stay) ?? {}
    identified.set(stay, guests)
    return (guests[who] ??= identify(stay, who))
  }
}

/**
 * The guests the region has and the house has no more: deleted, disabled, taken out of the party, replaced, or come on
 * another day or to another structure. A check-in among `unclear` has a fault to be put right first, and loses nobody.
 */
export const toEliminate = function* (
  { guests }: Pick<Region, 'guests'>,
  stays: readonly Stay[],
  unclear: ReadonlySet<number>,
  identify: Identify,
): Sliced<readonly RegionGuest[]> {
  const ids = yield* flatMapped(stays, (stay) => party(stay.checkin).map((who) => identify(stay, who).idswh))
  const present = new Set(ids)
  return guests.filter(({ idswh, checkin }) => !present.has(idswh) && !unclear.has(checkin))
}

/** The guests of a stay as a file of now would send them. */
export const guestsOf = (stay: Stay, region: Region): RegionGuest[] => {
  const identify = identifier(region)
  return party(stay.checkin).map((who) => identify(stay, who))
}
