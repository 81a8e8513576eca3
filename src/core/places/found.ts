import type { Place } from '../../../schema/calls/tables'
import { fold } from '../text/fold'
import type { Found } from './place'
import { meant } from './towns'

const unique = (places: readonly Place[]) => [...new Map(places.map((place) => [place.code, place])).values()]

/** Nothing at all. */
export const nowhere: Found = { unknown: true }

/** Places to choose from, each once; nothing when there is none. */
export const choose = (places: readonly Place[]): Found => (places.length ? { candidates: unique(places) } : nowhere)

/** What a list of places of one name means: the one in force, or those to choose from. */
export const answer = (places: readonly Place[]): Found => {
  const [only, ...others] = places.length > 1 ? unique(meant(places)) : places
  return only && !others.length ? { found: only } : choose(meant(places))
}

/** Places a name may have to do with: a single one is no answer, and is only proposed. */
export const suggest = (places: readonly Place[]): Found => {
  const found = choose(places)
  return 'candidates' in found && found.candidates.length === 1 ? { unknown: true, ...found } : found
}

/** Whether a name is sure of a place or of several. */
export const isKnown = (found: Found): boolean => !('unknown' in found)

/** Every place of a reading. */
export const listed = (found: Found): readonly Place[] =>
  'found' in found ? [found.found] : 'candidates' in found ? found.candidates : []

/** The parts of a text between slashes, commas, brackets and dashes, folded. */
export const placeParts = (text: string): string[] =>
  text
    .split(/[/,;()–—-]+/)
    .map(fold)
    .filter(Boolean)

/** The first reading that is sure of a place or of several; else the first that has an idea. */
export const firstFound = (readings: readonly (() => Found)[]): Found => {
  let idea: Found = nowhere
  for (const read of readings) {
    const found = read()
    if (isKnown(found)) return found
    if (!('candidates' in idea)) idea = found
  }
  return idea
}
