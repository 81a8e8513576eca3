import type { Draft } from '../../../../schema/checkin'
import type { Settings } from '../../../../schema/settings'
import { say } from '../../shared/published'

type Paying = Pick<Settings, 'enableStripe' | 'enablePayPal' | 'paypalLink'>

/** Whether a guest can pay by card: PayPal, with its link, or Stripe is set up. */
const isPayable = ({ enableStripe, enablePayPal, paypalLink }: Paying) =>
  Boolean(enableStripe || (enablePayPal && paypalLink))

/** Whether a code asks for a payment that no card can make. */
export const isUnpayable = (settings: Settings | undefined) =>
  settings !== undefined &&
  !isPayable(settings) &&
  settings.reservationCodes.some(({ showPaymentPage }) => showPaymentPage)

/** The answers a new code begins with: it asks for no payment where none is set up. */
export const newCode = (settings: Paying | undefined): Draft =>
  settings && !isPayable(settings) ? { showPaymentPage: 'no' } : {}

/** What the form of a code says beside its questions: where payment is set up, as long as it is not. */
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
