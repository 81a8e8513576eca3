// Costs some 7 s: the host's pages in three languages, with a mail server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { certificate } from '../fixtures/certificate'
import { partOf, postOffice, readable } from '../server/mail/mail-world'
import { until } from '../until'
import { ofWords, violations } from './axe'
import { configure, day, desk, files, opened, pin, single } from './consult-house'
import { moveTo } from './host'
import { type House, openBrowser, ownBrowser } from './house'

const test = suite("the host's language")
const browser = await openBrowser()
const office = await postOffice({}, { secure: false })
const folder = mkdtempSync(join(tmpdir(), 'benvenuto-certificate-'))
writeFileSync(join(folder, 'ca.pem'), certificate)
const { house, host } = await opened(
  async (host) => {
    await host.add(single({ arrivalDate: day(0) }))
    await host.add(single({ arrivalDate: day(0), mainGuestBirthCity: 'ATLANTIDE' }))
  },
  { SMTP_HOST: 'localhost', SMTP_PORT: String(office.port), SMTP_CA: join(folder, 'ca.pem') },
)
await configure(host, {
  companyName: 'Hotel Bellavista',
  smtp2goUsername: 'casa',
  smtp2goPassword: 'segreta',
  emailSender: 'checkin@bellavista.example',
  enableSMTP2GO: true,
})
test.after(async () => {
  await browser.close()
  await house.close()
  await office.close()
  rmSync(folder, { recursive: true })
})

/** Opens the sign-in page in a browser with this locale and collects the word files it loads. */
const signInPage = async (locale: string, { url }: House = house) => {
  const seat = await ownBrowser(browser, { locale, viewport: { width: 1280, height: 900 } })
  const asked: string[] = []
  seat.page.on('request', (request) => {
    const [, language] = /host-words\.(\w+)\./.exec(request.url()) ?? []
    if (language) asked.push(language)
  })
  await seat.page.goto(`${url}/admin-login`)
  await seat.page.locator('#field-pin, [id="field-access.pin"]').first().waitFor()
  return { ...seat, asked }
}

const heading = (page: Page) => page.locator('h1').first().textContent()
const language = (page: Page) => page.evaluate(() => document.documentElement.lang)
const typePin = async (page: Page, digits: string, press: string) => {
  await page.locator('input[inputmode=numeric], input[type=password]').first().fill(digits)
  await page.getByRole('button', { name: press, exact: true }).click()
}

test('a German browser gets German pages and messages, and only German words; English, once chosen, stays', async () => {
  const { page, context, asked } = await signInPage('de-DE')
  try {
    assert.equal([await language(page), await heading(page)], ['de', 'Anmeldung für Gastgeber'])
    await typePin(page, '1111', 'Anmelden')
    await page.getByText('PIN ungültig').first().waitFor()
    assert.equal([...new Set(asked)], ['de'])

    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Host sign-in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Host sign-in' }).waitFor()
    assert.is(await language(page), 'en')
    assert.is(await page.getByRole('button', { name: 'English' }).getAttribute('aria-pressed'), 'true')
    await typePin(page, pin, 'Sign in')
    await page.getByRole('heading', { level: 1, name: 'Host settings' }).waitFor()
    for (const name of ['Today', 'Check-ins', 'Sending', 'Journey'])
      await page.getByRole('link', { name: new RegExp(`^${name}\\b`) }).waitFor()
    assert.equal([...new Set(asked)], ['de', 'en'])
  } finally {
    await context.close()
  }
})

test('a browser in another language, such as French, gets Italian', async () => {
  const { page, context } = await signInPage('fr-FR')
  try {
    assert.equal([await language(page), await heading(page)], ['it', 'Accesso amministratore'])
    await typePin(page, '1111', 'Accedi')
    await page.getByText('PIN non valido').first().waitFor()
  } finally {
    await context.close()
  }
})

