import type { Draft } from '../../../../schema/checkin'
import { sampleGuests } from '../../../data/example-parties'

/** Returns answers of three invented guests for the test addresses; guests never load this file. */
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
