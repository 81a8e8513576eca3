import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../schema/checkin'
import { defaults, type PublicSettings } from '../../schema/settings'
import type { Flow } from '../../schema/steps'
import { speaker } from '../../src/core/flow/speaker'
import { addDays } from '../../src/core/text/dates'
import words from '../../src/text/it.json'
import { canTry, linkOf } from '../../src/ui/guest/engine/step-run'
import { effects } from '../../src/ui/guest/later-cards/effects'
import { send } from '../../src/ui/guest/later-cards/sending'
import { houseSettings } from '../../src/ui/shared/house-settings'
import { type GuestHouse, house, today } from '../../src/ui/shared/published'
import steps from '../../steps.json'

const test = suite('effects')
const flow = steps as unknown as Flow
house.set({
  flow,
  words,
  version: '1',
  language: 'it',
  left: {},
  countries: [],
  speak: speaker(words, 'it'),
  checker: { faultsIn: () => [], today: today() },
} as unknown as GuestHouse)
houseSettings.set({ ...defaults } as unknown as PublicSettings)

type Answer = { status?: number; body?: object } | 'away'
let asked: string[] = []
let sent: { invitation?: string }[] = []
/** A server with answers by method and end of the path; other calls succeed. */
const serve = (answers: Record<string, Answer | Answer[]> = {}) => {
  asked = []
  sent = []
  const left = Object.fromEntries(Object.entries(answers).map(([call, all]) => [call, [all].flat()]))
  globalThis.fetch = (async (path: string, { method, body: said }: RequestInit) => {
    const call = `${method} ${String(path)
      .replace(/^\/api\//, '')
      .replace(/\d+/, ':id')}`
    asked.push(call)
    if (said) sent.push(JSON.parse(String(said)))
    const answer = left[call]?.shift() ?? {}
    if (answer === 'away') throw new Error('no network')
    const { status = 200, body = { success: true, data: {} } } = answer
    return new Response(JSON.stringify(body), { status })
  }) as typeof fetch
}
const quiet = console.error
test.before(() => {
  console.error = () => {}
})
test.after(() => {
  console.error = quiet
})

const code = { kind: 'checkin', reservationCode: 'AB12', roomDescription: 'Blu', showPaymentPage: true }
const accepts = (more: object = {}) => ({
  'POST reservation-code': { body: { success: true, data: { ...code, ...more } } },
})

test("a code opens a check-in, the host's pages, or nothing", async () => {
  serve(accepts())
  const { outcome, set } = await effects.acceptCode({ reservationCode: 'ab12' }, flow)
  assert.equal([outcome, set!.reservationCode, set!.draftCode], ['checkin', 'AB12', 'AB12'])
  assert.match(set!.draftId!, /^[0-9a-f]{32}$/)
  serve({ 'POST reservation-code': { body: { success: true, data: { kind: 'admin' } } } })
  assert.is((await effects.acceptCode({ reservationCode: '1234' }, flow)).outcome, 'admin')
  serve({ 'POST reservation-code': { status: 404 } })
  const unknown = await effects.acceptCode({ reservationCode: 'zzzz' }, flow)
  assert.equal([unknown.outcome, unknown.faults![0]!.typed], ['unknown', 'zzzz'])
})

test('the same code continues its attempt, another begins a new one', async () => {
  const draft: Draft = { reservationCode: 'AB12', draftCode: 'AB12', draftId: 'a'.repeat(32), checkInId: '7' }
  serve(accepts())
  assert.not('draftId' in (await effects.acceptCode(draft, flow)).set!)
  serve(accepts({ reservationCode: 'CD34' }))
  const { set } = await effects.acceptCode({ ...draft, reservationCode: 'CD34' }, flow)
  assert.equal([set!.checkInId, set!.sentAs, set!.draftId === draft.draftId], [null, null, false])
})