test('letters to the house are Italian until the house chooses German, whatever the browser speaks', async () => {
  const { page, context } = await desk(browser, house, '/admin-settings', { locale: 'en-GB' })
  const letterOf = async (subject: RegExp) => {
    const found = () => office.letters.find(({ headers }) => subject.test(readable(headers.subject)))
    await until(String(subject), () => Boolean(found()))
    return found()!
  }
  const tryOut = () => page.evaluate(() => fetch('/api/smtp2go-test', { headers: { 'x-as': 'host' } }))
  try {
    await tryOut()
    assert.is((await letterOf(/^Prova di invio$/)).headers['content-language'], 'it')
    // The form has one question: a choice saves at once.
    const form = page.locator('form', { hasText: 'Language of e-mails to the property' })
    await form.locator('.choice', { hasText: 'Deutsch' }).click()
    await page.locator('.toast', { hasText: 'Settings saved' }).waitFor()
    await tryOut()
    const tried = await letterOf(/^Testnachricht$/)
    assert.is(tried.headers['content-language'], 'de')
    assert.match(partOf(tried, 'text/plain'), 'Wenn Sie diese Nachricht lesen')

    // The house gets its letter in German, with German dates; the guest gets the guest's own language.
    const { body } = await host.ask('POST', '/api/checkin', single({ arrivalDate: day(1), selectedLanguage: 'it' }))
    const { id } = body.data as unknown as { id: number }
    assert.is((await host.ask('POST', `/api/checkin/${id}/confirm`, {})).status, 200)
    const told = await letterOf(/^Neuer Check-in: .*\d\d\.\d\d\.\d{4}$/)
    assert.match(partOf(told, 'text/plain'), 'hat den Online-Check-in abgeschlossen')
  } finally {
    await context.close()
  }
})

test('refusals are in the language of the page, Italian without one; a spreadsheet is Italian for a German host', async () => {
  const { page, context } = await desk(browser, house, '/admin', { locale: 'de-DE' })
  try {
    const refused = (headers: Record<string, string>) =>
      page.evaluate(
        (headers) =>
          fetch('/api/checkin/999999/update', {
            method: 'PATCH',
            headers: { 'content-type': 'application/json', ...headers },
            body: '{"numberOfNights":"2"}',
          }).then(async (answer) => (await answer.json()).message),
        headers,
      )
    assert.is(await refused({ 'x-as': 'host' }), 'Check-in nicht gefunden')
    assert.is(await refused({}), 'Check-in non trovato')
    await page.getByLabel('Alle ansehen').check()
    await page.getByRole('button', { name: 'Ansehen', exact: true }).click()
    await page.waitForSelector('.checkin')
    assert.ok(await page.locator('.checkin dd', { hasText: 'Italien' }).count(), 'a country has its German name')
    const press = () => page.getByRole('button', { name: 'CSV herunterladen' }).first().click()
    const [file] = await files(page, 1, press)
    assert.match(file!.text, 'Numero')
    assert.match(file!.text, /\d\d\/\d\d\/\d{4}/)
    assert.match(file!.text, 'Italia')
    assert.not.match(file!.text, /Geburtsdatum|Italien/)
  } finally {
    await context.close()
  }
})

/** Returns buttons, links and chips whose words overflow or break, and whether the page is too wide. */
const tooWide = (page: Page) =>
  page.evaluate(() => [
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['the page'] : []),
    ...[...document.querySelectorAll<HTMLElement>('button, a, .chip, .badge, label, h1, h2, h3')]
      .filter((one) => !one.closest('.unseen') && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent ?? ''),
    ...[...document.querySelectorAll<HTMLElement>('.button')]
      .filter((one) => one.offsetWidth && one.offsetHeight > 2 * one.offsetWidth)
      .map((one) => `letter by letter: ${one.textContent}`),
  ])

const pages = ['/admin-today', '/admin', '/admin-settings', '/admin-flow', '/admin-guide', '/admin-sending']

test('on a laptop no settings tab is cut in German, and no main action of a row breaks its line', async () => {
  const { page, context } = await desk(browser, house, '/admin-settings', {
    locale: 'de-DE',
    viewport: { width: 1280, height: 900 },
  })
  try {
    assert.is(await page.locator('.tabs').evaluate((one) => one.scrollWidth - one.clientWidth), 0)
    await page.goto(`${house.url}/admin-today`)
    await page.waitForSelector('.row .act .button')
    const heights = await page.locator('.row .act > .button').evaluateAll((all) => all.map((one) => one.clientHeight))
    assert.ok(Math.max(...heights) < 50, `buttons ${heights} pixels high`)
  } finally {
    await context.close()
  }
})

for (const locale of ['de-DE', 'en-GB'])
  test(`on a phone nothing overflows in ${locale}, and axe finds nothing`, async () => {
    const { page, context } = await desk(browser, house, '/admin-today', {
      locale,
      viewport: { width: 360, height: 740 },
      bypassCSP: true,
    })
    const faults: string[] = []
    try {
      for (const path of ['/admin-login', ...pages]) {
        await moveTo(page, path)
        await page.waitForSelector('h1')
        await page.waitForFunction(() => !document.querySelector(':is(.spinner, .skeleton)'))
        const ofAxe = await violations(page, undefined, ofWords)
        for (const fault of [...(await tooWide(page)), ...ofAxe]) faults.push(`${path}: ${fault}`)
      }
      assert.equal(faults, [])
    } finally {
      await context.close()
    }
  })

test.run()
