import type { Who } from '../../../schema/guest'
import { policeColumns } from './police'
import { type Column, isOfStay } from './record-layout'
import { arrivalColumns, departureColumns } from './region-file'
import { stayColumns } from './tourism-stays'

export const officialFileKinds = ['police', 'tourism'] as const
export type OfficialFileKind = (typeof officialFileKinds)[number]

/** The required answers: short names of the first guest and of each later one, and those of the `stay`. */
type OfficialFields = Readonly<Record<'main' | 'later' | 'stay', readonly string[]>>

/** Returns whether a column needs an answer of some guests; it may be optional abroad or blank for others. */
const isNeeded = ({ field, mayBeEmpty }: Column) => field !== undefined && mayBeEmpty !== 'always'
const unique = (fields: readonly string[]) => [...new Set(fields)]

const fieldsOf = (columns: readonly Column[]): OfficialFields => {
  const needed = columns.filter(isNeeded)
  const own = (columns: readonly Column[]) =>
    unique(columns.map(({ field }) => field!)).filter((field) => !isOfStay(field))
  return {
    main: own(needed),
    later: own(needed.filter(({ headOnly }) => !headOnly)),
    stay: unique(needed.map(({ field }) => field!)).filter(isOfStay),
  }
}

/** The fields that each official file needs, read from its columns. */
export const officialFields: Readonly<Record<OfficialFileKind, OfficialFields>> = {
  police: fieldsOf(policeColumns),
  tourism: fieldsOf([...arrivalColumns, ...departureColumns, ...stayColumns]),
}

/** Returns the fields that a file needs of a guest, by short name, or of the stay. */
export const neededIn = (kind: OfficialFileKind, who: Who | 'stay'): readonly string[] =>
  officialFields[kind][who === 'main' || who === 'stay' ? who : 'later']
