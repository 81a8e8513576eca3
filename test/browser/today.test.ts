// Costs some 10 s: the check-ins of a day are counted, so that most tests need their own house.
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { everywhere } from './axe'
import { at, day, desk, files, type Host, opened, party, records, single, type World } from './consult-house'
import { beginAt, inTurn, moveTo, readSettingsAgain } from './host'
import { openBrowser } from './house'

const test = suite('the host’s day')
const browser = await openBrowser()
test.after(() => browser.close())
const on = at(browser)

type Walk = Record<string, (world: World) => Promise<unknown>>

const surnames = 'ALBA BIANCHI CONTI DORI ESPOSITO FERRI GALLI HOFER IACONO LEONI MARINI NERI ORSI PACE QUIRINO RUSSO'
  .concat(' SALA TESTA URSO VERDI ZANI')
  .split(' ')

/** Twenty-two arrivals today, one of them refused by every official file. */
const fullDay = async (host: Host) => {
  for (const mainGuestLastName of surnames) await host.add(single({ arrivalDate: day(0), mainGuestLastName }))
  await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'FUORI', mainGuestBirthCity: 'ATLANTIDE' }))
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a day of 22 arrivals takes three presses after sign-in, and names the guests left out', async () => {
  const { house } = await opened(fullDay)
  const { page, context, complaints } = await desk(browser, house, '/admin-settings')
  try {
    let presses = 0
    const press = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
      presses += 1
      await page.getByRole(role, { name }).click()
    }
    await page.getByText('22 arrivi oggi · 22 arrivi da comunicare').waitFor()
    await press('Vai a Oggi', 'link')
    await page.getByRole('heading', { level: 1, name: 'Oggi' }).waitFor()
    await page.getByText('21 arrivi completi da abilitare').waitFor()
    await page.locator('.left-out', { hasText: 'FUORI' }).waitFor()
    await press('Abilita 21 arrivi')
    await page.getByText("21 check-in abilitati all'invio.").waitFor()
    const [file] = await files(page, 1, () => press('Crea il file questura (21)'))
    assert.is(presses, 3)
    assert.is(file!.text.split('\r\n').filter(Boolean).length, 21)
    assert.not.match(file!.text, 'FUORI')
    await page.getByText('Crea il file questura (21)').waitFor({ state: 'detached' })
    assert.is(await page.locator('.party.inFile').count(), 21)

    // After the field is corrected and the check-in released, the second file holds only this guest.
    await page
      .locator('.left-out')
      .getByRole('button', { name: /nascita/ })
      .click()
    const field = page.getByRole('dialog').locator('#field-mainGuestBirthCity')
    await field.waitFor()
    assert.ok(
      await field.evaluate((input) => document.activeElement === input || input.contains(document.activeElement)),
    )
    await field.fill('ROMA')
    await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
    await button(page, 'Abilita 1 arrivo').click()
    const [second] = await files(page, 1, () => button(page, 'Crea il file questura (1)').click())
    assert.is(second!.text.split('\r\n').filter(Boolean).length, 1)
    assert.match(second!.text, 'FUORI')
    // A file that was made is not yet uploaded: each stays open until the host confirms it.
    await page.getByText('21 check-in in un file, da caricare sul portale').waitFor()
    await page.getByText(/^Prossimo termine \(art\. 109 TULPS\): /).waitFor()
    assert.is(await page.getByText('Niente in sospeso').count(), 0)
    const told = button(page, 'Segna come inviati')
    await told.first().click()
    await page.getByText('21 check-in in un file, da caricare sul portale').waitFor({ state: 'detached' })
    assert.is(await page.getByText('Niente in sospeso').count(), 0)
    await told.click()
    await page.getByText('Niente in sospeso con la Questura').waitFor()
    assert.is(await page.getByText(/Prossimo termine/).count(), 0)
    assert.equal(
      complaints.filter((text) => !/ [45]\d\d\b/.test(text)),
      [],
    )
  } finally {
    await context.close()
    await house.close()
  }
})

