import { hostPaths } from '../../../schema/host-pages'
import { languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { type Spots, spotAt } from '../json/json-text'
import { answerRules } from '../lint/answers/answer-rules'
import { rootCauses } from '../lint/causes'
import { clausesOf } from '../lint/domains'
import {
  error,
  type Finding,
  firstOfEach,
  type LintContext,
  type LintOptions,
  stepAt,
  type Words,
  warning,
} from '../lint/findings'
import { journeyCount, mostQuestions, shortestRoutes } from '../lint/routes'
import { hostFormRules } from '../lint/rules/host-form-rules'
import { endings, journeyRules } from '../lint/rules/journey-rules'
import { nameRules } from '../lint/rules/name-rules'
import { ownFieldRules } from '../lint/rules/own-field-rules'
import { type Visit, walk, walkLimit } from '../lint/walk'

export type { Finding, LintOptions, Words } from '../lint/findings'

type Exception = Flow['exceptions'][number]

const excuses =
  ({ at, rule, field, to }: Exception) =>
  (finding: Finding) =>
    rule !== 'unrecorded' &&
    finding.rule === rule &&
    (finding.at === stepAt(at) || finding.at.startsWith(`${stepAt(at)}/`)) &&
    finding.args.field === field &&
    (rule === 'unreached' || finding.args.path === to)

type Inspection = { findings: Finding[]; first: Visit; routes: LintContext['routes'] }

/** Returns the findings of a flow with a valid shape, without those that its exceptions allow. */
export const inspect = (flow: Flow, known: LintOptions): Inspection => {
  const first = walk(flow)
  const context: LintContext = { ...known, flow, clauses: clausesOf(flow), routes: shortestRoutes(first), first }
  // An incomplete walk proves nothing about the steps it missed.
  const isWalked = context.routes.size < walkLimit
  const all = [
    ...nameRules,
    ...ownFieldRules,
    ...(isWalked ? [...journeyRules, ...answerRules] : [endings]),
    hostFormRules,
  ].flatMap((rule) => rule(context))
  const found = all.filter(
    ({ rule, at }) => rule !== 'armNeverHolds' || !all.some((other) => other.at.startsWith(`${at}/when/`)),
  )
  const unique = firstOfEach(found)
  const isExcused = (exception: Exception, i: number) => (finding: Finding) =>
    finding.excusedBy === undefined ? excuses(exception)(finding) : finding.excusedBy === i
  const excused = new Set(flow.exceptions.flatMap((exception, i) => unique.filter(isExcused(exception, i))))
  const unused = flow.exceptions.flatMap((exception, i) =>
    isWalked && !unique.some(isExcused(exception, i))
      ? [warning(error('idleException', `/exceptions/${i}`, { path: exception.at }))]
      : [],
  )
  return { findings: [...unique.filter((finding) => !excused.has(finding)), ...unused], first, routes: context.routes }
}

/** Returns the findings of a flow with a valid shape. */
export const lint = (flow: Flow, known: LintOptions): Finding[] => inspect(flow, known).findings

/** The words a check needs: the project's for guests, and those of the host's pages. */
export type ProofWords = { words: Words; host: Readonly<Record<string, string>> }

/** The root findings, the guests' words, the steps on a journey, and the walk. */
export type Proof = {
  findings: Finding[]
  words: Words
  /** `Infinity` if a journey leads back. */
  journeys: number
  /** The most questions on one journey. */
  questions: number
  paths: string[]
  first: Visit
  routes: LintContext['routes']
}

/** Checks a flow with a valid shape. `spots` has the positions in its file. */
export const proofOf = (flow: Flow, spots: Spots, said: ProofWords, isCountry: (name: string) => boolean): Proof => {
  const wordsOf = (flow: Flow) =>
    Object.fromEntries(
      languages.map((language) => [language, { ...said.words[language], ...flow.words[language] }]),
    ) as Words
  const options = { isCountry, elsewhere: hostPaths, hostWords: said.host, shipped: said.words }
  const words = wordsOf(flow)
  const { findings, first, routes } = inspect(flow, { ...options, words })
  const causes = rootCauses(flow, findings, (flow) => lint(flow, { ...options, words: wordsOf(flow) }))
  return {
    findings: causes.map((finding) => ({ ...spotAt(spots, finding.at), ...finding })),
    words,
    journeys: journeyCount(first),
    questions: mostQuestions(first),
    paths: [...new Set([...routes.keys()].map(({ path }) => path))],
    first,
    routes,
  }
}
