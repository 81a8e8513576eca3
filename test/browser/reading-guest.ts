import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { guest } from './guest'
import { asHeader, type House, phone, sessionOf } from './house'

/** Lets guests of a house read their document. */
export const offerReading = async (house: House) => {
  const { ok } = await fetch(`${house.url}/api/settings/readDocuments`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', cookie: asHeader(await sessionOf(house)) },
    body: JSON.stringify({ value: true }),
  })
  if (!ok) throw new Error('the setting was refused')
}

/** A file for the gallery. */
export const picture = (buffer: Buffer, name = 'foto.png', mimeType = 'image/png') => ({ name, mimeType, buffer })
export const gallery = (page: Page) => page.locator('input[type=file]:not([capture])')

/** Waits until the card says something. */
export const saying = (page: Page, words: RegExp) =>
  page
    .waitForFunction((text) => new RegExp(text).test(document.querySelector('main')?.textContent ?? ''), words.source)
    .catch(async () => {
      throw new Error(`${words} is not in: ${await page.innerText('main')}`)
    })

const lengthen = async (route: Route) => {
  // The browser alone may know the house by another address.
  const url = Object.assign(new URL(route.request().url()), { hostname: '127.0.0.1' }).href
  const answer = await route.fetch({ url, maxRetries: 3 })
  const source = await answer.text()
  const patient = source.replace(/=(?:1800|1\.8e3|18e2)\b/, '=60000')
  if (patient === source) throw new Error('the reader has no patience to lengthen')
  await route.fulfill({ response: answer, body: patient })
}

/** A phone gives a picture up after 1.8 seconds; on a busy machine that would be a picture that can be read. */
export const givePatience = (context: BrowserContext) =>
  context.route(/\/document-reader\./, (route) =>
    lengthen(route).catch((error) => {
      // The page may be closed while the reader is still on its way.
      if (!/disposed|closed/.test(String(error))) throw error
    }),
  )

/** Opens a phone whose guest has gone to the card that reads a document; `sent` collects what leaves the phone. */
export const atReading = async (browser: Browser, url: string) => {
  const { page, complaints, context } = await phone(browser)
  await givePatience(context)
  const sent: { url: string; bytes: number; body: string }[] = []
  page.on('request', (request) => {
    const body = request.postDataBuffer()
    if (body) sent.push({ url: request.url(), bytes: body.length, body: body.toString('latin1') })
  })
  const host = guest(page, url)
  await page.goto(url)
  await page.click('a[lang=it]')
  await host.at('/reservation-code')
  await page.fill('#field-reservationCode', '1234')
  await host.ok()
  await host.at('/guest-read')
  return { page, host, context, complaints, sent }
}

/** What the browser keeps for the house: its answers, and whatever else there may be. */
export const kept = (page: Page) =>
  page.evaluate(async () => ({
    answers: JSON.stringify({ ...localStorage }),
    session: JSON.stringify({ ...sessionStorage }),
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    longest: Math.max(...Object.values(localStorage).map((text) => String(text).length)),
  }))
