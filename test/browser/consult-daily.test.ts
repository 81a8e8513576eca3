// Costs some 9 s: two windows of a host at work, and a list of a thousand check-ins.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../schema/checkin'
import { openStore } from '../../server/store/sqlite/open'
import { addDays } from '../../src/core/text/dates'
import { card, consultAll, day, files, at as on, party, press, records, said, single } from './consult-house'
import { openBrowser, seenAgain, signIn } from './house'

const test = suite('consult-daily')
const browser = await openBrowser()
const at = on(browser)

/** Writes `count` copies of the first check-in, with other days and names, into the folder of a stopped house. */
const multiplied = async (dir: string, count: number) => {
  const store = await openStore({ dir, backups: 0 })
  const [{ id: _id, ...first }] = (await store.checkins()) as [Checkin]
  const one = (i: number) => {
    const arrivalDate = i % 4 ? day(-(i % 900)) : day(0)
    const departureDate = addDays(arrivalDate, Number(first.numberOfNights))
    return { ...first, arrivalDate, departureDate, mainGuestName: `OSPITE ${i}`, draftId: `attempt-${i}` }
  }
  await Promise.all(Array.from({ length: count - 1 }, (_, i) => store.addCheckin(one(i + 1))))
  await store.close()
}

test(
  'new check-ins appear without a reload; an ended session is shown and nothing is lost',
  at(
    (host) => host.add(single({ arrivalDate: day(0) })),
    async ({ page, host, house }) => {
      await consultAll(page)
      const id = await host.add(single({ arrivalDate: day(0), mainGuestName: 'NUOVA' }))
      await card(page, id).getByText('Nuovo', { exact: true }).waitFor()
      await host.ask('DELETE', `/api/checkin/${id}`)
      await card(page, id).waitFor({ state: 'detached' })
      await page.evaluate(() =>
        fetch('/api/admin/logout', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
      )
      await page.getByText('La sessione è scaduta: i nuovi check-in').waitFor()
      await card(page, 1).waitFor()
      await signIn(page, house)
      await page.getByText('La sessione è scaduta: i nuovi check-in').waitFor({ state: 'detached' })
    },
  ),
)

test(
  'a page that was left stops polling, even after a pending answer',
  at(
    (host) => host.add(single({ arrivalDate: day(0) })),
    async ({ page }) => {
      await page.clock.install()
      await page.reload()
      await consultAll(page)
      let asked = 0
      let answer = () => {}
      const held = new Promise<void>((done) => {
        answer = done
      })
      const first = new Promise<void>((done) => {
        void page.route('**/api/checkins/changes*', async (route) => {
          asked += 1
          done()
          await held
          await route.continue()
        })
      })
      await page.clock.fastForward(5000)
      await first
      await page.getByRole('link', { name: 'Impostazioni', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Impostazioni' }).waitFor()
      const over = page.waitForResponse('**/api/checkins/changes*')
      answer()
      await over
      for (let turn = 0; turn < 5; turn++) await page.clock.runFor(5000)
      assert.is(asked, 1)
    },
  ),
)

test(
  'a list left open overnight shows the new day in the morning, and the number at Oggi follows',
  at(
    async (host) => {
      for (const days of [0, 1, 2]) await host.add(single({ arrivalDate: day(days) }), true)
    },
    async ({ page, host }) => {
      const inDays = (days: number) => page.clock.setFixedTime(Date.now() + days * 86_400_000)
      const due = page.locator('.menu b')
      await card(page, 1).waitFor()
      assert.is(await due.innerText(), '1')
      await host.ask('POST', '/api/told', { ids: [1], told: true })

      await inDays(1)
      await card(page, 2).waitFor()
      await seenAgain(page)
      await due.waitFor({ state: 'detached' })
      assert.equal([await page.locator('.checkin').count(), new URL(page.url()).search], [1, ''])

      await page.getByRole('link', { name: 'Impostazioni', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Impostazioni' }).waitFor()
      await inDays(2)
      await page.getByRole('link', { name: 'Check-in', exact: true }).click()
      await card(page, 3).waitFor()
      assert.equal([await page.locator('.checkin').count(), new URL(page.url()).search], [1, ''])
    },
  ),
)

test(
  'edits and duplicates in the dialogs of steps.json',
  at(
    (host) => host.add(single({ arrivalDate: day(0) }), true),
    async ({ page, host }) => {
      await consultAll(page)
      await press(page, 1, 'Modifica')
      await page.getByRole('dialog').locator('#field-mainGuestName').fill('PIETRO')
      await page.getByRole('dialog').locator('#field-numberOfNights').fill('4')
      // The arrival moves elsewhere meanwhile: it stays moved, and the departure follows.
      await host.ask('PATCH', '/api/checkin/1/update', { arrivalDate: day(1) })
      const payment = page.locator('#field-paymentMethod')
      await payment.selectOption('CARTA')
      await page.getByText('Il pagamento con carta non è attivo').waitFor()
      const [warned, row] = await payment.evaluate((box) =>
        [box.closest('.field')!, box.closest('.grid')!].map((one) => one.getBoundingClientRect().width),
      )
      assert.is(warned, row, 'no gap beside the warning')
      await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
      await card(page, 1).getByRole('heading', { name: 'PIETRO ROSSI' }).waitFor()
      const [moved] = await records(host)
      assert.equal([moved!.arrivalDate, moved!.departureDate], [day(1), day(5)])
      await press(page, 1, 'Duplica')
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type=date]').fill(day(3))
      await dialog.locator('[id*=reservationCode]').first().fill('1234')
      await dialog.locator('button.primary').click()
      await said(page, 'Check-in duplicato con successo')
      await page.waitForSelector('#card-2')
      const [, copy] = await records(host)
      assert.equal(
        [copy!.arrivalDate, copy!.departureDate, copy!.enabledForSending, copy!.mainGuestName],
        [day(3), day(7), 'no', 'PIETRO'],
      )
    },
  ),
)

test(
  'the CSV has the shown check-ins, without formulas',
  at(
    async (host) => {
      await host.add(single({ arrivalDate: day(0), specialRequests: '=1+1, "ciao"' }))
      return host.add(single({ arrivalDate: day(0), mainGuestName: 'ALTRA', email: 'altra@example.org' }))
    },
    async ({ page }) => {
      await consultAll(page)
      await page.locator('#consult-search').fill('mario')
      await page.waitForFunction(() => document.querySelectorAll('.checkin').length === 1)
      const [file] = await files(page, 1, () => page.getByRole('button', { name: 'Scarica CSV' }).click())
      assert.ok(file!.text.startsWith('\ufeffNumero;'))
      assert.is(file!.text.trimEnd().split('\r\n').length, 2)
      assert.ok(file!.text.includes(`"'=1+1, ""ciao"""`) && file!.text.includes("'+39"))
      assert.not.match(file!.text, 'ALTRA')
    },
  ),
)

test(
  'a full check-in prints on one A4 page',
  at(
    (host) => host.add(party({ specialRequests: 'NOTA '.repeat(120), companyName: 'C'.repeat(120) })),
    async ({ page }) => {
      await consultAll(page)
      await page.evaluate(() => void (window.print = () => {}))
      await press(page, 1, 'Stampa')
      await page.waitForSelector('.paper', { state: 'attached' })
      await page.emulateMedia({ media: 'print' })
      assert.ok(await page.locator('.paper').isVisible())
      assert.not.ok(await page.locator('.consult').isVisible())
      const pdf = await page.pdf({ preferCSSPageSize: true })
      assert.is(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length, 1)
    },
  ),
)

test(
  'cards are walked with the arrows, and the focus is never lost',
  at(
    async (host) => {
      for (let i = 0; i < 12; i++) await host.add(single({ arrivalDate: day(0) }))
      await host.add(single({ arrivalDate: day(-1) }))
    },
    async ({ page }) => {
      await consultAll(page)
      const focused = () => page.evaluate(() => document.activeElement?.id)
      await card(page, 12).focus()
      await page.keyboard.press('ArrowRight')
      await page.waitForFunction(() => document.activeElement?.id === 'card-11')
      await page.keyboard.press('End')
      await page.waitForFunction(() => document.activeElement?.id === 'card-1')
      assert.ok(await card(page, 1).evaluate((one) => one.getBoundingClientRect().right <= innerWidth))
      await page.keyboard.press('ArrowDown')
      await page.waitForFunction(() => document.activeElement?.id === 'card-13')
      await page.keyboard.press('ArrowUp')
      await page.waitForFunction(() => document.activeElement?.id === 'card-12')
      await page
        .locator('.cards')
        .first()
        .evaluate((row) => (row.scrollLeft = 99_999))
      await page.waitForSelector('#card-1')
      assert.is(await focused(), 'card-12')
      await page
        .locator('.mirror')
        .first()
        .evaluate((bar) => (bar.scrollLeft = 0))
      await page.waitForFunction(() => document.querySelector('.cards')!.scrollLeft === 0)
    },
  ),
)

test(
  'of a thousand check-ins only few cards are in the page, wherever the host scrolls',
  at(
    (host) => host.add(single({ arrivalDate: day(0) })),
    async ({ page, house }) => {
      await house.stop()
      await multiplied(house.dir, 1_000)
      await house.restart()
      await signIn(page, house)
      await page.evaluate(() => {
        const seen = Object.assign(window, { worst: 0 })
        new PerformanceObserver((list) =>
          list.getEntries().forEach(({ duration }) => (seen.worst = Math.max(seen.worst, duration))),
        ).observe({ type: 'longtask' })
      })
      await page.getByLabel('Consulta tutti').check()
      const began = Date.now()
      await page.getByRole('button', { name: 'Consulta', exact: true }).click()
      await page.waitForSelector('.checkin')
      const first = Date.now() - began
      const count = () => page.locator('.checkin').count()
      assert.ok((await count()) < 40, String(await count()))
      // The page has finished drawing when a card is on the screen.
      const inSight = () =>
        page.waitForFunction(() =>
          [...document.querySelectorAll('.checkin')].some((card) => {
            const { top, bottom, left, right } = card.getBoundingClientRect()
            return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
          }),
        )
      for (const top of [5_000, 100_000, 9_999_999, 0]) {
        await page.evaluate((top) => scrollTo(0, top), top)
        await inSight()
        assert.ok((await count()) > 0 && (await count()) < 40)
      }
      for (const left of [10_000, 60_000, 9_999_999, 0]) {
        await page
          .locator('.cards')
          .first()
          .evaluate((row, left) => (row.scrollLeft = left), left)
        await inSight()
        assert.ok((await count()) > 0 && (await count()) < 40)
      }
      await page.locator('#consult-search').fill('ospite 777')
      await page.waitForFunction(
        () => document.querySelectorAll('.checkin').length <= 2 && document.querySelector('.checkin'),
      )
      assert.ok((await page.evaluate(() => document.querySelectorAll('*').length)) < 4000)
      const worst = await page.evaluate(() => (window as never as { worst: number }).worst)
      console.log(
        `\n# 1,000 check-ins: first cards after ${first} ms, longest task of the page while loading, scrolling and searching ${worst} ms`,
      )
    },
  ),
)

test.after(() => browser.close())
test.run()
