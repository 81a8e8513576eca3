import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { forwarding } from '../../../server/houses/forwarding'
import { front } from '../../../server/houses/houses'
import { HeldElsewhere } from '../../../server/store/store'
import suspended from '../../../src/text/suspended.json'
import { until } from '../../until'

const test = suite('the front of many houses')

type Answering = Parameters<typeof front>[0]['answer']

const open = async (answer: Answering, trustProxy = true) => {
  const said: string[] = []
  const server = createServer(
    front({ answer, isReady: async () => true }, { trustProxy, report: (line) => said.push(line) }),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const ask = (path = '/', headers: Record<string, string | number> = {}, method = 'GET', body = '') =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((done, fail) => {
      const asked = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, async (res) => {
        const parts: Buffer[] = []
        try {
          for await (const part of res) parts.push(part)
        } catch (error) {
          return fail(error)
        }
        done({ status: res.statusCode!, headers: res.headers, text: Buffer.concat(parts).toString() })
      })
      asked.on('error', fail)
      asked.end(body)
    })
  return { ask, said, url: `http://127.0.0.1:${port}`, close: () => new Promise((done) => server.close(done)) }
}

const withFront = (answer: Answering, work: (door: Awaited<ReturnType<typeof open>>) => Promise<void>, trust = true) =>
  open(answer, trust).then((door) => work(door).finally(door.close))

test('a request is led to the house of the name it asks for, without port and in small letters', async () => {
  const names: string[] = []
  const answer: Answering = async (name, _req, res) => {
    names.push(name)
    res.end('here')
  }
  await withFront(answer, async ({ ask }) => {
    assert.is((await ask('/', { host: 'Rosa.Example.it:8080' })).text, 'here')
    await ask('/', { host: 'rosa.it', 'x-forwarded-host': 'viola.it:443' })
    await ask('/', { host: 'rosa.it:123456' })
  })
  assert.equal(names, ['rosa.example.it', 'viola.it', 'rosa.it:123456'])
  names.length = 0
  const direct = async ({ ask }: Awaited<ReturnType<typeof open>>) =>
    void (await ask('/', { host: 'rosa.it', 'x-forwarded-host': 'viola.it' }))
  await withFront(answer, direct, false)
  assert.equal(names, ['rosa.it'])
})

test('a name of no house is refused, but the process says under any name that it lives', async () => {
  await withFront(
    async () => 'unknown',
    async ({ ask }) => {
      const { status, text, headers } = await ask('/')
      assert.equal([status, headers['x-content-type-options']], [421, 'nosniff'])
      assert.is(JSON.parse(text).message, 'Questo indirizzo non è quello della struttura')
      const alive = await ask('/healthz')
      assert.equal([alive.status, alive.text], [200, '{"success":true}'])
      assert.is((await ask('/healthz2')).status, 421)
    },
  )
})

test('a suspended house says so in every language to who reads a page, and in a sentence to the rest', async () => {
  await withFront(
    async () => 'suspended',
    async ({ ask }) => {
      const page = await ask('/healthz', { accept: 'text/html,*/*' })
      assert.equal(
        [
          page.status,
          page.headers['content-type'],
          page.headers['retry-after'],
          page.headers['x-content-type-options'],
        ],
        [503, 'text/html; charset=utf-8', '3600', 'nosniff'],
      )
      const said = Object.entries(suspended).map(([language, sentence]) => `<p lang="${language}">${sentence}</p>`)
      assert.is(
        page.text,
        `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Check-in</title>${said.join('')}`,
      )
      assert.is(said.length, 5)
      const call = await ask('/api/settings', { accept: 'application/json' })
      assert.equal(
        [call.status, call.headers['retry-after'], JSON.parse(call.text).message],
        [503, '3600', 'Questa struttura è sospesa'],
      )
    },
  )
})

test('a request waiting behind too many houses is told to retry in seconds', async () => {
  await withFront(
    async () => 'too many',
    async ({ ask, said }) => {
      const { status, headers } = await ask('/')
      assert.equal([status, headers['retry-after'], said], [429, '5', []])
    },
  )
})

