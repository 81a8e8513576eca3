import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { houseGuide } from '../../../schema/code'
import { defaults, guardedSettings, type SettingName } from '../../../schema/settings'
import { until } from '../../until'
import { accessCode, atTheDoor, byHand, codes, openDoor, pin } from '../http/door-world'
import { partOf, postOffice, withMail } from '../mail/mail-world'

const test = suite('settings that an open page alone does not change')

const pinAsked = [400, [{ field: 'current', rule: 'required' }]]

/** New values of every setting that redirects a guest's payment, letters or data. */
const elsewhere = {
  paypalLink: 'https://paypal.me/other',
  paymentAmount: '500',
  paymentCurrency: 'USD',
  paymentDescription: 'Altro',
  stripeProductName: 'Altro',
  stripeProductDescription: 'Altro',
  stripePublicKey: 'pk_live_other',
  stripeAccountName: 'Altro',
  stripeAccountEmail: 'other@example.com',
  enableSMTP2GO: false,
  smtp2goUsername: 'other',
  emailSender: 'other@example.com',
  emailReplyTo: 'other@example.com',
  publicAddress: 'https://other.example.com',
  redirectUrl: 'https://other.example.com/done',
  videoCall: 'https://other.example.com/call',
  webhookGuests: true,
  thanksMessage: 'Altro',
} as const

const own = {
  ...withMail,
  paypalLink: 'https://paypal.me/casa',
  redirectUrl: 'https://casa.example/grazie',
  stripeSecretKey: 'sk_live_casa',
}

test('the table names every setting that leads elsewhere', () => {
  const named = Object.entries(guardedSettings).filter(([, guard]) => guard === 'leads')
  assert.equal(named.map(([name]) => name).sort(), Object.keys(elsewhere).sort())
})

test(
  'each needs the PIN like a secret, alone and in its group; unchanged, none does',
  atTheDoor(
    async ({ ask, host, store }) => {
      const jar = await host()
      const patch = async (name: string, body: object) => {
        const { status, json } = await ask('PATCH', `/api/settings/${name}`, { jar, body })
        return [status, json.faults]
      }
      const before = await store.settings()
      for (const [name, value] of Object.entries(elsewhere)) {
        assert.equal(await patch(name, { value }), pinAsked, name)
        const { [name as SettingName]: same = defaults[name as SettingName] } = before
        assert.equal(await patch(name, { value: same }), [200, undefined], name)
      }
      assert.equal(await patch('paypalLink', { value: elsewhere.paypalLink, current: '0000' }), [
        400,
        [{ field: 'current', rule: 'unknown' }],
      ])
      assert.equal(await patch('paypal', { paypalLink: elsewhere.paypalLink }), pinAsked)
      assert.equal(await patch('smtp2go', { emailReplyTo: elsewhere.emailReplyTo }), pinAsked)
      assert.equal(await patch('stripe', { paymentAmount: elsewhere.paymentAmount }), pinAsked)
    },
    { settings: own },
  ),
)

test(
  'arrival instructions name a new web address only with the PIN',
  atTheDoor(
    async ({ ask, host }) => {
      const jar = await host()
      const save = async (...value: object[]) => {
        const { status, json } = await ask('PATCH', '/api/settings/arrivalGuides', { jar, body: { value } })
        return [status, json.faults]
      }
      const rules = { it: 'https://casa.example/regole, a voce il resto' }
      assert.equal(await save({ id: 'house', rules: { it: `${rules.it}.` }, contact: { it: 'Ugo' } }), [200, undefined])
      assert.equal(await save({ id: 'house', rules: { it: 'https://casa.example.org/' } }), pinAsked)
      assert.equal(await save({ id: 'house', rules, door: { de: 'http://other.example' } }), pinAsked)
      assert.equal(await save({ id: 'house', rules }, { id: 'one', contact: { it: 'https://x.example' } }), pinAsked)
      assert.equal(await save({ id: 'house' }), [200, undefined], 'an address taken out')
    },
    { settings: { arrivalGuides: [{ id: 'house', rules: { it: 'Leggi https://casa.example/regole' } }] } },
  ),
)

test(
  'the last reservation code is deleted only with the PIN: without codes any four characters sign in',
  atTheDoor(async ({ ask, host, store }) => {
    const jar = await host()
    const save = async (value: object[], current?: string) => {
      const { status, json } = await ask('PATCH', '/api/settings/reservationCodes', { jar, body: { value, current } })
      return [status, json.faults]
    }
    assert.equal(await save(codes.slice(0, 1)), [200, undefined], 'one of two')
    assert.equal(await save([]), pinAsked)
    assert.is((await store.settings()).reservationCodes!.length, 1)
    assert.is((await save([], pin))[0], 200)
    assert.equal(await save(codes), [200, undefined])
  }),
)

