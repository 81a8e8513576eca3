import type { Place } from '../../../schema/calls/tables'
import { fold } from '../text/fold'
import type { Found } from './place'
import { meant } from './towns'

const unique = (places: readonly Place[]) => [...new Map(places.map((place) => [place.code, place])).values()]

export const nowhere: Found = { unknown: true }

/** Returns candidates without duplicates; nothing if there are none. */
export const choose = (places: readonly Place[]): Found => (places.length ? { candidates: unique(places) } : nowhere)

/** Returns the one place in force of a name, or candidates. */
export const answer = (places: readonly Place[]): Found => {
  const [only, ...others] = places.length > 1 ? unique(meant(places)) : places
  return only && !others.length ? { found: only } : choose(meant(places))
}

/** Returns suggestions: even a single one is not an answer. */
export const suggest = (places: readonly Place[]): Found => {
  const found = choose(places)
  return 'candidates' in found && found.candidates.length === 1 ? { unknown: true, ...found } : found
}

/** Returns whether a name means a place or several. */
export const isKnown = (found: Found): boolean => !('unknown' in found)

/** Returns every place of a look-up. */
export const listed = (found: Found): readonly Place[] =>
  'found' in found ? [found.found] : 'candidates' in found ? found.candidates : []

/** Returns the folded parts of a text between slashes, commas, brackets and dashes. */
export const placeParts = (text: string): string[] =>
  text
    .split(/[/,;()–—-]+/)
    .map(fold)
    .filter(Boolean)

/** Returns the first reading with a place or candidates, else the first with a suggestion. */
export const firstFound = (readings: readonly (() => Found)[]): Found => {
  let idea: Found = nowhere
  for (const read of readings) {
    const found = read()
    if (isKnown(found)) return found
    if (!('candidates' in idea)) idea = found
  }
  return idea
}
