import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { apiOf, clientFor, failureOf, markOf } from '../../../server/payment/stripe'

const test = suite('calls to Stripe')

test('calls go to Stripe, or to the environment’s address over TLS, without TLS only to this machine', () => {
  assert.equal(apiOf(undefined), { secure: /^https:/, config: {} })
  assert.equal(apiOf(''), apiOf(undefined))
  assert.equal(apiOf('https://stripe.example'), {
    secure: /^https:/,
    config: { protocol: 'https', host: 'stripe.example' },
  })
  assert.equal(apiOf('https://stripe.example:8443').config, { protocol: 'https', host: 'stripe.example', port: '8443' })
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    const here = { secure: /^https?:/, config: { protocol: 'http', host, port: '8080' } }
    assert.equal(apiOf(`http://${host}:8080`), here)
    assert.equal(apiOf(`https://${host}:8080`), { ...here, config: { ...here.config, protocol: 'https' } })
  }
  for (const host of ['http://stripe.example', 'http://127.0.0.2', 'ftp://localhost', 'stripe.example', 'http://'])
    assert.throws(() => apiOf(host), /^STRIPE_API must be an https address, or http on 127\.0\.0\.1$/, host)
})

test('the meaning of a failed call, by its status', () => {
  const meanings = [400, 401, 402, 403, 404, 405, 409, 429, 500, 503, undefined, 1, 0].map((statusCode) => [
    statusCode,
    failureOf({ statusCode }),
  ])
  assert.equal(meanings, [
    [400, 'refused'],
    [401, 'refused'],
    [402, 'unreachable'],
    [403, 'refused'],
    [404, 'unknown'],
    [405, 'unreachable'],
    [409, 'unreachable'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
    [undefined, 'unreachable'],
    [1, 'unreachable'],
    [0, 'unreachable'],
  ])
})

test('the log has a failure’s type and status, and nothing of its text', () => {
  const error = Object.assign(new TypeError('sk_live_51abc'), { statusCode: 401 })
  assert.is(markOf(error), 'TypeError 401')
  assert.is(markOf(Object.assign(error, { type: 'StripeAuthenticationError' })), 'StripeAuthenticationError 401')
  assert.is(markOf(new RangeError('x')), 'RangeError')
})

test('the library is created once for each key of the settings', async () => {
  const stripeFor = clientFor({ protocol: 'http', host: '127.0.0.1', port: '8080' }, 1234)
  const first = await stripeFor(' sk_test_1 ')
  assert.equal(
    ['protocol', 'host', 'port', 'timeout', 'maxNetworkRetries'].map((name) => first.getApiField(name as never)),
    ['http', '127.0.0.1', '8080', 1234, 1],
  )
  assert.is(await stripeFor('sk_test_1'), first)
  const second = await stripeFor('sk_test_2')
  assert.is.not(second, first)
  assert.is(await stripeFor('sk_test_2 '), second)
  assert.is(await stripeFor(''), await stripeFor('  '), 'without a key it is there to read events')
})

test.run()
