// Hostile text in every stored field, and the letters, files, pages and connections made from it.

import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type NetConnectOpts, type Server, Socket } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { settings as settingsSchema } from '../../../schema/settings'
import { italianDay } from '../../../server/shared/clock'
import { flowMap } from '../../../src/core/diagram/map-svg'
import { clipboard } from '../../../src/core/exports/clipboard'
import { calendar } from '../../../src/core/exports/ics'
import { addDays } from '../../../src/core/text/dates'
import { official } from '../../exports/xsd'
import { until } from '../../until'
import { unzip } from '../excel/unzip'
import { postOffice, readable, withMail } from '../mail/mail-world'
import { answers, atTheDoor, byHand, codes, pin } from './door-world'

const test = suite('texts of an enemy')

const markup = '<b class="evil" onclick="x">"\'&</b><script>ran=1</script><img src=x onerror=ran=1>'
const line = 'x\r\nBcc: evil@example.net\r\n\r\n<script>ran=1</script>'
const isMarkup = /<(?:b class|script>ran|img src=x)/

/** Every free text of a check-in, as an attacker could store it past all validation. */
const hostile = (text: string, more: object = {}) => {
  const kept =
    /Date|Language|Gender|Type|Nights|Method|Status|addSecond|addThird|Country|Citizenship|email|draftId|Code$/
  return Object.fromEntries(
    Object.entries(byHand({ specialRequests: '', carPlate: '', ...more })).map(([name, value]) => [
      name,
      kept.test(name) ? value : `${value}${text}`,
    ]),
  )
}

test('letters: no text becomes an HTML element, a header or an address', async () => {
  const office = await postOffice()
  office.server.patience.settle = 0
  const texts = { companyName: `Casa ${line}${markup}`, emailSubject: `Ciao ${line}`, ...withMail }
  await atTheDoor(
    async ({ store, services: { mailQueue } }) => {
      for (const [n, text] of [markup, line].entries()) {
        await store.addCheckin({ ...hostile(text), owner: 'x', draftId: `d${n}`, email: 'guest@example.org' })
        await store.saveSettings({
          companyName: `Casa ${text}`,
          emailSubject: `Ciao ${text}`,
          emailReplyTo: 'info@example.org',
        })
        await mailQueue.enqueue(n + 1)
        await mailQueue.settled()
      }
      await store.addCheckin({ ...hostile(markup), owner: 'x', draftId: 'd9', email: `a@b.c\r\nBcc: evil@example.net` })
      await mailQueue.enqueue(3)
      await mailQueue.settled()
      await until('letters', () => office.letters.length >= 4)
      for (const { headers, to, parts, raw } of office.letters) {
        assert.not.ok('bcc' in headers, raw.slice(0, 400))
        assert.equal(
          to.filter((one) => /evil/.test(one)),
          [],
        )
        assert.is(to.length, 1)
        const html = parts.find(({ type }) => type === 'text/html')!.body.toString()
        assert.not.match(html, isMarkup)
        assert.not.match(readable(headers.subject), /[\r\n]/)
        assert.equal([...raw.matchAll(/^Subject:/gim)].length, 1)
      }
    },
    { mail: office.server, settings: texts },
  )().finally(office.close)
})

test(
  'no text of the house or of a guest becomes an element of a server’s page',
  atTheDoor(async ({ ask, store, host }) => {
    await store.addCheckin({ ...hostile(markup), owner: 'x', draftId: 'd1' })
    const texts = Object.entries(settingsSchema.properties).flatMap(([name, rule]) =>
      'type' in rule && rule.type === 'string' && !/admin|Code|Secret|Password|colour/i.test(name)
        ? [[name, markup]]
        : [],
    )
    await store.saveSettings({
      ...Object.fromEntries(texts),
      reservationCodes: [
        { id: 'x', code: 'A101', description: markup, showPaymentPage: true, totalRooms: 1, totalBeds: 2 },
      ],
    })
    const jar = await host()
    const pages = ['/', '/reservation-code', '/notes', '/confirmation', '/admin', '/admin-today', '/nothing-here']
    for (const path of [
      ...pages,
      '/privacy-notice',
      '/privacy-notice?v=<script>ran=1</script>',
      `/?lang=${encodeURIComponent(markup)}`,
    ]) {
      const { text, headers } = await ask('GET', path, { jar, headers: { accept: 'text/html' } })
      assert.not.match(text, isMarkup, path)
      assert.match(String(headers['content-security-policy']), /default-src 'self'|default-src 'none'/, path)
      assert.match(String(headers['x-content-type-options']), /nosniff/, path)
    }
    // A call returns text unchanged as JSON, which a browser does not render as a page.
    const { headers } = await ask('GET', '/api/checkins', { jar })
    assert.match(String(headers['content-type']), /^application\/(?:json|x-ndjson)/)
  }),
)

