import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { at, card, consultAll, day, files, hostOf, press as pressOn, records, single } from './consult-house'
import { desk, moveTo } from './host'
import { openBrowser, openHouse, phone, testPin } from './house'

const test = suite('an empty house')
const browser = await openBrowser()
test.after(() => browser.close())

/** The fields of a first code. An apartment also has its number on the portal. */
const codeAnswers = { code: 'A101', description: 'Camera Blu', cir: 'IT048017B4X', structureCode: '048017ALB0001' }

type Desk = Awaited<ReturnType<typeof desk>>
type Inside = Page | ReturnType<Page['locator']>

/** Counts the presses of a host, by the visible words. */
const counted = (page: Page) => {
  const made = { presses: 0 }
  const press = async (name: string | RegExp, role: 'button' | 'link' = 'button', inside: Inside = page) => {
    made.presses += 1
    await inside.getByRole(role, { name }).click()
  }
  return { made, press }
}
type Press = ReturnType<typeof counted>['press']

/** Answers the guide from the units to the test guest. */
const choose = async ({ page, field }: Desk, press: Press, units: string, more: Record<string, string> = {}) => {
  await press(new RegExp(units))
  await press('Aggiungi codice')
  for (const [name, value] of Object.entries({ ...codeAnswers, ...more })) await field(`code.${name}`).fill(value)
  await press('Salva', 'button', page.getByRole('dialog'))
}

const arrival = () =>
  single({ arrivalDate: day(0), departureDate: day(2), numberOfNights: '2', reservationCode: 'A101' })