test('a code before its opening shows the opening day on the card', async () => {
  const [opens, arrivalDate] = [addDays(today(), 1), addDays(today(), 3)]
  serve({ 'POST reservation-code': { status: 403, body: { success: false, opens, arrivalDate } } })
  const early = await effects.acceptCode({ reservationCode: 'ab12' }, flow)
  assert.equal([early.outcome, early.message!.title], ['early', 'Il check-in non è ancora aperto'])
  // A weekday needs no article: not «dell'8» beside «del 9».
  assert.match(early.message!.text, /arrivo di (\p{L}+dì|sabato|domenica) \d.* apre (\p{L}+dì|sabato|domenica) \d/u)
  serve(accepts({ arrivalDate: addDays(today(), 2) }))
  assert.is((await effects.acceptCode({ reservationCode: 'ab12' }, flow)).outcome, 'checkin')
})

test('the steps after sending lead back to the sending while nothing is sent', async () => {
  for (const effect of ['savePayment', 'startPayment', 'checkPayment', 'confirm'] as const) {
    serve()
    const { outcome, at } = await effects[effect]({ paymentMethod: 'CONTANTI', paymentProvider: 'stripe' }, flow)
    assert.equal([outcome, Boolean(at), asked], ['failed', true, []], effect)
  }
})

test('after data has left the house only the host can change it: the guest continues', async () => {
  const sent = { checkInId: '7', sentAs: 'old', paymentMethod: 'CONTANTI' }
  house.set({ ...house.get(), flow: { ...flow, steps: { '/': { do: 'submit', next: [{ to: '/x' }] } } } as Flow })
  serve({ 'PATCH checkin/:id/update': { status: 409 } })
  const { outcome, set } = await effects.submit(sent, house.get().flow)
  assert.equal([outcome, set!.checkInId, set!.sentAs !== 'old'], ['saved', undefined, true])
  const { paymentMethod } = sent
  serve({ 'POST checkin': { status: 409, body: { success: false, id: 7 } } })
  const lost = await effects.submit({ paymentMethod }, house.get().flow)
  assert.equal(
    [lost.outcome, lost.set!.checkInId, lost.set!.sentAs],
    ['saved', '7', set!.sentAs],
    'a lost first answer',
  )
  const stay = { arrivalDate: today(), numberOfNights: '2', departureDate: addDays(today(), 2) }
  serve({ 'PATCH checkin/:id/update': { status: 409, body: { success: false, stay } } })
  const longer = { ...sent, ...stay, numberOfNights: '5', departureDate: addDays(today(), 5) }
  const refused = await effects.submit(longer, house.get().flow)
  const { arrivalDate, numberOfNights, departureDate } = refused.set!
  assert.equal({ arrivalDate, numberOfNights, departureDate }, stay, 'the receipt shows the stay of the house')
  const corrected = { ...longer, ...refused.set } as Draft
  assert.equal(await send(corrected, house.get().flow, { onlyChanges: true }), { outcome: 'saved', set: {} })
  house.set({ ...house.get(), flow })
})

test('a payment switched on since the code was accepted is asked for, one switched off is not', async () => {
  house.set({ ...house.get(), flow: { ...flow, steps: { '/': { do: 'submit', next: [{ to: '/x' }] } } } as Flow })
  const answered = (showPaymentPage: string) => ({ body: { success: true, data: { id: 7, showPaymentPage } } })
  serve({ 'POST checkin': answered('true'), 'PATCH checkin/:id/update': answered('false') })
  const first = await effects.submit({ showPaymentPage: 'false' }, house.get().flow)
  assert.equal([first.outcome, first.set!.checkInId, first.set!.showPaymentPage], ['saved', '7', 'true'])
  const second = await effects.submit({ checkInId: '7', sentAs: 'old', showPaymentPage: 'true' }, house.get().flow)
  assert.equal([second.outcome, second.set!.checkInId, second.set!.showPaymentPage], ['saved', '7', 'false'])
  assert.equal(
    sent.map((body) => (body as Draft).showPaymentPage),
    ['false', 'true'],
    'the server compares with what the browser knows',
  )
  house.set({ ...house.get(), flow })
})