test(
  'official files, workbook and clipboard: no text becomes an element, a line or a formula',
  atTheDoor(
    async ({ ask, url, store, host }) => {
      const formulas = ['=1+1', '+1', '-1', '@A1', '\t=1', '\r=1']
      const arrivalDate = addDays(italianDay(), -1)
      const stay = {
        arrivalDate,
        departureDate: addDays(arrivalDate, 2),
        numberOfNights: '2',
        enabledForSending: 'yes',
      }
      const ids: number[] = []
      for (const [n, text] of [markup, line, ...formulas].entries()) {
        const before = formulas.includes(text)
        const record = Object.fromEntries(
          Object.entries(byHand({ specialRequests: 'x', ...stay })).map(([name, value]) => [
            name,
            /Name$|Address$|Requests$|companyName|email/.test(name)
              ? before
                ? `${text}${value}`
                : `${value}${text}`
              : value,
          ]),
        )
        ids.push((await store.addCheckin({ ...record, owner: 'x', draftId: `d${n}` } as never)).id)
      }
      ids.push((await store.addCheckin({ ...byHand(stay), owner: 'x', draftId: 'fine' } as never)).id)
      const jar = await host()
      const files = async (body: object) =>
        ((await ask('POST', '/api/export', { jar, body })).json.data?.files ?? []) as { text: string }[]
      // The portal accepts only letters: the attacker's records are left out and named.
      const police = await files({ kind: 'police', ids: ids.slice(-1), sure: true })
      assert.equal(
        police.map(({ text }) => text.split('\r\n').map((one) => one.length)),
        [[168]],
      )
      const mixed = (await ask('POST', '/api/export', { jar, body: { kind: 'police', ids, sure: true } })).json
      assert.not.match(JSON.stringify(mixed.data?.files ?? []), /evil|ran=1|=1\+1|Bcc/)
      const months = [...new Set([arrivalDate, italianDay()].map((date) => date.slice(0, 7)))]
      for (const month of months)
        for (const { text } of await files({ kind: 'monthly', month, sure: true })) {
          assert.not.match(text, isMarkup)
          assert.equal(await official([text]), [])
        }

      const response = await fetch(`${url}/api/workbook/checkins`, {
        headers: {
          cookie: Object.entries(jar)
            .map(([name, value]) => `${name}=${value}`)
            .join('; '),
          'x-as': 'host',
        },
      })
      assert.is(response.status, 200)
      const sheets = unzip(Buffer.from(await response.arrayBuffer()))
      for (const [name, xml] of Object.entries(sheets)) {
        assert.not.match(xml, isMarkup, name)
        assert.not.match(xml, /<f[ >]/, `${name}: a cell with a formula`)
      }
      assert.match(JSON.stringify(sheets), /=1\+1MARIO/, 'the text stands there as text')

      for (const checkin of await store.checkins()) {
        const lines = clipboard(checkin).split('\n')
        assert.is(lines.length, 51)
        assert.equal(
          lines.filter((one) => /^[=+\-@\t\r]/.test(one) && !/^\+\d+ ?\d*$/.test(one)),
          [],
        )
      }
    },
    { settings: { reservationCodes: [{ ...codes[0]!, structureCode: 'A00000' }] } as never },
  ),
)

test('the map of the flow is one drawing, whatever the words are', () => {
  const [flow, words] = ['steps.json', 'src/text/it.json'].map((file) => JSON.parse(readFileSync(file, 'utf8')))
  const svg = flowMap(flow, Object.fromEntries(Object.keys(words).map((key) => [key, markup])))
  assert.not.match(svg, isMarkup)
  assert.match(svg, /&lt;b class/)
})

test('a calendar has one event, whatever the texts are', () => {
  const end = 'x\r\nEND:VEVENT\nBEGIN:VEVENT\rATTACH:http://evil.example\r\n'
  const text = calendar(
    { id: '7', facility: end, arrival: '2026-01-01', departure: '2026-01-03', summary: end, description: end },
    '2025-01-01T00:00:00Z',
  )!
  const lines = text.replace(/\r\n /g, '').split(/[\r\n]+/)
  assert.equal(
    lines.filter((one) => /^(?:BEGIN:VEVENT|END:VEVENT|ATTACH)/.test(one)),
    ['BEGIN:VEVENT', 'END:VEVENT'],
  )
})

