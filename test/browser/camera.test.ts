// Costs some 9 s: browsers of their own, whose cameras play drawn films.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { documentOf } from '../../src/core/reader/document'
import type { Grey } from '../../src/core/reader/raster'
import { judgingLevels } from '../reader/levels'
import { wholePicture } from '../reader/pictures'
import { pngOf } from '../reader/png'
import { randomOf } from '../reader/random'
import { violations } from './axe'
import { inHouse, openBrowser } from './house'
import { atReading, gallery, kept, offerReading, picture, saying } from './reading-guest'

const test = suite('a document under the live camera')

/** The first drawn passport that lies in a picture of 1280 × 960. */
const passport = (() => {
  for (let seed = 1; ; seed++) {
    const random = randomOf(seed)
    const drawn = wholePicture(random, 'TD3', judgingLevels(random, 'all', 0.6), 1.2288)
    if (drawn.width === 1280 && drawn.height === 960) return drawn
  }
})()
const read = documentOf('TD3', passport.lines, '2026-11-25')!
const table: Grey = { data: new Uint8Array(1280 * 960).fill(150), width: 1280, height: 960 }

/** A film without colours, five frames a second (the format YUV4MPEG2). */
const filmOf = (frames: readonly Grey[]) => {
  const grey = Buffer.alloc((1280 * 960) / 2, 128)
  return Buffer.concat([
    Buffer.from('YUV4MPEG2 W1280 H960 F5:1 Ip A1:1 C420jpeg\n'),
    ...frames.flatMap(({ data }) => [Buffer.from('FRAME\n'), data, grey]),
  ])
}

const { house, browser } = await inHouse(test)
const folder = mkdtempSync(join(tmpdir(), 'film-'))
const film = join(folder, 'film.y4m')

/** Has the camera play some frames over and over when it is opened. */
const show = (...frames: Grey[]) => writeFileSync(film, filmOf(frames))
show(table)

/** The address of the house without https, for a browser with a camera. */
const lan = '192.168.1.20'
const withCamera = (answer = '') =>
  openBrowser({}, [
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
    `--use-fake-ui-for-media-stream${answer}`,
    `--host-resolver-rules=MAP ${lan} 127.0.0.1`,
  ])
const seeing = await withCamera()

test.before(() => offerReading(house))
test.after(async () => {
  await seeing.close()
  rmSync(folder, { recursive: true })
})

const live = (page: Page) => page.getByRole('button', { name: /Inquadra|Chiudi la videocamera/ })

/** Whether a camera still runs: every stream the page was given is remembered. */
const running = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { given: MediaStream[] }).given.some((stream) =>
      stream.getTracks().some(({ readyState }) => readyState === 'live'),
    ),
  )
const given = (page: Page) => page.evaluate(() => (globalThis as unknown as { given: MediaStream[] }).given.length)

const begin = async (browser: Browser) => {
  const opened = await atReading(browser, house.url)
  await opened.page.evaluate(() => {
    const streams: MediaStream[] = []
    const devices = navigator.mediaDevices
    const ask = devices?.getUserMedia.bind(devices)
    if (devices)
      devices.getUserMedia = async (wish) => {
        const stream = await ask(wish)
        streams.push(stream)
        return stream
      }
    Object.assign(globalThis, { given: streams })
  })
  return opened
}

const showing = (page: Page) =>
  page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('.live video')?.videoWidth ?? 0) > 0)

test('frames are read until one is sure; the keyboard suffices, the camera stops, nothing is sent or stored', async () => {
  show(table, table, table, passport, passport)
  const { page, host, context, complaints, sent } = await begin(seeing)
  await live(page).focus()
  await page.keyboard.press('Enter')
  await saying(page, /Letto\. Confronta/)
  assert.is(await given(page), 1)
  assert.not.ok(await running(page))
  assert.is(await page.locator('.live').count(), 0)
  assert.ok(await live(page).evaluate((button) => button === document.activeElement))
  assert.match(await page.innerText('.document-found'), new RegExp(read.answers.documentNumber!))

  // The reader is in the browser: a connection is not needed any more.
  await page.click('text=Non usare questi dati')
  await context.setOffline(true)
  await live(page).click()
  await saying(page, /Letto\. Confronta/)
  await context.setOffline(false)
  assert.not.ok(await running(page))

  await host.ok()
  await host.at('/guest-read-person')
  assert.is(await page.inputValue('#field-mainGuestLastName'), read.answers.lastName)
  assert.is(await page.locator('canvas.strip').count(), 1)
  const { longest, databases, caches } = await kept(page)
  assert.ok(longest < 200)
  assert.equal([databases, caches], [0, 0])
  for (const { url, bytes, body } of sent) {
    assert.ok(bytes < 1_000, url)
    assert.not.ok(body.includes(read.answers.documentNumber!), url)
  }
  assert.equal(complaints, [])
  await context.close()
})

