import type { Flow } from '../../../schema/steps'
import type { Finding } from './findings'

/** A correction at a JSON pointer: replace a text (a value, entry or key), or remove the part. */
export type Mend = { at: string; from: string; to: string } | { at: string; remove: true }

const parts = (at: string) =>
  at
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))

const misspeltParameter: Readonly<Record<string, string>> = {
  unknownPath: 'path',
  unknownField: 'field',
  unknownFact: 'field',
  unknownOutcome: 'outcome',
  impossibleValue: 'value',
  unknownWord: 'word',
  notInList: 'value',
  unknownForm: 'form',
  unusedWord: 'word',
}

const superfluous = ['armAfterAlways', 'armNeverHolds', 'idleException']

/** Returns the correction of a finding, if one is known. */
export const mendOf = ({ rule, at, args, nearest }: Finding): Mend | undefined => {
  if (superfluous.includes(rule)) return { at, remove: true }
  const from = args[misspeltParameter[rule] ?? '']
  return nearest && from ? { at, from, to: nearest } : undefined
}

type Json = { [key: string]: unknown } | unknown[]
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

const withName = (value: unknown, from: string, to: string): unknown => {
  if (value === from) return to
  if (Array.isArray(value)) return value.map((one) => (one === from ? to : one))
  if (!isJson(value)) return value
  const lists = ['fields', 'optional', 'forgets']
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key === from ? to : key,
      one === from || (lists.includes(key) && Array.isArray(one)) ? withName(one, from, to) : one,
    ]),
  )
}

/** Returns a copy of the flow with one correction; unchanged parts are shared. */
export const withMend = (flow: Flow, mend: Mend): Flow => {
  const change = (value: unknown, path: readonly string[]): unknown => {
    const [key, ...rest] = path
    if (key === undefined) return 'remove' in mend ? undefined : withName(value, mend.from, mend.to)
    if (!isJson(value)) return value
    if (Array.isArray(value)) {
      const list = value.map((one, i) => (String(i) === key ? change(one, rest) : one))
      return list.filter((one, i) => String(i) !== key || one !== undefined)
    }
    // The misspelt word may be the last key of the pointer.
    if (!rest.length && !('remove' in mend) && key === mend.from) return withName(value, mend.from, mend.to)
    if (!Object.hasOwn(value, key)) return value
    const after = change(value[key], rest)
    const { [key]: _, ...others } = value
    return after === undefined ? others : { ...value, [key]: after }
  }
  return change(flow, parts(mend.at)) as Flow
}