test('a house being moved tells requests to retry in seconds; failures are reported by name', async () => {
  await withFront(
    async () => 'leaving',
    async ({ ask, said }) => {
      const { status, headers, text } = await ask('/')
      assert.equal([status, headers['retry-after']], [503, '5'])
      assert.match(JSON.parse(text).message, /^La struttura sta passando a un altro server/)
      assert.equal(said, [])
    },
  )
  const { error } = console
  console.error = () => {}
  await withFront(
    async () => Promise.reject(new Error('the disk')),
    async ({ ask, said }) => {
      assert.is((await ask('/', { host: 'rosa.it' })).status, 500)
      assert.equal(said, ['rosa.it: the disk'])
    },
  ).finally(() => (console.error = error))
})

test('an answer that fails half-way is cut, not made to look whole', async () => {
  const half: Answering = async (_name, _req, res) => {
    res.writeHead(200, { 'content-length': 10 })
    res.write('half')
    throw new Error('cut')
  }
  await withFront(half, async ({ ask, said }) => {
    const end = await ask('/', { host: 'rosa.it' }).catch(({ code }) => code)
    assert.is(end, 'ECONNRESET')
    assert.equal(said, ['rosa.it: cut'])
  })
})

/** A process without houses that forwards to those it knows. */
const handingOn = (
  peers: Partial<Parameters<typeof forwarding>[1]>,
  reason: unknown = new HeldElsewhere('rosa.it', ''),
) =>
  forwarding(
    { answer: async () => (reason instanceof Error ? Promise.reject(reason) : (reason as never)) },
    { holderOf: async () => undefined, others: async () => [], self: () => undefined, ...peers },
  )

test('a request is forwarded whole to the holder of the house, and its answer comes back whole', async () => {
  const got: unknown[] = []
  const holder: Answering = async (_name, req, res) => {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part)
    got.push([req.method, req.url, req.headers, Buffer.concat(parts).toString()])
    res.writeHead(201, { 'x-answer': 'yes', 'keep-alive': 'timeout=99', 'content-type': 'text/plain' })
    res.end('done')
  }
  await withFront(holder, async ({ url }) => {
    const asked: string[] = []
    const holderOf = async (name: string) => {
      asked.push(name)
      return url
    }
    await withFront(handingOn({ holderOf }), async ({ ask }) => {
      const sent = { host: 'rosa.it', cookie: 'a=b', 'proxy-connection': 'x', 'keep-alive': 'x', 'content-length': 5 }
      const { status, headers, text } = await ask('/api/checkin?x=1', sent, 'POST', 'guest')
      assert.equal([status, headers['x-answer'], headers['keep-alive'], text], [201, 'yes', undefined, 'done'])
      const bare = await ask('/', { host: 'rosa.it' })
      assert.is(bare.text, 'done')
    })
    assert.equal(asked, ['rosa.it', 'rosa.it'])
  })
  assert.equal(got, [
    [
      'POST',
      '/api/checkin?x=1',
      { host: 'rosa.it', cookie: 'a=b', 'content-length': '5', 'x-handed-on': '1', connection: 'close' },
      'guest',
    ],
    ['GET', '/', { host: 'rosa.it', 'x-handed-on': '1', connection: 'close' }, ''],
  ])
})

test('a forwarded request is answered by the holder or not at all', async () => {
  await withFront(handingOn({ holderOf: () => assert.unreachable() as never }), async ({ ask }) => {
    const { status, headers, text } = await ask('/', { 'x-handed-on': '1' })
    assert.equal([status, headers['x-not-here'], headers.connection, text], [421, '1', 'close', ''])
  })
})

test('if the house has moved, it is looked for at its holder, here, and at another', async () => {
  const nothing: Answering = async (_name, _req, res) => void res.writeHead(421, { 'x-not-here': '1' }).end()
  const there: Answering = async (_name, _req, res) => void res.end('there')
  await withFront(nothing, async (empty) => {
    await withFront(there, async (full) => {
      const holders = [empty.url, undefined]
      const peers = { holderOf: async () => holders.shift(), others: async () => [full.url, empty.url] }
      await withFront(handingOn(peers, 'leaving'), async ({ ask }) => assert.is((await ask()).text, 'there'))
      await withFront(handingOn({ ...peers, self: () => full.url, others: async () => [empty.url] }), async ({ ask }) =>
        assert.is((await ask()).text, 'there'),
      )
    })
  })
})

