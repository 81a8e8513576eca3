import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { answersReadiness } from '../../../server/http/responses'
import { say } from '../../../server/shared/messages'

const test = suite('readiness')

const asked = (method: string, url: string, isReady: () => Promise<boolean>) =>
  new Promise<unknown>((done) => {
    let status = 0
    const res = Object.assign(new EventEmitter(), {
      req: { method, url, headers: {} },
      setHeader: () => res,
      writeHead: (code: number) => {
        status = code
        return res
      },
      end: (body: string | Buffer) => done([status, JSON.parse(String(body))]),
    })
    const req = res.req as unknown as IncomingMessage
    if (!answersReadiness(req, res as unknown as ServerResponse, isReady)) done('handler')
  })

test('the readiness probe gets the state and the reason', async () => {
  const moving = [503, { success: false, message: say('server.moving'), error: say('server.moving') }]
  assert.equal(await asked('GET', '/readyz', async () => true), [200, { success: true }])
  assert.equal(await asked('GET', '/readyz', async () => false), moving)
  assert.equal(await asked('GET', '/readyz', () => Promise.reject(new Error('no store'))), moving)
})

test('other requests are passed to the handler', async () => {
  for (const [method, url] of [
    ['POST', '/readyz'],
    ['GET', '/'],
    ['GET', '/readyz/'],
  ] as const)
    assert.is(await asked(method, url, async () => true), 'handler', `${method} ${url}`)
})

test.run()
