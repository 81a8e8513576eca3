import type { Place, PlaceKind } from '../../../schema/calls/tables'

/**
 * What a name means: one place, several the host must choose from, none, or none with places it may have to do with.
 */
export type Found =
  | { found: Place }
  | { candidates: Place[] }
  | { unknown: true; candidates: Place[] }
  | { unknown: true }

/**
 * A code the host typed for a name, in the look-up that wanted it; a town's has its province where the tables have not
 * the code.
 */
export type TypedCode = { kind: PlaceKind; name: string; code: string; province?: string }

/** The nine digits of a code, by table: a comune's begins with 4, a state's with 1. */
export const codes = { comuni: /^4\d{8}$/, stati: /^1\d{8}$/ }

/** The state code of Italy. */
export const italyCode = '100000100'
