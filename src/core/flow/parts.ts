import type { Who } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { rules } from '../../../schema/vocabulary'
import type { Facts } from './facts'
import { fieldNamesOf } from './fields'
import type { Trail } from './trail'

/** The parts of a check-in, in order. */
export const journeyParts = ['you', 'others', 'stay', 'check'] as const
export type JourneyPart = (typeof journeyParts)[number]

type Place = { path: string; who?: Who | undefined }

const ofOthers = /^add(Second|Third)Guest$/
const ofStay = /^(invoiceType|company|arrivalDate$|numberOfNights$)/

/** A house's own step belongs to no part. */
const partOf = (flow: Pick<Flow, 'steps'>, { path, who }: Place) => {
  const step = flow.steps[path]!
  const effect = step.do && rules[step.do]
  const asks = (names: RegExp) => fieldNamesOf(step).some((name) => names.test(name))
  if (effect?.sends || effect?.follows || effect?.ends) return 'check'
  if ((who && who !== 'main') || asks(ofOthers)) return 'others'
  if (who) return 'you'
  return asks(ofStay) ? 'stay' : undefined
}

/**
 * Returns the part of the journey and the number of parts. The part is the furthest up to this step, so that progress
 * never goes back. A house without further guests has one part less.
 */
export const partAt = (
  flow: Pick<Flow, 'steps'>,
  { stops }: Pick<Trail, 'stops'>,
  at: Place,
  known: Facts,
): { name: JourneyPart; number: number; of: number } => {
  const before = stops.slice(
    0,
    Math.max(
      0,
      stops.findIndex(({ path }) => path === at.path),
    ),
  )
  const reached = [...before, at].map((stop) => journeyParts.indexOf(partOf(flow, stop) ?? 'you'))
  const name = journeyParts[Math.max(...reached)]!
  const all = journeyParts.filter(
    (part) => part !== 'others' || part === name || known['settings.enableSecondGuest'] !== 'no',
  )
  return { name, number: all.indexOf(name) + 1, of: all.length }
}
