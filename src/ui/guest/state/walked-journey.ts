import type { Draft } from '../../../../schema/checkin'
import { type Trail, trail } from '../../../core/flow/trail'
import { withSentArrival } from '../../../core/flow/validation'
import { houseSettings } from '../../shared/house-settings'
import { house } from '../../shared/published'

/** Returns the checker for these answers: a check-in already sent may keep a day of arrival that has passed. */
export const checkerFor = ({ checkInId, arrivalDate }: Draft) =>
  withSentArrival(house.get().checker, checkInId && arrivalDate)

let cached: { inputs: readonly unknown[]; journey: Trail } | undefined

/** Returns the journey of these answers, cached: leaving one card and drawing the next need the same. */
export const walkedJourney = (answers: Draft): Trail => {
  const { flow, checker } = house.get()
  const inputs = [flow, answers, houseSettings.get(), checker] as const
  if (!cached?.inputs.every((input, i) => input === inputs[i]))
    cached = { inputs, journey: trail(flow, answers, houseSettings.get(), checkerFor(answers)) }
  return cached.journey
}