const twoArrivals: Walk = {
  'opening a party reads its record and no other': async ({ page }: World) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/api\/checkins?(?:\/\d+)?$/.test(pathname)) asked.push(pathname)
    })
    await page.locator('.party', { hasText: 'BIANCHI' }).getByRole('button', { name: /^Apri/ }).click()
    await page.getByRole('dialog').locator('#field-mainGuestLastName').waitFor()
    assert.is(await page.getByRole('dialog').locator('#field-mainGuestLastName').inputValue(), 'BIANCHI')
    assert.equal(asked, ['/api/checkin/2'])
    await page.keyboard.press('Escape')
  },

  'a release of several is undone at one press': async ({ page, host }: World) => {
    await button(page, 'Abilita 2 arrivi').click()
    await button(page, 'Annulla').click()
    await button(page, 'Abilita 2 arrivi').waitFor()
    assert.equal(
      (await records(host)).map(({ enabledForSending }) => enabledForSending),
      ['no', 'no'],
    )
  },

  'the keyboard keeps its place when a pressed button leaves: at the row, or at the heading of the tasks': async ({
    page,
  }: World) => {
    const pressed = async (name: RegExp) => {
      await button(page, name).first().focus()
      await page.keyboard.press('Enter')
      await button(page, name).first().waitFor({ state: 'detached' })
      return page.evaluate(() => document.activeElement!.textContent)
    }
    await button(page, 'Abilita 2 arrivi').waitFor()
    assert.match(await pressed(/^Abilita .*ALBA/), 'ALBA')
    assert.is(await pressed(/^Abilita 1 arrivo/), 'Da fare per la Questura')
    await page.keyboard.press('Tab')
    assert.is(await page.evaluate(() => document.activeElement!.textContent), 'Annulla')
  },

  'a day left open until the session ends says so and offers the sign-in; an open hour of arrival is not written':
    async ({ page, house, context }: World) => {
      const stay = page.locator('.party', { hasText: 'ALBA' }).locator('.stay')
      // A row outside the screen has no inner text.
      assert.match((await stay.textContent())!, /3 notti · parte/)
      await context.clearCookies()
      await page.locator('.notice', { hasText: 'La sessione è scaduta: i nuovi check-in non compaiono' }).waitFor()
      await page.locator('.notice').getByRole('button', { name: 'Accedi' }).click()
      await page.locator('dialog').locator('[id="field-access.pin"]').fill(house.pin!)
      await page.locator('dialog').getByRole('button', { name: 'Accedi' }).click()
      await page.locator('.notice').waitFor({ state: 'detached' })
      await stay.waitFor()
    },
}

test(
  'a day of two arrivals, one after another on a page that stays',
  on(
    async (host) => {
      await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'ALBA', arrivalTimeSlot: 'unknown' }))
      await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'BIANCHI' }))
    },
    inTurn(twoArrivals),
    '/admin-today',
  ),
)

