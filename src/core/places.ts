import { languages } from '../../schema/vocabulary'
import { countries, stateless, variants } from '../data/countries'
import { countryNames, italianName } from './countries'
import { outputLetters } from './letters'
import { codes, importedRows, officialRows, type PlaceTables, type TableKind } from './official'

/** A place of the police portal's tables: nine-digit code, official name, province of a comune; `until` (`YYYY-MM-DD`) when ceased. */
export type Place = { code: string; name: string; province?: string; until?: string }

/** What a name means: one place, several the host must choose from, or none. */
export type Found = { found: Place } | { candidates: Place[] } | { unknown: true }

const italy = /^(.+) (?:ITALIA|ITALY|ITALIE|ITALIEN|ITA|IT)$/
const office = /^(?:COMUNE|CITTA|MUNICIPIO|QUESTURA|PREFETTURA|SINDACO) (?:DI|D) (.+)$/
const withProvince = /^(.+) ([A-Z]{2})$/
const longest = 120

/** The regions of provinces that are no longer, or not yet, in the portal's table, as the first three digits of a comune's code. */
const otherProvinces: Record<string, string> = { FO: '408', PS: '411', CI: '420', OG: '420', OT: '420', SU: '420', VS: '420' }

const once = <T>(make: () => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** A name as it is compared: capitals without accents, with one blank for each apostrophe, hyphen, bracket or run of blanks. */
export const fold = (text: string): string =>
  /^[A-Z]+(?: [A-Z]+)*$/i.test(text) ? text.toUpperCase() : outputLetters(text.replace(/[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}\p{N}]+/gu, ' ')).text

const collected = <T>(pairs: Iterable<readonly [string, T]>) => {
  const map = new Map<string, Set<T>>()
  for (const [name, value] of pairs) map.set(name, (map.get(name) ?? new Set<T>()).add(value))
  return map
}

/** The ISO codes a folded name may mean; made when first asked for, since naming every state five times costs more than the book. */
const spoken = /* @__PURE__ */ once(() =>
  collected([
    ...languages.flatMap((language) => {
      return countryNames(language).map(({ iso, name }) => [fold(name), iso] as const)
    }),
    ...countries.flatMap(([iso, , official]) => [iso || official, official, ...(variants[iso] ?? [])].map((name) => [fold(name), iso] as const)),
    ...Object.values(stateless).map((name) => [fold(name), ''] as const),
  ]),
)

/** The built lines with the imported rows in their place: a fifth cell says until when, and what guests call a comune stays. */
const comuniLines = ({ comuni, imported: files }: PlaceTables) => {
  if (files?.comuni === undefined) return `\n${comuni.trim()}\n`
  const aliases = new Map(comuni.split('\n').map((line) => [line.slice(0, 9), line.split('|')[3] ?? '']))
  const lines = importedRows(files.comuni, 'comuni').map(({ code, name, province, until }) => `${code}|${name}|${province}|${aliases.get(code) ?? ''}|${until}\n`)
  return `\n${lines.join('')}`
}

/** The comuni by name. One long text and the place of each line in it: ten thousand objects less in memory. */
const comuniIndex = (text: string) => {
  const starts = new Map<string, number | number[]>()
  const byCode = new Map<number, number>()
  const regions = new Map<string, Set<string>>()
  const note = (name: string, start: number) => {
    const known = starts.get(name)
    starts.set(name, known === undefined ? start : [known, start].flat())
  }
  for (let start = 1, end; (end = text.indexOf('\n', start)) > 0; start = end + 1) {
    const [code = '', name = '', province = '', aliases] = text.slice(start, end).split('|')
    for (const called of aliases ? [name, ...aliases.split(';')] : [name]) note(fold(called), start)
    byCode.set(Number(code), start)
    regions.set(province, (regions.get(province) ?? new Set()).add(code.slice(0, 3)))
  }
  const at = (start: number): Place => {
    const [code = '', name = '', province = '', , until] = text.slice(start, text.indexOf('\n', start)).split('|')
    return { code, name, province, ...(until && { until }) }
  }
  const abbreviated = (name: string) => {
    const whole = new RegExp(`^${name.replace(/\bS\b/g, 'S(?:AN|ANTA|ANTO|ANT|ANTI)')}$`)
    return [...starts.keys()].filter((key) => whole.test(key)).flatMap((key) => starts.get(key)!)
  }
  return {
    named: (name: string) => {
      const known = starts.get(name)
      return typeof known === 'number' ? [at(known)] : (known ?? (/\bS\b/.test(name) ? abbreviated(name) : [])).map(at)
    },
    coded: (code: string) => {
      const start = byCode.get(Number(code))
      return start === undefined ? undefined : at(start)
    },
    inRegion: (sigla: string) => (place: Place) => regions.get(sigla)?.has(place.code.slice(0, 3)) || otherProvinces[sigla] === place.code.slice(0, 3),
  }
}

/** The states by code and by every name: official, ISO code, the five languages, and what people say. */
const stateIndex = (tables: PlaceTables) => {
  const places = officialRows(tables, 'stati').map(({ code, name, until }): Place => ({ code, name, ...(until && { until }) }))
  const builtIn = new Map((tables.states ?? countries).map(([iso, code]) => [code, iso]))
  const isoOf = (place: Place) => builtIn.get(place.code) ?? [...(spoken().get(fold(place.name)) ?? [])][0]
  const byIso = collected(places.filter((place) => !place.until).map((place) => [isoOf(place) ?? place.code, place]))
  const byCode = new Map(places.map((place) => [place.code, place]))
  const byName = collected([
    ...places.map((place) => [fold(place.name), place] as const),
    ...[...spoken()].flatMap(([name, isos]) => [...isos].flatMap((iso) => [...(byIso.get(iso) ?? [])].map((place) => [name, place] as const))),
  ])
  return { named: (name: string) => [...(byName.get(name) ?? [])], coded: (code: string) => byCode.get(code), isoOf }
}

