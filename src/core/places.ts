import { countries, stateless, variants, type State } from '../data/countries'
import { isCalendar } from './dates'
import { outputLetters } from './letters'

/** A place of the police portal's tables: nine-digit code, official name, province of a comune; `until` (`YYYY-MM-DD`) when ceased. */
export type Place = { code: string; name: string; province?: string; until?: string }

/** What a name means: one place, several the host must choose from, or none. */
export type Found = { found: Place } | { candidates: Place[] } | { unknown: true }

/** A row of the portal's own tables; a state has the province `ES`, a row in force has no `until`. */
export type OfficialRow = { code: string; name: string; province: string; until: string }

/** The two tables the portal publishes. */
export type TableKind = 'comuni' | 'stati'

/** Why a line of an uploaded table was refused; the words are made elsewhere. */
export type RowFault = 'header' | 'columns' | 'code' | 'duplicate' | 'name' | 'province' | 'date' | 'empty'

/** What an upload is read as: its rows, or the first line that is wrong, counted from 1 with the header. */
export type Official = { rows: OfficialRow[] } | { fault: { line: number; reason: RowFault } }

/**
 * What a place book is made of: the built comuni (`code|NAME|PV|ALIAS;ALIAS` lines), the states, the codes the host typed by
 * name, and the portal's own files (as text `parseOfficial` accepts) which, once imported, stand in the place of ours.
 */
export type PlaceTables = {
  comuni: string
  states?: readonly State[]
  typed?: Readonly<Record<string, string>>
  imported?: { comuni?: string | undefined; stati?: string | undefined }
}

const languages = ['it', 'en', 'fr', 'es', 'de']
const italy = /^(.+) (?:ITALIA|ITALY|ITALIE|ITALIEN|ITA|IT)$/
const office = /^(?:COMUNE|CITTA|MUNICIPIO|QUESTURA|PREFETTURA|SINDACO) (?:DI|D) (.+)$/
const withProvince = /^(.+) ([A-Z]{2})$/
const longest = 120
const codes = { comuni: /^4\d{8}$/, stati: /^1\d{8}$/ }

/** The regions of provinces that are no longer, or not yet, in the portal's table, as the first three digits of a comune's code. */
const otherProvinces: Record<string, string> = { FO: '408', PS: '411', CI: '420', OG: '420', OT: '420', SU: '420', VS: '420' }

const once = <T>(make: () => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** A name as it is compared: capitals without accents, with one blank for each apostrophe, hyphen, bracket or run of blanks. */
export const fold = (text: string): string =>
  /^[A-Z]+(?: [A-Z]+)*$/i.test(text) ? text.toUpperCase() : outputLetters(text.replace(/[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}\p{N}]+/gu, ' ')).text

const named = (language: string) => new Intl.DisplayNames([language], { type: 'region' })
const italian = /* @__PURE__ */ once(() => named('it'))

const collected = <T>(pairs: Iterable<readonly [string, T]>) => {
  const map = new Map<string, Set<T>>()
  for (const [name, value] of pairs) map.set(name, (map.get(name) ?? new Set<T>()).add(value))
  return map
}

/** The ISO codes a folded name may mean; made when first asked for, since naming every state five times costs more than the book. */
const spoken = /* @__PURE__ */ once(() =>
  collected([
    ...languages.flatMap((language) => {
      const names = named(language)
      return countries.filter(([iso]) => iso).map(([iso]) => [fold(names.of(iso)!), iso] as const)
    }),
    ...countries.flatMap(([iso, , official]) => [iso || official, official, ...(variants[iso] ?? [])].map((name) => [fold(name), iso] as const)),
    ...Object.values(stateless).map((name) => [fold(name), ''] as const),
  ]),
)

const calendar = (date: string) => {
  const day = date.replace(/^(\d{2})\/(\d{2})\/(\d{4})(?: 00:00:00)?$/, '$3-$2-$1')
  return !date || isCalendar(day) ? day : undefined
}

/**
 * Read the portal's own `comuni.csv` or `stati.csv` (Alloggiati Web, Tabelle: `Codice,Descrizione,Provincia,DataFineVal`, CRLF,
 * no quotes), ceased rows included.
 */
