import type { Draft } from '../../../../schema/checkin'
import { type Trail, trail } from '../../../core/flow/trail'
import { withSentArrival } from '../../../core/flow/validation'
import { houseSettings } from '../../shared/house-settings'
import { house } from '../../shared/published'

/** Returns the checker for these answers: of those that were sent the day of arrival may have gone by. */
export const checkerFor = ({ checkInId, arrivalDate }: Draft) =>
  withSentArrival(house.get().checker, checkInId && arrivalDate)

let last: { of: readonly unknown[]; journey: Trail } | undefined

/**
 * The journey walked with these answers. The last one is kept: who leaves a card and who draws the next ask for the
 * same.
 */
export const walked = (answers: Draft): Trail => {
  const { flow, checker } = house.get()
  const of = [flow, answers, houseSettings.get(), checker] as const
  if (!last?.of.every((one, i) => one === of[i]))
    last = { of, journey: trail(flow, answers, houseSettings.get(), checkerFor(answers)) }
  return last.journey
}
