import { guests, type Who } from '../../../schema/guest'
import { stay } from '../../../schema/stay'
import { policeColumns } from './police-columns'
import type { Column } from './record-layout'
import { arrivalColumns, departureColumns } from './region-columns'
import { stayColumns } from './stays'

/** The official files a check-in goes into. */
export const officialFileKinds = ['police', 'tourism'] as const
export type OfficialFileKind = (typeof officialFileKinds)[number]

/** The answers a file is made from: short names (`birthCity`) by guest, and under `stay` those all guests share. */
export type OfficialFields = Readonly<Record<Who | 'stay', readonly string[]>>

/** An answer that may always be left out is not needed; one that may be left out abroad, or is blank for some, is. */
const isNeeded = ({ field, mayBeEmpty }: Column) => field !== undefined && mayBeEmpty !== 'always'
const isOfStay = (field: string) => Object.hasOwn(stay.properties, field)
const unique = (fields: readonly string[]) => [...new Set(fields)]

const fieldsOf = (columns: readonly Column[]): OfficialFields => {
  const needed = columns.filter(isNeeded)
  const own = (who: Who) =>
    unique(needed.filter(({ headOnly }) => !headOnly || who === 'main').map(({ field }) => field!)).filter(
      (field) => !isOfStay(field),
    )
  return {
    ...(Object.fromEntries(guests.map((who) => [who, own(who)])) as Record<Who, string[]>),
    stay: unique(needed.map(({ field }) => field!)).filter(isOfStay),
  }
}

/** The fields each official file needs of every guest and of the stay, read from the columns the file is written by. */
export const officialFields: Readonly<Record<OfficialFileKind, OfficialFields>> = {
  police: fieldsOf(policeColumns),
  tourism: fieldsOf([...arrivalColumns, ...departureColumns, ...stayColumns]),
}
