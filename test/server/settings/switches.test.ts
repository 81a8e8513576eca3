import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults } from '../../../schema/settings'
import { switchFault } from '../../../server/settings/switches'

const test = suite('switches of payment')

test('a payment method is enabled only with its settings, and is checked only when one of them changes', () => {
  const fault = (settings: object, ...changed: string[]) => switchFault({ ...defaults, ...settings }, changed)
  const card = { enableStripe: true, stripeSecretKey: 'sk_test_51abc', paymentAmount: '49,90' }
  assert.is(fault({ enablePayPal: true, paypalLink: 'https://paypal.me/casa' }, 'enablePayPal'), undefined)
  assert.is(fault({ enablePayPal: false }, 'enablePayPal'), undefined)
  assert.match(fault({ enablePayPal: true, paypalLink: '' }, 'enablePayPal')!, /PayPal/)
  assert.match(fault({ enablePayPal: true, paypalLink: '' }, 'paypalLink')!, /PayPal/)
  assert.is(fault({ enablePayPal: true, paypalLink: '' }, 'companyName'), undefined)
  assert.is(fault(card, 'enableStripe'), undefined)
  assert.is(fault({ ...card, enableStripe: false, stripeSecretKey: '' }, 'enableStripe'), undefined)
  const key = fault({ ...card, stripeSecretKey: '' }, 'enableStripe')!
  const price = fault({ ...card, paymentAmount: '' }, 'paymentAmount')!
  const both = fault({ ...card, stripeSecretKey: '', paymentAmount: '' }, 'stripeSecretKey')!
  assert.is(new Set([key, price, both]).size, 3)
  for (const sentence of [key, price, both]) assert.match(sentence, /^\p{Lu}.*\w/u)
  assert.is(fault({ ...card, paymentAmount: '' }, 'paymentDescription'), undefined)
  assert.is(fault({ ...card, paymentAmount: '' }, 'enablePayPal'), undefined)
})

test('an incomplete payment method names all missing settings, word for word', () => {
  const fault = (settings: object, changed: string) => switchFault({ ...defaults, ...settings }, [changed])
  assert.is(fault({ enablePayPal: true }, 'enablePayPal'), 'PayPal non può essere attivo senza il link PayPal')
  const told: [settings: object, says: string][] = [
    [{ paymentAmount: '50' }, 'Stripe non può essere attivo senza la chiave segreta'],
    [{ stripeSecretKey: 'sk_test_1' }, "Stripe non può essere attivo senza l'importo (nel riquadro «Importo»)"],
    [{}, "Stripe non può essere attivo senza la chiave segreta, l'importo (nel riquadro «Importo»)"],
  ]
  for (const [settings, says] of told) assert.is(fault({ enableStripe: true, ...settings }, 'enableStripe'), says)
})

test('automatic letters need the mailbox and the address of the page, once they are switched on', () => {
  const fault = (settings: object, changed = 'inviteWhen') =>
    switchFault({ ...defaults, inviteWhen: 'known', ...settings }, [changed])
  const mail = { enableSMTP2GO: true, smtp2goPassword: 'x', smtp2goUsername: 'x', emailSender: 'casa@example.it' }
  const sentence = 'Inviti e promemoria non possono partire da soli senza '
  const [mailbox, page] = ["l'invio delle email (Impostazioni, Email)", "l'indirizzo pubblico (Impostazioni, Generale)"]
  const address = { publicAddress: 'https://casa.example' }
  assert.is(fault({}), `${sentence}${mailbox}, ${page}`)
  assert.is(fault(address), `${sentence}${mailbox}`)
  assert.is(fault(mail), `${sentence}${page}`)
  assert.is(fault({ ...mail, ...address }), undefined)
  assert.is(fault({ inviteWhen: '' }), undefined)
  assert.is(fault({ inviteWhen: '', reminderDays: 2 }, 'reminderDays'), `${sentence}${mailbox}, ${page}`)
  assert.is(fault({}, 'publicAddress'), undefined, 'a mailbox may be off for a while')
})

test('of two incomplete payment methods PayPal is reported first, and only changed ones', () => {
  const fault = (...changed: string[]) =>
    switchFault({ ...defaults, enablePayPal: true, enableStripe: true }, changed)!.slice(0, 6)
  assert.equal(
    [fault('enableStripe', 'enablePayPal'), fault('paymentAmount'), fault('paypalLink')],
    ['PayPal', 'Stripe', 'PayPal'],
  )
})

test.run()
