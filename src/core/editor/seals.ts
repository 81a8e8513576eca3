import { fieldOf } from '../../../schema/checkin'
import { guests, type Who } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { type OfficialFileKind, officialFields, officialFileKinds } from '../exports/official-fields'
import { fieldNamesOf } from '../flow/fields'
import { stepGuests } from '../lint/domains'
import type { Finding, FindingRule } from '../lint/findings'

/** The rule behind each official file. */
const laws: { readonly [kind in OfficialFileKind]: string } = {
  // The guests' particulars go to the questura within 24 hours: Royal Decree 773 of 1931 (TULPS), article 109.
  police: 'art. 109 TULPS',
  // Arrivals and presences are counted for Istat: Regulation (EU) 692/2011.
  tourism: 'Reg. (UE) 692/2011',
}

/**
 * A field the law wants, of a guest or of the stay (`field` is its full name): the rules that want it, the steps that
 * ask it, and, when a record would lack it, the shortest journey to that. `excused` is one a named exception lets go on
 * some journey.
 */
export type Seal = {
  field: string
  who: Who | 'stay'
  laws: string[]
  steps: { path: string; optional: boolean }[]
  lacks?: string[]
  excused?: true
  /** Answers of it that the law needs and some step no longer offers. */
  narrowed?: string[]
}

const stepsThatAsk = (flow: Flow, who: Who | 'stay', short: string): Seal['steps'] =>
  Object.entries(flow.steps).flatMap(([path, step]) => {
    const isHere = who === 'stay' || stepGuests(step).includes(who)
    return isHere && fieldNamesOf(step).includes(short)
      ? [{ path, optional: Boolean(step.optional?.includes(short)) }]
      : []
  })

/** The rules whose findings tell that a record would lack a field, or have it from somebody else than its guest. */
const lossRules: readonly FindingRule[] = ['unrecorded', 'answerErased', 'answerOverwritten']

/** Every field the law's files need, with its seal; `findings` are what the checker says of the same flow. */
export const sealsOf = (flow: Flow, findings: readonly Finding[]): Seal[] =>
  [...guests, 'stay' as const].flatMap((who) => {
    const kindsOf = (short: string) => officialFileKinds.filter((kind) => officialFields[kind][who].includes(short))
    const shorts = [...new Set(officialFileKinds.flatMap((kind) => officialFields[kind][who]))]
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

/** The seals that hold before a change and not after it: what the law's records would newly lack. */
export const brokenSeals = (before: readonly Seal[], after: readonly Seal[]): Seal[] => {
  const known = new Map(before.map((seal) => [seal.field, seal]))
  return after.filter(
    ({ field, lacks, narrowed }) =>
      (lacks && !known.get(field)?.lacks) || narrowed?.some((value) => !known.get(field)?.narrowed?.includes(value)),
  )
}
