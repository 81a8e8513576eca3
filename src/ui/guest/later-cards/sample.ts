import type { Draft } from '../../../../schema/checkin'
import { sampleGuests } from '../../../data/sample-guests'

/**
 * Returns answers of three invented guests for the two test addresses, with the draft's own code and language. `days`
 * are `YYYY-MM-DD`, three nights apart. Built as a file of its own: ordinary guests never load it.
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
