import { fieldOf } from '../../../schema/checkin'
import { flowGuests, type Who } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { neededIn, type OfficialFileKind, officialFileKinds } from '../exports/official-fields'
import { fieldNamesOf } from '../flow/fields'
import { stepGuests } from '../lint/domains'
import type { Finding, FindingRule } from '../lint/findings'

const laws: { readonly [kind in OfficialFileKind]: string } = {
  // Guest data for the questura within 24 hours: Royal Decree 773 of 1931 (TULPS), article 109.
  police: 'art. 109 TULPS',
  // Arrivals and nights for Istat: Regulation (EU) 692/2011.
  tourism: 'Reg. (UE) 692/2011',
}

/** A field the law needs. `lacks`: the shortest journey without it; `excused`: an exception allows that. */
export type Seal = {
  field: string
  who: Who | 'stay'
  laws: string[]
  steps: { path: string; optional: boolean }[]
  lacks?: string[]
  excused?: true
  narrowed?: string[]
}

const stepsThatAsk = (flow: Flow, who: Who | 'stay', short: string): Seal['steps'] =>
  Object.entries(flow.steps).flatMap(([path, step]) => {
    const isHere = who === 'stay' || stepGuests(step).includes(who)
    return isHere && fieldNamesOf(step).includes(short)
      ? [{ path, optional: Boolean(step.optional?.includes(short)) }]
      : []
  })

const lossRules: readonly FindingRule[] = ['unrecorded', 'answerErased', 'answerOverwritten']

/** Returns every field the law needs, with its state in a flow and its findings. */
export const sealsOf = (flow: Flow, findings: readonly Finding[]): Seal[] =>
  [...flowGuests, 'stay' as const].flatMap((who) => {
    const kindsOf = (short: string) => officialFileKinds.filter((kind) => neededIn(kind, who).includes(short))
    const shorts = [...new Set(officialFileKinds.flatMap((kind) => neededIn(kind, who)))]
    return shorts.map((short): Seal => {
      const field = who === 'stay' ? short : fieldOf(who, short)
      const steps = stepsThatAsk(flow, who, short)
      const lacking = findings.find(({ rule, args }) => lossRules.includes(rule) && args.field === field)
      const isExcused = flow.exceptions.some(
        (exception) => exception.rule === 'unrecorded' && exception.guest === who && exception.field === short,
      )
      const narrowed = findings
        .filter(({ rule, args }) => rule === 'answerLost' && args.field === short)
        .map(({ args }) => args.value!)
      return {
        field,
        who,
        laws: kindsOf(short).map((kind) => laws[kind]),
        steps,
        ...(lacking?.journey && { lacks: lacking.journey }),
        ...(isExcused && { excused: true as const }),
        ...(narrowed.length && who !== 'stay' && { narrowed }),
      }
    })
  })

/** Returns the seals that newly lack a field or an option. */
export const brokenSeals = (before: readonly Seal[], after: readonly Seal[]): Seal[] => {
  const sealsBefore = new Map(before.map((seal) => [seal.field, seal]))
  return after.filter(
    ({ field, lacks, narrowed }) =>
      (lacks && !sealsBefore.get(field)?.lacks) ||
      narrowed?.some((value) => !sealsBefore.get(field)?.narrowed?.includes(value)),
  )
}
