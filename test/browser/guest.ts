import type { Page } from 'playwright-core'

/**
 * Actions of a guest on one card, by its visible words. `press.delay` is how long a finger stays on a button, in
 * milliseconds.
 */
export const guest = (page: Page, url: string, press: { delay?: number } = {}) => {
  const path = () => new URL(page.url()).pathname
  const at = (wanted: string) =>
    page
      .waitForFunction(
        (path) => location.pathname === path && document.querySelector('h1') && !document.querySelector('.spinner'),
        wanted,
      )
      .catch(async () => {
        throw new Error(`not at ${wanted} but at ${path()}: ${await page.locator('.card').innerText()}`)
      })
  const ok = () => page.click('.ok', press)
  /** Waits until OK is enabled or disabled; the checks can load shortly after the first cards. */
  const ready = (wanted: boolean) => page.waitForSelector(`.ok${wanted ? ':not([aria-disabled])' : '[aria-disabled]'}`)
  /** Presses OK while it is disabled. */
  const okEarly = () => page.click('button.ok', { force: true })
  const fill = async (answers: Record<string, string>) => {
    for (const [field, value] of Object.entries(answers)) {
      const control = page.locator(`#field-${field}`)
      const tag = await control.evaluate((element) => element.tagName)
      if (tag === 'SELECT') await control.selectOption(value)
      else if (/BirthDate$/.test(field)) {
        const [year, month, day] = value.split('-')
        await control.fill(day!)
        await page.fill(`#field-${field}-month`, month!)
        await page.fill(`#field-${field}-year`, year!)
      } else await control.fill(value)
    }
  }
  const choose = (text: string | RegExp) =>
    page
      .getByRole('button', { name: text, exact: typeof text === 'string' })
      .first()
      .click(press)
  return {
    path,
    at,
    ok,
    ready,
    okEarly,
    fill,
    choose,
    card: async (answers: Record<string, string>, next: string) => {
      await fill(answers)
      await ok()
      await at(next)
    },
    pick: async (text: string | RegExp, next: string) => {
      await choose(text)
      await at(next)
    },
    /** On the review, opens a block for editing and follows the link to one card. */
    change: async (card: string) => {
      const link = page.locator(`.summary a[href^="${card}"]`).first()
      for (const button of await page.locator('.summary > header > button').all()) {
        if (await link.count()) break
        await button.click(press)
      }
      await link.click(press)
      await at(card)
    },
    start: async (language: string, code: string) => {
      await page.goto(url)
      await page.click(`a[lang=${language}]`)
      await at('/reservation-code')
      await page.fill('#field-reservationCode', code)
      await ok()
      await at('/guest-gender')
    },
    stored: () => page.evaluate(() => ({ ...localStorage }) as Record<string, string>),
  }
}

export type Guest = ReturnType<typeof guest>

/** Fills the main guest's cards for an Italian resident, from gender to contact. */
export const italian = async (host: Guest) => {
  await host.pick('Uomo', '/guest-name')
  await host.card({ mainGuestName: 'Niccolò', mainGuestLastName: "D'Angelo" }, '/guest-citizenship')
  await host.card({}, '/guest-birthinfo')
  await host.card({ mainGuestBirthDate: '1980-05-10' }, '/guest-birth-city')
  await host.card({ mainGuestBirthCity: 'Firenze' }, '/guest-residenceinfo')
  await host.card({ mainGuestResidenceCity: 'Bologna', mainGuestResidenceAddress: 'Via Roma 1' }, '/guest-fiscalcode')
  await host.card({ mainGuestFiscalCode: 'DNGNCL80E10D612O' }, '/guest-document')
  await host.choose("Carta d'identità")
  await host.card({ mainGuestDocumentNumber: 'ca 00000 aa', mainGuestDocumentIssuePlace: 'Bologna' }, '/guest-email')
  await host.card({ email: 'niccolo@example.com', phoneNumber: '333 123 4567' }, '/add-second-guest')
}
