import type { Flow } from '../../../schema/steps'
import type { Finding } from './findings'
import { mended, mendOf } from './mends'

const keyOf = ({ rule, at, args }: Finding) => `${rule} ${at} ${JSON.stringify(args)}`

/** How many corrections are tried; each costs a proof. */
const mostTried = 8

/** Steps that only steps which are themselves unreached lead to. */
const behindOthers = (flow: Flow, findings: readonly Finding[]) => {
  const lost = findings.filter(({ rule }) => rule === 'unreached')
  const paths = new Set(lost.map(({ args }) => args.path!))
  const ledTo = new Set([...paths].flatMap((path) => (flow.steps[path]?.next ?? []).map(({ to }) => String(to))))
  const roots = lost.filter(({ args }) => !ledTo.has(args.path!))
  // In a circle of unreached steps each is led to by another: its first one stands for it.
  const first = roots[0] ?? lost[0]
  return lost
    .filter((finding) => finding !== first && !roots.includes(finding))
    .map((finding) => [finding, first!] as const)
}

/** Fields one guest's record lacks on the same journey: told once, the others counted. */
const sameJourney = (findings: readonly Finding[]) => {
  const first = new Map<string, Finding>()
  return findings.flatMap((finding) => {
    if (finding.rule !== 'unrecorded') return []
    const key = `${finding.at} ${finding.journey?.join()}`
    const other = first.get(key)
    if (!other) first.set(key, finding)
    return other ? [[finding, other] as const] : []
  })
}

/**
 * The findings a host needs to read: those that go away once another is corrected follow from it and are counted there
 * (`follows`), after it is tried. `prove` finds what is wrong with a flow.
 */
export const rootCauses = (flow: Flow, findings: readonly Finding[], prove: (flow: Flow) => Finding[]): Finding[] => {
  const causeOf = new Map<Finding, Finding>([...sameJourney(findings), ...behindOthers(flow, findings)])
  const tried = findings.filter((finding) => finding.severity === 'error' && mendOf(finding)).slice(0, mostTried)
  for (const cause of tried) {
    if (causeOf.has(cause) || findings.length === 1) continue
    const left = new Set(prove(mended(flow, mendOf(cause)!)).map(keyOf))
    if (left.has(keyOf(cause))) continue
    for (const finding of findings)
      if (finding !== cause && !tried.includes(finding) && !left.has(keyOf(finding))) causeOf.set(finding, cause)
  }
  // What was tried follows from nothing, so this comes to an end.
  const rootOf = (finding: Finding): Finding => {
    const cause = causeOf.get(finding)
    return cause ? rootOf(cause) : finding
  }
  const roots = new Map<Finding, number>()
  for (const finding of findings) {
    const root = rootOf(finding)
    roots.set(root, (roots.get(root) ?? 0) + (root === finding ? 0 : 1))
  }
  return [...roots]
    .map(([finding, follows]) => (follows ? { ...finding, follows } : finding))
    .sort(
      (a, b) =>
        Number(tried.some((one) => keyOf(one) === keyOf(b))) - Number(tried.some((one) => keyOf(one) === keyOf(a))),
    )
}
