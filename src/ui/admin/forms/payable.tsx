import type { Draft } from '../../../../schema/checkin'
import type { Settings } from '../../../../schema/settings'
import { say } from '../../shared/published'

type Paying = Pick<Settings, 'enableStripe' | 'enablePayPal' | 'paypalLink'>

/** Whether guests can pay by card: PayPal with its link, or Stripe. */
const isPayable = ({ enableStripe, enablePayPal, paypalLink }: Paying) =>
  Boolean(enableStripe || (enablePayPal && paypalLink))

/** Whether a code requires a payment that no card can make. */
export const isUnpayable = (settings: Settings | undefined) =>
  settings !== undefined &&
  !isPayable(settings) &&
  settings.reservationCodes.some(({ showPaymentPage }) => showPaymentPage)

/** Returns a new code's initial answers: without a card payment it requires none. */
export const newCode = (settings: Paying | undefined): Draft =>
  settings && !isPayable(settings) ? { showPaymentPage: 'no' } : {}

/** Returns the form's caution: where payment is set up, until it is. */
export const codeCautions = (settings: Paying | undefined) =>
  settings && !isPayable(settings)
    ? {
        showPaymentPage: (
          <>
            {say('codes.noPayment')}{' '}
            <a className="link" href="/admin-settings?tab=payment">
              {say('codes.setUpPayment')}
            </a>
          </>
        ),
      }
    : {}
