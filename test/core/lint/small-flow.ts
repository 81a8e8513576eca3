import type { Flow } from '../../../schema/steps'
import { clausesOf } from '../../../src/core/lint/domains'
import type { Finding, LintContext, LintOptions, LintRule, Words } from '../../../src/core/lint/findings'
import { shortestRoutes } from '../../../src/core/lint/routes'
import { walk } from '../../../src/core/lint/walk'

/** A flow without types, for tests that break it. */
export type Loose = { [key: string]: any }

/** A word for every key in every language. */
export const allWords = new Proxy({}, { get: () => new Proxy({}, { get: () => 'x' }) }) as Words

/** Returns a flow of a few steps with only these parts. */
export const flowOf = (parts: Loose) =>
  ({ fields: {}, homes: [], guards: [], forms: {}, exceptions: [], words: {}, ...parts }) as unknown as Flow

export const options: LintOptions = {
  words: allWords,
  isCountry: (name) => ['Italia', 'Francia'].includes(name),
  elsewhere: ['/admin'],
}

export const contextOf = (parts: Loose, more: Partial<LintOptions> = {}): LintContext => {
  const flow = flowOf(parts)
  const first = walk(flow)
  return { ...options, ...more, flow, clauses: clausesOf(flow), first, routes: shortestRoutes(first) }
}

/** Returns a flow as the rules of names see it, without walking a journey. */
export const unwalked = (flow: Flow, more: Partial<LintOptions> = {}): LintContext => ({
  ...options,
  ...more,
  flow,
  clauses: [],
  first: { path: '/', asks: [], requires: [], optional: [], transitions: [] },
  routes: new Map(),
})

/** Returns a finding as one line: rule, place, values, suggestion and journey. */
export const told = ({ severity, rule, at, args, nearest, journey }: Finding) =>
  [
    ...(severity === 'warning' ? ['warning'] : []),
    rule,
    at,
    ...Object.entries(args).map(([key, value]) => `${key}=${value}`),
    ...(nearest ? [`meant ${nearest}`] : []),
    ...(journey ? [`by ${journey.join(' ')}`] : []),
  ].join(' ')

export const said = (rules: readonly LintRule[], parts: Loose, more?: Partial<LintOptions>) => {
  const context = contextOf(parts, more)
  return rules.flatMap((rule) => rule(context)).map(told)
}
