// Costs some 14 s: a file that was downloaded changes the next export, so that some tests need their own house.
import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { arrivals, departures, monthly, police } from '../exports/at-once'
import {
  addCopies,
  book,
  card,
  clock,
  consultAll,
  day,
  files,
  goOn,
  type Host,
  hostOf,
  at as on,
  party,
  pin,
  press,
  records,
  settings,
  single,
  toast,
  type World,
} from './consult-house'
import { beginAt, inTurn } from './host'
import { openBrowser } from './house'

/** Removes the store's mark before each id of a tourism file. */
const unmarked = (text: string) => text.replace(/<(idswh|idcapo)>[BCDFGHJKLMNPQRST]{8}/g, '<$1>')

const test = suite('consult-exports')
const browser = await openBrowser()
const at = on(browser)

type Walk = Record<string, (world: World) => Promise<unknown>>

const ofOne: Walk = {
  'the police file of one check-in is the bytes of the core, and its audit line is on the card': async ({
    page,
    host,
  }: World) => {
    const made = police(await records(host), book(), { settings, ...clock() })
    const [file] = await files(page, 1, async () => {
      await press(page, 1, 'File questura')
      return goOn(page)
    })
    assert.equal([file!.name, file!.text], [made.files[0]!.name, made.files[0]!.text])
    const audit = card(page, 1).locator('.audit')
    await audit.getByText(file!.name).waitFor()
    const proof = `SHA-256 ${createHash('sha256').update(file!.text).digest('hex')}`
    assert.equal(await audit.locator('code').allInnerTexts(), [proof])
    for (let times = 2; times < 6; times++) {
      await press(page, 1, 'File questura')
      const warnings = page.getByRole('dialog', { name: 'Il portale potrebbe rifiutare il file' })
      await warnings.getByText('Sostituisce un file mai segnato come caricato').waitFor()
      await files(page, 1, () => goOn(page))
      await page.waitForFunction((count) => document.querySelectorAll('.audit li').length === count, Math.min(times, 3))
    }
    await audit.getByRole('button', { name: 'Mostra tutti i file (5)' }).click()
    await page.waitForFunction(() => document.querySelectorAll('.audit li').length === 5)
    assert.is(await audit.locator('li', { hasText: 'sostituito da' }).count(), 4)
    assert.is(await audit.locator('li').first().getByText('sostituito da').count(), 0)
    assert.equal(await audit.locator('code').allInnerTexts(), Array(5).fill(proof))
  },

  "the tourism files come half a second apart, and the month is the core's": async ({ page, host }: World) => {
    const [one] = await records(host)
    const saved = await page.evaluateHandle(() => {
      const times: number[] = []
      addEventListener('click', ({ target }) => {
        if ((target as HTMLAnchorElement).download) times.push(performance.now())
      })
      return times
    })
    const got = await files(page, 2, async () => {
      await press(page, 1, 'File turismo')
      return goOn(page)
    })
    const expected = [arrivals(one!, [one!], book(), settings), departures(one!, [one!], book(), settings)].flatMap(
      (made) => made.files,
    )
    assert.equal(
      got.map(({ name, text }) => [name, unmarked(text)]),
      expected.map(({ name, text }) => [name, text]),
    )
    // A timer may be late, never early.
    const [first, second] = await saved.jsonValue()
    assert.ok(second! - first! >= 499)
    const month = day(0).slice(0, 7)
    await page.getByLabel('Mese del file Ross1000').fill(month)
    const [whole] = await files(page, 1, async () => {
      await page.getByRole('button', { name: 'File mensile Ross1000' }).click()
      await page.getByRole('button', { name: 'Genera il file' }).click()
      await goOn(page)
    })
    const {
      files: [wanted],
    } = monthly(month, [one!], book(), settings)
    assert.equal([whole!.name, unmarked(whole!.text)], [wanted!.name, wanted!.text])
  },
}

