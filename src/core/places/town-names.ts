import type { Place } from '../../../schema/calls/tables'
import { fold } from '../text/transliteration'
import type { Found } from './official-tables'
import { isOf, meant } from './towns'

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

const italy = /^(.+) (?:ITALIA|ITALY|ITALIE|ITALIEN|ITA|IT)$/
const office = /^(?:COMUNE|CITTA|MUNICIPIO|QUESTURA|PREFETTURA|SINDACO) (?:DI|D) (.+)$/
const withProvince = /^(.+) ([A-Z]{2})$/

/** Splits a folded name from two final letters. */
export const splitProvince = (name: string): [stem: string, sigla: string] => {
  const [, stem = '', sigla = ''] = withProvince.exec(name) ?? []
  return [stem, sigla]
}

/** Returns the reader of town names: with a province, in two languages, by accent, or as "Comune di …". */
export const townReader = (named: (name: string) => Place[], exact: (name: string) => Found) => {
  const inProvince = (name: string): Found => {
    const [stem, sigla] = splitProvince(name)
    const places = stem ? named(stem) : []
    const here = places.filter((place) => place.province === sigla)
    const near = unique(meant(places).filter((place) => isOf(sigla, place)))
    return here.length ? answer(here) : near.length === 1 ? answer(near) : choose(meant(places))
  }

  const town = (name: string): Found => {
    const places = named(name)
    return places.length ? answer(places) : inProvince(name)
  }

  const bilingual = (text: string): Found => {
    const halves = placeParts(text)
    const sigla = /^[A-Z]{2}$/.test(halves.at(-1) ?? '') ? halves.pop() : undefined
    const lists = halves.map(named)
    const shared = (lists[0] ?? []).filter(
      (place) =>
        (!sigla || place.province === sigla) && lists.every((list) => list.some(({ code }) => code === place.code)),
    )
    return shared.length ? answer(shared) : suggest(meant(lists.flat()))
  }

  const spelt = (text: string, found: Found): Found => {
    if (!('candidates' in found)) return found
    const name = text
      .normalize('NFD')
      .replace(/\p{M}|[’‘`´ʼ]/gu, "'")
      .toUpperCase()
      .trim()
    const exact = name.includes("'") ? found.candidates.filter((place) => place.name === name) : []
    return exact.length === 1 ? answer(exact) : found
  }

  const townOf = (text: string, name: string): Found => {
    const bare = italy.exec(name)?.[1] ?? name
    return firstFound([
      () => exact(name),
      () => spelt(text, town(name)),
      () => town(bare),
      () => town(office.exec(bare)?.[1] ?? ''),
      () => bilingual(text),
    ])
  }

  return townOf
}
