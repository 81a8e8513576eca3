import type { Place, PlaceKind } from '../../../schema/calls/tables'
import { apolide } from '../../data/countries'
import { atOnce, type Sliced } from '../tasks'
import { fold } from '../text/transliteration'
import { italianName, stateIndex, stateNames } from './country-names'
import { codes, type Found, type PlaceTables } from './official-tables'
import {
  acceptedCodes,
  answer,
  choose,
  firstFound,
  isKnown,
  listed,
  nowhere,
  placeParts,
  suggest,
  townReader,
  typedCodeReader,
} from './place-names'
import { type Towns, townIndex } from './towns'

const withCode = /^(.+) (\d{9})$/

/** The central offices in Rome that issue passports and driving licences, as documents write them. */
const centralOffice = /^(?:MINISTERO (?:DEGLI )?AFFARI ESTERI\b.*|MAE(?:CI)?|(?:M ?I ?T|M ?C|MCTC) UCO|UCO)$/

/** Longer texts are cut. */
const maxLength = 120

/** Returns whether a name means several places, or one in another province; then its code counts for one guest only. */
export const isAmbiguous = (found: Found): found is { candidates: Place[] } => 'candidates' in found && isKnown(found)

type LookUps = { [kind in PlaceKind]: (written: string) => Found }

/** Returns the spelling by which a place is found alone; undefined if there is none. */
const preciseName =
  (lookUps: LookUps, countryName: (text: string) => string | undefined) =>
  (kind: PlaceKind, { code, name, province }: Place): string | undefined => {
    const inItalian = countryName(name) ?? name
    const official = province ? `${name} (${province})` : name
    const ways = [...(kind === 'country' ? [inItalian] : []), official, inItalian, `${name} (${code})`]
    return ways.find((text) => {
      const read = lookUps[kind](text)
      return 'found' in read && read.found.code === code
    })
  }

const bookOf = (tables: PlaceTables, comuni: Towns, states: ReturnType<typeof stateIndex>) => {
  const isCode = (code: string): Place | undefined =>
    codes.comuni.test(code) ? comuni.coded(code) : codes.stati.test(code) ? states.coded(code) : undefined

  const orTyped = typedCodeReader(tables.typed ?? [], isCode)

  const withItsCode = (kind: PlaceKind, name: string): Found => {
    const [, stem, code = ''] = withCode.exec(name) ?? []
    const place = isCode(code)
    return place && fold(place.name) === stem && acceptedCodes[kind].shape.test(code) ? { found: place } : nowhere
  }

  const townOf = townReader(comuni.named, (name) => withItsCode('city', name))
  const stateOf = (name: string): Found =>
    firstFound([() => withItsCode('country', name), () => answer(states.named(name))])

  const city = (written: string): Found => {
    const text = written.slice(0, maxLength)
    const name = fold(text)
    return orTyped('city', name, townOf(text, name))
  }

  const country = (written: string): Found => {
    const name = fold(written.slice(0, maxLength))
    return orTyped('country', name, stateOf(name))
  }

  const place = (written: string): Found => {
    const text = written.slice(0, maxLength)
    const name = fold(text)
    const both = [townOf(text, name), stateOf(name)]
    const known = both.filter(isKnown)
    if (known.length) return known.length > 1 ? choose(known.flatMap(listed)) : known[0]!
    const ideas = centralOffice.test(name)
      ? comuni.named('ROMA')
      : [...both.flatMap(listed), ...placeParts(text).flatMap(states.named)].filter(({ code }) =>
          acceptedCodes.place.shape.test(code),
        )
    return orTyped('place', name, { ...suggest(ideas), unknown: true })
  }

  const countryName = (text: string): string | undefined => {
    const read = country(text)
    if (!('found' in read)) return undefined
    const iso = states.isoOf(read.found)
    return iso === undefined ? read.found.name : iso ? italianName(iso) : apolide
  }

  const lookUps = { city, country, place }
  const precise = preciseName(lookUps, countryName)

  return { ...lookUps, isCode, isSigla: comuni.isSigla, countryName, precise }
}

export type PlaceBook = ReturnType<typeof bookOf>

/**
 * Returns the place book: the look-up from what a person wrote to the police's code. It accepts any spelling that
 * `fold` evens out, and towns with a province (today's or a former one), in two languages, with `S.` for a saint, or as
 * "Comune di …". The tables come first, then the host's typed codes; several places of one name are candidates, never a
 * guess. `place` finds a place of issue (town or state), `countryName` a state's Italian name, `isCode` a code in force
 * or not. Throws on imported files that `parseOfficial` refuses.
 */
export const placeBookInSlices = function* (tables: PlaceTables): Sliced<PlaceBook> {
  const today = tables.today ?? '9999-12-31'
  const comuni = yield* townIndex(tables, today)
  yield* stateNames()
  yield
  return bookOf(tables, comuni, stateIndex(tables, today))
}

/** Returns the place book, computed at once. */
export const placeBook = (tables: PlaceTables): PlaceBook => atOnce(placeBookInSlices(tables))
