import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type OutgoingLimits, outgoingLimits } from '../../../server/outgoing/guarded-request'
import { sendEvent, webhookKeys } from '../../../server/programs/webhook-delivery'
import { inward } from '../outgoing/inward'
import { isSigned, receiver } from './receiver'

const test = suite('the delivery of an event')

const keys = [{ key: `whsec_${Buffer.alloc(32, 7).toString('base64')}`, made: '2026-11-26T10:00:00.000Z' }]
const at = new Date('2026-11-26T10:00:00.000Z')
const body = { type: 'webhook.test', timestamp: at.toISOString(), data: {} } as const
const send = async (address: string, limits: OutgoingLimits) =>
  (await sendEvent({ address, keys, limits }, 'msg_1', body, at)).answer

test('no event goes to this machine or its networks, in any spelling of the address, nor unencrypted', async () => {
  const strict = outgoingLimits(false)
  for (const address of inward) assert.equal(await send(address, strict), { fault: 'private' }, address)
  for (const [address, fault] of [
    ['http://8.8.8.8/', 'plain'],
    ['file:///etc/passwd', 'address'],
    ['https://', 'address'],
    ['nothing', 'address'],
  ] as const)
    assert.equal(await send(address, strict), { fault }, address)
})

test('the notes’ seal has 256 bits and stays the same, also when a key is made', async () => {
  const secrets = new Map<string, string>()
  const secret = async (name: string, initial: () => string) => {
    if (!secrets.has(name)) secrets.set(name, initial())
    return secrets.get(name)!
  }
  const saveSecret = async (name: string, value: string) => void secrets.set(name, value)
  const held = webhookKeys({ store: { secret, saveSecret } as never, now: () => at })
  const seal = await held.seal()
  assert.is(seal.length, 32)
  await held.make()
  assert.equal(await held.seal(), seal)
})

test('a redirect inwards is not followed, and a name is resolved once', async () => {
  const to = await receiver()
  try {
    const port = new URL(to.origin).port
    let count = 0
    const limits: OutgoingLimits = {
      ...outgoingLimits(false),
      isPlainAllowed: true,
      mayReach: (address) => address === '127.0.0.1',
      resolve: async () => [{ address: count++ ? '10.0.0.1' : '127.0.0.1', family: 4 }],
    }
    assert.equal(await send(`http://pms.example:${port}/`, limits), { status: 204 })
    assert.is(count, 1)
    assert.equal(await send(`http://pms.example:${port}/`, limits), { fault: 'private' })
    const steady = { ...limits, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
    for (const location of ['http://127.0.0.2/', 'http://169.254.169.254/', `http://pms.example:${port}/again`]) {
      to.statuses(302, { location })
      assert.equal(await send(`http://pms.example:${port}/`, steady), { fault: 'redirects' }, location)
    }
    assert.is(to.asked(), 4)
  } finally {
    to.close()
  }
})

test('the signature is that of standardwebhooks.com, by every key', async () => {
  const to = await receiver()
  try {
    const other = { key: `whsec_${Buffer.alloc(32, 9).toString('base64')}`, made: '', until: '' }
    await sendEvent({ address: to.address, keys: [...keys, other], limits: outgoingLimits(true) }, 'msg_1', body, at)
    const [event] = to.events
    assert.equal([event!.id, event!.headers['webhook-timestamp']], ['msg_1', '1795687200'])
    assert.ok([...keys, other].every(({ key }) => isSigned(event!, key)))
    assert.match(event!.headers['webhook-signature'] as string, /^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/)
    assert.is(event!.headers['content-type'], 'application/json')
  } finally {
    to.close()
  }
})

test('Retry-After is read as seconds or as a date, and six hours are the most', async () => {
  const to = await receiver()
  try {
    const waits: number[] = []
    for (const asked of ['120', new Date(at.getTime() + 90_000).toUTCString(), '999999', 'soon', '-5']) {
      to.statuses(429, { 'retry-after': asked })
      const { wait } = await sendEvent({ address: to.address, keys, limits: outgoingLimits(true) }, 'msg_1', body, at)
      waits.push(wait)
    }
    assert.equal(waits, [120, 90, 21_600, 0, 0])
  } finally {
    to.close()
  }
})

test.run()
