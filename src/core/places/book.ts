import { apolide } from '../../data/countries'
import { fold } from '../text/fold'
import { italianName } from './countries'
import type { PlaceTables } from './official-tables'
import { codes, type Found, italy as italyCode, type Kind, type Place } from './place'
import { isOf } from './provinces'
import { once, stateIndex } from './states'
import { meant, townIndex } from './towns'
import { keyOf } from './typed-codes'

const italy = /^(.+) (?:ITALIA|ITALY|ITALIE|ITALIEN|ITA|IT)$/
const office = /^(?:COMUNE|CITTA|MUNICIPIO|QUESTURA|PREFETTURA|SINDACO) (?:DI|D) (.+)$/
const withProvince = /^(.+) ([A-Z]{2})$/
const withCode = /^(.+) (\d{9})$/
const longest = 120

const unique = (places: readonly Place[]) => [...new Map(places.map((place) => [place.code, place])).values()]
const nowhere: Found = { unknown: true }
const choose = (places: readonly Place[]): Found => (places.length ? { candidates: unique(places) } : nowhere)
const answer = (places: readonly Place[]): Found => {
  const [only, ...others] = places.length > 1 ? unique(meant(places)) : places
  return only && !others.length ? { found: only } : choose(meant(places))
}
const suggest = (places: readonly Place[]): Found => {
  const found = choose(places)
  return 'candidates' in found && found.candidates.length === 1 ? { unknown: true, ...found } : found
}
const isKnown = (found: Found) => !('unknown' in found)
const listed = (found: Found) => ('found' in found ? [found.found] : 'candidates' in found ? found.candidates : [])
const parts = (text: string) =>
  text
    .split(/[/,;()–—-]+/)
    .map(fold)
    .filter(Boolean)

/** The kinds of typed codes each look-up takes, its own first, and the codes it can use: Italy is no place of issue, a town is. */
const uses: { readonly [kind in Kind]: { kinds: readonly Kind[]; shape: RegExp } } = {
  city: { kinds: ['city', 'place'], shape: codes.comuni },
  country: { kinds: ['country', 'place'], shape: codes.stati },
  place: { kinds: ['place', 'city', 'country'], shape: new RegExp(`^(?!${italyCode})[14]\\d{8}$`) },
}

/** The first reading that is sure of a place or of several; else the first that has an idea. */
const firstOf = (readings: readonly (() => Found)[]): Found => {
  let idea: Found = nowhere
  for (const read of readings) {
    const found = read()
    if (isKnown(found)) return found
    if (!('candidates' in idea)) idea = found
  }
  return idea
}

/** Whether a name means several places, or one under another province: then what it means is for one guest to say, not for all. */
export const isAmbiguous = (found: Found): found is { candidates: Place[] } => 'candidates' in found && isKnown(found)

/**
 * The place book: from what a guest or host wrote to the code the police want. Names count in any spelling `fold` evens out;
 * towns also with their province (today's or one the comune left), in two languages, with `S.` for a saint, or as "Comune di …".
 * What the tables say without doubt comes first, then the host's typed codes; several places of one name are candidates, never a
 * guess, and so is a ceased comune beside another one of its name. `place` is for the place of issue, a town or a state;
 * `countryName` is a state's Italian name as records keep it; `isCode` finds a nine-digit code, ceased or not; `precise` is how
 * a place is to be written for a look-up to find it alone. Throws on imported files `parseOfficial` refuses.
 */
