import { hostPaths } from '../../../schema/host-pages'
import { languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { type Spots, spotAt } from '../json/json-text'
import { answerRules } from '../lint/answers/answer-rules'
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

const keyOf = ({ rule, at, args }: Finding) => `${rule} ${at} ${JSON.stringify(args)}`

/** Each try checks the whole flow again. */
const mostTried = 8

const behindOthers = (flow: Flow, findings: readonly Finding[]) => {
  const lost = findings.filter(({ rule }) => rule === 'unreached')
  const paths = new Set(lost.map(({ args }) => args.path!))
  const ledTo = new Set([...paths].flatMap((path) => (flow.steps[path]?.next ?? []).map(({ to }) => String(to))))
  const roots = lost.filter(({ args }) => !ledTo.has(args.path!))
  // In a circle of unreached steps every step has a predecessor: report the first.
  const first = roots[0] ?? lost[0]
  return lost
    .filter((finding) => finding !== first && !roots.includes(finding))
    .map((finding) => [finding, first!] as const)
}

/** Several fields missing on one journey, or one field on several journeys: report the first, count the others. */
const sameOmission = (findings: readonly Finding[]) => {
  const lacking = findings.filter(({ rule }) => rule === 'unrecorded')
  const ofField = ({ at, args }: Finding) => `${args.field} ${args.keyword && at}`
  const ofJourney = ({ at, journey }: Finding) => `${at} ${journey?.join()}`
  return [ofField, ofJourney].flatMap((groupOf) => {
    const first = new Map(lacking.toReversed().map((finding) => [groupOf(finding), finding]))
    return lacking.flatMap((finding) => {
      const cause = first.get(groupOf(finding))!
      return finding === cause ? [] : [[finding, cause] as const]
    })
  })
}

/** Returns the root findings; `follows` counts those that disappear with them. `prove` checks a corrected flow. */
export const rootCauses = (flow: Flow, findings: readonly Finding[], prove: (flow: Flow) => Finding[]): Finding[] => {
  const causeOf = new Map<Finding, Finding>([...sameOmission(findings), ...behindOthers(flow, findings)])
  const tried = findings.filter((finding) => finding.severity === 'error' && mendOf(finding)).slice(0, mostTried)
  for (const cause of tried) {
    if (causeOf.has(cause) || findings.length === 1) continue
    const left = new Set(prove(withMend(flow, mendOf(cause)!)).map(keyOf))
    if (left.has(keyOf(cause))) continue
    for (const finding of findings)
      if (finding !== cause && !tried.includes(finding) && !left.has(keyOf(finding))) causeOf.set(finding, cause)
  }
  // Terminates: a tried finding has no cause.
  const rootOf = (finding: Finding): Finding => {
    const cause = causeOf.get(finding)
    return cause ? rootOf(cause) : finding
  }
  const roots = findings.map(rootOf)
  return [...new Set(roots)]
    .sort((a, b) => Number(tried.includes(b)) - Number(tried.includes(a)))
    .map((root) => {
      const follows = roots.filter((one) => one === root).length - 1
      return follows ? { ...root, follows } : root
    })
}

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
