import { guests, type Who } from '../../../schema/guest'
import { stay } from '../../../schema/stay'
import { policeColumns } from './police-columns'
import type { Column } from './record-layout'
import { arrivalColumns, departureColumns } from './region-columns'
import { stayColumns } from './stays'

/** The official files of a check-in. */
export const officialFileKinds = ['police', 'tourism'] as const
export type OfficialFileKind = (typeof officialFileKinds)[number]

/** The required answers: short names by guest, and those of the `stay`. */
export type OfficialFields = Readonly<Record<Who | 'stay', readonly string[]>>

/** An answer that is optional abroad or blank for some guests is still needed. */
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

/** The fields that each official file needs, read from its columns. */
export const officialFields: Readonly<Record<OfficialFileKind, OfficialFields>> = {
  police: fieldsOf(policeColumns),
  tourism: fieldsOf([...arrivalColumns, ...departureColumns, ...stayColumns]),
}
