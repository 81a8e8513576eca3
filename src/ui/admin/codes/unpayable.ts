import type { Settings } from '../../../../schema/settings'

/** Whether a code asks for a payment that no card can make: neither PayPal nor Stripe is set up. */
export const isUnpayable = (settings: Settings | undefined) =>
  settings !== undefined &&
  !settings.enableStripe &&
  !(settings.enablePayPal && settings.paypalLink) &&
  settings.reservationCodes.some(({ showPaymentPage }) => showPaymentPage)