test(
  'an open page does not find the access code: each code given needs the PIN, of codes of guests ten a day are compared',
  atTheDoor(async ({ ask, host, store, clock }) => {
    const jar = await host()
    const patch = async (name: string, value: unknown, current?: string) => {
      const { status, json } = await ask('PATCH', `/api/settings/${name}`, { jar, body: { value, current } })
      return [status, json.faults]
    }
    for (const code of [accessCode, '8306']) assert.equal(await patch('adminAccessCode', code), pinAsked, code)
    const save = (more: string[], current?: string) =>
      patch('reservationCodes', [...codes, ...more.map((code) => ({ ...codes[0], id: code, code }))], current)
    const taken = [400, undefined]
    assert.equal(await save([accessCode]), taken)
    for (let n = 0; n < 9; n++) assert.equal(await save([`100${n}`]), [200, undefined], 'a new code')
    assert.equal(await save(['1008']), [200, undefined], 'known codes are not compared again')
    assert.equal(await save([accessCode]), pinAsked)
    assert.equal(await save(Array.from({ length: 900 }, (_, n) => String(8100 + n))), pinAsked)
    assert.equal(await save([accessCode], pin), taken)
    assert.equal(await save(['B202']), [200, undefined], 'letters are not compared')
    clock.ms += 86_400_000
    await host(jar)
    assert.equal(await save([...'0123456789'].map((n) => `200${n}`).concat(accessCode)), pinAsked, 'also in one call')
    await store.saveSettings({ adminAccessCode: '' })
    assert.equal(await save(['3001', '3002']), [200, undefined], 'without an access code')
  }),
)

test('a change is mailed to the previous address of the house, without a secret, and is in the access log', async () => {
  const post = await postOffice()
  const door = await openDoor({ settings: own, mail: post.server })
  try {
    const jar = await door.host()
    const patch = async (name: string, body: object) =>
      assert.is(
        (await door.ask('PATCH', `/api/settings/${name}`, { jar, body: { ...body, current: pin } })).status,
        200,
      )
    const next = async (count: number) => {
      await until('the letter', () => post.letters.length === count)
      return post.letters.at(-1)!
    }
    await patch('smtp2go', { emailReplyTo: 'thief@example.com', emailSender: 'thief@example.com' })
    const letter = await next(1)
    assert.equal(letter.to, [own.emailReplyTo || own.emailSender])
    const text = partOf(letter, 'text/plain')
    assert.match(text, /Rispondi a: thief@example\.com/)
    assert.match(text, /cambia il PIN/)
    await patch('paypalLink', { value: elsewhere.paypalLink })
    assert.match(partOf(await next(2), 'text/plain'), /Link PayPal: https:\/\/paypal\.me\/other/)
    await patch('stripeSecretKey', { value: 'sk_live_thief' })
    const secret = await next(3)
    assert.match(partOf(secret, 'text/plain'), /Chiave segreta/)
    assert.not.match(JSON.stringify(secret), /sk_live/)
    await patch('reservationCodes', { value: [] })
    assert.match(partOf(await next(4), 'text/plain'), /Codici prenotazione/)
    const linking = { contact: { it: 'https://other.example/' } }
    await patch('arrivalGuides', { value: [{ id: houseGuide, ...linking }] })
    assert.match(partOf(await next(5), 'text/plain'), /Istruzioni per l'arrivo: cambiato/)
    const { id } = (await door.ask('POST', '/api/checkin', { jar, body: byHand() })).json.data
    for (const own of [linking, { ...linking, door: { it: 'verde' } }])
      await door.ask('PATCH', `/api/checkin/${id}/arrival`, { jar, body: { own, current: pin } })
    assert.match(partOf(await next(6), 'text/plain'), /Istruzioni per l'arrivo \(check-in 1-\d+\): cambiato/)
    await patch('companyName', { value: 'Altra casa' })
    await patch('paypalLink', { value: elsewhere.paypalLink })
    const lines = (await door.store.notes('access')).flatMap(({ fields }) => (fields ? [fields] : []))
    assert.equal(lines.slice(0, 3), [['emailReplyTo', 'emailSender'], ['paypalLink'], ['stripeSecretKey']])
    assert.is(post.letters.length, 6, 'what did not change, or leads nowhere, is not told')
  } finally {
    await door.close()
    await post.close()
  }
})

test.run()
