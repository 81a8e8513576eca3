import type { Place, PlaceKind, TypedCode } from '../../../schema/calls/tables'
import { fold } from '../text/transliteration'
import { codes, type Found, italyCode } from './official-tables'
import { isInProvince, possiblePlaces } from './towns'

const unique = (places: readonly Place[]) => [...new Map(places.map((place) => [place.code, place])).values()]

export const nowhere: Found = { unknown: true }

/** Returns candidates without duplicates; nothing if there are none. */
export const choose = (places: readonly Place[]): Found => (places.length ? { candidates: unique(places) } : nowhere)

/** Returns the one place in force of a name, or candidates. */
export const answer = (places: readonly Place[]): Found => {
  const [only, ...others] = places.length > 1 ? unique(possiblePlaces(places)) : places
  return only && !others.length ? { found: only } : choose(possiblePlaces(places))
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

/** Returns the first result with a place or candidates, else the first with a suggestion. */
export const firstFound = (lookUps: readonly (() => Found)[]): Found => {
  let suggestion: Found = nowhere
  for (const lookUp of lookUps) {
    const found = lookUp()
    if (isKnown(found)) return found
    if (!('candidates' in suggestion)) suggestion = found
  }
  return suggestion
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
    const near = unique(possiblePlaces(places).filter((place) => isInProvince(sigla, place)))
    return here.length ? answer(here) : near.length === 1 ? answer(near) : choose(possiblePlaces(places))
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
    return shared.length ? answer(shared) : suggest(possiblePlaces(lists.flat()))
  }

  const spelt = (text: string, found: Found): Found => {
    if (!('candidates' in found)) return found
    const name = text
      .normalize('NFD')
      .replace(/\p{M}|[’‘`´ʼ]/gu, "'")
      .toUpperCase()
      .trim()
    const sameSpelling = name.includes("'") ? found.candidates.filter((place) => place.name === name) : []
    return sameSpelling.length === 1 ? answer(sameSpelling) : found
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

/** The typed codes each look-up accepts, its own kind first: Italy is no place of issue, a town is. */
export const acceptedCodes: { readonly [kind in PlaceKind]: { kinds: readonly PlaceKind[]; shape: RegExp } } = {
  city: { kinds: ['city', 'place'], shape: codes.comuni },
  country: { kinds: ['country', 'place'], shape: codes.stati },
  place: { kinds: ['place', 'city', 'country'], shape: new RegExp(`^(?!${italyCode})[14]\\d{8}$`) },
}

/** Returns the reader of the host's typed codes, which comes after the tables. */
export const typedCodeReader = (typedCodes: readonly TypedCode[], isCode: (code: string) => Place | undefined) => {
  const typed = new Map(typedCodes.map((one) => [typedCodeKey(one), one]))

  const typedFor = (kind: PlaceKind, name: string): Place | undefined => {
    const { kinds, shape } = acceptedCodes[kind]
    const { code, province } =
      kinds.map((one) => typed.get(typedCodeKey({ kind: one, name }))).find((one) => one && shape.test(one.code)) ?? {}
    return code === undefined ? undefined : (isCode(code) ?? { code, name, ...(province && { province }) })
  }

  /** Uses the host's code where the tables find nothing; a town's also with its own province. */
  const orTyped = (kind: PlaceKind, name: string, found: Found): Found => {
    if (isKnown(found)) return found
    const [stem, sigla] = splitProvince(name)
    const town = typedFor(kind, stem)
    const isTown = town && codes.comuni.test(town.code) && (!town.province || isInProvince(sigla, town))
    const place = typedFor(kind, name) ?? (isTown ? town : undefined)
    return place ? { found: place } : found
  }

  return orTyped
}

/** A stored typed code; an old one is a text. */
export type StoredCode = string | { code: string; province?: string }

const kindByDigit: { readonly [digit: string]: PlaceKind } = { 4: 'city', 1: 'country' }

/** Returns the key of a typed code. No folded name has a colon, so the kind can be told from the name. */
export const typedCodeKey = ({ kind, name }: Pick<TypedCode, 'kind' | 'name'>) => `${kind}:${fold(name)}`

const read = (key: string, stored: StoredCode): TypedCode | undefined => {
  const [, kind, name = ''] = /^(city|country|place):([^]+)$/.exec(key) ?? []
  if (typeof stored !== 'string') return kind ? { kind: kind as PlaceKind, name, ...stored } : undefined
  const oldKind = kindByDigit[stored[0] ?? '']
  return oldKind && { kind: oldKind, name: fold(key), code: stored }
}

/** Returns the typed codes with keys. An old one has no kind: codes of towns begin with 4, those of states with 1. */
export const typedCodes = (stored: { readonly [key: string]: StoredCode }): (TypedCode & { key: string })[] =>
  Object.entries(stored).flatMap(([key, value]) => {
    const typed = read(key, value)
    return typed ? [{ key, ...typed }] : []
  })
