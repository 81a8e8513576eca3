import type { Place, PlaceKind, TypedCode } from '../../../schema/calls/tables'
import { fold } from '../text/transliteration'
import { codes, type Found, italyCode } from './official-tables'
import { isKnown, splitProvince } from './town-names'
import { isOf } from './towns'

/** The typed codes each look-up accepts, its own kind first: Italy is no place of issue, a town is. */
export const uses: { readonly [kind in PlaceKind]: { kinds: readonly PlaceKind[]; shape: RegExp } } = {
  city: { kinds: ['city', 'place'], shape: codes.comuni },
  country: { kinds: ['country', 'place'], shape: codes.stati },
  place: { kinds: ['place', 'city', 'country'], shape: new RegExp(`^(?!${italyCode})[14]\\d{8}$`) },
}

/** Returns the reader of the host's typed codes, which comes after the tables. */
export const typedCodeReader = (typedCodes: readonly TypedCode[], isCode: (code: string) => Place | undefined) => {
  const typed = new Map(typedCodes.map((one) => [typedCodeKey(one), one]))

  const typedFor = (kind: PlaceKind, name: string): Place | undefined => {
    const { kinds, shape } = uses[kind]
    const { code, province } =
      kinds.map((one) => typed.get(typedCodeKey({ kind: one, name }))).find((one) => one && shape.test(one.code)) ?? {}
    return code === undefined ? undefined : (isCode(code) ?? { code, name, ...(province && { province }) })
  }

  /** Uses the host's code where the tables find nothing; a town's also with its own province. */
  const orTyped = (kind: PlaceKind, name: string, found: Found): Found => {
    if (isKnown(found)) return found
    const [stem, sigla] = splitProvince(name)
    const place =
      typedFor(kind, name) ??
      [typedFor(kind, stem)].find((one) => one && codes.comuni.test(one.code) && (!one.province || isOf(sigla, one)))
    return place ? { found: place } : found
  }

  return orTyped
}

/** A stored typed code; a text is an old one without its kind. */
export type StoredCode = string | { code: string; province?: string }

const kinds: { readonly [digit: string]: PlaceKind } = { 4: 'city', 1: 'country' }

/** Returns the key of a typed code: a folded name has no colon. */
export const typedCodeKey = ({ kind, name }: Pick<TypedCode, 'kind' | 'name'>) => `${kind}:${fold(name)}`

const read = (key: string, stored: StoredCode): TypedCode | undefined => {
  const [, kind, name = ''] = /^(city|country|place):([^]+)$/.exec(key) ?? []
  if (typeof stored !== 'string') return kind ? { kind: kind as PlaceKind, name, ...stored } : undefined
  const byDigit = kinds[stored[0] ?? '']
  return byDigit && { kind: byDigit, name: fold(key), code: stored }
}

/** Returns the typed codes with keys. An old one without a kind is a town's if it begins with 4. */
export const typedCodes = (stored: { readonly [key: string]: StoredCode }): (TypedCode & { key: string })[] =>
  Object.entries(stored).flatMap(([key, value]) => {
    const typed = read(key, value)
    return typed ? [{ key, ...typed }] : []
  })
