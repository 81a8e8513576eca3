import type { Checkin } from '../../schema/checkin'
import { languages } from '../../schema/languages'
import type { Flow } from '../../schema/steps'
import { payments } from '../payment/payments'
import { allSettings } from '../settings/all-settings'
import { cardProvider } from '../settings/switches'
import { mustExist } from '../shared/messages'
import type { ChangeFeed } from '../store/change-feed'
import { type Handlers, numberOf, type Services } from './handlers'

const returnOf = ({ steps }: Flow) =>
  Object.entries(steps).find(([, { do: effect }]) => effect === 'checkPayment')?.[0] ?? '/'

/** The calls about paying by card, and the letters. */
export const paymentCalls = ({ serving, mailQueue, now, report, push }: Services, { store }: ChangeFeed) => {
  const paid = ({ roomDescription = '' }: Checkin) => push.tell({ kind: 'payment', room: roomDescription })
  const pay = payments({ store, settings: () => allSettings(store), provider: cardProvider, now, log: report, paid })
  const record = async (context: { params: { id: string } }) => mustExist(await store.checkin(numberOf(context)))
  return {
    'POST /api/checkin/:id/pay': async (context) => {
      const checkin = await record(context)
      const { flow, words } = serving.current()
      const language = languages.find((one) => one === checkin.selectedLanguage) ?? 'it'
      const { url } = await pay.begin(checkin, context.origin + returnOf(flow), words[language]['pay.deposit'])
      return { data: { url } }
    },
    // PayPal does not report payments.
    'POST /api/checkin/:id/paypal': async (context) => {
      const { paymentStatus } = await record(context)
      if (paymentStatus !== 'completed')
        mustExist(await store.updateCheckin(numberOf(context), { paymentMethod: 'CARTA', paymentStatus: 'initiated' }))
      return {}
    },
    'GET /api/checkin/:id/payment': async (context) => ({ data: { status: await pay.lookUp(await record(context)) } }),
    'POST /api/stripe/webhook': async ({ raw, req }) => ({
      data: { outcome: await pay.webhook(raw, req.headers) },
    }),
    'GET /api/smtp2go-test': async () => ({ whole: await mailQueue.test(await allSettings(store)) }),
    'POST /api/letters/release': async ({ body }) => {
      await mailQueue.release(Number(body.checkinId))
      return {}
    },
    'GET /api/letters': async () => ({ data: mailQueue.list() }),
  } satisfies Partial<Handlers>
}