export const placeBook = (tables: PlaceTables) => {
  const today = tables.today ?? '9999-12-31'
  const comuni = townIndex(tables, today)
  const states = once(() => stateIndex(tables, today))
  const typed = new Map((tables.typed ?? []).map((one) => [keyOf(one), one]))

  const isCode = (code: string): Place | undefined =>
    codes.comuni.test(code) ? comuni.coded(code) : codes.stati.test(code) ? states().coded(code) : undefined

  const typedFor = (kind: Kind, name: string): Place | undefined => {
    const { kinds, shape } = uses[kind]
    const { code, province } =
      kinds.map((one) => typed.get(keyOf({ kind: one, name }))).find((one) => one && shape.test(one.code)) ?? {}
    return code === undefined ? undefined : (isCode(code) ?? { code, name, ...(province && { province }) })
  }

  /** The host's code where the tables know nothing; a town's also for its name with a province that is its own. */
  const orTyped = (kind: Kind, name: string, found: Found): Found => {
    if (isKnown(found)) return found
    const [, stem = '', sigla = ''] = withProvince.exec(name) ?? []
    const place =
      typedFor(kind, name) ??
      [typedFor(kind, stem)].find((one) => one && codes.comuni.test(one.code) && (!one.province || isOf(sigla, one)))
    return place ? { found: place } : found
  }

  const withItsCode = (kind: Kind, name: string): Found => {
    const [, stem, code = ''] = withCode.exec(name) ?? []
    const place = isCode(code)
    return place && fold(place.name) === stem && uses[kind].shape.test(code) ? { found: place } : nowhere
  }

  const inProvince = (name: string): Found => {
    const [, stem = '', sigla = ''] = withProvince.exec(name) ?? []
    const places = stem ? comuni.named(stem) : []
    const here = places.filter((place) => place.province === sigla)
    const near = unique(meant(places).filter((place) => isOf(sigla, place)))
    return here.length ? answer(here) : near.length === 1 ? answer(near) : choose(meant(places))
  }

  const town = (name: string): Found => {
    const places = comuni.named(name)
    return places.length ? answer(places) : inProvince(name)
  }

  const bilingual = (text: string): Found => {
    const halves = parts(text)
    const sigla = /^[A-Z]{2}$/.test(halves.at(-1) ?? '') ? halves.pop() : undefined
    const lists = halves.map(comuni.named)
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
    return firstOf([
      () => withItsCode('city', name),
      () => spelt(text, town(name)),
      () => town(bare),
      () => town(office.exec(bare)?.[1] ?? ''),
      () => bilingual(text),
    ])
  }
  const stateOf = (name: string): Found =>
    firstOf([() => withItsCode('country', name), () => answer(states().named(name))])

  const city = (written: string): Found => {
    const text = written.slice(0, longest)
    const name = fold(text)
    return orTyped('city', name, townOf(text, name))
  }

  const country = (written: string): Found => {
    const name = fold(written.slice(0, longest))
    return orTyped('country', name, stateOf(name))
  }

  const place = (written: string): Found => {
    const text = written.slice(0, longest)
    const name = fold(text)
    const both = [townOf(text, name), stateOf(name)]
    const known = both.filter(isKnown)
    if (known.length) return known.length > 1 ? choose(known.flatMap(listed)) : known[0]!
    const ideas = [...both.flatMap(listed), ...parts(text).flatMap(states().named)].filter(({ code }) =>
      uses.place.shape.test(code),
    )
    return orTyped('place', name, { ...suggest(ideas), unknown: true })
  }

  const countryName = (text: string): string | undefined => {
    const read = country(text)
    if (!('found' in read)) return undefined
    const iso = states().isoOf(read.found)
    return iso === undefined ? read.found.name : iso ? italianName(iso) : apolide
  }

  const lookUps = { city, country, place }

  const precise = (kind: Kind, { code, name, province }: Place): string | undefined => {
    const official = province ? `${name} (${province})` : name
    const ways = [
      ...(kind === 'country' ? [countryName(name) ?? name] : []),
      official,
      countryName(name) ?? name,
      `${name} (${code})`,
    ]
    return ways.find((text) => {
      const read = lookUps[kind](text)
      return 'found' in read && read.found.code === code
    })
  }

  return { ...lookUps, isCode, isSigla: comuni.isSigla, countryName, precise }
}