const refusedReleases: Walk = {
  'a release that fails for one check-in is one request, names it with the reason, and the others can be undone':
    async ({ page, host }: World) => {
      await button(page, 'Abilita 3 arrivi').waitFor()
      // The setting changes on another device, so this page still offers all three.
      await host.ask('PATCH', '/api/settings/onlyIdentified', { value: true })
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.method() !== 'GET') asked.push(`${request.method()} ${new URL(request.url()).pathname}`)
      })
      await button(page, 'Abilita 3 arrivi').click()
      const dialog = page.getByRole('dialog', { name: '1 check-in non cambiato' })
      await dialog.getByText(/BIANCHI: Prima di abilitare, confronta con il documento/).waitFor()
      await dialog.getByRole('button', { name: 'Chiudi' }).last().click()
      await page.getByText("2 check-in abilitati all'invio.").waitFor()
      assert.equal(asked, ['POST /api/enable'])
      await button(page, 'Annulla').click()
      await page.getByText("2 check-in abilitati all'invio.").waitFor({ state: 'detached' })
      assert.equal(
        (await records(host)).map(({ enabledForSending }) => enabledForSending),
        ['no', 'no', 'no'],
      )
    },

  'a house that requires document checks releases nobody before the check at the door': async ({
    page,
    host,
  }: World) => {
    await readSettingsAgain(page)
    for (const id of [1, 2, 3]) await host.ask('DELETE', `/api/checkin/${id}`)
    await host.add(party({ arrivalDate: day(0), mainGuestLastName: 'PORTA' }))
    await page.getByText('1 arrivo completo da identificare').waitFor()
    const row = page.locator('.party', { hasText: 'PORTA' })
    await row.getByRole('button', { name: /^Altro per/ }).click()
    await row.getByRole('button', { name: /^Abilita/ }).click()
    await page.getByText(/Prima di abilitare, confronta con il documento/).waitFor()
    // A browser that blocks the storage of pages, or has no room left in it.
    await page.evaluate(() => {
      Storage.prototype.getItem = Storage.prototype.setItem = () => {
        throw new DOMException('blocked', 'SecurityError')
      }
    })
    await row.getByRole('button', { name: /^Identifica/ }).dblclick()
    const dialog = page.getByRole('dialog', { name: 'Identificazione alla porta' })
    await dialog.getByText(/n. 9101 del 21 novembre 2025/).waitFor()
    await dialog.getByLabel('Come').selectOption('In video dal vivo')
    await dialog.getByLabel('Identificato da').fill('Anna')
    for (const count of ['1 di 3', '2 di 3', '3 di 3']) {
      await dialog
        .getByRole('button', { name: /^Coincide/ })
        .first()
        .click()
      await dialog.getByText(count).waitFor()
    }
    await dialog.getByRole('button', { name: 'Chiudi', exact: true }).click()
    await row
      .getByText(/identità confrontata da Anna il .*: In video dal vivo/)
      .first()
      .waitFor()
    await button(page, 'Abilita 1 arrivo').click()
    await page.getByText('1 check-in abilitato').waitFor()
    const kept = JSON.parse((await host.checkins())[0]!.identified!)
    assert.equal(Object.keys(kept), ['main', 'second', 'third'])
    await row
      .getByRole('button', { name: /^Togli/ })
      .first()
      .click()
    await row.getByText('identità da confrontare').waitFor()
  },
}

test(
  'releases that are refused, one after another on a page that stays',
  on(
    async (host) => {
      for (const mainGuestLastName of ['ALBA', 'BIANCHI', 'CONTI'])
        await host.add(single({ arrivalDate: day(0), mainGuestLastName }))
      const body = { guests: ['main'], how: 'inPerson', by: 'Anna' }
      for (const id of [1, 3]) await host.ask('POST', `/api/checkin/${id}/identified`, body)
    },
    inTurn(refusedReleases),
    '/admin-today',
  ),
)

const sections: Walk = {
  'what is missing is asked guest by guest, by name, and opens at its field': async ({ page }: World) => {
    const row = page.locator('.left-out li')
    await row.nth(1).waitFor()
    const paid = page.locator('.party', { hasText: 'MANCA' }).locator('p.pay', { hasText: 'Imposta di soggiorno' })
    assert.match(await paid.innerText(), /^Da pagare\nImposta di soggiorno/, 'a line each')
    assert.equal(await row.locator('strong').allInnerTexts(), ['MARIO MANCA', 'ADA LOVELACE\ncon MARIO MANCA'])
    await page
      .locator('.left-out')
      .getByRole('button', { name: /^Data di nascita.* ADA LOVELACE$/ })
      .click()
    await page.waitForFunction(() => document.activeElement?.id === 'field-secondGuestBirthDate')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  },

  'each party is in its section of the day, and a new one appears without a reload': async ({ page, host }: World) => {
    const row = (part: string, name: string) =>
      page.locator('.day-part', { has: page.getByRole('heading', { name: part }) }).locator('.party', { hasText: name })
    await row('Arrivi di oggi', 'ODIERNI').getByText('3 ospiti').waitFor()
    await row('Arrivi di domani', 'DOMANI').waitFor()
    await row('Partenze di oggi', 'PARTE').getByText('termine scaduto il').waitFor()
    await row('In casa', 'RESTA').getByText('termine scaduto il').waitFor()
    await row('Già partiti, in sospeso', 'PASSATO').waitFor()
    assert.is(await page.getByText('FUTURO').count(), 0)
    await page.getByText('3 arrivi oltre il termine di legge').waitFor()
    await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'NUOVA' }))
    await row('Arrivi di oggi', 'NUOVA').waitFor()
    const call = row('Arrivi di oggi', 'NUOVA').getByRole('link', { name: /^Chiama/ })
    assert.match((await call.getAttribute('href')) ?? '', /^tel:\+39/)
  },
}