test('refused answers lead to the first wrong card, with the faults of that card only', async () => {
  house.set({ ...house.get(), flow: { ...flow, steps: { '/': { do: 'submit', next: [{ to: '/x' }] } } } as Flow })
  const twice = (field: string, path: string) => ({ field, path, rule: 'twice' })
  const faults = [twice('secondGuestName', '/second-guest-name'), twice('guest4Name', '/guest-4-name')]
  serve({ 'POST checkin': { status: 400, body: { success: false, faults, version: house.get().version } } })
  const refused = await effects.submit({ paymentMethod: 'CONTANTI' }, house.get().flow)
  assert.equal([refused.outcome, refused.at, refused.faults], ['refused', '/second-guest-name', faults.slice(0, 1)])
  const ofMany = { guest: [{ is: 'third' }, { is: 'second' }], fields: ['documentNumber'], next: [] }
  house.set({ ...house.get(), flow: { ...flow, steps: { ...house.get().flow.steps, '/document': ofMany } } as never })
  const missing = [twice('thirdGuestDocumentNumber', '/document'), twice('secondGuestDocumentNumber', '/document')]
  serve({ 'POST checkin': { status: 400, body: { success: false, faults: missing, version: house.get().version } } })
  const document = await effects.submit({ paymentMethod: 'CONTANTI' }, house.get().flow)
  assert.equal([document.at, document.who, document.faults], ['/document', 'third', missing.slice(0, 1)])
  house.set({ ...house.get(), flow })
})

test('a day of arrival that the server refuses because the device has a wrong date is explained', async () => {
  house.set({ ...house.get(), flow: { ...flow, steps: { '/': { do: 'submit', next: [{ to: '/x' }] } } } as Flow })
  const faults = [{ field: 'arrivalDate', path: '/arrival-date', rule: 'required' }]
  const refused = async (body: object) => {
    serve({ 'POST checkin': { status: 400, body: { success: false, faults, version: house.get().version, ...body } } })
    return (await effects.submit({ paymentMethod: 'CONTANTI' }, house.get().flow)).message!.text
  }
  const italian = (day: string) => day.split('-').reverse().join('/')
  const day = addDays(today(), 3)
  const said = await refused({ today: day })
  assert.ok(said.includes(italian(today())) && said.includes(italian(day)), said)
  assert.is(await refused({ today: today() }), words['toast.refused'])
  assert.is(await refused({}), words['toast.refused'])
  house.set({ ...house.get(), flow })
})

test('a browser that refuses cookies says so at the code, or at the latest at the sending', async () => {
  house.set({ ...house.get(), flow: { ...flow, steps: { '/': { do: 'submit', next: [{ to: '/x' }] } } } as Flow })
  const unknown = { status: 401, body: { success: false } }
  serve({ ...accepts(), 'POST checkin': [unknown, unknown] })
  const sending = await effects.submit({ reservationCode: 'AB12' }, house.get().flow)
  assert.match(sending.message!.text, 'rifiuta i cookie')
  house.set({ ...house.get(), flow })
  Object.defineProperty(navigator, 'cookieEnabled', { value: false, configurable: true })
  serve(accepts())
  const { outcome, message } = await effects.acceptCode({ reservationCode: 'ab12' }, flow)
  Object.defineProperty(navigator, 'cookieEnabled', { value: true, configurable: true })
  assert.equal([outcome, message!.text], ['failed', words['toast.cookiesRefused']])
})

test('without a network nothing counts as done', async () => {
  serve({ 'POST reservation-code': 'away' })
  const { outcome, message } = await effects.acceptCode({ reservationCode: 'ab12' }, flow)
  assert.equal([outcome, message!.title], ['failed', 'Nessuna connessione'])
})

test('after too many tries the card says how long to wait', async () => {
  serve({ 'POST reservation-code': { status: 429, body: { success: false, retryAfter: 120 } } })
  const { message } = await effects.acceptCode({ reservationCode: 'ab12' }, flow)
  assert.match(message!.text, '2 minuti')
})

