import type { Draft } from '../../../schema/checkin'
import { addDays } from '../../core/text/dates'
import { sampleGuests } from '../../data/sample-guests'
import { house, today } from '../shared/published'

/** Three invented guests, for the two test addresses; the guest's own code and language stay. */
export const sample = ({
  selectedLanguage,
  reservationCode,
  roomDescription,
  showPaymentPage,
}: Draft): Record<string, string> => ({
  selectedLanguage: selectedLanguage ?? house.get().language,
  reservationCode: reservationCode ?? '1234',
  roomDescription: roomDescription ?? 'Camera Standard',
  showPaymentPage: showPaymentPage ?? 'true',
  ...sampleGuests,
  arrivalDate: today(),
  numberOfNights: '3',
  departureDate: addDays(today(), 3),
})
