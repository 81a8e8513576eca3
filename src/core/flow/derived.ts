import type { Draft } from '../../../schema/checkin'
import { addDays } from '../text/dates'
import { withChanges } from './arms'
import { withoutTrunk } from './telephone'

/**
 * A draft with what follows from its answers: the departure (arrival plus nights, `YYYY-MM-DD`) and the whole phone
 * number.
 */
export const withDerived = (draft: Draft): Draft =>
  withChanges(draft, {
    departureDate:
      draft.arrivalDate && draft.numberOfNights ? addDays(draft.arrivalDate, Number(draft.numberOfNights)) : null,
    phone:
      draft.phonePrefix && draft.phoneNumber
        ? `${draft.phonePrefix} ${withoutTrunk(draft.phoneNumber, draft.phonePrefix)}`
        : null,
  })
