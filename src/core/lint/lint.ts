import type { Flow } from '../../../schema/steps'
import { places } from './domains'
import { type Finding, type House, type Known, stepAt } from './findings'
import { forms } from './host-form-rules'
import { endings, reaches } from './journey-rules'
import { references } from './name-rules'
import { journeys, most, reached, walk } from './walk'

export type { Finding, Known, Words } from './findings'

/**
 * What is wrong with the meaning of a flow whose shape is right; never stops at the first. An exception named in the file takes
 * its finding away; one that excuses nothing is itself reported, as a warning.
 */
export const lint = (flow: Flow, known: Known): Finding[] => {
  const first = walk(flow)
  const house: House = { ...known, flow, places: places(flow), ways: reached(first), journeys: journeys(first) }
  // Of journeys that could not all be walked nothing more can be said than that they must end.
  const isWalked = house.journeys.length <= most
  const all = [...references, ...(isWalked ? reaches : [endings]), forms].flatMap((rule) => rule(house))
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
