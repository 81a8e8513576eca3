import type { PlaceKind } from '../../schema/calls/tables'
import { shortOf } from '../../src/core/flow/names'
import { isAmbiguous, type PlaceBook } from '../../src/core/places/book'
import { codes, italyCode } from '../../src/core/places/place'
import { typedCodeKey, typedCodes } from '../../src/core/places/typed-codes'
import { fold } from '../../src/core/text/transliteration'
import { say } from '../shared/messages'
import { Refusal } from '../shared/refusal'
import type { Store } from '../store/store'

/** `sure` accepts a code the tables lack, a town's with its `province`. */
export type TypedPlaceCode = {
  name?: unknown
  code?: unknown
  kind?: unknown
  sure?: unknown
  province?: unknown
  checkin?: unknown
  field?: unknown
}

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
  saveTypedCode: async ({
    name: given,
    code: digits,
    kind: wanted,
    sure,
    province: sigla,
    checkin,
    field,
  }: TypedPlaceCode) => {
    const text = String(given ?? '').slice(0, 120)
    const [name, code, kind, province] = [
      fold(text),
      String(digits ?? ''),
      kindOf(wanted),
      String(sigla ?? '')
        .trim()
        .toUpperCase(),
    ]
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

  /** The place is asked for again. */
  removeTypedCode: async (key: string) => {
    if (!Object.hasOwn(await store.placeCodes(), key)) refuse(404, 'server.nothing')
    await store.savePlaceCode(key, null)
    changed()
  },
})
