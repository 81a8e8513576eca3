import type { Warning } from '../../../schema/calls/exports'
import type { Checkin } from '../../../schema/checkin'
import { isEnabled, isIdentityRemoved } from '../checkin/checkin-states'
import type { Sliced } from '../tasks'
import { isCalendar, monthDays } from '../text/dates'
import { type Export, type PlaceCodes, type RecordFault, separateMissing } from './record-layout'
import { type DayMoves, tourismFile, type Written } from './region-file'
import type { RegionGuest } from './region-guest'
import { emptyRegion, identifier, toEliminate } from './region-ids'
import {
  closedAt,
  inMonth,
  reducedStays,
  type Stay,
  type Structure,
  sentFrom,
  sentIn,
  staysOf,
  structuresOf,
  type TourismSettings,
} from './tourism-stays'

const alphanumeric = (text: string) => text.replace(/[^A-Za-z0-9]/g, '')
const nothing: Export = { files: [], missing: [], faults: [], warnings: [] }

/** Check-ins with a fault: their guests are not eliminated until it is corrected. */
const unclearIn = (faults: readonly RecordFault[]) => new Set(faults.map(({ checkin }) => checkin))

/** Returns the warning that only the host can decide whether a guest is the same person; the file assumes another. */
const samePerson = ({ checkin }: RegionGuest): Warning => ({ rule: 'samePerson', checkin })

const ofStructure =
  ({ code }: Structure) =>
  ({ structure }: Stay) =>
    structure.code === code

const single = (letter: 'A' | 'P') =>
  function* (
    checkin: Checkin,
    all: readonly Checkin[],
    book: PlaceCodes,
    settings: TourismSettings,
    region = emptyRegion,
  ): Sliced<Export> {
    const before = sentFrom(region)
    const own = yield* staysOf([checkin], book, settings, before)
    const stay = own.stays[0]
    if (!stay) return { ...nothing, ...separateMissing(own.faults) }
    const { structure } = stay
    const others = yield* staysOf(
      all.filter(({ id }) => id !== checkin.id),
      book,
      settings,
      before,
    )
    const doubts: Warning[] = []
    const identify = identifier(region, ({ guest }) => doubts.push(samePerson(guest)))
    const eliminated = yield* toEliminate(region, [...others.stays, stay], unclearIn(others.faults), identify)
    const gone = eliminated.filter((guest) => guest.structure === structure.code)
    const day = letter === 'A' ? stay.arrival : stay.departure
    const earlier = gone.filter((guest) => guest.checkin === checkin.id).map(({ arrival }) => arrival)
    const days = (letter === 'A' ? [...new Set([...earlier, day])].sort() : [day]).map(
      (date): DayMoves => ({
        date,
        arriving: letter === 'A' && date === day ? [stay] : [],
        leaving: letter === 'P' ? [stay] : [],
        eliminated: letter === 'A' ? gone.filter(({ arrival }) => arrival === date) : [],
      }),
    )
    const { file, faults, warnings } = yield* tourismFile({
      name: `${letter}${alphanumeric(checkin.reservationCode ?? '')}${day.slice(8)}${day.slice(5, 7)}.xml`,
      structure,
      days,
      stays: [...others.stays, ...(yield* reducedStays(all, book, settings)), stay].filter(ofStructure(structure)),
      book,
      isClosed: closedAt(structure, settings),
      identify,
    })
    return {
      files: faults.length ? [] : [file],
      ...separateMissing(faults),
      warnings: [...warnings, ...doubts.filter((one) => one.checkin === checkin.id)],
    }
  }

/** Returns the arrivals file of one check-in, with the eliminations of its days, also former; `all` fill the rooms. */
export const arrivals = single('A')

/** Returns the departures file `P…` of arrival plus nights, with the rooms that are taken in the following night. */
export const departures = single('P')

/** A deleted code belongs to no known structure; with several structures it must not stop the others. */
const isOfNoStructure = ({ rule }: RecordFault, structures: readonly Structure[]) =>
  rule === 'reservationCode' && structures.length > 1

const movesIn = (dates: readonly string[], stays: readonly Stay[], gone: readonly RegionGuest[]) =>
  dates.map(
    (date): DayMoves => ({
      date,
      arriving: stays.filter(({ arrival }) => arrival === date),
      leaving: stays.filter(({ departure }) => departure === date),
      eliminated: gone.filter(({ arrival }) => arrival === date),
    }),
  )

/**
 * Returns the files of a month `YYYY-MM`, one for each structure: a `movimento` for every day, ascending, with empty
 * and closed days, all released check-ins and the eliminations. These give a warning: a closed day with guests (written
 * open); a check-in without a date, without a known structure, or with its identity removed (its room still counts).
 */
export const monthly = function* (
  month: string,
  all: readonly Checkin[],
  book: PlaceCodes,
  settings: TourismSettings,
  region = emptyRegion,
): Sliced<Export> {
  const dates = monthDays(month)
  const before = sentFrom({ guests: region.guests.filter(sentIn(dates)) })
  const structures = dates.length ? structuresOf(settings, before.values()) : []
  const near = all.filter(inMonth(dates))
  const { stays, faults } = yield* staysOf(near, book, settings, before)
  const inRooms = [...stays, ...(yield* reducedStays(near, book, settings))]
  const doubts: Warning[] = []
  const identify = identifier(region, ({ guest }) => doubts.push(samePerson(guest)))
  const gone = yield* toEliminate(region, stays, unclearIn(faults), identify)
  const written: Written[] = []
  for (const structure of structures) {
    const own = stays.filter(ofStructure(structure))
    const left = gone.filter((guest) => guest.structure === structure.code)
    written.push(
      yield* tourismFile({
        name: `M${alphanumeric(structure.code)}${month.replace('-', '')}.xml`,
        structure,
        days: movesIn(dates, own, left),
        stays: inRooms.filter(ofStructure(structure)),
        book,
        isClosed: closedAt(structure, settings),
        identify,
      }),
    )
  }
  const wrong = [
    ...faults.filter((fault) => !isOfNoStructure(fault, structures)),
    ...written.flatMap((one) => one.faults),
  ]
  const leftOut = faults
    .filter((fault) => isOfNoStructure(fault, structures))
    .map(({ checkin }): Warning => ({ rule: 'reservationCode', checkin }))
  const undated = all
    .filter((checkin) => isEnabled(checkin) && !isCalendar(checkin.arrivalDate ?? ''))
    .map(({ id }): Warning => ({ rule: 'undated', checkin: id }))
  const coarse = near
    .filter((one) => isIdentityRemoved(one) && (one.departureDate ?? '') >= (dates[0] ?? ''))
    .map(({ id }): Warning => ({ rule: 'coarse', checkin: id }))
  return {
    files: wrong.length ? [] : written.map(({ file }) => file),
    ...separateMissing(wrong),
    warnings: [...leftOut, ...undated, ...coarse, ...doubts, ...written.flatMap((one) => one.warnings)],
  }
}