test('leaving the card stops the camera: its button, Back, another tab in front, a reload', async () => {
  show(table)
  const { page, host, context, complaints } = await begin(seeing)
  const open = async () => {
    await live(page).click()
    await showing(page)
    assert.ok(await running(page))
  }
  await open()
  assert.match(await page.innerText('[role=status]'), /nel riquadro/)
  assert.equal(await violations(page), [])
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await live(page).click()
  assert.not.ok(await running(page))
  assert.match(await page.innerText('main'), /Tutto il documento nella foto/)

  await open()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
  })
  await page.waitForFunction(() => !document.querySelector('.live'))
  assert.not.ok(await running(page))

  await open()
  await page.goBack()
  await host.at('/reservation-code')
  assert.not.ok(await running(page))
  await page.goForward()
  await host.at('/guest-read')

  await open()
  await page.reload()
  await host.at('/guest-read')
  assert.is(await page.locator('.live').count(), 0)
  await host.ok()
  await host.at('/guest-gender')
  assert.equal(complaints, [])
  await context.close()
})

test('a picture chosen while the camera runs is read in its place', async () => {
  const { page, context } = await begin(seeing)
  await live(page).click()
  await showing(page)
  await gallery(page).setInputFiles(picture(pngOf(passport)))
  await saying(page, /Letto\. Confronta/)
  assert.not.ok(await running(page))
  assert.match(await page.innerText('.document-found'), new RegExp(read.answers.documentNumber!))
  await context.close()
})

test('a refusal and no camera each get their sentence, and a photo still works', async () => {
  const refusing = await withCamera('=deny')
  const faults = [
    [refusing, /non è permessa/],
    [browser, /non risponde nessuna videocamera/],
  ] as const
  for (const [one, words] of faults) {
    const { page, context } = await begin(one)
    await live(page).click()
    await saying(page, words)
    assert.is(await page.locator('.live').count(), 0)
    assert.equal(await violations(page), [])
    await gallery(page).setInputFiles(picture(pngOf(passport)))
    await saying(page, /Letto\. Confronta/)
    await context.close()
  }
  await refusing.close()
})

test('a camera that sees no zone gives up after a minute, says why, and shines no longer', async () => {
  const { page, context } = await begin(seeing)
  await page.clock.install()
  await live(page).click()
  await showing(page)
  await page.clock.fastForward(20_000)
  assert.is(await page.locator('.live').count(), 1)
  await page.clock.fastForward(40_000)
  await saying(page, /non ci sono righe con <<</)
  assert.is(await page.locator('.live').count(), 0)
  assert.not.ok(await running(page))
  await live(page).click()
  await showing(page)
  await context.close()
})

test('at the house’s address without https the camera says why it stays dark, and a photo is still read', async () => {
  const { page, host, context, complaints } = await atReading(seeing, house.url.replace('127.0.0.1', lan))
  assert.not.ok(await page.evaluate(() => isSecureContext))
  await live(page).click()
  await saying(page, /solo su pagine sicure \(https\)/)
  assert.is(await page.locator('.live').count(), 0)
  assert.equal(await violations(page), [])
  await gallery(page).setInputFiles(picture(pngOf(passport)))
  await saying(page, /Letto\. Confronta/)
  await host.ok()
  await host.at('/guest-read-person')
  assert.is(await page.inputValue('#field-mainGuestLastName'), read.answers.lastName)
  // The browser itself says which header it ignores on such a page.
  assert.equal(
    complaints.filter((text) => !text.startsWith('The Cross-Origin-Opener-Policy header has been ignored')),
    [],
  )
  await context.close()
})

test('only the pages of guests of a house that reads documents may ask for the camera', async () => {
  const policy = async (path: string) => (await fetch(`${house.url}${path}`)).headers.get('permissions-policy')
  assert.match((await policy('/guest-read'))!, /^camera=\(self\),/)
  assert.match((await policy('/admin-settings'))!, /^camera=\(\),/)
  assert.match((await policy('/api/settings'))!, /^camera=\(\),/)
})

test.run()
