import type { Place } from '../../../schema/calls/tables'

/** What a name means: one place, candidates, nothing, or nothing with suggestions. */
export type Found =
  | { found: Place }
  | { candidates: Place[] }
  | { unknown: true; candidates: Place[] }
  | { unknown: true }

/** The nine digits of a code: a comune's begins with 4, a state's with 1. */
export const codes = { comuni: /^4\d{8}$/, stati: /^1\d{8}$/ }

export const italyCode = '100000100'