test(
  'what is missing, and the sections of the day, one after another on a page that stays',
  on(
    async (host) => {
      const lacking = { secondGuestBirthDate: '', secondGuestName: 'ADA', secondGuestLastName: 'LOVELACE' }
      await host.add(party({ arrivalDate: day(0), mainGuestLastName: 'MANCA', mainGuestBirthDate: '', ...lacking }))
      await host.ask('PATCH', '/api/settings/taxRate', { value: '2,50' })
      await host.add(party({ arrivalDate: day(0), mainGuestLastName: 'ODIERNI' }))
      await host.add(single({ arrivalDate: day(1), mainGuestLastName: 'DOMANI' }))
      await host.add(single({ arrivalDate: day(-1), numberOfNights: '1', mainGuestLastName: 'PARTE' }))
      await host.add(single({ arrivalDate: day(-2), numberOfNights: '5', mainGuestLastName: 'RESTA' }))
      await host.add(single({ arrivalDate: day(-9), numberOfNights: '2', mainGuestLastName: 'PASSATO' }))
      await host.add(single({ arrivalDate: day(4), mainGuestLastName: 'FUTURO' }))
    },
    inTurn(sections),
    '/admin-today',
  ),
)

test(
  'a change after the file offers to replace it with all guests, or to say it was uploaded; the whole day asks why',
  on(
    async (host) => {
      await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'FERMO' }), true)
      await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'CAMBIA' }), true)
    },
    async ({ page, host }) => {
      const state = (name: string, words: string) =>
        page.locator('.party', { hasText: name }).locator('.police').getByText(words, { exact: true }).waitFor()
      const [first] = await files(page, 1, () => button(page, 'Crea il file questura (2)').click())
      await host.ask('PATCH', '/api/checkin/2/update', { mainGuestDocumentNumber: 'CA99999ZZ', specialRequests: 'x' })
      await page.getByRole('heading', { name: 'Un file non caricato non è più giusto: sostituiscilo' }).waitFor()
      await page.getByText(/Cambiati dopo il file: .*CAMBIA\. Il file .* non caricarlo\./).waitFor()
      assert.is(await button(page, 'Segna come inviati').count(), 0, 'the old file is not to be uploaded')
      assert.is(await page.getByText('la Questura ha i dati di prima').count(), 0)
      await state('CAMBIA', 'Cambiato dopo il file')
      // One press states that the file was uploaded before the change; then the police have the earlier data.
      await button(page, 'Era già caricato').click()
      await page.getByText(/CAMBIA: la Questura ha i dati di prima/).waitFor()
      await button(page, 'Annulla').click()
      const [file] = await files(page, 1, () => button(page, 'Sostituisci il file (2)').click())
      for (const word of ['FERMO', 'CAMBIA', 'CA99999ZZ']) assert.match(file!.text, word)
      assert.is.not(file!.name, first!.name)
      await page.getByText('2 check-in in un file, da caricare sul portale').waitFor()
      await state('CAMBIA', 'In un file')
      await button(page, 'Segna come inviati').click()
      await state('FERMO', 'Inviato')
      await button(page, 'Annulla').click()
      await state('FERMO', 'In un file')
      const [again] = await files(page, 1, async () => {
        await button(page, 'Rifai il file di tutto il giorno').click()
        await page.getByLabel('Altro motivo').check()
        await page.getByRole('textbox', { name: 'Motivo' }).fill('lo chiede la questura')
        await page.getByRole('dialog').getByRole('button', { name: 'Crea il file' }).click()
      })
      assert.match(again!.text, 'FERMO')
      const { data } = (await host.ask('GET', '/api/checkin/1/exports')).body
      assert.is((data as unknown as { reason: string }[])[0]!.reason, 'lo chiede la questura')
      await button(page, 'Segna come inviati').click()
      await page.getByText('Niente in sospeso con la Questura').waitFor()
      await host.ask('PATCH', '/api/checkin/2/update', { mainGuestDocumentNumber: 'CA88888ZZ' })
      await page.getByText("1 check-in cambiato dopo l'invio").waitFor()
      await page.getByText(/CAMBIA: la Questura ha i dati di prima/).waitFor()
      const [correction] = await files(page, 1, async () => {
        await button(page, 'Crea il file con la correzione').click()
        await button(page, 'Scarica comunque').click()
      })
      assert.equal([/FERMO/.test(correction!.text), /CA88888ZZ/.test(correction!.text)], [false, true])
      await state('CAMBIA', 'Correzione in un file')
    },
    '/admin-today',
  ),
)