const unique = (places: readonly Place[]) => [...new Map(places.map((place) => [place.code, place])).values()]
const current = (places: readonly Place[]) => (places.some((place) => !place.until) ? places.filter((place) => !place.until) : [...places])
const choose = (places: readonly Place[]): Found => (places.length ? { candidates: unique(current(places)) } : { unknown: true })
const answer = (places: readonly Place[]): Found => {
  const [only, ...others] = places.length > 1 ? unique(current(places)) : places
  return only && !others.length ? { found: only } : choose(places)
}
const nowhere: Found = { unknown: true }
const isKnown = (found: Found) => !('unknown' in found)
const listed = (found: Found) => ('found' in found ? [found.found] : 'candidates' in found ? found.candidates : [])
const parts = (text: string) => text.split(/[/,;()–—-]+/).map(fold).filter(Boolean)

/**
 * The place book: from what a guest or host wrote to the code the police want. Names count in any spelling `fold` evens out;
 * towns also with their province (today's or a former one of the region), in two languages, with `S.` for a saint, or as
 * "Comune di …". The host's typed codes come first, rows in force before ceased ones; several places of one name are candidates,
 * never a guess. `place` is for the place of issue, a town or a state; `countryName` is a state's Italian name as records keep it;
 * `isCode` finds a nine-digit code, ceased or not. Throws on imported files `parseOfficial` refuses.
 */
export const placeBook = (tables: PlaceTables) => {
  const comuni = comuniIndex(comuniLines(tables))
  const states = once(() => stateIndex(tables))
  const typed = new Map(Object.entries(tables.typed ?? {}).map(([name, code]) => [fold(name), code]))

  const isCode = (code: string): Place | undefined =>
    codes.comuni.test(code) ? comuni.coded(code) : codes.stati.test(code) ? states().coded(code) : undefined

  const typedAs = (kind: TableKind, name: string): Found | undefined => {
    const code = typed.get(name)
    return code && codes[kind].test(code) ? { found: isCode(code) ?? { code, name } } : undefined
  }

  const inProvince = (name: string): Found => {
    const [, stem = '', sigla = ''] = withProvince.exec(name) ?? []
    const places = stem ? comuni.named(stem) : []
    const here = places.filter((place) => place.province === sigla)
    const near = current(places).filter(comuni.inRegion(sigla))
    return here.length ? answer(here) : unique(near).length === 1 ? answer(near) : choose(places)
  }

  const town = (name: string): Found => {
    const places = comuni.named(name)
    return places.length ? answer(places) : inProvince(name)
  }

  const bilingual = (text: string): Found => {
    const halves = parts(text)
    const sigla = /^[A-Z]{2}$/.test(halves.at(-1) ?? '') ? halves.pop() : undefined
    const lists = halves.map(comuni.named)
    const shared = (lists[0] ?? []).filter((place) => (!sigla || place.province === sigla) && lists.every((list) => list.some(({ code }) => code === place.code)))
    return shared.length ? answer(shared) : choose(lists.flat())
  }

  const spelt = (text: string, found: Found): Found => {
    if (!('candidates' in found)) return found
    const name = text.normalize('NFD').replace(/\p{M}|[’‘`´ʼ]/gu, "'").toUpperCase().trim()
    const exact = name.includes("'") ? found.candidates.filter((place) => place.name === name) : []
    return exact.length === 1 ? answer(exact) : found
  }

  const city = (written: string): Found => {
    const text = written.slice(0, longest)
    const name = fold(text)
    const first = typedAs('comuni', name) ?? spelt(text, town(name))
    if (isKnown(first)) return first
    const bare = italy.exec(name)?.[1] ?? name
    const readings = [
      () => town(bare),
      () => town(office.exec(bare)?.[1] ?? ''),
      () => bilingual(text),
      () => typedAs('comuni', withProvince.exec(name)?.[1] ?? '') ?? nowhere,
    ]
    return readings.reduce<Found>((found, read) => (isKnown(found) ? found : read()), nowhere)
  }

  const country = (written: string): Found => {
    const name = fold(written.slice(0, longest))
    return typedAs('stati', name) ?? answer(states().named(name))
  }

  const place = (written: string): Found => {
    const name = fold(written.slice(0, longest))
    const told = typedAs('comuni', name) ?? typedAs('stati', name)
    if (told) return told
    const [town, state] = [city(written), country(written)]
    if (isKnown(town) && isKnown(state)) return choose([...listed(town), ...listed(state)])
    if (isKnown(town) || isKnown(state)) return isKnown(town) ? town : state
    return choose(parts(written.slice(0, longest)).flatMap(states().named))
  }

  const countryName = (text: string): string | undefined => {
    const read = country(text)
    if (!('found' in read)) return undefined
    const iso = states().isoOf(read.found)
    return iso === undefined ? read.found.name : iso ? italianName(iso) : stateless.it
  }

  return { country, city, place, isCode, countryName }
}
