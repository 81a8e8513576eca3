import type { Language } from '../../../schema/languages'
import type { Flow, When } from '../../../schema/steps'
import type sentences from '../../text/findings.it.json'
import { type Clause, pointer } from './domains'
import type { Visit } from './walk'

const distance = (a: string, b: string) => {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const swapped = i && j && a[i] === b[j - 1] && a[i - 1] === b[j] ? before[j - 1]! + 1 : Infinity
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1), swapped))
    }
    before = row
    row = next
  }
  return row.at(-1)!
}

/** Returns the most similar word of a list; undefined if more than two fifths of the letters differ. */
export const nearestWord = (word: string, list: Iterable<string>): string | undefined => {
  const [best] = [...list]
    .filter((candidate) => candidate !== word)
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
  return best && best.edits <= Math.floor(word.length * 0.4) ? best.candidate : undefined
}

type NoRule = 'error' | 'warning' | 'nearest' | 'journey' | 'follows' | 'line' | `${string}.${string}`

/** The name of a rule; its sentence is in `src/text/findings.<language>.json`. */
export type FindingRule = Exclude<keyof typeof sentences, NoRule>

/** A finding at a JSON pointer. `args` fill its sentence; `journey` is the shortest that shows it. */
export type Finding = {
  severity: 'error' | 'warning'
  rule: FindingRule
  at: string
  args: Record<string, string>
  nearest?: string
  journey?: string[]
  excusedBy?: number
  follows?: number
  /** The position in the file, from 1. */
  line?: number
  column?: number
}

/** The words of every language: the project's, overridden by the host's. */
export type Words = Record<Language, Record<string, string>>

export type LintOptions = {
  words: Words
  isCountry: (name: string) => boolean
  elsewhere: readonly string[]
  /** The Italian words of the host's pages; without them the host's forms are not checked. */
  hostWords?: { readonly [key: string]: string }
  /** The project's own words; without them the host's words are not compared with them. */
  shipped?: Words
}

/** A flow prepared for the rules: its conditions and all its routes. */
export type LintContext = LintOptions & {
  flow: Flow
  clauses: readonly Clause[]
  first: Visit
  routes: Map<Visit, Visit[]>
}
export type LintRule = (context: LintContext) => Finding[]

/** Returns the JSON pointer of a step. */
export const stepAt = (path: string) => `/steps/${pointer(path)}`

/** Returns a finding that forbids publishing the flow. */
export const error = (
  rule: FindingRule,
  at: string,
  args: Record<string, string> = {},
  more: Partial<Finding> = {},
): Finding => ({ severity: 'error', rule, at, args, ...more })

const wholeKey = ({ rule, at, args, excusedBy }: Finding) => `${rule} ${at} ${JSON.stringify(args)} ${excusedBy}`

/** Returns the first finding for each key. */
export const firstOfEach = (found: readonly Finding[], keyOf = wholeKey): Finding[] => {
  const first = new Map<string, Finding>()
  for (const finding of found) if (!first.has(keyOf(finding))) first.set(keyOf(finding), finding)
  return [...first.values()]
}

/** Returns a finding as a warning, which does not forbid publishing. */
export const warning = (finding: Finding): Finding => ({ ...finding, severity: 'warning' })

/** Returns the paths of a route, as part of a finding. */
export const journeyOf = (route: readonly Visit[]) => ({ journey: route.map(({ path }) => path) })

/** Returns an error about an unknown name (the first of `args`) with the nearest known name. */
export const unknownName = (rule: FindingRule, at: string, args: Record<string, string>, known: Iterable<string>) =>
  error(rule, at, args, nearestOf(Object.values(args)[0]!, known))

const nearestOf = (word: string, list: Iterable<string>) => {
  const nearest = nearestWord(word, list)
  return nearest ? { nearest } : {}
}

/** Returns an error for each value that a field cannot take; `meant` are candidates for the nearest name. */
export const badValues = (
  at: string,
  field: string,
  values: readonly string[],
  allowed: readonly string[] = [],
  meant = allowed,
) =>
  values
    .filter((value) => !allowed.includes(value))
    .map((value) => error('impossibleValue', at, { field, value, values: allowed.join(', ') }, nearestOf(value, meant)))

/** Returns the texts a condition compares with; empty if it only asks whether there is an answer. */
export const textsOf = (expected: When[string] | undefined): readonly string[] =>
  expected === undefined || typeof expected === 'boolean' ? [] : [expected].flat()

/** Returns an error for each outcome that an effect does not have. */
export const unknownOutcomes = (
  at: string,
  expected: When[string] | undefined,
  effect = '-',
  outcomes: readonly string[] = [],
) =>
  textsOf(expected)
    .filter((outcome) => !outcomes.includes(outcome))
    .map((outcome) => unknownName('unknownOutcome', at, { outcome, effect }, outcomes))

/** Returns a check that reports an address outside the known paths. */
export const unknownPathCheck = (known: readonly string[]) => (at: string, to: unknown) =>
  typeof to === 'string' && to.startsWith('/') && !known.includes(to)
    ? [unknownName('unknownPath', at, { path: to }, known)]
    : []