test('an arrival time is sent for a sent check-in, and stored on the phone for an unsent one', async () => {
  const stay = { arrivalDate: '2026-11-20', numberOfNights: '3' }
  serve()
  assert.equal(await effects.saveStay(stay, flow), { outcome: 'skipped', set: { departureDate: '2026-11-23' } })
  assert.equal(asked, [])
  assert.is((await effects.saveStay({ ...stay, checkInId: '7' }, flow)).outcome, 'saved')
  assert.equal(asked, ['PATCH checkin/:id/update'])
  serve({ 'PATCH checkin/:id/update': 'away' })
  assert.is((await effects.saveStay({ ...stay, checkInId: '7' }, flow)).outcome, 'failed')
})

test('a guest who stops the way to Stripe can press OK again; one who comes back continues', async () => {
  const short = { ...flow, steps: { '/': { do: 'submit', next: [{ to: '/x' }] } } } as Flow
  const real = { location, setTimeout }
  const left: string[] = []
  const waits: number[] = []
  const start = (end: 'stop' | 'back') => {
    serve({ 'POST checkin/:id/pay': { body: { success: true, data: { url: 'https://pay.example/x' } } } })
    Object.assign(globalThis, {
      location: { assign: (url: string) => left.push(url) },
      addEventListener: (_: string, done: (event: object) => void) => void (end === 'back' && done({})),
      setTimeout: (done: () => void, ms: number) => waits.push(ms) && end === 'stop' && done(),
    })
    return effects.startPayment({ checkInId: '7', paymentProvider: 'stripe' }, short)
  }
  const [stopped, back] = [await start('stop'), await start('back')]
  Object.assign(globalThis, real)
  assert.equal([stopped.outcome, stopped.message?.text], ['failed', words['toast.paymentFailed']])
  assert.equal([back.outcome, left.length, waits], ['sent', 2, [20_000, 20_000]])
})

test('PayPal is a link if configured, else unavailable', () => {
  assert.equal([canTry('openPayPal'), linkOf('openPayPal'), canTry('submit')], [false, undefined, true])
  houseSettings.set({ ...houseSettings.get(), enablePayPal: true, paypalLink: 'https://paypal.example/x' })
  assert.equal(
    [canTry('openPayPal'), linkOf('openPayPal'), linkOf('submit')],
    [true, 'https://paypal.example/x', undefined],
  )
})

const sizedAs = (width: number, height: number) => Object.assign(globalThis, { screen: { width, height } })
const invited = () => sessionStorage.setItem('invitation', JSON.stringify({ code: 'AB12', word: 'x'.repeat(22) }))

test('a tablet opened by an invitation counts as the house’s, a phone as the guest’s', async () => {
  for (const [width, height, shared] of [
    [820, 1180, 'yes'],
    [390, 844, undefined],
  ] as const) {
    sizedAs(width, height)
    invited()
    serve(accepts())
    const { set } = await effects.acceptCode({ reservationCode: 'ab12' }, flow)
    assert.is(set?.sharedDevice, shared)
  }
  sizedAs(820, 1180)
  serve(accepts())
  assert.is((await effects.acceptCode({ reservationCode: 'ab12' }, flow)).set?.sharedDevice, undefined)
})

test('a guest with an invitation link sends its token with the code, once', async () => {
  globalThis.sessionStorage.setItem('invitation', JSON.stringify({ code: 'AB12', word: 'x'.repeat(22) }))
  serve(accepts())
  await effects.acceptCode({ reservationCode: 'ZZ99' }, flow)
  assert.is(sent[0]!.invitation, undefined, 'another code has no such word')
  serve(accepts())
  globalThis.sessionStorage.setItem('invitation', JSON.stringify({ code: 'AB12', word: 'x'.repeat(22) }))
  await effects.acceptCode({ reservationCode: 'ab12' }, flow)
  assert.is(sent[0]!.invitation, 'x'.repeat(22))
  await effects.acceptCode({ reservationCode: 'ab12' }, flow)
  assert.is(sent[1]!.invitation, undefined, 'it has served')
})

test.run()
