import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchCalendar } from '../../../server/bookings/calendar-feeds'
import { isPublicAddress, type OutgoingLimits, outgoingLimits } from '../../../server/outgoing/guarded-request'
import { inward } from '../outgoing/inward'

const test = suite('calendars fetched')

const strict = outgoingLimits(false)

test('no connection goes to this machine or its networks, in any spelling of the address', async () => {
  for (const address of [...inward, 'webcal://127.0.0.1/'])
    assert.equal(await fetchCalendar(address, undefined, strict), { fault: 'private' }, address)
  for (const address of ['8.8.8.8', '151.101.1.69', '2a00:1450:4002:410::200e', '2606:4700::1111'])
    assert.ok(isPublicAddress(address), address)
})

/** The first and last addresses of networks that are not on the internet, or a place of IPv4 inside IPv6. */
const networks = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]
/** The addresses beside these networks. */
const beside = [
  '1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0',
  '172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.1.255 192.0.3.0 192.88.98.255 192.88.100.0',
  '192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0',
  '223.255.255.255 2000:: 2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2001:200:: 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9:: 2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2003:: 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:1000::',
].flatMap((line) => line.split(' '))

test('each network outside the internet is closed from its first to its last address, and nothing beside it', () => {
  for (const address of networks.flat()) assert.is(isPublicAddress(address), false, address)
  for (const address of beside) assert.is(isPublicAddress(address), true, address)
})

test('only https is fetched, and an invalid address has its own message', async () => {
  const faults = []
  for (const address of ['http://8.8.8.8/c.ics', 'file:///etc/passwd', 'ftp://8.8.8.8/', 'https://', 'nothing'])
    faults.push(await fetchCalendar(address, undefined, strict))
  assert.equal(
    faults.map((one) => typeof one === 'object' && 'fault' in one && one.fault),
    ['plain', 'address', 'address', 'address', 'address'],
  )
})

type World = { port: number; asked: string[]; limits: (more?: Partial<OutgoingLimits>) => OutgoingLimits }

/** A server on 127.0.0.1 that counts as a public one at `feeds.example`; every other address is private. */
const serving = async (answer: RequestListener, work: (world: World) => Promise<unknown>) => {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(`${req.headers.host} ${req.url}`)
    answer(req, res)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const limits = (more: Partial<OutgoingLimits> = {}): OutgoingLimits => ({
    ...strict,
    isPlainAllowed: true,
    mayReach: (address) => address === '127.0.0.1',
    resolve: async (host) => [{ address: host === 'feeds.example' ? '127.0.0.1' : '10.0.0.1', family: 4 }],
    ...more,
  })
  try {
    await work({ port, asked, limits })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const feeds = ({ port }: World) => `http://feeds.example:${port}`

test('a redirect is checked like the first address, and five are enough', () =>
  serving(
    (req, res) => {
      const targets: { [path: string]: string } = {
        '/numbers': 'http://127.0.0.2/',
        '/mapped': 'http://[::ffff:127.0.0.1]/',
        '/name': 'http://inside.example/',
        '/file': 'file:///etc/passwd',
        '/round': '/round',
        '/once': '/calendar',
      }
      if (req.url === '/calendar') return void res.end('text')
      res.writeHead(302, { location: targets[req.url!]! }).end()
    },
    async (world) => {
      const faults: { [path: string]: unknown } = {}
      for (const path of ['/numbers', '/mapped', '/name', '/file', '/round'])
        faults[path] = await fetchCalendar(feeds(world) + path, undefined, world.limits())
      assert.equal(faults, {
        '/numbers': { fault: 'private' },
        '/mapped': { fault: 'private' },
        '/name': { fault: 'private' },
        '/file': { fault: 'address' },
        '/round': { fault: 'redirects' },
      })
      assert.is(world.asked.length, 4 + 6)
      assert.equal(await fetchCalendar(`${feeds(world)}/once`, undefined, world.limits()), { text: 'text' })
      const noPlain = world.limits({ isPlainAllowed: false })
      assert.equal(await fetchCalendar(`${feeds(world)}/once`, undefined, noPlain), { fault: 'plain' })
    },
  ))

test('a name is resolved once, so that a changed DNS answer cannot redirect the connection', () =>
  serving(
    (_, res) => void res.end('text'),
    async (world) => {
      let count = 0
      const rebinding = async () => [{ address: count++ ? '10.0.0.1' : '127.0.0.1', family: 4 }]
      assert.equal(await fetchCalendar(feeds(world), undefined, world.limits({ resolve: rebinding })), { text: 'text' })
      assert.is(count, 1)
      assert.equal(await fetchCalendar(feeds(world), undefined, world.limits({ resolve: rebinding })), {
        fault: 'private',
      })
      const both = async () => [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]
      assert.equal(await fetchCalendar(feeds(world), undefined, world.limits({ resolve: both })), { fault: 'private' })
      assert.is(world.asked.length, 1)
    },
  ))

test('an unchanged calendar is not downloaded again', () =>
  serving(
    (req, res) => {
      if (req.headers['if-none-match'] === '"1"') return void res.writeHead(304).end()
      res.writeHead(200, { etag: '"1"' }).end('text')
    },
    async (world) => {
      assert.equal(await fetchCalendar(feeds(world), undefined, world.limits()), { text: 'text', etag: '"1"' })
      assert.is(await fetchCalendar(feeds(world), '"1"', world.limits()), 'same')
    },
  ))

test('50 MB, a compressed answer, an error, a broken connection and a silent server are faults', () =>
  serving(
    (req, res) => {
      if (req.url === '/said') return void res.writeHead(200, { 'content-length': 50 << 20 }).write('BEGIN')
      if (req.url === '/sent') {
        const chunk = Buffer.alloc(1 << 20)
        const pour = () => {
          while (!res.destroyed && res.write(chunk));
          if (!res.destroyed) res.once('drain', pour)
        }
        return pour()
      }
      if (req.url === '/packed') return void res.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
      if (req.url === '/gone') return void res.writeHead(404).end()
      if (req.url === '/down') return void res.writeHead(503).end()
      if (req.url === '/cut') {
        res.writeHead(200, { 'content-length': 100 }).write('BEGIN')
        return void setImmediate(() => res.destroy())
      }
      if (req.url === '/silent') return undefined
      res.end()
    },
    async (world) => {
      const faults: unknown[] = []
      for (const path of ['/said', '/sent', '/packed', '/gone', '/down', '/cut'])
        faults.push(await fetchCalendar(feeds(world) + path, undefined, world.limits()))
      faults.push(await fetchCalendar(`${feeds(world)}/silent`, undefined, world.limits({ patience: 50 })))
      faults.push(await fetchCalendar('http://feeds.example:1/', undefined, world.limits()))
      const unknown = async () => Promise.reject(new Error('ENOTFOUND'))
      faults.push(await fetchCalendar(feeds(world), undefined, world.limits({ resolve: unknown })))
      assert.equal(
        faults.map((one) => (one as { fault: string }).fault),
        ['large', 'large', 'notCalendar', 'gone', 'status', 'unreached', 'slow', 'unreached', 'unreached'],
      )
    },
  ))

test('a name that never resolves times out', async () => {
  const never = { ...strict, patience: 50, resolve: () => new Promise<never>(() => {}) }
  const keep = setInterval(() => {}, 20)
  assert.equal(await fetchCalendar('https://feeds.example/', undefined, never), { fault: 'slow' })
  clearInterval(keep)
})

test.run()
