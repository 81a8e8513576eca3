import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { type OpeningWorld, openPage } from '../../../server/payment/payments'
import { stripeConnection } from '../../../server/payment/stripe'
import type { Refusal } from '../../../server/shared/messages'
import { StoreUnavailable } from '../../../server/store/store'
import { failing } from '../store/store-world'
import { type Session, till } from './till'

const test = suite('a page to pay at is opened')

const back = 'https://casa.example/tornato'
const keys = 'Stripe non accetta la chiave segreta o i dati del pagamento'
const busy =
  'Il pagamento con carta non risponde in questo momento: riprova tra poco, o scegli i contanti. Il tuo check-in è salvo.'

const fault = (statusCode: number) => Object.assign(new Error('sk_test_51abc'), { type: 'StripeError', statusCode })

/** An in-memory house and Stripe with some pages and the next one to open; a test chooses the calls that fail. */
const counter = async (checkin: Partial<Checkin> = {}) => {
  const house = till({ 1: checkin })
  const pages = new Map<string, Session>()
  const asked: string[] = []
  const made: { params: object; key: string }[] = []
  const fails: { [call: string]: Error | undefined } = {}
  const answer = (call: string, page: () => Session) => {
    asked.push(call)
    const name = call.split(' ')[0]!
    return fails[name] ? Promise.reject(fails[name]) : Promise.resolve(page())
  }
  const sessions = {
    retrieve: (id: string) =>
      pages.has(id) ? answer(`retrieve ${id}`, () => pages.get(id)!) : Promise.reject(fails.retrieve ?? fault(404)),
    expire: (id: string) => answer(`expire ${id}`, () => pages.get(id)!),
    create: (params: object, { idempotencyKey }: { idempotencyKey: string }) => {
      made.push({ params, key: idempotencyKey })
      return answer('create', () => pages.get('cs_test_new')!)
    },
  }
  const stripeFor = async (key: string) => {
    if (!asked.includes(key)) asked.push(key)
    return { checkout: { sessions } } as never
  }
  const world: OpeningWorld = { ...house.world, connection: stripeConnection(stripeFor, /^https:/, house.world.log) }
  const known = async (id: string, more: Partial<Session> = {}, of = '1') => {
    pages.set(id, await house.session({ id, url: `https://checkout.example/${id}`, ...more }, of))
  }
  const open = () => openPage(world, { checkin: house.checkin(), back, said: 'Anzahlung' })
  const refused = async () => {
    const { status, message, more } = (await failing(open())) as Refusal
    return [status, message, more]
  }
  await known('cs_test_new')
  return { ...house, world, asked, made, fails, known, open, refused }
}
const initiated = (paymentId: string) => [1, { paymentId, paymentStatus: 'initiated' }]
const fresh = { url: 'https://checkout.example/cs_test_new', paymentId: 'cs_test_new' }

test('a new page is noted with the check-in, and the guest is sent there', async () => {
  const { open, asked, changes, made, lines } = await counter()
  assert.equal(await open(), fresh)
  assert.equal([asked, changes, lines], [['sk_test_51abc', 'create'], [initiated('cs_test_new')], []])
  assert.match(made[0]!.key, /^benvenuto-[0-9a-f]{40}$/)
  assert.match(JSON.stringify(made[0]!.params), /"unit_amount":4990.*"seal":"[0-9a-f]{40}"/)
})

test('equal requests have the same key; another price, earlier page or check-in another', async () => {
  const keyOf = async (checkin: Partial<Checkin> = {}, paymentAmount = '49,90') => {
    const { open, made, settings } = await counter(checkin)
    settings.paymentAmount = paymentAmount
    await open()
    return made[0]!.key
  }
  const keys = [
    await keyOf(),
    await keyOf({}, '50'),
    await keyOf({ paymentId: 'cs_test_old' }),
    await keyOf({ createdAt: '2026-05-01T10:00:00.000Z' }),
    await keyOf({ createdAt: '2026-05-02T10:00:00.000Z' }),
  ]
  assert.is(await keyOf(), keys[0])
  assert.is(new Set(keys).size, keys.length)
})

