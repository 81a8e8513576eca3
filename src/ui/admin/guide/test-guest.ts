import type { ReservationCode } from '../../../../schema/code'
import { isTestGuest, testGuestDraft } from '../../../core/checkin/checkin-states'
import { addDays } from '../../../core/text/dates'
import { sample } from '../../guest/later-cards/sample'
import { hostCall as call } from '../../shared/api'
import { today } from '../../shared/published'
import { readCheckins } from '../checkins/stream'
import { asHost } from '../session/host'

/** Creates an invented guest who arrives today. Throws Refused or Offline. */
export const makeTestGuest = ({ code, description, showPaymentPage }: ReservationCode) => {
  const about = { reservationCode: code, roomDescription: description, showPaymentPage: String(showPaymentPage) }
  const days = { arrivalDate: today(), departureDate: addDays(today(), 2) }
  const alone = Object.entries({ ...sample(about, days), ...about }).filter(
    ([name]) => !/^(?:second|third)Guest/.test(name),
  )
  const body = {
    ...Object.fromEntries(alone),
    mainGuestName: 'OSPITE',
    mainGuestLastName: 'DI PROVA',
    addSecondGuest: 'no' as const,
    addThirdGuest: 'no' as const,
    paymentMethod: 'PORTALE' as const,
    numberOfNights: '2',
    // A second press creates no second check-in.
    draftId: testGuestDraft,
  }
  return asHost(() => call('POST /api/checkin', { body }))
}

/** Deletes the invented guest. Throws Refused or Offline. */
export const removeTestGuest = async () => {
  const found: number[] = []
  await asHost(() => readCheckins({}, (some) => found.push(...some.filter(isTestGuest).map(({ id }) => id))))
  for (const id of found) await asHost(() => call('DELETE /api/checkin/:id', { params: { id } }))
}
