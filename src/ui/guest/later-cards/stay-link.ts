import type { OpenedStay } from '../../../../schema/calls/bookings'
import type { Draft } from '../../../../schema/checkin'
import { withDerived } from '../../../core/checkin/derived'
import { stepThat, withChanges } from '../../../core/flow/arms'
import { stepAddress } from '../../../core/flow/trail'
import { daysBetween } from '../../../core/text/dates'
import { attemptId, Refused } from '../../shared/api'
import { house } from '../../shared/published'
import { type Message, messageOf } from '../state/effect-results'
import { draft, resetDraft, saveDraft } from '../state/guest-draft'
import { keepInvitation } from '../state/invitation'
import { walkedJourney } from '../state/walked-journey'
import { shapeHouse } from './own-phone-house'
import { openStay } from './sending'

/** The most nights of one check-in: a longer stay is asked for on its card. */
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

/** Answers begun on this phone go on in the stay of the link: nothing typed is lost, and a changed day stays. */
const goingOn = (before: Draft, stay: Draft, isSame: boolean): Draft => {
  const hasOwnDays = isSame && before.arrivalDate && before.arrivalDate !== before.bookedArrival
  const { arrivalDate, numberOfNights, departureDate } = hasOwnDays ? before : stay
  const anew = isSame ? {} : { checkInId: null, sentAs: null, paymentStatus: null }
  return withChanges(before, { ...stay, arrivalDate, numberOfNights, departureDate, ...anew })
}

/** Opens a stay's link; returns where its guest continues. Throws Refused or Offline. */
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
  if (hasBegun) saveDraft(goingOn(before, stay, isSame))
  else resetDraft()
  shapeHouse()
  if (!hasBegun) return '/'
  const { open, stops } = walkedJourney(draft.get())
  return stepAddress(house.get().flow, open ?? stops.at(-1)!)
}

/** Why a stay's link opens nothing; undefined for another error. */
export const spentStay = (error: unknown): Message | undefined => {
  const over = error instanceof Refused && error.body.over
  return over ? messageOf(`stayLink.${over}.title`, `stayLink.${over}`) : undefined
}
