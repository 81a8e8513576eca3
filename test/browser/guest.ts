import type { Page } from 'playwright-core'

/**
 * Runs in the page: gives answers as a keyboard, a list or a calendar does, and returns those whose box is not there yet.
 * The browser inserts the text, as after a key.
 */
export const typeInto = async (answers: [field: string, value: string][]) => {
  // React draws after the task of an event; the timers may be a test's.
  const drawn = () =>
    new Promise<unknown>((done) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = done
      port2.postMessage('')
    })
  for (const [at, [field, value]] of answers.entries()) {
    const box = document.getElementById(`field-${field}`)
    if (!box) return answers.slice(at)
    const isList = box instanceof HTMLSelectElement
    if (isList) box.selectedIndex = [...box.options].findIndex((one) => one.value === value || one.label === value)
    if (isList && box.selectedIndex < 0) throw new Error(`${field} has no ${value}`)
    const isDate = box instanceof HTMLInputElement && box.type === 'date'
    if (isDate) Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, value)
    if (isList || isDate) for (const name of ['input', 'change']) box.dispatchEvent(new Event(name, { bubbles: true }))
    else {
      box.focus()
      ;(box as HTMLInputElement).select()
      const isDone = document.execCommand(value ? 'insertText' : 'delete', false, value)
      if (!isDone && value) throw new Error(`${field} takes no text`)
    }
    await drawn()
  }
  return []
}

/**
 * Runs in the page: presses a button that is enabled and covered by nothing, as Playwright does in more steps and twice
 * the time; `pattern` is the source of one.
 */
const pressNow = ({ selector, text, pattern }: { selector: string; text?: string; pattern?: string }) => {
  const isMeant = (said: string) => (pattern ? new RegExp(pattern).test(said) : said === (text ?? said))
  const button = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (one) => one.checkVisibility() && isMeant(one.innerText.replace(/\s+/g, ' ').trim()),
  )
  if (!button || button.ariaDisabled) return false
  button.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = button.getBoundingClientRect()
  const [clientX, clientY] = [x + width / 2, y + height / 2]
  if (!button.contains(document.elementFromPoint(clientX, clientY))) return false
  const how = { bubbles: true, cancelable: true, pointerType: 'mouse', detail: 1, clientX, clientY }
  const send = (event: string) => button.dispatchEvent(new PointerEvent(event, how))
  for (const event of ['pointerdown', 'mousedown']) send(event)
  button.focus()
  for (const event of ['pointerup', 'mouseup', 'click']) send(event)
  return true
}

/**
 * Actions of a guest on one card, by its visible words. `press.delay` is how long a finger stays on a button, in
 * milliseconds; without it `card` and `pick` press within the page.
 */
export const guest = (page: Page, url: string, press: { delay?: number } = {}) => {
  const path = () => new URL(page.url()).pathname
  const failing = (what: string) => async () => {
    throw new Error(`${what} at ${path()}: ${await page.locator('.card').innerText()}`)
  }
  const at = (wanted: string) =>
    page
      .waitForFunction(
        (path) => location.pathname === path && document.querySelector('h1') && !document.querySelector('.spinner'),
        wanted,
      )
      .catch(failing(`not at ${wanted} but`))
  const ok = () => page.click('.ok', press)
  /** Waits until OK is enabled or disabled; the checks can load shortly after the first cards. */
  const ready = (wanted: boolean) => page.waitForSelector(`.ok${wanted ? ':not([aria-disabled])' : '[aria-disabled]'}`)
  /** Presses OK while it is disabled. */
  const okEarly = () => page.click('button.ok', { force: true })
  const fill = async (answers: Record<string, string>) => {
    let left = Object.entries(answers).flatMap(([field, value]): [string, string][] => {
      if (!/BirthDate$/.test(field)) return [[field, value]]
      const [year, month, day] = value.split('-')
      return [
        [field, day!],
        [`${field}-month`, month!],
        [`${field}-year`, year!],
      ]
    })
    while ((left = await page.evaluate(typeInto, left)).length) await page.waitForSelector(`#field-${left[0]![0]}`)
  }
  const choose = (text: string | RegExp) =>
    page
      .getByRole('button', { name: text, exact: typeof text === 'string' })
      .first()
      .click(press)
  const pressWithin = (button: Parameters<typeof pressNow>[0]) =>
    page.waitForFunction(pressNow, button).catch(failing(`no ${JSON.stringify(button)} to press`))
  const pressOf = async (button: Parameters<typeof pressNow>[0], next: string) => {
    await pressWithin(button)
    await at(next)
  }
  const card = async (answers: Record<string, string>, next: string) => {
    await fill(answers)
    if (!press.delay) return pressOf({ selector: '.ok' }, next)
    await ok()
    await at(next)
  }
  return {
    path,
    at,
    ok,
    ready,
    okEarly,
    fill,
    choose,
    card,
    pick: async (text: string | RegExp, next: string) => {
      if (!press.delay)
        return pressOf(
          { selector: 'button', ...(typeof text === 'string' ? { text } : { pattern: text.source }) },
          next,
        )
      await choose(text)
      await at(next)
    },
    /** Presses OK, or the button with this text, and waits for whatever card comes. */
    leave: async (text?: string) => {
      const before = path()
      await pressWithin(text ? { selector: 'button', text } : { selector: '.ok' })
      await page.waitForFunction(
        (path) => location.pathname !== path && document.querySelector('h1') && !document.querySelector('.spinner'),
        before,
      )
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
      await card({ reservationCode: code }, '/guest-gender')
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
