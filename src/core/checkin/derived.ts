import type { Draft } from '../../../schema/checkin'
import { withChanges } from '../flow/arms'
import { withoutTrunk } from '../flow/telephone'
import { addDays } from '../text/dates'

// Not part of `flow/fields.ts`, which the first card loads: the telephone prefixes would come along.

/** Returns a draft with the departure (arrival plus nights, `YYYY-MM-DD`) and the whole telephone number. */
export const withDerived = (draft: Draft): Draft =>
  withChanges(draft, {
    departureDate:
      draft.arrivalDate && draft.numberOfNights ? addDays(draft.arrivalDate, Number(draft.numberOfNights)) : null,
    phone:
      draft.phonePrefix && draft.phoneNumber
        ? `${draft.phonePrefix} ${withoutTrunk(draft.phoneNumber, draft.phonePrefix)}`
        : null,
  })