test('a guest who has paid is sent back without a call to Stripe', async () => {
  const { open, asked, changes } = await counter({ paymentStatus: 'completed', paymentId: 'cs_test_1' })
  assert.equal(await open(), { url: back, paymentId: 'cs_test_1' })
  assert.equal([asked, changes], [[], []])
  const cash = await counter({ paymentStatus: 'completed' })
  assert.equal(await cash.open(), { url: back, paymentId: '' })
})

test('without payment settings no page is opened, and the guest gets the reason', async () => {
  const { refused, asked, settings, changes } = await counter()
  settings.enableStripe = false
  assert.equal(await refused(), [409, 'Il pagamento con carta non è attivo', {}])
  settings.enableStripe = true
  settings.paymentAmount = ''
  assert.equal(await refused(), [409, "L'importo da pagare con carta non è indicato nelle impostazioni", {}])
  assert.equal([asked, changes], [[], []])
})

test('an already open page is reused, and stored if it was not', async () => {
  for (const [before, patches] of [
    [{ paymentStatus: 'initiated' }, []],
    [{ paymentStatus: 'pending' }, [initiated('cs_test_1')]],
    [{}, [initiated('cs_test_1')]],
  ] as const) {
    const { open, asked, changes, known } = await counter({ paymentId: 'cs_test_1', ...before })
    await known('cs_test_1')
    assert.equal(await open(), { url: 'https://checkout.example/cs_test_1', paymentId: 'cs_test_1' })
    assert.equal([asked, changes], [['sk_test_51abc', 'retrieve cs_test_1'], patches])
  }
})

test('a paid or completed page sends the guest back and is stored', async () => {
  for (const payment_status of ['paid', 'unpaid'] as const) {
    const { open, asked, changes, known } = await counter({ paymentId: 'cs_test_1', paymentStatus: 'initiated' })
    await known('cs_test_1', { status: 'complete', payment_status, url: null })
    assert.equal(await open(), { url: back, paymentId: 'cs_test_1' })
    assert.equal(asked, ['sk_test_51abc', 'retrieve cs_test_1'])
    assert.is(changes.length, payment_status === 'paid' ? 1 : 0)
  }
})

test('an expired, unknown or missing page is replaced by a new one', async () => {
  const ranOut = await counter({ paymentId: 'cs_test_1' })
  await ranOut.known('cs_test_1', { status: 'expired', url: null })
  assert.equal(await ranOut.open(), fresh)
  assert.equal(ranOut.asked, ['sk_test_51abc', 'retrieve cs_test_1', 'create'])
  const unknown = await counter({ paymentId: 'cs_test_1' })
  assert.equal(await unknown.open(), fresh)
  const cash = await counter({ paymentId: 'CONTANTI' })
  await cash.known('CONTANTI')
  assert.equal(await cash.open(), fresh)
  assert.equal(cash.asked, ['sk_test_51abc', 'create'])
})

test('an open page at another price is closed before a new one is opened', async () => {
  for (const more of [{ paymentAmount: '60' }, { paymentCurrency: 'USD' }]) {
    const { open, asked, known, settings, changes } = await counter({ paymentId: 'cs_test_1' })
    await known('cs_test_1')
    Object.assign(settings, more)
    assert.equal(await open(), fresh)
    assert.equal(asked, ['sk_test_51abc', 'retrieve cs_test_1', 'expire cs_test_1', 'create'])
    assert.equal(changes, [initiated('cs_test_new')])
  }
  const { refused, fails, known, settings, made } = await counter({ paymentId: 'cs_test_1' })
  await known('cs_test_1')
  settings.paymentAmount = '60'
  fails.expire = fault(500)
  assert.equal(await refused(), [503, busy, { retryAfter: 30 }])
  assert.equal(made, [], 'two open pages could both be paid')
})

