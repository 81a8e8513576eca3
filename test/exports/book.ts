import type { Place } from '../../schema/calls/tables'
import type { PlaceCodes } from '../../src/core/exports/record-layout'
import type { Found } from '../../src/core/places/official-tables'

const town = (code: string, name: string, province: string): Place => ({ code, name, province })

/** Some rows of the official tables, copied from `comuni.csv` and `stati.csv`, with all five kinds of homonyms. */
export const towns = [
  town('409048017', 'FIRENZE', 'FI'),
  town('408140012', "FORLI'", 'FC'),
  town('408140007', 'CESENA', 'FC'),
  town('415063049', 'NAPOLI', 'NA'),
  town('412058091', 'ROMA', 'RM'),
  town('401001235', 'SAMONE', 'TO'),
  town('404022165', 'SAMONE', 'TN'),
]
export const states: Place[] = [
  { code: '100000100', name: 'Italia' },
  { code: '100000215', name: 'Francia' },
  { code: '100000216', name: 'Germania' },
  { code: '100000202', name: 'Andorra' },
  { code: '100000301', name: 'Afghanistan' },
]

const among =
  (places: Place[]) =>
  (text: string): Found => {
    const candidates = places.filter(({ name }) => name.toUpperCase() === text.toUpperCase())
    return candidates.length > 1 ? { candidates } : candidates[0] ? { found: candidates[0] } : { unknown: true }
  }

export const book: PlaceCodes = {
  country: among(states),
  city: among(towns),
  place: among([...towns, ...states]),
  isCode: (code) => [...towns, ...states].find((place) => place.code === code),
}
