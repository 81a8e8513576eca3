import { readFileSync } from 'node:fs'
import type { BodyOf } from '../../schema/calls/api'
import type { PlaceKind } from '../../schema/calls/tables'
import type { Checkin } from '../../schema/checkin'
import { isIdentityRemoved } from '../../src/core/checkin/checkin-states'
import { lacks } from '../../src/core/exports/police'
import type { RecordFault } from '../../src/core/exports/record-layout'
import { shortOf } from '../../src/core/flow/names'
import { isAmbiguous, type PlaceBook, placeBookInSlices } from '../../src/core/places/book'
import { newStates } from '../../src/core/places/country-names'
import { codes, italyCode, type PlaceTables } from '../../src/core/places/official-tables'
import { typedCodeKey, typedCodes } from '../../src/core/places/place-names'
import { fold } from '../../src/core/text/transliteration'
import { wordOf } from '../shared/body'
import { italianDay } from '../shared/clock'
import { builtPath } from '../shared/environment'
import { Refusal, say } from '../shared/messages'
import { runSliced } from '../shared/scheduling'
import type { Store } from '../store/store'

/** `sure` accepts a code the tables lack, a town's with its `province`. */
export type TypedPlaceCode = { [field in keyof BodyOf<'POST /api/istat-code'>]?: unknown }

const shapes: Record<PlaceKind, RegExp> = { city: codes.comuni, country: codes.stati, place: /^[14]\d{8}$/ }
const kindOf = (kind: unknown): PlaceKind => (kind === 'city' || kind === 'country' ? kind : 'place')

/** Which look-up each answer needs. */
const wants: { readonly [field: string]: PlaceKind } = {
  birthCity: 'city',
  residenceCity: 'city',
  citizenship: 'country',
  birthCountry: 'country',
  residenceCountry: 'country',
  documentIssuePlace: 'place',
}

const refuse = (status: number, key: string, params: Record<string, string> = {}, more = {}): never => {
  throw new Refusal(status, say(key, params), more)
}

type Options = {
  store: Pick<Store, 'placeCodes' | 'savePlaceCode'>
  book: () => Promise<PlaceBook>
  changed: () => void
}

