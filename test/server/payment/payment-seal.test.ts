import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { paymentSeals } from '../../../server/payment/payment-records'

const test = suite('seals of payments')

const seals = (secret = 'a key') => paymentSeals({ secret: async () => secret })

test('a seal never changes, so that a page opened before an update is recognised after it', async () => {
  assert.is(await seals().sign('text'), '6cc450f782529af43ac5b1716d15d1806ddd0f88')
  assert.is(
    await seals().sealOf('12', { amount: 4990, currency: 'eur' }, true),
    'ab54d27df57575af5e900f5d8fcb2c4a2b81cf0b',
  )
})

test('a seal belongs to one check-in, price, mode and house', async () => {
  const price = { amount: 4990, currency: 'eur' }
  const made = [
    await seals().sealOf('1', price, true),
    await seals().sealOf('2', price, true),
    await seals().sealOf('1', { ...price, amount: 4991 }, true),
    await seals().sealOf('14', { ...price, amount: 990 }, true),
    await seals().sealOf('1', { ...price, currency: 'usd' }, true),
    await seals().sealOf('1', price, false),
    await seals('another key').sealOf('1', price, true),
  ]
  for (const seal of made) assert.match(seal, /^[0-9a-f]{40}$/)
  assert.is(new Set(made).size, made.length)
})

test('the key is made once, of 32 random bytes', async () => {
  const asked: [name: string, bytes: number][] = []
  const { sign } = paymentSeals({
    secret: async (name, make) => {
      asked.push([name, Buffer.from(make(), 'base64url').length])
      return 'a key'
    },
  })
  await sign('text')
  assert.equal(asked, [['stripe', 32]])
})

test.run()