test(
  'check-ins in a file do not count as ready, and Invii shows which files are to upload',
  on(
    async (host) => {
      for (const mainGuestLastName of ['ALBA', 'BIANCHI', 'CONTI'])
        await host.add(single({ arrivalDate: day(0), mainGuestLastName }), true)
      await host.ask('POST', '/api/export', { kind: 'police', ids: [1, 2], sure: true })
    },
    async ({ page, host, house }) => {
      await page.getByRole('button', { name: '1 da inviare' }).waitFor()
      await moveTo(page, '/admin-sending')
      const [first, second] = [1, 2].map((count) =>
        page.locator('.police-files li', {
          has: page.locator('strong', { hasText: new RegExp(`questura${count > 1 ? `-${count}` : ''}\\.txt$`) }),
        }),
      )
      await first!.getByText('da caricare', { exact: true }).waitFor()
      await host.ask('PATCH', '/api/checkin/1/update', { mainGuestDocumentNumber: 'CA99999ZZ' })
      await beginAt(page, house, '/admin-sending')
      await first!.getByText('non caricarlo: non è più giusto, sostituiscilo da Oggi').waitFor()
      assert.is(await first!.getByRole('button').count(), 0)
      await host.ask('POST', '/api/export', { kind: 'police', ids: [1], sure: true })
      await beginAt(page, house, '/admin-sending')
      await first!.getByText(/^sostituito da \d\d-\d\d-questura-2\.txt: non caricarlo$/).waitFor()
      await second!.getByRole('button', { name: 'Segna come inviati' }).click()
      await second!.getByText('caricato', { exact: true }).waitFor()
    },
    `/admin?from=${day(0)}`,
  ),
)
const changedParties: Walk = {
  'a guest who was reported and then removed is a task, until the host has seen to it': async ({ page }: World) => {
    const task = page.locator('.task', { hasText: 'con ospiti comunicati e poi tolti' })
    await task.getByText(/TOLTA: .* scrivile via PEC/).waitFor()
    const nothing = page.getByText('Niente in sospeso con la Questura')
    assert.is(await nothing.count(), 0)
    await task.getByRole('button', { name: 'Fatto' }).click()
    await task.waitFor({ state: 'detached' })
    await nothing.waitFor()
    await page.locator('.undo').getByRole('button', { name: 'Annulla' }).click()
    await task.waitFor()
  },

  'a guest who comes after the report is named in the file to make, and not the party that the police know': async ({
    page,
    host,
  }: World) => {
    const id = await host.add(party({ arrivalDate: day(0), mainGuestLastName: 'ALBA' }), true)
    await host.ask('POST', '/api/told', { ids: [id], told: true })
    const fourth = { addGuest4: 'yes', guest4Name: 'LOUIS', guest4LastName: 'NUOVO' }
    await host.ask('PATCH', `/api/checkin/${id}/update`, {
      ...fourth,
      guest4Gender: 'UOMO',
      guest4Citizenship: 'Francia',
      guest4BirthDate: '2001-02-03',
      guest4BirthCountry: 'Francia',
      guest4BirthCity: 'Francia',
      guest4ResidenceCountry: 'Francia',
      guest4ResidenceCity: 'Francia',
    })
    const task = page.locator('.task', { hasText: '1 arrivo abilitato, mai messo in un file' })
    assert.is(await task.locator('p').first().innerText(), 'LOUIS NUOVO (con MARIO ALBA)')
  },
}

