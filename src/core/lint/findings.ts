import type { Language } from '../../../schema/languages'
import type { Flow, When } from '../../../schema/steps'
import type sentences from '../../text/findings.it.json'
import { type Clause, pointer } from './domains'
import { nearestWord } from './nearest'
import type { Visit } from './walk'

type NoRule = 'error' | 'warning' | 'nearest' | 'journey' | 'follows' | 'line' | `${string}.${string}`

/** Everything that can be wrong with a `steps.json`; each has its sentence in `src/text/findings.it.json`. */
export type FindingRule = Exclude<keyof typeof sentences, NoRule>

/** What a rule found, at a JSON pointer: the words of its sentence, a near name, the shortest journey that shows it. */
export type Finding = {
  severity: 'error' | 'warning'
  rule: FindingRule
  at: string
  args: Record<string, string>
  nearest?: string
  journey?: string[]
  /** The place of the named exception that allows it. */
  excusedBy?: number
  /** How many more findings go away once this one is corrected. */
  follows?: number
  /** Where in the file, counted from 1. */
  line?: number
  column?: number
}

/** The words of every language, the host's own laid over the project's. */
export type Words = Record<Language, Record<string, string>>

/** What the checker needs to know besides the file. */
export type LintOptions = {
  words: Words
  isCountry: (name: string) => boolean
  elsewhere: readonly string[]
  /** The host pages' Italian words; without them the host's side is not looked at. */
  hostWords?: { readonly [key: string]: string }
  /** The project's own words for guests; without them no word of the host's is compared or found unused. */
  shipped?: Words
}

/** A flow opened up for the rules: its conditions, and every way through it. */
export type LintContext = LintOptions & {
  flow: Flow
  clauses: Clause[]
  first: Visit
  routes: Map<Visit, Visit[]>
}
export type LintRule = (context: LintContext) => Finding[]

/** The JSON pointer of a step. */
export const stepAt = (path: string) => `/steps/${pointer(path)}`

/** A finding that keeps a flow from being served. */
export const error = (
  rule: FindingRule,
  at: string,
  args: Record<string, string> = {},
  more: Partial<Finding> = {},
): Finding => ({ severity: 'error', rule, at, args, ...more })

const wholeKey = ({ rule, at, args, excusedBy }: Finding) => `${rule} ${at} ${JSON.stringify(args)} ${excusedBy}`

/** Of several findings about one thing, as `keyOf` says, the first. */
export const firstOfEach = (found: readonly Finding[], keyOf = wholeKey): Finding[] => {
  const first = new Map<string, Finding>()
  for (const finding of found) if (!first.has(keyOf(finding))) first.set(keyOf(finding), finding)
  return [...first.values()]
}

/** The same finding as a warning: the flow is served all the same. */
export const warning = (finding: Finding): Finding => ({ ...finding, severity: 'warning' })

/** The steps of a route, for a finding to show. */
export const journeyOf = (route: readonly Visit[]) => ({ journey: route.map(({ path }) => path) })

/** An error about a name nobody knows, the first of `args`, with the known one that is nearest. */
export const misnamed = (rule: FindingRule, at: string, args: Record<string, string>, known: Iterable<string>) =>
  error(rule, at, args, near(Object.values(args)[0]!, known))

const near = (word: string, list: Iterable<string>) => {
  const nearest = nearestWord(word, list)
  return nearest ? { nearest } : {}
}

/** An error for each of `values` that a field cannot take; `meant` are the values that come near. */
export const impossible = (
  at: string,
  field: string,
  values: readonly string[],
  allowed: readonly string[] = [],
  meant = allowed,
) =>
  values
    .filter((value) => !allowed.includes(value))
    .map((value) => error('impossibleValue', at, { field, value, values: allowed.join(', ') }, near(value, meant)))

/** The texts that a condition compares an answer with; none where it only asks whether there is one. */
export const textsOf = (expected: When[string] | undefined): readonly string[] =>
  expected === undefined || typeof expected === 'boolean' ? [] : [expected].flat()

/** An error for each outcome that the effect of a step or form does not have. */
export const unknownOutcomes = (
  at: string,
  expected: When[string] | undefined,
  effect = '-',
  outcomes: readonly string[] = [],
) =>
  textsOf(expected)
    .filter((outcome) => !outcomes.includes(outcome))
    .map((outcome) => misnamed('unknownOutcome', at, { outcome, effect }, outcomes))

/** Looks for addresses that lead nowhere, among the known paths. */
export const lostPath = (known: readonly string[]) => (at: string, to: unknown) =>
  typeof to === 'string' && to.startsWith('/') && !known.includes(to)
    ? [misnamed('unknownPath', at, { path: to }, known)]
    : []
