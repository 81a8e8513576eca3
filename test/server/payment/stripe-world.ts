import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import type { Settings } from '../../../schema/settings'
import { payments } from '../../../server/payment/payments'
import { stripe } from '../../../server/payment/stripe'
import { allSettings } from '../../../server/settings/all-settings'
import { openStore } from '../../../server/store/sqlite/open'
import type { Store } from '../../../server/store/store'
import { folder, stay } from '../store/store-world'

/** Behaviour of the fake: as Stripe, with an error, without response, or dropping the connection. */
export type Manners = 'well' | 'fault' | 'mute' | 'drop' | 'refuse'

type Page = Record<string, any>
type Call = { method: string; path: string; key: string | undefined; form: Record<string, string> }

const answer = (res: ServerResponse, status: number, body: object) => {
  res.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
  res.end(JSON.stringify(body))
}
const faultOf = (status: number) => ({
  error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message: 'no, thank you' },
})
const textOf = async (req: IncomingMessage) => {
  let text = ''
  for await (const chunk of req) text += chunk
  return text
}

/** A server on a free port with Stripe's calls for Checkout pages (open, show, close) and idempotency keys. */
export const fakeStripe = async (key: string) => {
  const pages = new Map<string, Page>()
  const once = new Map<string, { text: string; page: Page }>()
  const calls: Call[] = []
  const state = { manners: 'well' as Manners, count: 0 }
  const open = (form: Record<string, string>, url: string): Page => {
    const id = `cs_test_${String(++state.count).padStart(6, '0')}`
    const metadata = Object.fromEntries(
      Object.entries(form).flatMap(([name, value]) =>
        /^metadata\[(\w+)\]$/.test(name) ? [[name.slice(9, -1), value]] : [],
      ),
    )
    return {
      id,
      object: 'checkout.session',
      livemode: key.includes('_live_'),
      status: 'open',
      payment_status: 'unpaid',
      url: `${url}/c/pay/${id}`,
      client_reference_id: form.client_reference_id,
      metadata,
      amount_total: Number(form['line_items[0][price_data][unit_amount]']),
      currency: form['line_items[0][price_data][currency]'],
      success_url: form.success_url,
      cancel_url: form.cancel_url,
    }
  }
  const pay = (id: string) =>
    Object.assign(pages.get(id)!, { status: 'complete', payment_status: 'paid', url: null }) as Page
  /** The guest's payment page: one link pays, one does not, both lead back. */
  const checkout = (res: ServerResponse, id: string, paid: boolean) => {
    const page = pages.get(id)!
    if (paid) return void res.writeHead(303, { location: pay(id).success_url }).end()
    res
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<h1>${page.amount_total} ${page.currency}</h1><a href="/c/pay/${id}/paid">Pay</a> <a href="${page.cancel_url}">Leave</a>`,
      )
  }
  const server = createServer(async (req, res) => {
    const [, shown, paid] = /^\/c\/pay\/([^/]+)(\/paid)?$/.exec(req.url!) ?? []
    if (shown && pages.has(shown)) return checkout(res, shown, Boolean(paid))
    const text = await textOf(req)
    const form = Object.fromEntries(new URLSearchParams(text))
    const path = req.url!.split('?')[0]!
    const idempotency = req.headers['idempotency-key'] as string | undefined
    calls.push({ method: req.method!, path, key: idempotency, form })
    if (state.manners === 'mute') return
    if (state.manners === 'drop') return void req.socket.destroy()
    if (state.manners !== 'well')
      return answer(res, state.manners === 'fault' ? 500 : 401, faultOf(state.manners === 'fault' ? 500 : 401))
    if (req.headers.authorization !== `Bearer ${key}`) return answer(res, 401, faultOf(401))
    const [, id, expire] = /^\/v1\/checkout\/sessions(?:\/([^/]+))?(\/expire)?$/.exec(path) ?? []
    if (req.method === 'POST' && !id) {
      const known = idempotency ? once.get(idempotency) : undefined
      if (known) return known.text === text ? answer(res, 200, known.page) : answer(res, 400, faultOf(400))
      const page = open(form, `http://${req.headers.host}`)
      pages.set(page.id, page)
      if (idempotency) once.set(idempotency, { text, page })
      return answer(res, 200, page)
    }
    const page = pages.get(id!)
    if (!page) return answer(res, 404, faultOf(404))
    if (expire) Object.assign(page, { status: 'expired', url: null })
    return answer(res, 200, page)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    pages,
    calls,
    state,
    pay,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}

export const keys = {
  stripeSecretKey: 'sk_test_51abc',
  stripePublicKey: 'pk_test_51abc',
  stripeWebhookSecret: 'whsec_test_1',
}
const library = new Stripe('sk_test_none')
let events = 0

/** Returns the bytes of a Stripe event and their signature, made by the library's own helper. */
export const signed = (
  page: Page,
  {
    type = 'checkout.session.completed',
    secret = keys.stripeWebhookSecret,
    at = Date.now(),
    id = `evt_${++events}`,
    more = {},
  } = {},
) => {
  const payload = JSON.stringify({
    id,
    object: 'event',
    type,
    livemode: page.livemode,
    created: Math.floor(at / 1000),
    data: { object: page },
    ...more,
  })
  return [
    Buffer.from(payload),
    {
      'stripe-signature': library.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: Math.floor(at / 1000),
      }),
    },
  ] as const
}

export type World = {
  store: Store
  fake: Awaited<ReturnType<typeof fakeStripe>>
  pay: ReturnType<typeof payments>
  lines: string[]
  clock: { ms: number }
  again: () => ReturnType<typeof payments>
  settings: (patch: object) => Promise<void>
}

/** A house that takes cards through a fake Stripe, with one check-in (number 1). */
export const paying =
  (
    work: (world: World) => Promise<void>,
    settings: Partial<Settings> & { paymentAmount?: string } = {},
    patience?: number,
  ) =>
  async () => {
    const fake = await fakeStripe(settings.stripeSecretKey ?? keys.stripeSecretKey)
    const store = await openStore({ dir: folder(), backups: 0 })
    const save = (patch: object) => store.saveSettings(patch)
    await save({ enableStripe: true, companyName: 'Casa Fiori', paymentAmount: '49,90', ...keys, ...settings })
    await store.addCheckin(stay(1, { paymentMethod: 'CARTA', createdAt: '2025-06-30T10:00:00.000Z' }))
    const lines: string[] = []
    const clock = { ms: Date.now() }
    const again = () =>
      payments({
        store,
        settings: () => allSettings(store),
        provider: stripe,
        now: () => new Date(clock.ms),
        host: fake.url,
        log: (line) => lines.push(line),
        ...(patience && { patience }),
      })
    await work({ store, fake, lines, clock, again, pay: again(), settings: save }).finally(async () => {
      await fake.close()
      await store.close()
    })
  }