test('a page paid at its original price counts, even if the price has changed', async () => {
  const paid = await counter({ paymentId: 'cs_test_1', paymentStatus: 'initiated' })
  await paid.known('cs_test_1', { status: 'complete', payment_status: 'paid', amount_total: 4990 })
  paid.settings.paymentAmount = '60'
  assert.equal(await paid.open(), { url: back, paymentId: 'cs_test_1' })
})

test('a page without this house’s seal is closed if it is open and of this check-in, and never used', async () => {
  const seal = 'f'.repeat(40)
  const cases: [more: Partial<Session>, closed: boolean][] = [
    [{ metadata: { checkin: '1', seal } }, true],
    [{ metadata: { checkin: '1', seal }, status: 'expired' }, false],
    [{ metadata: { checkin: '1', seal }, status: 'complete', payment_status: 'paid' }, false],
    [{ metadata: { checkin: '2', seal } }, false],
    [{ metadata: null }, false],
  ]
  for (const [more, isClosed] of cases) {
    const { open, asked, known, lines } = await counter({ paymentId: 'cs_test_1' })
    await known('cs_test_1', more)
    assert.equal(await open(), fresh)
    const expired = isClosed ? ['expire cs_test_1'] : []
    assert.equal(asked, ['sk_test_51abc', 'retrieve cs_test_1', ...expired, 'create'], JSON.stringify(more))
    assert.equal(lines, [])
  }
  const { open, fails, known, lines } = await counter({ paymentId: 'cs_test_1' })
  await known('cs_test_1', { metadata: { checkin: '1', seal } })
  fails.expire = fault(400)
  assert.equal(await open(), fresh)
  assert.equal(lines, ['stripe: an old page could not be closed (StripeError 400)'])
})

test('a page of another check-in is not used, and not closed', async () => {
  const { open, asked, known, checkins } = await counter({ paymentId: 'cs_test_1' })
  checkins[2] = {}
  await known('cs_test_1', {}, '2')
  assert.equal(await open(), fresh)
  assert.equal(asked, ['sk_test_51abc', 'retrieve cs_test_1', 'create'])
})

test('a failure is reported by its kind, logged without its text, and leaves the check-in unchanged', async () => {
  const failures: [call: string, error: Error, told: unknown[], mark: string][] = [
    ['create', fault(401), [502, keys, {}], 'StripeError 401'],
    ['create', fault(400), [502, keys, {}], 'StripeError 400'],
    ['create', fault(404), [503, busy, { retryAfter: 30 }], 'StripeError 404'],
    ['create', fault(500), [503, busy, { retryAfter: 30 }], 'StripeError 500'],
    ['retrieve', fault(500), [503, busy, { retryAfter: 30 }], 'StripeError 500'],
    ['retrieve', fault(403), [502, keys, {}], 'StripeError 403'],
    ['retrieve', new TypeError('x'), [503, busy, { retryAfter: 30 }], 'TypeError'],
  ]
  for (const [call, error, told, mark] of failures) {
    const { refused, fails, changes, lines } = await counter({ paymentId: 'cs_test_1' })
    fails[call] = error
    assert.equal(await refused(), told, `${call} ${mark}`)
    assert.equal([changes, lines], [[], [`stripe: a page to pay at could not be opened (${mark})`]])
  }
})

test('a guest is redirected only to a safe address', async () => {
  for (const url of [null, 'http://checkout.example/1', 'javascript:pay()']) {
    const { refused, known, changes, lines } = await counter()
    await known('cs_test_new', { url })
    assert.equal(await refused(), [503, busy, { retryAfter: 30 }])
    assert.equal([changes, lines], [[], ['stripe: a page to pay at could not be opened (Error)']])
  }
})

test('a full disk is reported as such, not as a fault of Stripe', async () => {
  const all = await counter()
  all.world.store.updateCheckin = () => Promise.reject(new StoreUnavailable('full'))
  assert.is((await failing(all.open())).name, 'StoreUnavailable')
  assert.equal(all.lines, ['stripe: a page to pay at could not be opened (StoreUnavailable)'])
})

test.run()
