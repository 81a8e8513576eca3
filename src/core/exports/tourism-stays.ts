import type { Month } from '../../../schema/calls/exports'
import type { Checkin } from '../../../schema/checkin'
import type { ReservationCode } from '../../../schema/code'
import type { Settings } from '../../../schema/settings'
import { isEnabled, isIdentityRemoved, isTestGuest } from '../checkin/checkin-states'
import { codeEntries } from '../checkin/code-entry'
import { flatMapped, type Sliced } from '../tasks'
import { addDays, isCalendar, monthDays } from '../text/dates'
import {
  type Column,
  dateCell,
  guestEntries,
  nights,
  type PlaceCodes,
  type RecordFault,
  writeCells,
} from './record-layout'
import type { RegionGuest } from './region-guest'

/** A structure: its code at the region, its rooms and beds, and the most rooms the host says are taken. */
export type Structure = { code: string; rooms: number; beds: number; occupied: number }

/** A check-in as nights in a structure; the last night is the one before `departure`. */
export type Stay = { checkin: Checkin; arrival: string; departure: string; structure: Structure }

export type TourismSettings = Pick<
  Settings,
  | 'reservationCodes'
  | 'ross1000StructureCode'
  | 'ross1000Rooms'
  | 'ross1000AvailableRooms'
  | 'ross1000AvailableBeds'
  | 'closedDays'
>

/** The stay's own answers, checked first. */
export const stayColumns: readonly Column[] = [
  { name: 'arrivo', width: 10, field: 'arrivalDate', write: dateCell((day) => day) },
  { name: 'notti', width: 2, field: 'numberOfNights', write: nights },
]

const codeOf = ({ ross1000StructureCode }: TourismSettings, entry?: ReservationCode) =>
  (entry?.structureCode || ross1000StructureCode).trim().toUpperCase()
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Several codes of one structure are its rooms, unless the settings describe that structure. */
const roomsAndBeds = (
  entries: readonly ReservationCode[],
  inSettings: boolean,
): Partial<Pick<ReservationCode, 'totalRooms' | 'totalBeds'>> => {
  if (entries.length < 2) return entries[0] ?? {}
  return inSettings
    ? {}
    : {
        totalRooms: sum(entries.map(({ totalRooms = 1 }) => totalRooms)),
        totalBeds: sum(entries.map(({ totalBeds = 2 }) => totalBeds)),
      }
}

/** The structure by check-in: the region keeps guests there after the host deleted the code. */
type SentFrom = ReadonlyMap<number, string>

/** Returns the structure of each check-in by the latest file. */
export const sentFrom = ({ guests }: { guests: readonly RegionGuest[] }): SentFrom =>
  new Map(guests.map(({ checkin, structure }) => [checkin, structure]))

/** Returns the structures of the codes, else of the settings. One without codes stays while it has guests there. */
export const structuresOf = (settings: TourismSettings, before: Iterable<string> = []): Structure[] => {
  const { reservationCodes, ross1000AvailableRooms, ross1000AvailableBeds, ross1000Rooms } = settings
  const codes = new Set([
    ...(reservationCodes.length ? reservationCodes.map((entry) => codeOf(settings, entry)) : [codeOf(settings)]),
    ...before,
  ])
  return [...codes].map((code) => {
    const { totalRooms, totalBeds } = roomsAndBeds(
      reservationCodes.filter((entry) => codeOf(settings, entry) === code),
      code === codeOf(settings),
    )
    return {
      code,
      rooms: totalRooms || ross1000AvailableRooms || 1,
      beds: totalBeds || ross1000AvailableBeds || 2,
      occupied: ross1000Rooms || Infinity,
    }
  })
}