test(
  'guests who were reported and then removed, or come after the report, one after another',
  on(
    async (host) => {
      const id = await host.add(party({ arrivalDate: day(0), mainGuestLastName: 'TOLTA' }), true)
      await host.ask('POST', '/api/told', { ids: [id], told: true })
      await host.ask('PATCH', `/api/checkin/${id}/update`, { addThirdGuest: 'no' })
    },
    inTurn(changedParties),
    '/admin-today',
  ),
)

test('on a phone nothing of the day is wider than the screen, and axe finds nothing', async () => {
  const { house } = await opened(async (host) => {
    await host.add(party({ arrivalDate: day(0), mainGuestLastName: 'DELLA QUERCIA VON HOHENSTEIN UND ZU LICHTENBERG' }))
    await host.add(single({ arrivalDate: day(0), mainGuestBirthCity: 'ATLANTIDE' }))
    await host.add(single({ arrivalDate: day(-3), numberOfNights: '6' }), true)
    // Far below, where rows are not laid out.
    for (let from = 9; from < 21; from++) await host.add(single({ arrivalDate: day(-from), numberOfNights: '2' }))
  })
  const { page, context } = await desk(browser, house, '/admin-today', { bypassCSP: true, hasTouch: true })
  try {
    await page.locator('.party').first().waitFor()
    const faults: string[] = []
    const looks = [1440, 1024, 390, 320].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
    )
    await everywhere(page, 'today', faults, looks)
    assert.equal(faults, [])
    // For a PEC: that the portal no longer takes the arrival is no doubt about the file.
    await button(page, 'Crea il file da allegare').click()
    await page.locator('.toast', { hasText: 'File generato' }).waitFor()
  } finally {
    await context.close()
    await house.close()
  }
})

test("the words of the day's line follow its hour at once, and payment and tax have the room of the stay", async () => {
  const { house } = await opened(async (host) => {
    await host.ask('PATCH', '/api/settings/taxRate', { value: '2,50' })
    await host.add(single({ arrivalDate: day(0), arrivalTimeSlot: 'after 18:00' }))
    await host.add(single({ arrivalDate: day(-3), numberOfNights: '3', departureDate: day(0) }))
  })
  const { page, context } = await desk(browser, house, '/admin-today', { viewport: { width: 1024, height: 768 } })
  try {
    await page.locator('.timeline li').nth(1).waitFor()
    const gaps = await page.locator('.timeline li').evaluateAll((all) =>
      all.map((one) => {
        const words = document.createRange()
        words.selectNodeContents(one.lastChild!)
        return words.getBoundingClientRect().top - one.querySelector('time')!.getBoundingClientRect().bottom
      }),
    )
    assert.ok(
      gaps.every((gap) => gap < 8),
      `${gaps}`,
    )
    const row = page.locator('.party', { hasText: 'Imposta di soggiorno' }).first()
    const [stay, pay] = [await row.locator('.stay').boundingBox(), await row.locator('p.pay').boundingBox()]
    assert.is(pay!.width, stay!.width)
    assert.ok(pay!.y >= stay!.y + stay!.height)
  } finally {
    await context.close()
    await house.close()
  }
})

test.run()
