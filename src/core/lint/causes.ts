import type { Flow } from '../../../schema/steps'
import type { Finding } from './findings'
import { mendOf, withMend } from './mends'

const keyOf = ({ rule, at, args }: Finding) => `${rule} ${at} ${JSON.stringify(args)}`

const mostTried = 8 // Each try checks the whole flow again.

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

/** Several missing fields of one guest on one journey: report the first and count the others. */
const sameJourney = (findings: readonly Finding[]) => {
  const lacking = findings.filter(({ rule }) => rule === 'unrecorded')
  const keyOf = ({ at, journey }: Finding) => `${at} ${journey?.join()}`
  const first = new Map(lacking.toReversed().map((finding) => [keyOf(finding), finding]))
  return lacking
    .map((finding) => [finding, first.get(keyOf(finding))!] as const)
    .filter(([finding, cause]) => finding !== cause)
}

/** Returns the root findings; `follows` counts those that disappear with them. `prove` checks a corrected flow. */
export const rootCauses = (flow: Flow, findings: readonly Finding[], prove: (flow: Flow) => Finding[]): Finding[] => {
  const causeOf = new Map<Finding, Finding>([...sameJourney(findings), ...behindOthers(flow, findings)])
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
