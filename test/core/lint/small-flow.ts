import type { Flow } from '../../../schema/steps'
import { clausesOf } from '../../../src/core/lint/domains'
import type { Finding, LintContext, LintOptions, LintRule, Words } from '../../../src/core/lint/findings'
import { shortestRoutes } from '../../../src/core/lint/routes'
import { walk } from '../../../src/core/lint/walk'

/** A flow written loosely, for tests that break it on purpose. */
export type Loose = { [key: string]: any }

/** Words that say everything, in every language: no small flow lacks one. */
export const allWords = new Proxy({}, { get: () => new Proxy({}, { get: () => 'x' }) }) as Words

/** A flow of a few steps, with nothing besides what the test gives it. */
export const flowOf = (parts: Loose) =>
  ({ fields: {}, homes: [], guards: [], forms: {}, exceptions: [], words: {}, ...parts }) as unknown as Flow

/** What the checker knows besides the flow: two countries, one page of the host's. */
export const options: LintOptions = {
  words: allWords,
  isCountry: (name) => ['Italia', 'Francia'].includes(name),
  elsewhere: ['/admin'],
}

/** A flow opened up as the rules see it. */
export const contextOf = (parts: Loose, more: Partial<LintOptions> = {}): LintContext => {
  const flow = flowOf(parts)
  const first = walk(flow)
  return { ...options, ...more, flow, clauses: clausesOf(flow), first, routes: shortestRoutes(first) }
}

/** A flow as rules see it that look at its names alone: no journey of it is walked. */
export const unwalked = (flow: Flow, more: Partial<LintOptions> = {}): LintContext => ({
  ...options,
  ...more,
  flow,
  clauses: [],
  first: { path: '/', asks: [], requires: [], optional: [], transitions: [] },
  routes: new Map(),
})

/** A finding on one line: its rule and place, its values, the word that was meant, and the journey that shows it. */
export const told = ({ severity, rule, at, args, nearest, journey }: Finding) =>
  [
    ...(severity === 'warning' ? ['warning'] : []),
    rule,
    at,
    ...Object.entries(args).map(([key, value]) => `${key}=${value}`),
    ...(nearest ? [`meant ${nearest}`] : []),
    ...(journey ? [`by ${journey.join(' ')}`] : []),
  ].join(' ')

/** What some rules say of a flow, each finding on one line. */
export const said = (rules: readonly LintRule[], parts: Loose, more?: Partial<LintOptions>) => {
  const context = contextOf(parts, more)
  return rules.flatMap((rule) => rule(context)).map(told)
}
