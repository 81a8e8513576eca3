import type { Flow } from '../../../schema/steps'
import { clausesOf } from './domains'
import { type Finding, type LintContext, type LintOptions, stepAt } from './findings'
import { hostFormRules } from './host-form-rules'
import { endingsRule, journeyRules } from './journey-rules'
import { nameRules } from './name-rules'
import { journeys, shortestRoutes, walk, walkLimit } from './walk'

export type { Finding, LintOptions, Words } from './findings'

/**
 * What is wrong with the meaning of a flow whose shape is right; never stops at the first. An exception named in the file takes
 * its finding away; one that excuses nothing is itself reported, as a warning.
 */
export const lint = (flow: Flow, known: LintOptions): Finding[] => {
  const first = walk(flow)
  const context: LintContext = {
    ...known,
    flow,
    clauses: clausesOf(flow),
    routes: shortestRoutes(first),
    journeys: journeys(first),
  }
  // Of journeys that could not all be walked nothing more can be said than that they must end.
  const isWalked = context.journeys.length <= walkLimit
  const all = [...nameRules, ...(isWalked ? journeyRules : [endingsRule]), hostFormRules].flatMap((rule) =>
    rule(context),
  )
  const found = all.filter(
    ({ rule, at }) => rule !== 'armNeverHolds' || !all.some((other) => other.at.startsWith(`${at}/when/`)),
  )
  const unique = [
    ...new Map(
      found.map((finding) => [`${finding.rule} ${finding.at} ${JSON.stringify(finding.args)}`, finding]),
    ).values(),
  ]
  const excuses =
    ({ at, rule }: Flow['exceptions'][number]) =>
    (finding: Finding) =>
      finding.rule === rule && (finding.at === stepAt(at) || finding.at.startsWith(`${stepAt(at)}/`))
  const idle = flow.exceptions.flatMap((exception, i): Finding[] =>
    !isWalked || unique.some(excuses(exception))
      ? []
      : [{ severity: 'warning', rule: 'idleException', at: `/exceptions/${i}`, args: { path: exception.at } }],
  )
  return [...unique.filter((finding) => !flow.exceptions.some((exception) => excuses(exception)(finding))), ...idle]
}