/** Returns the connections that this process opens during `act`, except to one port. */
const connections = async (own: number, act: () => Promise<unknown>) => {
  const asked: string[] = []
  const real = Socket.prototype.connect
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const [first] = (Array.isArray(given[0]) ? given[0] : given) as [NetConnectOpts | number | string]
    const { host = 'localhost', port } = (typeof first === 'object' ? first : { port: first }) as {
      host?: string
      port?: number
    }
    if (Number(port) !== own) asked.push(`${host}:${port}`)
    return Reflect.apply(real, this, given)
  } as typeof real
  await act().finally(() => (Socket.prototype.connect = real))
  return asked
}

const trap = () =>
  new Promise<{ server: Server; port: number; caught: () => number }>((done) => {
    let count = 0
    const server = createServer((socket) => {
      count++
      socket.destroy()
    })
    server.listen(0, '127.0.0.1', () =>
      done({ server, port: (server.address() as AddressInfo).port, caught: () => count }),
    )
  })

/** A stand-in of both offices that redirects. */
const leading = (to: string) =>
  new Promise<{ server: Server; port: number }>((done) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () =>
        socket.end(`HTTP/1.1 307 Temporary Redirect\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`),
      )
    })
    server.listen(0, '127.0.0.1', () => done({ server, port: (server.address() as AddressInfo).port }))
  })

test('no setting of the host, no upload and no redirect names an address that the server connects to', async () => {
  const { server, port, caught } = await trap()
  const bait = `127.0.0.1:${port}`
  const away = await leading(`http://${bait}/`)
  const [mail, office] = ['127.0.0.1:1', `127.0.0.1:${away.port}`]
  const offices = { policeUrl: `http://${office}/police`, regionUrl: `http://${office}/region` }
  const asked: string[] = []
  await atTheDoor(
    async ({ url, ask, host, store, services: { mailQueue } }) => {
      const jar = await host()
      asked.push(
        ...(await connections(Number(new URL(url).port), async () => {
          const forms = [
            bait,
            `2130706433:${port}`,
            `[::ffff:127.0.0.1]:${port}`,
            `0x7f.1:${port}`,
            `localhost:${port}`,
            '169.254.169.254',
            `a@${bait}`,
          ]
          const schemes = ['ftp', 'file', 'smtp', 'gopher'].map((scheme) => `${scheme}://${bait}/x`)
          for (const [name, rule] of Object.entries(settingsSchema.properties)) {
            if (!('type' in rule) || rule.type !== 'string' || /^admin/.test(name)) continue
            const every = [...forms.map((address) => `http://${address}/x.svg`), ...schemes]
            for (const value of /Url|Link|Address/.test(name) ? every : every.slice(0, 1))
              await ask('PATCH', `/api/settings/${name}`, { jar, body: { value, current: pin } })
          }
          const svg = `<svg xmlns="http://www.w3.org/2000/svg"><image href="http://${bait}/x"/><use href="http://${bait}/y"/></svg>`
          for (const value of [svg, `http://${bait}/a.png`])
            await ask('PATCH', '/api/settings/logoUrl', {
              jar,
              body: {
                value: value.startsWith('<')
                  ? `data:image/svg+xml;base64,${Buffer.from(value).toString('base64')}`
                  : value,
                current: pin,
              },
            })
          const account = {
            id: 'a',
            label: `http://${bait}`,
            user: `http://${bait}`,
            password: 'p',
            wsKey: 'k',
            url: `http://${bait}/`,
            endpoint: `http://${bait}/`,
          }
          for (const value of [[account], [{ id: 'a', label: bait, user: 'VI000001', password: 'p', wsKey: 'k' }]])
            await ask('PATCH', '/api/settings/policeAccounts', { jar, body: { value, current: pin } })
          await store.saveSettings({ ...withMail, emailSender: `x@[127.0.0.1]`, emailReplyTo: `y@${bait}` } as never)
          await ask('POST', '/api/checkin', { jar, body: byHand({ email: 'a@[169.254.169.254]' }) })
          await store.addCheckin({ ...answers({ email: `a@[127.0.0.1]` }), owner: 'x', draftId: 'y' })
          await mailQueue.enqueue(1)
          await mailQueue.settled()
          for (const path of ['/api/smtp2go-test', '/api/stripe/webhook', '/api/istat-search?kind=city&name=x'])
            await ask('GET', path, { jar })
          for (const path of ['/api/police/try', '/api/region/try', '/api/offices/try', '/api/police/send'])
            await ask('POST', path, { jar, body: { account: 'a', id: 'a', ids: [1] } })
        })),
      )
    },
    { offices, settings: withMail },
  )()
  server.close()
  away.server.close()
  assert.is(caught(), 0)
  const others = asked.filter((one) => one !== mail && one !== office)
  assert.equal(others, [])
  assert.ok(asked.includes(mail), 'the search sees where letters go')
})

test.run()