test(
  'the files of one check-in, one after another on a page that stays',
  at(
    (host) => host.add(party({ arrivalDate: day(0) }), true),
    async (world) => {
      await consultAll(world.page)
      await inTurn(ofOne)(world)
    },
  ),
)

/** Leaves only the check-in with this number in sight; far cards of a long list are not drawn. */
const find = (page: Page, id: number, from: number) =>
  page.locator('#consult-search').fill(`${id}-${day(from).split('-').reverse().join('')}`)

const ofSeveral: Walk = {
  'the host says which days of the month were closed, and they are remembered, even if the session ends first': async ({
    page,
    host,
    context,
  }: World) => {
    const kept = async () =>
      ((await host.ask('GET', '/api/settings')).body.data as unknown as typeof settings).closedDays.map(
        ({ structureCode, day }) => `${structureCode} ${day}`,
      )
    await page.getByLabel('Mese del file Ross1000').fill('2026-09')
    const dialog = page.getByRole('dialog', { name: 'File Ross1000 di settembre 2026' })
    const day = (name: string) => dialog.getByRole('button', { name })
    const open = () => page.getByRole('button', { name: 'File mensile Ross1000' }).click()
    const make = dialog.getByRole('button', { name: 'Genera il file' })
    await open()
    await dialog.getByText("1 check-in di questo mese non è abilitato all'invio").waitFor()
    assert.equal(
      [
        await day('10 settembre').isDisabled(),
        await day('12 settembre').isDisabled(),
        await day('13 settembre').isDisabled(),
      ],
      [true, true, false],
    )
    assert.match(await day('11 settembre').innerText(), '1 camera')
    assert.match((await day('12 settembre').innerText()).replaceAll('\u00ad', ''), 'partenze')
    await day('20 settembre').click()
    await day('21 settembre').press('Space')
    await page.keyboard.press('Escape')
    assert.equal(
      [await dialog.count(), await kept(), (await host.ask('GET', '/api/exports')).body.data],
      [0, [], { of: {}, counts: {}, files: {} }],
    )

    await open()
    await day('20 settembre').click()
    await day('21 settembre').press('Space')
    await page.route(
      '**/api/settings/closedDays',
      (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
      { times: 1 },
    )
    await make.click()
    await dialog.getByText('I giorni di chiusura non sono stati salvati').waitFor()
    const [file] = await files(page, 1, async () => {
      await make.click()
      return goOn(page)
    })
    const part = (date: string) =>
      new RegExp(`<data>${date}</data>[^]*?</struttura>`)
        .exec(file!.text)![0]
        .match(/>[^<\s]+</g)!
        .map((text) => text.slice(1, -1))
    assert.equal(
      [part('20260920'), part('20260922'), part('20260911')],
      [
        ['20260920', 'NO', '0', '0', '0'],
        ['20260922', 'SI', '0', '3', '8'],
        ['20260911', 'SI', '1', '3', '8'],
      ],
    )
    assert.equal(await kept(), ['048017 2026-09-20', '048017 2026-09-21'])

    await page.getByLabel('Mese del file Ross1000').fill('2026-08')
    await open()
    const august = page.getByRole('dialog', { name: 'File Ross1000 di agosto 2026' })
    await august.getByRole('button', { name: 'Chiudi i giorni liberi' }).click()
    await files(page, 1, async () => {
      await august.getByRole('button', { name: 'Genera il file' }).click()
      return goOn(page)
    })
    assert.is((await kept()).length, 33)
    await page.getByLabel('Mese del file Ross1000').fill('2026-09')
    await open()
    await make.waitFor()
    assert.equal(await dialog.locator('[aria-pressed=true] b').allInnerTexts(), ['20', '21'])
    await day('20 settembre').click()
    await context.clearCookies()
    const [again] = await files(page, 1, async () => {
      await make.click()
      await page.locator('.form-again input').fill(pin)
      await page.locator('.form-again').getByRole('button', { name: 'Accedi', exact: true }).click()
      return goOn(page)
    })
    assert.match(again!.name, /\.xml$/)
    assert.equal(
      (await kept()).filter((one) => one.includes('2026-09')),
      ['048017 2026-09-21'],
    )
  },

  'faults are listed by guest and field, and the portal’s refusals before the file is made': async ({
    page,
    host,
  }: World) => {
    const made = async () => (await host.ask('GET', '/api/exports')).body.data as unknown
    const before = await made()
    await find(page, 1, 0)
    await press(page, 1, 'File questura')
    const faults = page.getByRole('dialog', { name: 'Il file non è stato generato' })
    await faults.getByText(/Errore nella generazione riga per MARIO B+/).waitFor()
    await faults.getByText('troppo lungo (massimo 50 caratteri)').waitFor()
    await faults.getByText('dato obbligatorio mancante').waitFor()
    await page.keyboard.press('Escape')
    await find(page, 2, -5)
    await press(page, 2, 'File questura')
    const warnings = page.getByRole('dialog', { name: 'Il portale potrebbe rifiutare il file' })
    await warnings.getByText("L'arrivo non è di oggi né di ieri").waitFor()
    await warnings.getByRole('button', { name: 'Annulla' }).click()
    assert.equal(await made(), before)
    const got = await files(page, 1, async () => {
      await press(page, 2, 'File questura')
      return goOn(page)
    })
    assert.is(got.length, 1)
  },

  'an unknown reservation code stops the tourism file, and a server error shows the specified message': async ({
    page,
  }: World) => {
    await find(page, 4, 0)
    await press(page, 4, 'File turismo')
    await toast(page, 'Codice di prenotazione non trovato nelle impostazioni')
    await page.route('**/api/export', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
    )
    await find(page, 3, 0)
    await press(page, 3, 'File questura')
    await toast(page, 'Errore nella generazione del file questura')
    await press(page, 3, 'File turismo')
    await toast(page, 'Errore nella generazione del file XML per il turismo')
    await page.getByRole('button', { name: 'File questura degli abilitati' }).click()
    await toast(page, 'Errore nella preparazione dati questura')
    await page.route('**/api/settings', (route) => route.fulfill({ status: 503, body: '' }))
    await press(page, 3, 'File turismo')
    await toast(page, 'Errore nel caricamento delle impostazioni')
    await page.locator('#consult-search').fill('nessuno')
    await page.getByRole('button', { name: 'Scarica CSV' }).click()
    await toast(page, 'Nessun dato da esportare')
  },

  'a file made on another device shows in the list, ends the offer to undo its releases, and outlives a failed reading':
    async ({ page, host, house }: World) => {
      await beginAt(page, house, '/admin')
      await page.locator('#consult-search').fill('evviva')
      const stateOf = (id: number) => card(page, id).locator('.police .state')
      for (const id of [5, 6]) await card(page, id).locator('.pick input').check()
      await page.getByRole('button', { name: 'Abilita', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Abilita', exact: true }).click()
      const line = page.locator('.undo-line')
      await line.getByText("2 check-in abilitati all'invio.").waitFor()
      await host.ask('POST', '/api/export', { kind: 'police', ids: [5], sure: true })
      await line.getByText("1 check-in abilitato all'invio.").waitFor()
      await stateOf(5).getByText('In un file').waitFor()

      await files(page, 1, async () => {
        await press(page, 6, 'File questura')
        return goOn(page)
      })
      await line.getByText('abilitat').waitFor({ state: 'detached' })

      let tries = 0
      await page.route('**/api/filed*', (route) =>
        tries++ ? route.continue() : route.fulfill({ status: 500, body: '' }),
      )
      await page.reload()
      for (const id of [5, 6]) await stateOf(id).getByText('In un file').waitFor()
      assert.is(tries, 2)
    },
}

const several = async (host: Host) => {
  await host.add(party({ arrivalDate: day(0), mainGuestLastName: 'B'.repeat(80), secondGuestName: '' }), true)
  await host.add(single({ arrivalDate: day(-5) }), true)
  await host.add(single({ arrivalDate: day(0) }), true)
  await host.add(single({ reservationCode: '9999' }), true)
  for (const mainGuestName of ['UNO', 'DUE'])
    await host.add(single({ arrivalDate: day(0), mainGuestName, mainGuestLastName: 'EVVIVA' }))
  await host.add(single({ arrivalDate: '2026-09-10', numberOfNights: '2' }), true)
  await host.add(single({ arrivalDate: '2026-09-29', numberOfNights: '5' }))
}

test(
  'the files of several check-ins, one after another on a page that stays',
  at(several, async (world) => {
    await consultAll(world.page)
    await inTurn(ofSeveral)(world)
  }),
)

test(
  'the police file of all needs a released check-in, and splits above a thousand lines',
  at(
    async (host, house) => {
      await host.add(party({ arrivalDate: day(0) }))
      await addCopies(house, 349)
    },
    async ({ page, house }) => {
      const host = await hostOf(house)
      await consultAll(page)
      await page.getByRole('button', { name: 'File questura degli abilitati' }).click()
      await toast(page, "Nessun check-in abilitato all'invio trovato")
      const ids = (await records(host)).map(({ id }) => id)
      assert.is((await host.ask('POST', '/api/enable', { ids, enabled: true })).status, 200)
      await page.getByRole('button', { name: 'Consulta', exact: true }).click()
      await page.getByRole('button', { name: 'File questura degli abilitati (350)' }).waitFor()
      const got = await files(page, 2, async () => {
        await page.getByRole('button', { name: 'File questura degli abilitati' }).click()
        return goOn(page)
      })
      const made = police(await records(host), book(), { settings, ...clock() })
      assert.equal(
        got.map(({ name, text }) => [name, text.split('\r\n').length]),
        [
          [made.files[0]!.name, 999],
          [made.files[1]!.name, 51],
        ],
      )
      assert.ok(got.every(({ text }, index) => text === made.files[index]!.text))
    },
  ),
)

/** Check-ins of today, released, with places that the tables do not have. */
const unknown = async (host: Host) => {
  for (const places of [
    { mainGuestLastName: 'ALBA', mainGuestBirthCity: 'ATLANTIDE' },
    { mainGuestLastName: 'ALBA', mainGuestBirthCity: 'ATLANTIDE' },
    { mainGuestLastName: 'BONI', mainGuestBirthCity: 'AVALON', mainGuestDocumentIssuePlace: 'AVALON' },
    { mainGuestLastName: 'DORI', mainGuestBirthCity: 'LEMURIA' },
  ])
    await host.add(single({ arrivalDate: day(0), ...places }), true)
}

/** Opens the question about a place of a check-in's record. */
const asked = async (page: Page, id: number) => {
  await press(page, id, 'File questura')
  const dialog = page.getByRole('dialog', { name: 'Codice ISTAT Mancante' })
  await dialog.waitFor()
  return dialog
}

test(
  'a doubtful place is asked: another town’s province, Italy as the place of issue, two towns with one name',
  at(
    async (host) => {
      await host.add(single({ arrivalDate: day(0), mainGuestBirthCity: 'ROMA (MI)' }), true)
      await host.add(single({ arrivalDate: day(0), mainGuestDocumentIssuePlace: 'BELPAESE' }), true)
      for (let n = 0; n < 2; n++) await host.add(single({ arrivalDate: day(0), mainGuestBirthCity: 'SAMONE' }), true)
    },
    async ({ page, host }) => {
      await consultAll(page)
      const town = async (id: number) => (await records(host)).find((one) => one.id === id)!.mainGuestBirthCity
      const rome = await asked(page, 1)
      await rome.getByText('non corrisponde del tutto alle tabelle ufficiali. È questo il luogo?').waitFor()
      await rome.getByLabel('Codice ISTAT').fill('499999999')
      await rome.getByLabel('Codice ISTAT').press('Enter')
      await rome.getByText('Il nome «ROMA (MI)» da solo non dice quale luogo sia').waitFor()
      const [first] = await files(page, 1, async () => {
        await rome.getByRole('button', { name: 'ROMA (RM)' }).click()
        return goOn(page)
      })
      assert.match(first!.text, '412058091RM')
      assert.is(await town(1), 'ROMA (RM)')

      const issued = await asked(page, 2)
      await issued.getByLabel('Codice ISTAT').fill('100000100')
      await issued.getByRole('button', { name: 'Conferma' }).click()
      await issued.getByText("L'Italia non può essere il luogo di rilascio").waitFor()
      const [second] = await files(page, 1, async () => {
        await issued.getByLabel('Codice ISTAT').fill('412058091')
        await issued.getByRole('button', { name: 'Conferma' }).click()
        return goOn(page)
      })
      assert.is(second!.text.slice(159, 168), '412058091')

      const samone = await asked(page, 3)
      const [third] = await files(page, 1, async () => {
        await samone.getByRole('button', { name: 'SAMONE (TN)' }).click()
        return goOn(page)
      })
      assert.match(third!.text, '404022165TN')
      assert.equal([await town(3), await town(4)], ['SAMONE (TN)', 'SAMONE'], 'the choice is for that guest alone')
      const again = await asked(page, 4)
      await again.getByText('può essere più di un luogo. Scegli quello giusto.').waitFor()
      await again.getByRole('button', { name: 'SAMONE (TO)' }).waitFor()
    },
  ),
)

const questions: Walk = {
  'asks for a missing ISTAT code by its rules; cancelling leaves nothing, answering is remembered': async ({
    page,
    host,
  }: World) => {
    await page.locator('#consult-search').fill('alba')
    await press(page, 2, 'File questura')
    const dialog = page.getByRole('dialog', { name: 'Codice ISTAT Mancante' })
    const field = dialog.getByLabel('Codice ISTAT')
    const confirm = dialog.getByRole('button', { name: 'Conferma' })
    await dialog.waitFor()
    assert.ok(await field.evaluate((one) => one === document.activeElement))
    await page.keyboard.press('Escape')
    await toast(page, 'Generazione interrotta: codice ISTAT necessario per ATLANTIDE')
    assert.equal((await host.ask('GET', '/api/exports')).body.data as unknown, { of: {}, counts: {}, files: {} })
    await press(page, 2, 'File questura')
    await field.pressSequentially('4a1-2 05')
    assert.is(await field.inputValue(), '41205')
    const nine = dialog.getByRole('alert').filter({ hasText: 'Il codice ISTAT deve essere di 9 cifre numeriche' })
    assert.equal(
      [await confirm.getAttribute('aria-disabled'), await confirm.getAttribute('disabled'), await nine.count()],
      ['true', null, 0],
    )
    for (const press of [
      () => field.press('Enter'),
      () => confirm.press('Enter'),
      () => confirm.click({ force: true }),
    ]) {
      await press()
      await nine.waitFor()
      assert.ok(
        await field.evaluate((one) => one === document.activeElement && one.getAttribute('aria-invalid') === 'true'),
      )
      assert.match((await field.getAttribute('aria-describedby'))!, 'istat-code-fault')
      await field.press('Backspace')
      assert.is(await nine.count(), 0)
    }
    await field.fill('9999999990123')
    assert.is(await field.inputValue(), '999999999')
    await field.press('Enter')
    await dialog.getByText('Il codice di un comune italiano inizia con 4').waitFor()
    await field.fill('499999999')
    await dialog.getByText('Questo codice non è nelle tabelle ufficiali.').waitFor()
    assert.is(await confirm.getAttribute('aria-disabled'), null)
    await field.press('Enter')
    await dialog.getByRole('button', { name: 'Usa comunque questo codice' }).waitFor()
    await dialog.getByRole('button', { name: 'Annulla' }).click()
    await toast(page, 'Generazione interrotta: codice ISTAT necessario per ATLANTIDE')
    assert.equal(
      [
        await dialog.count(),
        (await host.ask('GET', '/api/istat-codes')).body.data,
        (await host.ask('GET', '/api/exports')).body.data,
      ] as unknown,
      [0, [], { of: {}, counts: {}, files: {} }],
    )
    await press(page, 2, 'File questura')
    await field.fill('412058091')
    await dialog.getByText('È il codice di ROMA (RM).').waitFor()
    const [file] = await files(page, 1, async () => {
      await field.press('Enter')
      return goOn(page)
    })
    assert.match(file!.text, '412058091RM')
    const [again] = await files(page, 1, async () => {
      await press(page, 1, 'File questura')
      return goOn(page)
    })
    assert.match(again!.text, '412058091RM')
  },

  'a town code outside the tables is accepted with its province; the tables open beside it and nothing typed is lost':
    async ({ page, host, context }: World) => {
      await page.locator('#consult-search').fill('boni')
      await press(page, 3, 'File questura')
      const dialog = page.getByRole('dialog', { name: 'Codice ISTAT Mancante' })
      const field = dialog.getByLabel('Codice ISTAT')
      const province = dialog.getByLabel('Provincia del comune')
      await field.fill('499999999')
      assert.is(await province.count(), 0)
      await field.press('Enter')
      await dialog.getByText('Per usarlo comunque scrivi la provincia del comune').waitFor()
      assert.ok(await province.evaluate((one) => one === document.activeElement))
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        dialog.getByRole('link', { name: "Apri le tabelle ufficiali in un'altra scheda" }).click(),
      ])
      await tab.waitForSelector('.part-tables')
      assert.is(new URL(tab.url()).pathname, '/ross1000-settings')
      await tab.close()
      assert.is(await field.inputValue(), '499999999')
      const sure = dialog.getByRole('button', { name: 'Usa comunque questo codice' })
      const lacking = dialog
        .getByRole('alert')
        .filter({ hasText: 'Scrivi la sigla della provincia: due lettere, come MI' })
      await sure.click()
      await lacking.waitFor()
      await province.pressSequentially('x1x')
      assert.equal([await province.inputValue(), await lacking.count()], ['XX', 0])
      await province.press('Enter')
      await lacking.waitFor()
      await province.fill('mi')
      // The page asks only once for each birth town and each place of issue.
      const [file] = await files(page, 1, async () => {
        await province.press('Enter')
        return goOn(page)
      })
      assert.equal([file!.text.slice(105, 116), file!.text.slice(159, 168)], ['499999999MI', '499999999'])
      const codes = (await host.ask('GET', '/api/istat-codes')).body.data as unknown as object[]
      assert.equal(codes.slice(1), [
        { key: 'city:AVALON', kind: 'city', name: 'AVALON', code: '499999999', province: 'MI' },
      ])
    },

  'a session that ends while the question is open keeps the typed code': async ({ page }: World) => {
    await page.locator('#consult-search').fill('dori')
    await press(page, 4, 'File questura')
    const field = page.getByRole('dialog', { name: 'Codice ISTAT Mancante' }).getByLabel('Codice ISTAT')
    await field.fill('412058091')
    await page.evaluate(() =>
      fetch('/api/admin/logout', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
    )
    await field.press('Enter')
    const door = page.getByRole('dialog', { name: 'La sessione è scaduta' })
    await door.waitFor()
    assert.is(await field.inputValue(), '412058091')
    const [file] = await files(page, 1, async () => {
      await door.locator('input').fill(pin)
      await door.locator('input').press('Enter')
      await goOn(page)
    })
    assert.match(file!.text, '412058091RM')
  },
}

test(
  'a place that is not sure is asked about, one after another on a page that stays',
  at(
    async (host) => unknown(host),
    async (world) => {
      await consultAll(world.page)
      await inTurn(questions)(world)
    },
  ),
)

test.after(() => browser.close())
test.run()
