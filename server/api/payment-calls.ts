import type { Checkin } from '../../schema/checkin'
import { languages } from '../../schema/languages'
import { isTestGuest } from '../../src/core/checkin/checkin-states'
import { stepDoing } from '../../src/core/flow/arms'
import {
  booksOf,
  type ClosingFault,
  closedIn,
  closingFault,
  closingOf,
  correctionsOf,
  declaredIn,
  openQuarter,
} from '../../src/core/tax/tax-closing'
import { taxSets } from '../../src/core/tax/town-rules'
import { paymentsOf, type Till, taxNow, taxTill, wayOf } from '../checkin/tax-till'
import { payments } from '../payment/payments'
import { allSettings } from '../settings/all-settings'
import { cardProvider } from '../settings/switches'
import { wordOf } from '../shared/body'
import { italianDay } from '../shared/clock'
import { mustExist, Refusal, say } from '../shared/messages'
import { runSliced } from '../shared/scheduling'
import type { ChangeFeed } from '../store/store'
import { type Handlers, numberOf, type Services } from './handlers'

/** The calls about paying by card or PayPal. */
export const paymentCalls = ({ serving, now, report, push }: Services, { store }: ChangeFeed) => {
  const paid = ({ roomDescription = '' }: Checkin) => push.tell({ kind: 'payment', room: roomDescription })
  const pay = payments({ store, settings: () => allSettings(store), provider: cardProvider, now, log: report, paid })
  const record = async (context: { params: { id: string } }) => mustExist(await store.checkin(numberOf(context)))
  return {
    'POST /api/checkin/:id/pay': async (context) => {
      const checkin = await record(context)
      const { flow, words } = serving.current()
      const language = languages.find((one) => one === checkin.selectedLanguage) ?? 'it'
      const back = context.origin + (stepDoing(flow, 'checkPayment') ?? '/')
      const { url } = await pay.begin(checkin, back, words[language]['pay.deposit'])
      return { data: { url } }
    },
    // PayPal does not report payments.
    'POST /api/checkin/:id/paypal': async (context) => {
      const { paymentStatus } = await record(context)
      if (paymentStatus !== 'completed')
        mustExist(await store.updateCheckin(numberOf(context), { paymentMethod: 'CARTA', paymentStatus: 'initiated' }))
    },
    'GET /api/checkin/:id/payment': async (context) => ({ data: { status: await pay.lookUp(await record(context)) } }),
    'POST /api/stripe/webhook': async ({ raw, req }) => ({
      data: { outcome: await pay.webhook(raw, req.headers) },
    }),
  } satisfies Partial<Handlers>
}

/** The most that one payment of the tax can be, in cents. */
const most = 10_000_000

const changed = () => new Refusal(409, say('server.taxChanged'))
const faultSentences = { running: 'server.taxRunning', closed: 'server.taxClosed', order: 'server.taxOrder' } as const
const refusedQuarter = (fault: ClosingFault) => new Refusal(409, say(faultSentences[fault]))

const taxPayments = ({ store }: ChangeFeed, till: Till) =>
  ({
    'GET /api/checkin/:id/tax': async (context) => {
      const checkin = mustExist(await store.checkin(numberOf(context)))
      const tax = await taxNow(store, checkin)
      return {
        data: {
          amount: tax?.amount ?? 0,
          guests: tax?.guests.map(({ who, nights }) => ({ who, nights })) ?? [],
          payments: await paymentsOf(store, checkin.id),
        },
      }
    },
    'POST /api/checkin/:id/tax': async (context) => {
      const { amount, cents, collected } = context.body
      const way = wayOf(context.body.way)
      if (!way || !Number.isInteger(cents) || !cents || Math.abs(Number(cents)) > most)
        throw new Refusal(400, say('server.taxWay'))
      const id = numberOf(context)
      await till.collect(id, way, async (before, checkin) => {
        const due = amount === undefined ? undefined : ((await taxNow(store, checkin))?.amount ?? 0)
        if (before !== collected || due !== amount) throw changed()
        return Number(cents)
      })
      return { data: (await paymentsOf(store, id)).at(-1)! }
    },
  }) satisfies Partial<Handlers>

/** The first month of a quarter. Refuses (400) another text. */
const quarterIn = ({ quarter }: { quarter?: unknown }) => {
  const month = wordOf(quarter)
  if (!/^20\d\d-(01|04|07|10)$/.test(month)) throw new Refusal(400, say('server.day'))
  return month
}

const quarters = ({ now }: Services, { store }: ChangeFeed, till: Till) => {
  const closings = () => store.notes('tax-closing')
  const known = async () => (await store.checkins()).filter((one) => !isTestGuest(one))
  return {
    'GET /api/tax': async ({ query }) => {
      const year = wordOf(query.year)
      if (!/^20\d\d$/.test(year)) throw new Refusal(400, say('server.day'))
      const all = await closings()
      const isOpen = openQuarter(closedIn(all))?.startsWith(year)
      const sets = taxSets(await allSettings(store))
      const corrections = isOpen ? await runSliced(correctionsOf(await known(), all, sets)) : []
      return { data: booksOf(year, all, await store.notes('tax-payment'), corrections) }
    },
    'POST /api/tax/close': async ({ body }) => {
      const quarter = quarterIn(body)
      return till.alone(async () => {
        const before = await closings()
        const fault = closingFault(quarter, closedIn(before), italianDay(now()))
        if (fault) throw refusedQuarter(fault)
        const sets = taxSets(await allSettings(store))
        const closing = await runSliced(closingOf(quarter, await known(), before, sets))
        if (declaredIn(closing).cents !== body.cents) throw changed()
        await store.note('tax-closing', { at: now().toISOString(), ...closing })
      })
    },
    'POST /api/tax/open': async ({ body }) => {
      const quarter = quarterIn(body)
      return till.alone(async () => {
        const all = await closings()
        const latest = all.find((one) => one.quarter === closedIn(all).at(-1))
        if (latest?.quarter !== quarter) throw refusedQuarter('order')
        await store.removeNote('tax-closing', latest.id)
      })
    },
  } satisfies Partial<Handlers>
}

/** The calls about the tourist tax: payments, and closed quarters. */
export const taxAccountCalls = (services: Services, feed: ChangeFeed) => {
  const till = taxTill({ ...services, store: feed.store })
  return { ...taxPayments(feed, till), ...quarters(services, feed, till) } satisfies Partial<Handlers>
}
