import type { Flow } from '../../../schema/steps'
import { shortOf } from '../flow/names'
import { clausesOf } from './domains'
import { type Finding, type LintContext, type LintOptions, stepAt } from './findings'
import { shortestRoutes } from './routes'
import { endings } from './rules/endings'
import { hostFormRules } from './rules/host-form-rules'
import { journeyRules } from './rules/journey-rules'
import { nameRules } from './rules/name-rules'
import { ownFieldRules } from './rules/own-field-rules'
import { type Visit, walk, walkLimit } from './walk'

export type { Finding, LintOptions, Words } from './findings'

type Exception = Flow['exceptions'][number]

/** Whether an exception speaks of a finding: the same rule at the same step, and the same field where it names some. */
const excuses =
  ({ at, rule, fields }: Exception) =>
  (finding: Finding) =>
    finding.rule === rule &&
    (finding.at === stepAt(at) || finding.at.startsWith(`${stepAt(at)}/`)) &&
    (!fields || fields.includes(shortOf(finding.args.field ?? '').short))

/** A warning for each exception, or field of one, that excuses nothing. */
const idleExceptions = (flow: Flow, excused: ReadonlyMap<Exception, readonly Finding[]>): Finding[] =>
  flow.exceptions.flatMap((exception, i): Finding[] => {
    const found = excused.get(exception)!
    const idle = (at: string): Finding => ({
      severity: 'warning',
      rule: 'idleException',
      at,
      args: { path: exception.at },
    })
    if (!found.length) return [idle(`/exceptions/${i}`)]
    return (exception.fields ?? []).flatMap((field, n) =>
      found.some(({ args }) => shortOf(args.field ?? '').short === field) ? [] : [idle(`/exceptions/${i}/fields/${n}`)],
    )
  })

/** What a proof found, and the walk it found it on. */
export type Inspection = { findings: Finding[]; first: Visit; routes: LintContext['routes'] }

/**
 * What is wrong with the meaning of a flow whose shape is right; never stops at the first. An exception named in the
 * file takes its finding away; one that excuses nothing is itself reported, as a warning.
 */
export const inspect = (flow: Flow, known: LintOptions): Inspection => {
  const first = walk(flow)
  const context: LintContext = {
    ...known,
    flow,
    clauses: clausesOf(flow),
    routes: shortestRoutes(first),
    first,
  }
  // Of journeys that could not all be walked nothing more can be said than that they must end.
  const isWalked = context.routes.size < walkLimit
  const all = [...nameRules, ...ownFieldRules, ...(isWalked ? journeyRules : [endings]), hostFormRules].flatMap(
    (rule) => rule(context),
  )
  const found = all.filter(
    ({ rule, at }) => rule !== 'armNeverHolds' || !all.some((other) => other.at.startsWith(`${at}/when/`)),
  )
  const unique = [
    ...new Map(
      found.map((finding) => [`${finding.rule} ${finding.at} ${JSON.stringify(finding.args)}`, finding]),
    ).values(),
  ]
  const excused = new Map(flow.exceptions.map((exception) => [exception, unique.filter(excuses(exception))]))
  const forgiven = new Set([...excused.values()].flat())
  const findings = [
    ...unique.filter((finding) => !forgiven.has(finding)),
    ...(isWalked ? idleExceptions(flow, excused) : []),
  ]
  return { findings, first, routes: context.routes }
}

/** What is wrong with the meaning of a flow whose shape is right. */
export const lint = (flow: Flow, known: LintOptions): Finding[] => inspect(flow, known).findings
