import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, type Settings } from '../../../schema/settings'
import { asAnswers, asTyped, autoEnabled, checks, settingValues } from '../../../src/ui/admin/forms/values'
import { type HostHouse, hostHouse, hostSettings } from '../../../src/ui/admin/session/host'

const test = suite('values of the host forms')
const accepts = () => true
hostHouse.set({
  validateSettings: accepts,
  validateCode: accepts,
  checker: { faultsIn: () => [] },
} as unknown as HostHouse)
hostSettings.set({
  ...defaults,
  adminAccessCode: '9999',
  reservationCodes: [{ id: '7', code: 'AB12', description: 'A', showPaymentPage: true }],
} as unknown as Settings)

test('a record is converted to flat text', () =>
  assert.equal(asAnswers({ a: true, b: false, n: 3, t: 'x', list: [1], none: undefined }), {
    a: 'yes',
    b: 'no',
    n: '3',
    t: 'x',
    none: '',
  }))

test('answers take the types the schema has', () => {
  assert.equal(asTyped('settings', { enablePayPal: 'yes', ross1000Rooms: '12', companyName: '12' }), {
    enablePayPal: true,
    ross1000Rooms: 12,
    companyName: '12',
  })
  assert.equal(asTyped('checkin', { addSecondGuest: 'yes' }), { addSecondGuest: 'yes' })
})

test('the settings pass through a form unchanged, except the PIN', () => {
  const { adminPin, ...shown } = settingValues(hostSettings.get()!)
  assert.is(adminPin, '')
  for (const [name, value] of Object.entries(asTyped('settings', shown)))
    assert.equal(value, hostSettings.get()![name as keyof Settings], name)
})

test('a code is in use by another code or by the access code, not by itself', () => {
  const wrong = (code: string, id?: string) => checks.code({ code }, id).map(({ rule }) => rule)
  assert.equal([wrong('AB12'), wrong('AB12', '7'), wrong('9999'), wrong('CD34')], [['taken'], [], ['taken'], []])
  assert.equal(checks.settings({ adminAccessCode: 'AB12' }), [{ field: 'adminAccessCode', rule: 'taken' }])
})

test('a PIN is four digits, and the new one is typed twice alike', () => {
  const wrong = (answers: object) => checks.access({ ...answers }).map(({ field, rule }) => `${field} ${rule}`)
  assert.equal(wrong({ pin: '123' }), ['pin pattern'])
  assert.equal(wrong({ newPin: '1234', newPinAgain: '1243' }), ['newPinAgain same'])
  assert.equal(wrong({ newPin: '1234', newPinAgain: '1234' }), [])
})

test('a payment method is switched on when its link is first typed, and never again automatically', () => {
  const off = { enablePayPal: 'no', paypalLink: '' }
  assert.equal(autoEnabled(off, { paypalLink: 'https://paypal.me/x' }), { enablePayPal: 'yes' })
  assert.equal(autoEnabled({ ...off, paypalLink: 'https://paypal.me/y' }, { paypalLink: 'https://paypal.me/x' }), {})
  assert.equal(autoEnabled({}, { paypalLink: 'https://paypal.me/x' }), {})
})

test.run()
