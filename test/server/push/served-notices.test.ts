import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { noticeKinds } from '../../../schema/calls/access'
import { policeStandIn } from '../../stand-ins/police'
import { until } from '../../until'
import { answers, asker, byHand, codes, type Jar, pin } from '../http/door-world'
import { fakeStripe, keys, signed } from '../payment/stripe-world'
import { hostAt, start } from '../programs/process-house'
import { folder } from '../store/store-world'
import { pushService } from './push-service'

const test = suite('notices of a served house')

const account = { user: 'XX000001', password: 'parola-del-portale', wsKey: 'chiave-giusta' }

test('the phone hears of a check-in, of its payment once, and of a refusal by the questura; nobody is named', async () => {
  const service = await pushService()
  const stripe = await fakeStripe(keys.stripeSecretKey)
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const police = await policeStandIn({ accounts: [{ ...account, structure: 'CASA ROSSI' }], now })
  const house = await start(folder(), { STRIPE_API: stripe.url, ALLOGGIATI_API: police.url })
  const titles = () => service.arrived.map(({ notice }) => notice.title)
  const hears = (title: string) => until(title, () => titles().at(-1) === title)
  try {
    const host = await hostAt(house)
    const set = async (name: string, body: object) =>
      assert.is((await host('PATCH', `/api/settings/${name}`, { ...body, current: pin })).status, 200, name)
    await set('reservationCodes', { value: codes })
    await set('stripe', { enableStripe: true, paymentAmount: '49,90', ...keys })
    await set('policeAccounts', { value: [{ id: 'p1', name: 'Casa', category: 'single', ...account }] })
    assert.is((await host('POST', '/api/push', { ...service.browser('phone'), kinds: noticeKinds })).status, 200)

    const [ask, jar] = [asker(house.url), {} as Jar]
    await ask('POST', '/api/reservation-code', { jar, body: { code: 'A101' } })
    const { id } = (await ask('POST', '/api/checkin', { jar, body: answers({ draftId: 'a'.repeat(32) }) })).json.data
    await hears('Nuovo check-in')

    assert.is((await ask('POST', `/api/checkin/${id}/pay`, { jar })).status, 200)
    const [page] = stripe.pages.keys()
    const [raw, headers] = signed(stripe.pay(page!))
    for (const _ of [1, 2]) assert.is((await ask('POST', '/api/stripe/webhook', { raw, headers })).status, 200)
    await hears('Pagamento ricevuto')

    const release = async () => {
      const { id: released } = (await host('POST', '/api/checkin', byHand())).json.data
      assert.equal((await host('POST', '/api/enable', { ids: [released], enabled: true })).json.data.done, [released])
      return (await host('POST', '/api/police/send', { ids: [released] })).json
    }
    assert.ok((await release()).success)
    await until('the first one is taken', () => police.acquired().length === 1)
    // By its clock the questura refuses the arrival of the second.
    ahead = 3 * 86_400_000
    assert.ok((await release()).success)
    await hears('Invio rifiutato')

    assert.equal(titles(), ['Nuovo check-in', 'Pagamento ricevuto', 'Invio rifiutato'])
    for (const { notice } of service.arrived) assert.not.match(JSON.stringify(notice), /ROSSI|MARIO|mario|CA00000AA/)
  } finally {
    await house.kill()
    service.close()
    await stripe.close()
    await police.close()
  }
})

test.run()
