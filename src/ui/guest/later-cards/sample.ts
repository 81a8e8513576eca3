import type { Draft } from '../../../../schema/checkin'
import { sampleGuests } from '../../../data/sample-guests'

/**
 * Three invented guests, for the two test addresses; the guest's own code and language stay. `arrivalDate` and
 * `departureDate` (`YYYY-MM-DD`) are three nights apart. It is built as a file of its own, so that a guest who never
 * asks for it loads nothing of it.
 */
export const sample = (
  {
    selectedLanguage = 'it',
    reservationCode = '1234',
    roomDescription = 'Camera Standard',
    showPaymentPage = 'true',
  }: Draft,
  days: { arrivalDate: string; departureDate: string },
): Record<string, string> => ({
  selectedLanguage,
  reservationCode,
  roomDescription,
  showPaymentPage,
  ...sampleGuests,
  ...days,
  numberOfNights: '3',
})