test('one structure: from the first card to a police file with lines of 168 characters', async () => {
  const house = await openHouse()
  const one = await desk(browser, house)
  const { page, context, field, complaints } = one
  try {
    const address = /Host: (http:\S+)/.exec(house.log())?.[1]
    assert.is(address, `${house.url}/admin-login`, 'the console says where')
    await page.goto(house.url)
    await page.getByRole('link', { name: 'Vai alle tue pagine' }).click()
    await field('access.pin').fill(house.pin!)
    await page.locator('.ok').click()
    await page.getByText('Primi passi: 0 di 8').waitFor()
    const { made, press } = counted(page)
    await press('Continua i primi passi', 'link')
    await page.getByRole('heading', { level: 1, name: 'Primi passi' }).waitFor()
    await field('settings.companyName').fill('Villa Flora')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Salva' }).click()
    await page.locator('.step [role=alert]', { hasText: 'Nessun collegamento con il server' }).waitFor()
    assert.is(await field('settings.companyName').inputValue(), 'Villa Flora', 'the step stays open')
    await context.setOffline(false)
    await press('Salva')
    await page.locator('#step-name:focus').waitFor()
    await choose(one, press, 'Una sola struttura')
    await press("Crea l'ospite di prova")
    await page.getByText('Primi passi: 4 di 8').waitFor()
    await field('settings.todayFirst').click()
    made.presses += 1
    await press('Salva')
    await page.getByText(/n. 9101 del 21 novembre 2025/).waitFor()
    await press('Chiunque sia completo')
    await press('Li cancello io')
    await field('access.current').fill(house.pin!)
    await field('access.newPin').fill('1357')
    await field('access.newPinAgain').fill('1357')
    await press('Cambia PIN')
    const ready = page.getByRole('status').filter({ hasText: 'non è ancora pronta per il primo ospite' })
    await ready.waitFor()
    assert.equal(await ready.getByRole('link').allInnerTexts(), [
      'la Regione (codice struttura in Ross1000)',
      "l'indirizzo pubblico delle pagine",
      "l'invito al primo ospite",
    ])
    assert.is(await page.getByText('Tutto fatto').count(), 0)
    // A real guest arrives. Oggi never offers the test guest.
    await page.evaluate(
      (body) => fetch('/api/checkin', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      JSON.stringify(arrival()),
    )
    await press('Vai a Oggi', 'link')
    await press('Abilita 1 arrivo')
    const make = async () => {
      const downloaded = page.waitForEvent('download')
      await press('Crea il file questura (1)')
      const anyway = page.getByRole('dialog').getByRole('button', { name: 'Scarica comunque' })
      const isAsked = anyway.waitFor().then(() => true)
      if (await Promise.race([isAsked, downloaded.then(() => false)])) {
        made.presses += 1
        await anyway.click()
      }
    }
    const [file] = await files(page, 1, make)
    assert.equal(complaints, [])
    assert.equal(
      file!.text.split('\r\n').map(({ length }) => length),
      [168],
    )
    assert.ok(made.presses <= 25, `${made.presses} presses`)
  } finally {
    await context.close()
    await house.close()
  }
})

test('several apartments take as many presses: lines of 174 characters that end with the apartment', async () => {
  const house = await openHouse({ ADMIN_PIN: testPin })
  const one = await desk(browser, house)
  try {
    await one.enter('/admin-guide')
    const { made, press } = counted(one.page)
    await one.field('settings.companyName').fill('Villa Flora')
    await press('Salva')
    await one.page.locator('#step-name:focus').waitFor()
    await choose(one, press, 'Più appartamenti', { apartmentId: '12' })
    await press("Crea l'ospite di prova")
    await one.page.getByText('4 di 8').waitFor()
    assert.is(made.presses, 5)
    assert.equal(one.complaints, [])
    const host = await hostOf(house)
    const id = await host.add(arrival(), true)
    const { body } = await host.ask('POST', '/api/export', { kind: 'police', ids: [id], sure: true })
    const lines = (body.data as unknown as { files: { text: string }[] }).files[0]!.text.split('\r\n')
    assert.equal(
      lines.map((line) => [line.length, line.slice(168)]),
      [[174, '000012']],
    )
  } finally {
    await one.context.close()
    await house.close()
  }
})

test(
  'the test guest is marked, excluded from counts, selections and files, and deleted at one press',
  at(browser)(
    (host) => host.add(single({ arrivalDate: day(0), mainGuestLastName: 'ROSSI' })),
    async ({ page, host }) => {
      await moveTo(page, '/admin-guide')
      await page.getByRole('listitem').filter({ hasText: 'Un ospite di prova' }).getByRole('button').first().click()
      await page.getByRole('button', { name: "Crea l'ospite di prova" }).click()
      for (let turns = 0; (await records(host)).length < 2 && turns < 100; turns++) await page.waitForTimeout(50)
      await moveTo(page, '/admin')
      await consultAll(page)
      await card(page, 2).getByText('Ospite di prova', { exact: true }).waitFor()
      await card(page, 2).getByText('Mai inviato, mai contato').waitFor()
      for (const counted of ['1 in arrivo oggi', '1 da abilitare'])
        await page.locator('.status').getByRole('button', { name: counted }).waitFor()
      const foot = card(page, 2).locator('footer')
      await foot.getByRole('button', { name: 'Altro' }).click()
      assert.equal(await foot.getByRole('button').allInnerTexts(), ['Modifica', 'Altro', 'Copia', 'Stampa', 'Elimina'])
      await page.keyboard.press('Escape')
      for (const id of [1, 2]) await card(page, id).getByRole('checkbox').check()
      await page.locator('.selection').getByRole('button', { name: 'Abilita' }).click()
      const question = page.locator('dialog[open]')
      await question.getByText("L'ospite di prova resta fuori").waitFor()
      await question.getByRole('button', { name: 'Abilita' }).click()
      await page.locator('.selection').getByRole('button', { name: 'CSV' }).waitFor()
      const [file] = await files(page, 1, () => page.locator('.selection').getByRole('button', { name: 'CSV' }).click())
      assert.match(file!.text, 'ROSSI')
      assert.not.match(file!.text, 'PROVA')
      assert.equal(
        (await records(host)).map(({ enabledForSending }) => enabledForSending),
        ['yes', 'no'],
      )
      await pressOn(page, 2, 'Elimina')
      await card(page, 2).waitFor({ state: 'detached' })
      assert.is(await question.count(), 0)
    },
  ),
)

test('a link with a code opens in its language with the box filled, and OK leads on', async () => {
  const house = await openHouse({ ADMIN_PIN: '2468' })
  const { page, context } = await phone(browser)
  try {
    await page.goto(`${house.url}/reservation-code?code=zimm&lang=de`)
    const box = page.locator('#field-reservationCode')
    await box.waitFor()
    assert.is(await box.inputValue(), 'ZIMM')
    assert.is(await page.evaluate(() => document.documentElement.lang), 'de')
    await page.locator('.ok').click()
    await page.waitForURL('**/guest-gender')
  } finally {
    await context.close()
    await house.close()
  }
})

test.run()
