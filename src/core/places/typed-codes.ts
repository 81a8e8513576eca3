import type { PlaceKind } from '../../../schema/calls/tables'
import { fold } from '../text/fold'
import type { TypedCode } from './place'

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

/**
 * Returns the typed codes with their keys. An old one without a kind is a town's if it begins with 4, a state's if with
 * 1.
 */
export const typedCodes = (stored: { readonly [key: string]: StoredCode }): (TypedCode & { key: string })[] =>
  Object.entries(stored).flatMap(([key, value]) => {
    const typed = read(key, value)
    return typed ? [{ key, ...typed }] : []
  })