/** Returns the stays of the released check-ins, and the faults of the others. */
export const staysOf = function* (
  all: readonly Checkin[],
  book: PlaceCodes,
  settings: TourismSettings,
  before: SentFrom = new Map(),
): Sliced<{ stays: Stay[]; faults: RecordFault[] }> {
  const entryOf = codeEntries(settings.reservationCodes)
  const structures = new Map(structuresOf(settings, before.values()).map((structure) => [structure.code, structure]))
  const faults: RecordFault[] = []
  const stays = yield* flatMapped(all.filter(isEnabled), (checkin): Stay[] => {
    const {
      cells: [arrival = '', length],
      faults: wrong,
    } = writeCells(stayColumns, guestEntries(checkin, book)[0]!)
    const entry = entryOf(checkin)
    const sent = entry ? undefined : before.get(checkin.id)
    const isUnknown = !entry && !sent && settings.reservationCodes.length > 0
    if (isUnknown)
      wrong.push({
        checkin: checkin.id,
        guest: 'main',
        field: 'reservationCode',
        rule: 'reservationCode',
        text: checkin.reservationCode ?? '',
      })
    faults.push(...wrong)
    if (wrong.length) return []
    const structure = structures.get(sent ?? codeOf(settings, entry))!
    return [{ checkin, arrival, departure: addDays(arrival, Number(length)), structure }]
  })
  return { stays, faults }
}

/**
 * Returns the stays of check-ins without identity, whose rooms still count. All of them were reported, so all were
 * released, though their records no longer say so.
 */
export const reducedStays = function* (
  all: readonly Checkin[],
  book: PlaceCodes,
  settings: TourismSettings,
): Sliced<Stay[]> {
  const released = all.filter(isIdentityRemoved).map((checkin): Checkin => ({ ...checkin, enabledForSending: 'yes' }))
  return (yield* staysOf(released, book, settings)).stays
}

/** Returns whether a stay includes the night after a day. */
export const sleepsOn =
  (day: string) =>
  ({ arrival, departure }: Stay): boolean =>
    arrival <= day && day < departure

/** Returns the rooms that stays take; check-ins may share one. */
export const roomsTaken = (stays: readonly Stay[]): number =>
  new Set(stays.map(({ checkin }) => checkin.roomOf ?? String(checkin.id))).size

/** Returns whether a structure is closed on a day. */
export const closedAt = ({ code }: Structure, { closedDays }: TourismSettings): ((day: string) => boolean) => {
  const days = new Set(closedDays.filter(({ structureCode }) => structureCode === code).map(({ day }) => day))
  return (day) => days.has(day)
}

/** Returns the earliest arrival of a guest who may still be there: a stay has at most 30 nights. */
export const earliestArrival = (day: string) => addDays(day, -31)

const mayTouch = (dates: readonly string[]) => {
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return () => false
  const earliest = earliestArrival(first)
  return (arrival: string) => arrival >= earliest && arrival <= last
}

/** Returns whether a check-in may be in a month. */
export const inMonth = (dates: readonly string[]) => {
  const touches = mayTouch(dates)
  return ({ arrivalDate = '' }: Pick<Checkin, 'arrivalDate'>): boolean =>
    touches(arrivalDate) && isCalendar(arrivalDate)
}

/** Returns whether the region has a guest in a month. */
export const sentIn = (dates: readonly string[]) => {
  const touches = mayTouch(dates)
  return ({ arrival }: RegionGuest): boolean => touches(arrival)
}

/** Returns the days of a month `YYYY-MM` by structure, and the number of check-ins still to be released. */
export const monthView = function* (
  month: string,
  all: readonly Checkin[],
  book: PlaceCodes,
  settings: TourismSettings,
  region: { guests: readonly RegionGuest[] } = { guests: [] },
): Sliced<Month> {
  const dates = monthDays(month)
  const near = all.filter(inMonth(dates))
  const before = sentFrom({ guests: region.guests.filter(sentIn(dates)) })
  const { stays } = yield* staysOf(near, book, settings, before)
  const inRooms = [...stays, ...(yield* reducedStays(near, book, settings))]
  const structures = structuresOf(settings, before.values()).map((structure) => {
    const own = inRooms.filter((stay) => stay.structure.code === structure.code)
    const isClosed = closedAt(structure, settings)
    const isThere =
      (day: string) =>
      ({ arrival, departure }: Stay) =>
        arrival <= day && day <= departure
    return {
      code: structure.code,
      rooms: structure.rooms,
      beds: structure.beds,
      days: dates.map((day) => ({
        day,
        rooms: roomsTaken(own.filter(sleepsOn(day))),
        isBusy: own.some(isThere(day)),
        isClosed: isClosed(day),
      })),
    }
  })
  return {
    structures,
    waiting: near.filter(
      (checkin) =>
        !isEnabled(checkin) &&
        !isIdentityRemoved(checkin) &&
        !isTestGuest(checkin) &&
        (checkin.departureDate ?? '') >= (dates[0] ?? ''),
    ).length,
  }
}