test('a change with an unknown result is not repeated; a read is', async () => {
  let count = 0
  const cut: Answering = async (_name, req, res) => {
    count++
    if (count > 1 && req.method === 'GET') res.end('read')
    else res.destroy()
  }
  await withFront(cut, async ({ url }) => {
    await withFront(handingOn({ holderOf: async () => url }), async ({ ask }) => {
      const { status, headers } = await ask('/', {}, 'POST', 'x')
      assert.equal([status, headers['retry-after'], count], [503, '5', 1])
      count = 0
      assert.equal([(await ask()).text, count], ['read', 2])
    })
  })
})

test('a body of four megabytes is forwarded, and a larger one refused', async () => {
  let size = 0
  const holder: Answering = async (_name, req, res) => {
    for await (const part of req) size += part.length
    res.end('taken')
  }
  await withFront(holder, async ({ url }) => {
    await withFront(handingOn({ holderOf: async () => url }), async ({ ask, said, url: front }) => {
      assert.is((await ask('/', {}, 'POST', 'x'.repeat(4 << 20))).text, 'taken')
      assert.is(size, 4 << 20)
      const refused = await ask('/', {}, 'POST', 'x'.repeat((4 << 20) + 1))
      assert.equal([refused.status, size], [413, 4 << 20])
      const half = 'POST / HTTP/1.1\r\nhost: rosa.it\r\ncontent-length: 9\r\n\r\nhalf'
      const socket = connect(Number(new URL(front).port), '127.0.0.1', () => socket.write(half))
      await new Promise((done) => setTimeout(done, 100))
      socket.destroy()
      await new Promise((done) => setTimeout(done, 100))
      assert.equal(said, [], 'no mistake of ours')
    })
  })
})

test('bodies of eight megabytes from one address, and of 128 in all, are in flight at once', async () => {
  const waiting: (() => void)[] = []
  const holder: Answering = async (_name, req, res) => {
    for await (const _ of req);
    waiting.push(() => res.end('taken'))
  }
  const body = 'x'.repeat(4 << 20)
  await withFront(holder, async ({ url }) => {
    await withFront(handingOn({ holderOf: async () => url }), async ({ ask }) => {
      const from = (address: number) => ({ 'x-forwarded-for': `203.0.113.${address}` })
      const refused = async (address: number) => {
        const { status, headers } = await ask('/', from(address), 'POST', 'x')
        assert.equal([status, headers['retry-after']], [503, '5'])
      }
      const sent = [1, 1].map((address) => ask('/', from(address), 'POST', body))
      await until('two on their way', () => waiting.length === 2)
      await refused(1)
      sent.push(...Array.from({ length: 30 }, (_, n) => ask('/', from(2 + (n >> 1)), 'POST', body)))
      await until('all on their way', () => waiting.length === 32)
      await refused(99)
      for (const end of waiting.splice(0)) end()
      assert.equal(
        (await Promise.all(sent)).map(({ text }) => text),
        Array(32).fill('taken'),
      )
      const later = ask('/', from(1), 'POST', 'x')
      await until('one more on its way', () => waiting.length === 1)
      waiting[0]!()
      assert.is((await later).text, 'taken')
    })
  })
})

test('other answers and failures of the houses pass unchanged', async () => {
  await withFront(handingOn({}, 'suspended'), async ({ ask }) => assert.is((await ask()).status, 503))
  const { error } = console
  console.error = () => {}
  await withFront(handingOn({}, new Error('broken')), async ({ ask, said }) => {
    assert.is((await ask('/', { host: 'rosa.it' })).status, 500)
    assert.equal(said, ['rosa.it: broken'])
  }).finally(() => (console.error = error))
})

test.run()
