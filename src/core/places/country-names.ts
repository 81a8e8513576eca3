import type { OfficialRow, Place } from '../../../schema/calls/tables'
import { languageRow, languages, languageTable } from '../../../schema/languages'
import { apolide, countries, variants } from '../../data/countries'
import { atOnce, type Sliced } from '../tasks'
import { fold } from '../text/transliteration'
import { importedRows, officialRows, type PlaceTables } from './official-tables'

const named = (language: string) => new Intl.DisplayNames([language], { type: 'region' })
let italian: Intl.DisplayNames | undefined

/** Returns a country's Italian name by ISO code, as records store it. */
export const italianName = (iso: string) => (italian ??= named('it')).of(iso)!

/** Returns the countries to choose from: those with a code at the portal; Gibraltar chooses its parent state. */
export const countryNames = (language: string): { iso: string; name: string; italian: string }[] => {
  const names = named(language)
  const { compare } = new Intl.Collator(language)
  return countries
    .filter(([iso]) => iso)
    .map(([iso]) => ({ iso, name: names.of(iso)!, italian: italianName(iso) }))
    .sort((a, b) => compare(a.name, b.name))
}

/** Returns the citizenships: the countries and, last, the stateless without an ISO code. */
export const citizenshipNames = (language: string) => [
  ...countryNames(language),
  { iso: '', name: languageRow(language)?.stateless ?? apolide, italian: apolide },
]

const collected = <T>(pairs: Iterable<readonly [string, T]>) => {
  const map = new Map<string, Set<T>>()
  for (const [name, value] of pairs) map.set(name, (map.get(name) ?? new Set<T>()).add(value))
  return map
}

type Spoken = Map<string, Set<string>>
let cachedNames: Spoken | undefined

/** Returns the ISO codes by folded name in five languages, a language in a slice: it costs more than the book. */
export const stateNames = function* (): Sliced<Spoken> {
  if (cachedNames) return cachedNames
  const pairs: (readonly [name: string, iso: string])[] = []
  for (const language of languages) {
    pairs.push(...countryNames(language).map(({ iso, name }) => [fold(name), iso] as const))
    yield
  }
  cachedNames = collected([
    ...pairs,
    ...countries.flatMap(([iso, , official]) =>
      [iso || official, official, ...(variants[iso] ?? [])].map((name) => [fold(name), iso] as const),
    ),
    ...languageTable.map(({ stateless: name }) => [fold(name), ''] as const),
  ])
  return cachedNames
}

const spoken = () => atOnce(stateNames())

/** Returns the Italian name of a country by any of its names; undefined if no country or several have it (COREA). */
export const countryNamed = (name: string): string | undefined => {
  const [iso, ...others] = spoken().get(fold(name).trim()) ?? []
  return iso && !others.length ? italianName(iso) : undefined
}

/** Returns the look-up of the ISO code of a row of the table of states, by code or name. */
const isoIn = (states: PlaceTables['states'] = countries) => {
  const builtIn = new Map(states.map(([iso, code]) => [code, iso]))
  return ({ code, name }: Pick<OfficialRow, 'code' | 'name'>): string | undefined =>
    builtIn.get(code) ?? [...(spoken().get(fold(name)) ?? [])][0]
}

/** Returns the states by code and by every name: official, ISO code, five languages, colloquial. */
export const stateIndex = (tables: PlaceTables, today: string) => {
  const places = officialRows(tables, 'stati').map(
    ({ code, name, until }): Place => ({ code, name, ...(until && until < today && { until }) }),
  )
  const isoOf = isoIn(tables.states)
  const byIso = collected(places.filter((place) => !place.until).map((place) => [isoOf(place) ?? place.code, place]))
  const byCode = new Map(places.map((place) => [place.code, place]))
  const byName = collected([
    ...places.map((place) => [fold(place.name), place] as const),
    ...[...spoken()].flatMap(([name, isos]) =>
      [...isos].flatMap((iso) => [...(byIso.get(iso) ?? [])].map((place) => [name, place] as const)),
    ),
  ])
  return { named: (name: string) => [...(byName.get(name) ?? [])], coded: (code: string) => byCode.get(code), isoOf }
}

/** Returns the official names of states that only an imported `stati.csv` has on a day; they have no ISO code. */
export const newStates = (stati: string | undefined, today: string): string[] => {
  if (stati === undefined) return []
  const isoOf = isoIn()
  return importedRows(stati, 'stati')
    .filter((row) => (!row.until || row.until >= today) && isoOf(row) === undefined)
    .map(({ name }) => name)
}
