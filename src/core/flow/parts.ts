import type { Who } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { rules } from '../../../schema/vocabulary'
import type { Facts } from './facts'
import { fieldNamesOf } from './fields'

const journeyParts = ['you', 'others', 'stay', 'check'] as const
type JourneyPart = (typeof journeyParts)[number]

type Steps = Pick<Flow, 'steps'>
type Place = { path: string; who?: Who | undefined }

/** The place of a card. A card that is no stop of the journey comes after the step that its Back leads to (`back`). */
type CardPlace = Place & { back?: string | undefined }

const ofOthers = /^(add\w*Guest|partyKind$)/
const ofStay = /^(invoiceType|company|arrivalDate$|numberOfNights$|taxClaims$)/

/** Returns whether a journey is a later guest's alone, on an own phone: it has no card of the first guest. */
const isOneGuests = ({ steps }: Steps) => !Object.values(steps).some(({ guest }) => guest === 'main')

/** Returns the part of a step; undefined for a house's own step, which continues the part before it. */
export const partOfStep = ({ steps }: Steps, { path, who }: Place): JourneyPart | undefined => {
  const step = steps[path]!
  const effect = step.do && rules[step.do]
  const asks = (names: RegExp) => fieldNamesOf(step).some((name) => names.test(name))
  if (effect?.sends || effect?.follows || effect?.ends) return 'check'
  if ((who && who !== 'main' && !isOneGuests({ steps })) || asks(ofOthers)) return 'others'
  if (who) return 'you'
  return asks(ofStay) ? 'stay' : undefined
}

/** Returns the length of the shortest way to the end of a part; `left` has the steps to the end of the journey. */
const stepsLeft = (flow: Steps, part: JourneyPart, from: string, left: Readonly<Record<string, number>>) => {
  const isInPart = (path: string) => {
    const guest = flow.steps[path]?.guest
    return (
      flow.steps[path] &&
      (partOfStep(flow, { path, ...(typeof guest === 'string' && { who: guest }) }) ?? part) === part
    )
  }
  const nearest = (path: string) =>
    flow.steps[path]!.next.flatMap(({ to }) => (typeof to === 'string' && to in left ? [to] : [])).sort(
      (one, other) => left[one]! - left[other]!,
    )[0]
  const passed = new Set<string>()
  for (let path: string | undefined = from; path && isInPart(path) && !passed.has(path); path = nearest(path))
    passed.add(path)
  return passed.size
}

/** A part of the journey: its name, its number among `of` parts, and how much of it is done (`filled`, 0 to 1). */
export type PartReached = { name: JourneyPart; number: number; of: number; filled: number }

/**
 * Returns the furthest part reached at a card, and its progress. Each step fills its share of what remained of the
 * part, so that adding a guest never moves the progress back.
 */
export const partAt = (
  flow: Steps,
  { stops }: { stops: readonly Place[] },
  at: CardPlace,
  known: Facts,
  left: Readonly<Record<string, number>>,
): PartReached => {
  const indexOf = (wanted: string | undefined) => stops.findIndex(({ path }) => path === wanted)
  const before = stops.slice(0, indexOf(at.path) >= 0 ? indexOf(at.path) : indexOf(at.back) + 1)
  let furthest = 0
  const reached = [...before, at].map((stop) => {
    furthest = Math.max(furthest, journeyParts.indexOf(partOfStep(flow, stop) ?? 'you'))
    return furthest
  })
  const name = journeyParts[furthest]!
  const isAlone = isOneGuests(flow)
  const hasPart = {
    you: true,
    others: !isAlone && known['settings.enableSecondGuest'] !== 'no',
    stay: !isAlone,
    check: true,
  }
  const all = journeyParts.filter((part) => part === name || hasPart[part])
  const open = before
    .filter((_, i) => reached[i] === furthest)
    .reduce((rest, { path }) => rest * (1 - 1 / (stepsLeft(flow, name, path, left) + 1)), 1)
  return { name, number: all.indexOf(name) + 1, of: all.length, filled: 1 - open }
}
