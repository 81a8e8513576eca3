import type { Flow } from '../../schema/steps'
import { type Asking, type Call, type Kit, numberOf, recordOf } from '../http/call'
import { payments } from '../payment/stripe'
import { allSettings } from '../settings/house'
import type { ChangeFeed } from '../store/change-feed'

/** Where a guest comes back to from paying: the step that looks how it went. */
const returnOf = ({ steps }: Flow) =>
  Object.entries(steps).find(([, { do: effect }]) => effect === 'checkPayment')?.[0] ?? '/'

/** The calls behind the last step: paying by card, and the letters. */
export const afterCalls = ({ serving, post, now, report }: Kit, { store }: ChangeFeed): Call[] => {
  const pay = payments({ store, now, log: report })
  const record = async (asking: Asking) => recordOf(await store.checkin(numberOf(asking)))
  return [
    {
      method: 'POST',
      path: '/api/checkin/:id/pay',
      who: 'owner',
      costs: 'change',
      run: async (asking) => ({
        data: { url: (await pay.begin(await record(asking), asking.origin + returnOf(serving.current().flow))).url },
      }),
    },
    {
      // PayPal's own page tells nobody how it went: all that is known is that the guest went there.
      method: 'POST',
      path: '/api/checkin/:id/paypal',
      who: 'owner',
      costs: 'change',
      run: async (asking) => {
        const { paymentStatus } = await record(asking)
        if (paymentStatus !== 'completed')
          recordOf(await store.updateCheckin(numberOf(asking), { paymentMethod: 'CARTA', paymentStatus: 'initiated' }))
        return {}
      },
    },
    {
      method: 'GET',
      path: '/api/checkin/:id/payment',
      who: 'owner',
      run: async (asking) => ({ data: { status: await pay.lookUp(await record(asking)) } }),
    },
    {
      method: 'POST',
      path: '/api/stripe/webhook',
      who: 'anyone',
      raw: true,
      limit: 256_000,
      run: async ({ raw, req }) => ({
        data: { outcome: await pay.webhook(raw!, String(req.headers['stripe-signature'] ?? '')) },
      }),
    },
    {
      method: 'GET',
      path: '/api/smtp2go-test',
      who: 'host',
      site: true,
      run: async () => ({ text: JSON.stringify(await post.test(await allSettings(store))) }),
    },
    { method: 'GET', path: '/api/letters', who: 'host', quiet: true, run: async () => ({ data: post.list() }) },
  ]
}
