import type { Checkin } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { isIdentityRemoved } from '../checkin/checkin-states'
import { party } from '../checkin/party'
import { cachedBook, type PlaceCodes, type RecordFault } from '../exports/record-layout'
import { type DayMoves, tourismFile } from '../exports/region-file'
import type { RegionGuest } from '../exports/region-guest'
import { type Identify, identifier, type Region, toEliminate } from '../exports/region-ids'
import {
  closedAt,
  earliestArrival,
  reducedStays,
  type Stay,
  type Structure,
  staysOf,
  type TourismSettings,
} from '../exports/tourism-stays'
import type { Sliced } from '../tasks'
import { daysBetween, daysFrom } from '../text/dates'

/** A refusal of the region, in its own words, with the guest if the house has one. */
type RegionRefusal = {
  kind: MovedGuest['kind']
  checkin?: number
  guest?: Who
  text: string
}

type Capacity = Pick<Structure, 'rooms' | 'beds'>

/**
 * The last sending of a day: `print` is a digest of its movement, `taken` the accepted ids; `why` it failed. Old notes
 * have no rooms and beds.
 */
export type RegionDayNote = Partial<Capacity> & {
  structure: string
  day: string
  at: string
  print: string
  end: 'sent' | 'refused' | 'failed'
  why?: string
  refusals: RegionRefusal[]
  taken: string[]
}

type MovedGuest = {
  kind: 'arrivo' | 'partenza' | 'eliminazione'
  id: string
  checkin: number
  guest: Who
}

/** A structure's day as it would be sent now: `content` goes inside `movimentazione`, the digest is made of `text`. */
export type RegionDay = Capacity & {
  day: string
  content: string
  text: string
  moved: MovedGuest[]
  arriving: readonly RegionGuest[]
  eliminated: readonly RegionGuest[]
  faults: RecordFault[]
}

type RegionDaysWanted = {
  structure: Structure
  all: readonly Checkin[]
  book: PlaceCodes
  settings: TourismSettings
  region: Region
  /** The rooms and beds with which a day was sent: a later change counts for later days only. */
  sentWith?: (day: string) => Partial<Capacity> | undefined
  /** The first day, `YYYY-MM-DD`: earlier guests are not sent. */
  from: string
  to: string
}

const movedOf = ({ arriving, leaving, eliminated }: DayMoves, identify: Identify): MovedGuest[] => {
  const each = (kind: MovedGuest['kind'], stays: readonly Stay[]) =>
    stays.flatMap((stay) =>
      party(stay.checkin).map((guest) => ({ kind, id: identify(stay, guest).idswh, checkin: stay.checkin.id, guest })),
    )
  return [
    ...each('arrivo', arriving),
    ...each('partenza', leaving),
    ...eliminated.map(({ idswh, checkin, who }) => ({ kind: 'eliminazione' as const, id: idswh, checkin, guest: who })),
  ]
}

/**
 * Returns the days of a structure, ascending, as they would be sent now: arrivals, departures, eliminations, rooms and
 * beds, with empty and closed days. Guests from before the first day were sent by another program, which sends their
 * departure too.
 */
export const regionDays = function* (wanted: RegionDaysWanted): Sliced<RegionDay[]> {
  const { structure, all, book, settings, region, sentWith, from, to } = wanted
  const earliest = earliestArrival(from)
  const near = all.filter(({ arrivalDate = '' }) => arrivalDate >= earliest)
  // Check-ins without identity stay at the region as they were sent.
  const coarse = near.filter(isIdentityRemoved)
  const isFrozen = (day: string) =>
    coarse.some(({ arrivalDate = '', departureDate = '' }) => arrivalDate === day || departureDate === day)
  const cachedPlaces = cachedBook(book)
  const { stays, faults: unclear } = yield* staysOf(near, cachedPlaces, settings)
  const ofStructure = (stay: Stay) => stay.structure.code === structure.code
  const own = stays.filter(ofStructure)
  const inRooms = [...own, ...(yield* reducedStays(coarse, cachedPlaces, settings)).filter(ofStructure)]
  const identify = identifier(region)
  const atRegion = new Set(region.guests.map(({ idswh }) => idswh))
  const waiting = new Set([...unclear.map(({ checkin }) => checkin), ...coarse.map(({ id }) => id)])
  const gone = (yield* toEliminate(region, stays, waiting, identify)).filter(
    (guest) => guest.structure === structure.code && guest.arrival >= from,
  )
  const isOurs = (stay: Stay) => stay.arrival >= from || atRegion.has(identify(stay, 'main').idswh)
  const days: RegionDay[] = []
  for (const day of daysFrom(from, daysBetween(from, to) + 1)) {
    if (isFrozen(day)) continue
    const moves = {
      date: day,
      arriving: own.filter(({ arrival }) => arrival === day),
      leaving: own.filter((stay) => stay.departure === day && isOurs(stay)),
      eliminated: gone.filter(({ arrival }) => arrival === day),
    }
    const { rooms = structure.rooms, beds = structure.beds } = sentWith?.(day) ?? {}
    const { file, faults } = yield* tourismFile({
      name: '',
      structure: { ...structure, rooms, beds },
      days: [moves],
      stays: inRooms,
      book: cachedPlaces,
      isClosed: closedAt(structure, settings),
      identify,
    })
    const content = file.text.slice(file.text.indexOf('<movimenti>') + 11, file.text.lastIndexOf('</movimenti>'))
    days.push({
      day,
      rooms,
      beds,
      content,
      text: content.replace(/<rettifiche>[^]*<\/rettifiche>/, '').replace(/\s+$/gm, ''),
      moved: movedOf(moves, identify),
      arriving: file.sent ?? [],
      eliminated: moves.eliminated,
      faults,
    })
  }
  return days
}

/** The state of a day at the region; `incomplete` lacks an answer in the house. */
export type RegionDayState = 'due' | 'sent' | 'changed' | 'refused' | 'incomplete'

/** Returns the state of a day, by its digest and its last sending. */
export const regionDayState = (
  { eliminated, faults }: Pick<RegionDay, 'eliminated' | 'faults'>,
  print: string,
  note: Pick<RegionDayNote, 'print' | 'end'> | undefined,
): RegionDayState => {
  if (faults.length) return 'incomplete'
  if (!note || note.end === 'failed') return 'due'
  if (note.print !== print || eliminated.length) return 'changed'
  return note.end
}
