import type { Place } from '../../../schema/calls/tables'
import type { Sliced } from '../slices'
import { fold } from '../text/fold'
import { importedRows, type PlaceTables } from './official-tables'
import { isOf, otherSigle } from './provinces'

/**
 * The built lines with the imported rows in their place: a fifth cell says until when, and what guests call a comune
 * stays.
 */
const linesOf = ({ comuni, imported: files }: PlaceTables) => {
  if (files?.comuni === undefined) return `\n${comuni.trim()}\n`
  const aliases = new Map(comuni.split('\n').map((line) => [line.slice(0, 9), line.split('|')[3] ?? '']))
  const lines = importedRows(files.comuni, 'comuni').map(
    ({ code, name, province, until }) => `${code}|${name}|${province}|${aliases.get(code) ?? ''}|${until}\n`,
  )
  return `\n${lines.join('')}`
}

/** The most words two names of one town have together. */
const mostWords = 12

/** What the comuni are asked: the places of a name, the place of a code, whether a text is a province's. */
export type Towns = {
  named: (name: string) => Place[]
  coded: (code: string) => Place | undefined
  isSigla: (text: string) => boolean
}

type Starts = Map<string, number | number[]>

const note = (starts: Starts, name: string, start: number) => {
  const known = starts.get(name)
  starts.set(name, known === undefined ? start : [known, start].flat())
}

/** How many comuni are read in a slice, some tenths of a millisecond. */
const together = 100

/**
 * The comuni by name and by code. One long text and the place of each line in it: ten thousand objects less in memory.
 * A name that is not found as it stands is looked for without its apostrophes (`LAQUILA`), as two names of one town
 * (`BOLZANO BOZEN`), and with `S.` as a saint.
 */
export const townIndex = function* (tables: PlaceTables, today: string): Sliced<Towns> {
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
    if (byCode.size % together === 0) yield
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
      const found = [startsOf, doubled, abbreviated].reduce<number[]>(
        (sofar, read) => (sofar.length ? sofar : read(name)),
        [],
      )
      return found.map(at)
    },
    coded: (code) => {
      const start = byCode.get(Number(code))
      return start === undefined ? undefined : at(start)
    },
    isSigla: (text) => sigle.has(text),
  }
}

/**
 * A row still in force in the portal's table for a comune that has another: Roure is 401001227 (ISTAT 001227), whose
 * official name there is RORETO CHISONE.
 */
const stale: ReadonlySet<string> = new Set(['401001571'])

/** The rows a name means: those in force, and a ceased one where it was another comune than any of those. */
export const meant = (places: readonly Place[]): Place[] => {
  const rows = places.filter(({ until }) => !until)
  const current = rows.filter(({ code }) => !stale.has(code))
  const inForce = current.length ? current : rows
  const others = places.filter(({ until, province = '' }) => until && !inForce.some((place) => isOf(province, place)))
  return inForce.length ? [...inForce, ...others] : [...places]
}
