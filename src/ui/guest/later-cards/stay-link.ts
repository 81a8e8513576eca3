import type { OpenedStay } from '../../../../schema/calls/bookings'
import type { Draft } from '../../../../schema/checkin'
import { withDerived } from '../../../core/checkin/derived'
import { stepThat, withChanges } from '../../../core/flow/arms'
import { stepAddress } from '../../../core/flow/trail'
import { daysBetween } from '../../../core/text/dates'
import { attemptId, Refused } from '../../shared/api'
import { house } from '../../shared/published'
import { type Message, messageOf } from '../state/effect-results'
import { draft, resetDraft, saveDraft, walkedJourney } from '../state/guest-draft'
import { keepInvitation } from '../state/invitation'
import { shapeHouse } from './own-phone-house'
import { openStay } from './sending'

/** The longest check-in; the guest of a longer stay answers for the nights. */
const mostNights = 30

const filledIn = (stay: OpenedStay, token: string, draftId: string): Draft => {
  const nights = daysBetween(stay.arrival, stay.departure)
  return withDerived({
    reservationCode: stay.reservationCode,
    draftCode: stay.reservationCode,
    roomDescription: stay.roomDescription,
    showPaymentPage: String(stay.showPaymentPage),
    arrivalDate: stay.arrival,
    ...(nights <= mostNights && { numberOfNights: String(nights) }),
    bookedArrival: stay.arrival,
    stayLink: token,
    draftId,
  })
}

/** Merges a begun draft with the stay of the link: typed answers and changed days stay. */
const merged = (before: Draft, stay: Draft, isSame: boolean): Draft => {
  const hasOwnDays = isSame && before.arrivalDate && before.arrivalDate !== before.bookedArrival
  const { arrivalDate, numberOfNights, departureDate } = hasOwnDays ? before : stay
  const anew = isSame ? {} : { checkInId: null, sentAs: null, paymentStatus: null }
  return withChanges(before, { ...stay, arrivalDate, numberOfNights, departureDate, ...anew })
}

/** Opens a stay's link; returns the next address. Throws Refused or Offline. */
export const openStayLink = async (token: string): Promise<string> => {
  const { flow } = house.get()
  const before = draft.get()
  const isSame = before.stayLink === token
  const isFinished = before.finished === 'yes'
  if (isSame && isFinished) return stepThat(flow, 'ends') ?? '/'
  const draftId = (isSame && before.draftId) || attemptId()
  const { data } = await openStay(token, draftId)
  const stay = filledIn(data, token, draftId)
  keepInvitation({ code: data.reservationCode, word: token, stay })
  const hasBegun = before.selectedLanguage && before.draftId && !isFinished && (isSame || !before.checkInId)
  if (hasBegun) saveDraft(merged(before, stay, isSame))
  else resetDraft()
  shapeHouse()
  if (!hasBegun) return '/'
  const { open, stops } = walkedJourney(draft.get())
  return stepAddress(house.get().flow, open ?? stops.at(-1)!)
}

/** Returns why a stay's link is invalid; undefined for another error. */
export const spentStay = (error: unknown): Message | undefined => {
  const over = error instanceof Refused && error.body.over
  return over ? messageOf(`stayLink.${over}.title`, `stayLink.${over}`) : undefined
}
