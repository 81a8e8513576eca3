import type { Place, PlaceKind } from '../../../schema/calls/tables'
import { isKnown } from './found'
import { codes, type Found, italyCode, type TypedCode } from './place'
import { isOf } from './provinces'
import { splitProvince } from './town-names'
import { typedCodeKey } from './typed-codes'

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
