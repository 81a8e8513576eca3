import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type WebhookType, webhookBodyOf, webhookTypes } from '../../../schema/calls/webhooks'
import { openApi } from '../../../src/core/programs/open-api'
import { until } from '../../until'
import { byHand, openDoor, pin } from '../http/door-world'
import { folder } from '../store/store-world'
import { receiver } from './receiver'

const test = suite('the page about events out')

const page = readFileSync('docs/calls.md', 'utf8')

test('every event is as the description says, and so is the example of the page', async () => {
  const to = await receiver()
  const door = await openDoor()
  try {
    const jar = await door.host()
    const send = (method: string, path: string, body?: object) => door.ask(method, path, { jar, ...(body && { body }) })
    await send('PATCH', '/api/settings/webhook', { webhookAddress: to.address, webhookGuests: true, current: pin })
    await send('POST', '/api/webhook/key', { current: pin })
    const { id } = (await send('POST', '/api/checkin', byHand())).json.data
    await door.services.webhooks.settled()
    await send('PATCH', `/api/checkin/${id}/update`, { mainGuestName: 'CARLO' })
    await door.services.webhooks.settled()
    await send('DELETE', `/api/checkin/${id}`)
    await door.services.webhooks.settled()
    await send('POST', '/api/webhook/test', {})
    const { webhooks } = JSON.parse(JSON.stringify(openApi()))
    assert.equal(Object.keys(webhooks), Object.keys(webhookTypes))
    const ajv = new Ajv2020({ strict: false, formats: { date: true, 'date-time': true } })
    const isAs = (type: string, body: unknown) =>
      ajv.validate(webhooks[type].post.requestBody.content['application/json'].schema, body)
    assert.equal([...new Set(to.events.map(({ type }) => type))], Object.keys(webhookTypes))
    for (const { type, text } of to.events) assert.ok(isAs(type, JSON.parse(text)), JSON.stringify(ajv.errors))
    const [, example] = /```json\n(\{ "type"[^]*?)```/.exec(page)!
    const shown = JSON.parse(example!)
    assert.ok(isAs(shown.type, shown), JSON.stringify(ajv.errors))
    assert.not.ok(ajv.validate(webhookBodyOf('checkin.created' as WebhookType), shown))
  } finally {
    await door.close()
    to.close()
  }
})

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

test("the page's receiver runs as it stands: it keeps what the house signed, and nothing else", async () => {
  const [, text] = /```js\n([^]*?)```/.exec(page)!
  const file = join(folder(), 'receiver.mjs')
  writeFileSync(file, text!)
  const door = await openDoor()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}/`
  const jar = await door.host()
  const send = (method: string, path: string, body: object = {}) => door.ask(method, path, { jar, body })
  await send('PATCH', '/api/settings/webhook', { webhookAddress: address, webhookGuests: false, current: pin })
  const { key } = (await send('POST', '/api/webhook/key', { current: pin })).json.data
  let out = ''
  const child = spawn(process.execPath, [file], { env: { ...process.env, WEBHOOK_KEY: key, PORT: String(port) } })
  child.stdout.on('data', (chunk) => (out += chunk))
  try {
    const tried = async () => (await send('POST', '/api/webhook/test')).json.data.answer
    await until('an answer', async () => (await tried()).status === 204)
    const { id } = (await send('POST', '/api/checkin', byHand())).json.data
    await door.services.webhooks.settled()
    await send('POST', '/api/told', { ids: [id], told: true })
    await door.services.webhooks.settled()
    await until('the state', () => out.includes(JSON.stringify([[id, 2, 'reported']])))
    const forged = { method: 'POST', headers: { 'webhook-id': 'x', 'webhook-timestamp': '1' }, body: '{}' }
    assert.is((await fetch(address, forged)).status, 401)
    await send('POST', '/api/webhook/key', { current: pin })
    assert.is((await tried()).status, 204, 'the former key is valid beside the new one')
    await send('POST', '/api/webhook/key', { current: pin })
    assert.is((await tried()).status, 401)
  } finally {
    child.kill('SIGKILL')
    await door.close()
  }
})

test.run()