export const parseOfficial = (csv: string, kind: TableKind): Official => {
  const [header, ...lines] = csv.replace(/^\uFEFF/, '').replace(/\s+$/, '').split(/\r?\n/)
  if (header?.trim() !== 'Codice,Descrizione,Provincia,DataFineVal') return { fault: { line: 1, reason: 'header' } }
  const seen = new Set<string>()
  const rows: OfficialRow[] = []
  for (const [index, line] of lines.entries()) {
    const cells = line.split(',').map((cell) => cell.trim())
    const [code = '', name = '', province = '', end = ''] = cells
    const until = calendar(end)
    const faults: Partial<Record<RowFault, boolean>> = {
      columns: cells.length !== 4,
      code: !codes[kind].test(code),
      duplicate: seen.has(code),
      name: !/^[\p{L}\p{N}](?:[\p{L}\p{N} .'’()/-]{0,98})$/u.test(name),
      province: !/^[A-Z]{2}$/.test(province) || (kind === 'stati') !== (province === 'ES'),
      date: until === undefined,
    }
    const reason = (Object.keys(faults) as RowFault[]).find((fault) => faults[fault])
    if (reason) return { fault: { line: index + 2, reason } }
    seen.add(code)
    rows.push({ code, name, province, until: until! })
  }
  return rows.some((row) => !row.until) ? { rows } : { fault: { line: 2, reason: 'empty' } }
}

const imported = (csv: string, kind: TableKind) => {
  const read = parseOfficial(csv, kind)
  if ('fault' in read) throw new Error(`The imported ${kind}.csv is wrong at line ${read.fault.line} (${read.fault.reason}): import the portal's file again.`)
  return read.rows
}

/** The rows of a table as a book with these tables would use them: the imported file's, else ours. */
export const officialRows = ({ comuni, states = countries, imported: files }: PlaceTables, kind: TableKind): OfficialRow[] => {
  const csv = files?.[kind]
  if (csv !== undefined) return imported(csv, kind)
  if (kind === 'stati') return states.map(([, code, name]) => ({ code, name, province: 'ES', until: '' }))
  return comuni.trim().split('\n').map((line) => {
    const [code = '', name = '', province = ''] = line.split('|')
    return { code, name, province, until: '' }
  })
}

/** What taking `after` in the place of `before` would change, for the host to see first; a row that ceases is a changed one. */
export const compareOfficial = (before: readonly OfficialRow[], after: readonly OfficialRow[]) => {
  const old = new Map(before.map((row) => [row.code, row]))
  const kept = new Set(after.map((row) => row.code))
  const differs = (a: OfficialRow, b: OfficialRow) => a.name !== b.name || a.province !== b.province || a.until !== b.until
  return {
    added: after.filter((row) => !old.has(row.code)),
    removed: before.filter((row) => !kept.has(row.code)),
    changed: after.flatMap((row) => {
      const was = old.get(row.code)
      return was && differs(was, row) ? [{ before: was, after: row }] : []
    }),
  }
}

/** The built lines with the imported rows in their place: a fifth cell says until when, and what guests call a comune stays. */
const comuniLines = ({ comuni, imported: files }: PlaceTables) => {
  if (files?.comuni === undefined) return `\n${comuni.trim()}\n`
  const aliases = new Map(comuni.split('\n').map((line) => [line.slice(0, 9), line.split('|')[3] ?? '']))
  const lines = imported(files.comuni, 'comuni').map(({ code, name, province, until }) => `${code}|${name}|${province}|${aliases.get(code) ?? ''}|${until}\n`)
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
    return iso === undefined ? read.found.name : iso ? italian().of(iso) : stateless.it
  }

  return { country, city, place, isCode, countryName }
}

/**
 * The countries a guest chooses from, sorted in their language; `italian` is what the record keeps. They are the ones the portal
 * has a code for; a place without one (Gibraltar, Aruba) is answered with its parent state, and nobody lives in statelessness.
 */
export const countryNames = (language: string): { iso: string; name: string; italian: string }[] => {
  const names = named(language)
  const { compare } = new Intl.Collator(language)
  return countries
    .filter(([iso]) => iso)
    .map(([iso]) => ({ iso, name: names.of(iso)!, italian: italian().of(iso)! }))
    .sort((a, b) => compare(a.name, b.name))
}

/** The citizenships a guest chooses from: the countries and, last, the stateless, who have no ISO code. */
export const citizenshipNames = (language: string) => [...countryNames(language), { iso: '', name: stateless[language] ?? stateless.en!, italian: stateless.it! }]
