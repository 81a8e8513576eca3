import { runInNewContext } from 'node:vm'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pushService } from '../server/push/push-service'
import { until } from '../until'
import { violations } from './axe'
import { desk, opened } from './consult-house'
import { openBrowser } from './house'

const test = suite("notices on the host's device")
const browser = await openBrowser()
const service = await pushService()
const { house } = await opened(async () => {}, { OUTGOING_PRIVATE: '1' })
test.after(async () => {
  service.close()
  await browser.close()
  await house.close()
})

test('refused: a sentence. Allowed: subscribed, tried, shown by the worker; no guest’s page has a worker', async () => {
  const { page, complaints } = await desk(browser, house, '/admin-settings?tab=devices')
  const turnOn = page.getByRole('button', { name: 'Attiva gli avvisi' })
  await turnOn.click()
  await page.getByText('Questo browser ha negato gli avvisi').waitFor()

  // The stand-ins: this Chromium has no push service to subscribe at, and its headless form refuses every notice.
  const address = service.browser('phone')
  await page.evaluate((address) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    let current: object | null = null
    const made = { ...address, toJSON: () => address, unsubscribe: async () => (current = null) === null }
    Object.assign(PushManager.prototype, {
      subscribe: async () => (current = made),
      getSubscription: async () => current,
    })
  }, address)
  await turnOn.click()
  await page.getByText('Attivi', { exact: true }).waitFor()
  assert.equal(await violations(page), [])

  await page.getByRole('checkbox', { name: 'Un pagamento con carta' }).click()
  const stored = () =>
    page.evaluate(async () => (await (await fetch('/api/push', { headers: { 'x-as': 'host' } })).json()).data)
  await until('the kinds are stored', async () => (await stored())?.kinds?.join() === 'checkin,refusal,door')
  await page.getByRole('button', { name: 'Prova', exact: true }).click()
  await page.getByText('Avviso di prova mandato').waitFor()
  const { notice } = service.arrived[0]!

  const shown: string[] = []
  const heard: { [kind: string]: (event: object) => void } = {}
  const works: Promise<unknown>[] = []
  const worker = {
    addEventListener: (kind: string, work: (event: object) => void) => void (heard[kind] = work),
    registration: {
      showNotification: async (title: string, { body, data }: { body: string; data: string }) =>
        shown.push(`${title} · ${body} · ${data}`),
    },
    clients: { matchAll: async () => [], openWindow: async (to: string) => shown.push(`opened ${to}`) },
  }
  runInNewContext(await (await fetch(`${house.url}/host-worker.js`)).text(), { self: worker, URL })
  const waitUntil = (work: Promise<unknown>) => works.push(work)
  heard.push!({ waitUntil, data: { json: () => ({ ...notice, body: 'Camera Blu' }) } })
  heard.notificationclick!({ waitUntil, notification: { close: () => {}, data: notice.to } })
  await Promise.all(works)
  assert.equal(shown, ['Gli avvisi arrivano su questo dispositivo · Camera Blu · /admin-today', 'opened /admin-today'])

  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!
    return (await fetch(link.href)).json()
  })
  assert.equal([manifest.start_url, manifest.display], ['/admin-today', 'standalone'])
  for (const { src, sizes } of manifest.icons) {
    const icon = await fetch(house.url + src)
    const bytes = Buffer.from(await icon.arrayBuffer())
    // The first chunk of a PNG has its width and height.
    assert.is(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes)
    assert.is(icon.headers.get('content-type'), 'image/png')
  }
  const chromium = await page.context().newCDPSession(page)
  const read = await chromium.send('Page.getAppManifest')
  assert.equal([read.url, read.errors], [`${house.url}/host.webmanifest`, []])
  const installed = JSON.parse(read.data!)
  const [scope, start] = [installed.scope, installed.start_url].map((path) => new URL(path, read.url).href)
  assert.ok(start!.startsWith(scope!), 'the first page is within the scope')
  assert.equal((await fetch(start!)).status, 200)
  assert.equal((await chromium.send('Page.getInstallabilityErrors')).installabilityErrors, [])

  await page.evaluate(
    async (body) => {
      const headers = { 'x-as': 'host', 'content-type': 'application/json', 'accept-language': 'de' }
      await fetch('/api/push', { method: 'POST', headers, body })
    },
    JSON.stringify({ ...address, kinds: [] }),
  )
  assert.is((await stored()).language, 'de')
  await page.getByRole('button', { name: 'Prova', exact: true }).click()
  await until('the language is that of the page', async () => (await stored()).language === 'it')

  await page.getByRole('button', { name: 'Disattiva' }).click()
  await page.getByText('Non attivi').waitFor()

  await page.goto(`${house.url}/`)
  const guest = await page.evaluate(async () => [
    await navigator.serviceWorker.getRegistration('/').then(Boolean),
    navigator.serviceWorker.controller !== null,
    document.querySelector('link[rel=manifest]') !== null,
  ])
  assert.equal(guest, [false, false, false])
  assert.equal(complaints, [])
})

test.run()
