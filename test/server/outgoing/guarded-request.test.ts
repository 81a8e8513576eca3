import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guardedRequest, type OutgoingLimits, outgoingLimits } from '../../../server/outgoing/guarded-request'

const test = suite('guarded requests')

type World = { address: string; limits: OutgoingLimits; asked: string[] }

/** A server on 127.0.0.1 that counts as a public one; every other address is private. */
const serving = async (answer: RequestListener, work: (world: World) => Promise<unknown>) => {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    answer(req, res)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const mayReach = (address: string) => address === '127.0.0.1'
  const limits = { ...outgoingLimits(false), isPlainAllowed: true, mayReach }
  try {
    await work({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, limits, asked })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('a body is posted with its length and headers; the answer has its status, and its body only where wanted', () =>
  serving(
    async (req, res) => {
      let text = ''
      for await (const chunk of req) text += chunk
      res.writeHead(201).end(`${req.headers['content-length']} ${req.headers['x-mark']} ${text}`)
    },
    async ({ address, limits }) => {
      const request = { method: 'POST' as const, headers: { 'x-mark': 'm' }, body: 'città' }
      const unread = await guardedRequest(address, request, limits)
      assert.ok('status' in unread && unread.status === 201 && unread.body.length === 0)
      const read = await guardedRequest(address, { ...request, isRead: (status) => status < 300 }, limits)
      assert.is('body' in read && read.body.toString(), '6 m città')
    },
  ))

test('a posted request follows no redirect, not even to the same place', () =>
  serving(
    (_, res) => void res.writeHead(307, { location: '/again' }).end(),
    async ({ address, limits, asked }) => {
      assert.equal(await guardedRequest(address, { method: 'POST', body: '{}' }, limits), { fault: 'redirects' })
      assert.equal(asked, ['POST /'])
    },
  ))

test('an answer without end counts by its status where its body is not wanted', () =>
  serving(
    (_, res) => void res.writeHead(200).write('x'.repeat(100)),
    async ({ address, limits }) => {
      const got = await guardedRequest(address, { method: 'POST', body: '{}' }, { ...limits, largest: 10 })
      assert.is('status' in got && got.status, 200)
    },
  ))

test('a server that takes the body and never answers is slow', () =>
  serving(
    (req) => void req.resume(),
    async ({ address, limits }) => {
      const got = await guardedRequest(address, { method: 'POST', body: '{}' }, { ...limits, patience: 50 })
      assert.equal(got, { fault: 'slow' })
    },
  ))

test.run()