/** The codes the host types for places the tables do not know. */
export const placeCodes = ({ store, book, changed }: Options) => ({
  /** Stores a typed code, except for an ambiguous name: the result says how to write it. Refuses a wrong code. */
  saveTypedCode: async ({ sure, checkin, field, ...typed }: TypedPlaceCode) => {
    const text = String(typed.name ?? '').slice(0, 120)
    const [name, code, kind] = [fold(text), String(typed.code ?? ''), kindOf(typed.kind)]
    const province = wordOf(typed.province).toUpperCase()
    if (!name) refuse(400, 'istat.refused.name')
    if (!/^\d{9}$/.test(code)) refuse(400, 'istat.nine')
    if (!shapes[kind].test(code)) refuse(400, `istat.refused.${kind}`)
    if (kind === 'place' && code === italyCode) refuse(400, 'istat.refused.italy')
    const places = await book()
    const place = places.isCode(code)
    if (isAmbiguous(places[kind](text))) {
      if (!place) return refuse(400, 'istat.refused.ambiguous', { place: text })
      const { who, short } = shortOf(String(field))
      const written = who && wants[short] === kind && places.precise(kind, place)
      // Check-in 0 does not exist.
      return written ? { id: Number(checkin) || 0, patch: { [String(field)]: written } } : { id: 0, patch: {} }
    }
    const isTown = codes.comuni.test(code)
    if (!place && sure !== true)
      refuse(409, isTown ? 'istat.refused.unknownTown' : 'istat.refused.unknown', { code }, { unknown: true })
    if (!place && isTown && !places.isSigla(province)) refuse(400, 'istat.refused.province', {}, { province: true })
    const key = typedCodeKey({ kind, name })
    const before = typedCodes(await store.placeCodes()).filter((one) => one.key !== key && typedCodeKey(one) === key)
    await store.savePlaceCode(key, { code, ...(!place && isTown && { province }) })
    for (const one of before) await store.savePlaceCode(one.key, null)
    changed()
    return undefined
  },

  typedCodes: async () => {
    const { isCode } = await book()
    return typedCodes(await store.placeCodes())
      .map((typed) => ({ ...typed, official: isCode(typed.code) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'it'))
  },

  /** Removes a typed code: the host is asked for the place again. */
  removeTypedCode: async (key: string) => {
    if (!Object.hasOwn(await store.placeCodes(), key)) refuse(404, 'server.nothing')
    await store.savePlaceCode(key, null)
    changed()
  },
})

/** Returns the comuni as the build wrote them. */
export const builtComuni = () => readFileSync(builtPath('comuni.txt'), 'utf8')

/** Computes a value once a day, and again after `forget` or a failure. */
const daily = <T>(today: () => string, make: (day: string) => Promise<T>) => {
  let cached: { day: string; value: Promise<T> } | undefined
  const begin = (day: string) => {
    const begun = { day, value: make(day) }
    begun.value.catch(() => {
      if (cached === begun) cached = undefined
    })
    return begun
  }
  return {
    get: () => (cached?.day === today() ? cached : (cached = begin(today()))).value,
    isOf: () => cached?.day === today(),
    forget: () => void (cached = undefined),
  }
}

/** As GET /api/istat-search answers it; nine digits are a code. */
const search = ({ city, country, place, isCode }: PlaceBook, query: Record<string, string>) => {
  const text = (query.code ?? query.name ?? query.city ?? query.country ?? '').slice(0, 120)
  const coded = isCode(text)
  const read = coded
    ? { found: coded }
    : query.code !== undefined
      ? { unknown: true as const }
      : (query.city !== undefined ? city : query.country !== undefined ? country : place)(text)
  if ('found' in read)
    return {
      success: true as const,
      code: read.found.code,
      type: read.found.code.startsWith('4') ? ('comune' as const) : ('stato' as const),
      name: read.found.name,
      ...(read.found.province && { province: read.found.province }),
    }
  if ('candidates' in read)
    return {
      success: false as const,
      message: 'unknown' in read ? say('server.place.none') : say('server.place.several', { name: text }),
      candidates: read.candidates,
    }
  return { success: false as const, message: say('server.place.none') }
}

/** The place book: rebuilt after a typed code and on the next day. */
export const places = (
  store: Store,
  imported: () => Promise<PlaceTables['imported']> = async () => ({}),
  today: () => string = italianDay,
) => {
  const dailyBook = daily(today, async (day) => {
    const [typed, files] = await Promise.all([store.placeCodes(), imported()])
    const tables = { comuni: builtComuni(), today: day, typed: typedCodes(typed) }
    return runSliced(placeBookInSlices({ ...tables, ...(files && { imported: files }) }))
  })
  const added = daily(today, async (day) => newStates((await imported())?.stati, day))
  const book = dailyBook.get
  let faultsById = new Map<number, RecordFault[]>()
  const changed = () => {
    dailyBook.forget()
    faultsById = new Map()
  }

  return {
    ...placeCodes({ store, book, changed }),
    book,
    states: added.get,
    renew: () => {
      changed()
      added.forget()
    },
    forget: (id: number) => void faultsById.delete(id),

    /** Cached until the check-in, a typed code or the day changes. */
    lacks: async (checkin: Checkin): Promise<RecordFault[]> => {
      if (isIdentityRemoved(checkin)) return []
      if (!dailyBook.isOf()) faultsById = new Map()
      const found = faultsById.get(checkin.id) ?? lacks(checkin, await book())
      faultsById.set(checkin.id, found)
      return found
    },

    search: async (query: Record<string, string>) => search(await book(), query),
  }
}

export type Places = ReturnType<typeof places>
