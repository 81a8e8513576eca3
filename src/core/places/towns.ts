import type { Place } from '../../../schema/calls/tables'
import type { Sliced } from '../tasks'
import { fold } from '../text/transliteration'
import { importedRows, type PlaceTables } from './official-tables'

/** All provinces of Sardinia. The portal's table has only those of 1974-2005; guests write any of them. */
const sardinia: ReadonlySet<string> = new Set(['CA', 'NU', 'OR', 'SS', 'CI', 'MD', 'OG', 'OT', 'SU', 'VS'])

/** The comuni that moved to Rimini: laws 117 of 2009 and 84 of 2021. */
const toRimini = [
  '408099021',
  '408099022',
  '408099023',
  '408099024',
  '408099025',
  '408099026',
  '408099027',
  '411099030',
  '411099031',
]

/** The successors of a province, or the comuni that left it (Alloggiati Web, Tabelle, COMUNI of 18/04/2025). */
const successors: { readonly [sigla: string]: readonly string[] } = {
  AP: ['FM'],
  BA: ['BT'],
  BG: ['403097013', '403097014', '403097034', '403097052', '403097086'], // Lecco, 1992
  BL: ['405030189'], // Sappada, law 182 of 2017
  CB: ['IS'],
  CO: ['LC'],
  CZ: ['KR', 'VV'],
  FG: ['416110005', '416110007', '416110010'], // Barletta-Andria-Trani, 2009
  FI: ['PO'],
  FO: ['FC', 'RN'],
  LC: ['403016215'], // Torre de' Busi, 2018
  MI: ['LO', 'MB'],
  NO: ['VB'],
  PS: ['PU', ...toRimini],
  PU: toRimini,
  UD: ['PN'],
  VC: ['BI'],
}

/** Lost provinces: Fiume, Pola, Zara (peace treaty of 1947). */
const lost = ['FU', 'PL', 'ZA']

/** Abbreviations of provinces that the table may lack. */
export const otherSigle: ReadonlySet<string> = new Set([...sardinia, ...Object.keys(successors), ...lost])

/** Returns whether a comune belongs, belonged or will belong to the province a guest wrote. */
export const isInProvince = (sigla: string, { code, province = '' }: Place): boolean =>
  sigla === province ||
  (sardinia.has(sigla) && sardinia.has(province)) ||
  Boolean(successors[sigla]?.some((one) => one === province || one === code))

/** The lines of the build, or the imported rows with the build's aliases and a fifth cell, the last day. */
const linesOf = ({ comuni, imported: files }: PlaceTables) => {
  if (files?.comuni === undefined) return `\n${comuni.trim()}\n`
  const aliases = new Map(comuni.split('\n').map((line) => [line.slice(0, 9), line.split('|')[3] ?? '']))
  const lines = importedRows(files.comuni, 'comuni').map(
    ({ code, name, province, until }) => `${code}|${name}|${province}|${aliases.get(code) ?? ''}|${until}\n`,
  )
  return `\n${lines.join('')}`
}

/** The most words that two names of one town have together. */
const mostWords = 12

/** The look-ups of comuni: by name, by code, and whether a text is a province. */
export type Towns = {
  named: (name: string) => Place[]
  coded: (code: string) => Place | undefined
  isSigla: (text: string) => boolean
}

type Starts = Map<string, number | number[]>

const note = (starts: Starts, name: string, start: number) => {
  const earlier = starts.get(name)
  starts.set(name, earlier === undefined ? start : [earlier, start].flat())
}

/** Lines in one slice: some tenths of a millisecond. */
const sliceLines = 100

/**
 * Returns the comuni by name and by code. It stores one long text and the offset of each line, which saves ten thousand
 * objects. It also finds a name without its apostrophes (`LAQUILA`), as two names of one town (`BOLZANO BOZEN`), and
 * with `S.` for a saint.
 */
const indexed = function* (tables: PlaceTables, today: string): Sliced<Towns> {
  const text = linesOf(tables)
  yield
  const starts: Starts = new Map()
  const joined: Starts = new Map()
  const byCode = new Map<number, number>()
  const sigle = new Set(otherSigle)
  for (let start = 1, end = 0; (end = text.indexOf('\n', start)) > 0; start = end + 1) {
    const [code = '', name = '', province = '', aliases] = text.slice(start, end).split('|')
    for (const called of aliases ? [name, ...aliases.split(';')] : [name]) {
      note(starts, fold(called), start)
      if (/['’]\p{L}/u.test(called)) note(joined, fold(called.replace(/['’]/g, '')), start)
    }
    byCode.set(Number(code), start)
    sigle.add(province)
    if (byCode.size % sliceLines === 0) yield
  }
  const at = (start: number): Place => {
    const [code = '', name = '', province = '', , until = ''] = text.slice(start, text.indexOf('\n', start)).split('|')
    return { code, name, province, ...(until && until < today && { until }) }
  }
  const startsOf = (name: string): number[] => [starts.get(name) ?? joined.get(name) ?? []].flat()
  const doubled = (name: string) => {
    const words = name.split(' ')
    if (words.length > mostWords) return []
    return words.slice(1).flatMap((_, i) => {
      const others = startsOf(words.slice(i + 1).join(' '))
      return others.length ? startsOf(words.slice(0, i + 1).join(' ')).filter((start) => others.includes(start)) : []
    })
  }
  const abbreviated = (name: string) => {
    if (!/\bS\b/.test(name)) return []
    const whole = new RegExp(`^${name.replace(/\bS\b/g, 'S(?:AN|ANTA|ANTO|ANT|ANTI)')}$`)
    return [...starts.keys()].filter((key) => whole.test(key)).flatMap(startsOf)
  }
  return {
    named: (name) => {
      for (const read of [startsOf, doubled, abbreviated]) {
        const found = read(name)
        if (found.length) return found.map(at)
      }
      return []
    },
    coded: (code) => {
      const start = byCode.get(Number(code))
      return start === undefined ? undefined : at(start)
    },
    isSigla: (text) => sigle.has(text),
  }
}

/** A cache of the build's towns. */
let built: { comuni: string; today: string; towns: Towns } | undefined

/** Returns the comuni by name and by code. Houses without an imported table share them. */
export const townIndex = function* (tables: PlaceTables, today: string): Sliced<Towns> {
  const { comuni, imported } = tables
  if (imported?.comuni !== undefined) return yield* indexed(tables, today)
  if (built?.comuni === comuni && built.today === today) return built.towns
  const towns = yield* indexed(tables, today)
  built = { comuni, today, towns }
  return towns
}

/** Second rows of a comune in the portal's table, wrongly in force: Roure is 401001227, officially RORETO CHISONE. */
const stale: ReadonlySet<string> = new Set(['401001571'])

/** Returns the places that a name can mean: those in force, and an abolished comune without a successor among them. */
export const possiblePlaces = (places: readonly Place[]): Place[] => {
  const rows = places.filter(({ until }) => !until)
  const current = rows.filter(({ code }) => !stale.has(code))
  const inForce = current.length ? current : rows
  const hasSuccessor = ({ province = '' }: Place) => inForce.some((place) => isInProvince(province, place))
  const others = places.filter((place) => place.until && !hasSuccessor(place))
  return inForce.length ? [...inForce, ...others] : [...places]
}
