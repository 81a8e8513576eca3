// Costs some 12 s: each test has its own house and stand-ins of both offices.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { policeStandIn } from '../stand-ins/police'
import { regionStandIn } from '../stand-ins/region'
import { card, day, desk, files, type Host, hostOf, opened, pin, press, single } from './consult-house'
import { moveTo } from './host'
import { type House, openBrowser, signIn } from './house'

const test = suite('sending to the offices')
const browser = await openBrowser()
test.after(() => browser.close())

const account = {
  id: 'p1',
  name: 'Casa Rossi',
  user: 'XX000001',
  password: 'parola-del-portale',
  wsKey: 'chiave-giusta',
  category: 'single',
}
const structure = {
  id: 'r1',
  structureCode: '048017',
  region: 'lazio',
  user: 'trasmissione',
  password: 'parola-regione',
  firstDay: day(-2),
}

type Office = {
  page: Page
  house: House
  host: Host
  police: Awaited<ReturnType<typeof policeStandIn>>
  region: Awaited<ReturnType<typeof regionStandIn>>
  portal: { ahead: number }
  look: (name: string) => Promise<void>
  toToday: () => Promise<void>
  kill: () => Promise<void>
}

/** Opens Oggi in a house with both offices; `wsKey` is the key in the house's settings. */
const withOffices =
  (
    add: (host: Host) => Promise<unknown>,
    run: (office: Office) => Promise<void>,
    { wsKey, isKilled = false }: { wsKey?: string; isKilled?: boolean } = {},
  ) =>
  async () => {
    const portal = { ahead: 0 }
    const { user, password } = account
    const police = await policeStandIn({
      accounts: [{ user, password, wsKey: account.wsKey, structure: 'CASA ROSSI' }],
      now: () => new Date(Date.now() + portal.ahead),
    })
    const region = await regionStandIn({
      structures: [{ code: structure.structureCode, user: structure.user, password: structure.password }],
      checksSchema: false,
    })
    const env = { ALLOGGIATI_API: police.url, ROSS1000_API: region.url }
    const furnish = async (one: Host) => {
      const save = (name: string, value: unknown) => one.ask('PATCH', `/api/settings/${name}`, { value, current: pin })
      assert.is((await save('policeAccounts', [{ ...account, ...(wsKey && { wsKey }) }])).status, 200)
      assert.is((await save('regionStructures', [structure])).status, 200)
      await add(one)
    }
    const { house, host } = await opened(furnish, env, { isKilled })
    const { page, context, complaints } = await desk(browser, house, '/admin-today')
    const toToday = async () => {
      await moveTo(page, '/admin-today')
      await page.getByRole('heading', { level: 1, name: 'Oggi' }).waitFor()
    }
    const kill = async () => {
      await house.stop('SIGKILL')
      await house.restart()
    }
    const look = async (name: string) => {
      if (!process.env.SHOTS) return
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true })
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    try {
      await run({ page, house, host, police, region, portal, look, toToday, kill })
      assert.equal(
        complaints.filter((text) => !/ [45]\d\d\b|ERR_CONNECTION_(?:REFUSED|RESET)|ERR_EMPTY_RESPONSE/.test(text)),
        [],
      )
    } finally {
      await context.close()
      // A house in this process ends a sending first, and a silent office would let it wait.
      await Promise.all([house.close(), police.close(), region.close()])
    }
  }

const arriving = (mainGuestLastName: string) =>
  single({ arrivalDate: day(0), departureDate: day(2), numberOfNights: '2', mainGuestLastName })
const row = (page: Page, name: string) => page.locator('.party', { hasText: name })
const stands = (page: Page, name: string, state: string) => row(page, name).getByText(state, { exact: true }).waitFor()
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Sends to the police from Oggi and returns the message on the page. */
const send = async (page: Page, name: string | RegExp = /Invia alla Questura/, look?: () => Promise<void>) => {
  await button(page, name).click()
  await dialog(page, 'Inviare alla Questura?').getByRole('button', { name: 'Invia', exact: true }).click()
  const ending = dialog(page, 'Com’è andata').or(dialog(page, "Com'è andata"))
  await ending.waitFor()
  const said = (await ending.textContent())!
  await look?.()
  await ending.getByRole('button', { name: 'Chiudi' }).first().click()
  await ending.waitFor({ state: 'detached' })
  return said
}

const toSendings = async (page: Page) => {
  await moveTo(page, '/admin-sending')
  await page.getByRole('heading', { name: 'Regione (Ross1000)' }).waitFor()
}

test(
  'one press on Oggi sends: sent, then changed with a task; refused at its field; unknown until the host has checked',
  withOffices(
    async (host) => {
      await host.add(arriving('ALFA'), true)
      await host.add(arriving('DELTA'))
    },
    async ({ page, host, police, portal, look, toToday }) => {
      await stands(page, 'ALFA', 'Abilitato')
      await stands(page, 'DELTA', 'Da controllare')
      await button(page, /Invia alla Questura \(1\)/).click()
      const question = dialog(page, 'Inviare alla Questura?')
      await question.getByText(/ALFA/).waitFor()
      await look('question')
      await question.getByRole('button', { name: 'Annulla' }).click()
      assert.is(police.acquired().length, 0, 'nothing goes unasked')
      assert.match(await send(page, /Invia alla Questura/, () => look('ended')), '1 check-in inviato e accettato')
      await stands(page, 'ALFA', 'Inviato')
      assert.is(police.acquired().length, 1)

      const [alfa] = (await host.checkins()).filter(({ mainGuestLastName }) => mainGuestLastName === 'ALFA')
      await host.ask('PATCH', `/api/checkin/${alfa!.id}/update`, { mainGuestLastName: 'ALFANO' })
      await stands(page, 'ALFANO', "Cambiato dopo l'invio")
      await page.getByText(/la Questura ha i dati di prima.*scrivi alla Questura \(PEC\)/).waitFor()
      await look('changed')
      await button(page, 'Segna come inviati').click()
      await stands(page, 'ALFANO', 'Inviato')
      await button(page, 'Annulla').click()
      await stands(page, 'ALFANO', "Cambiato dopo l'invio")

      // The portal's clock is a day ahead, so it refuses an arrival of two days ago.
      await host.add(arriving('BETA'), true)
      portal.ahead = 3 * 86_400_000
      await row(page, 'BETA').waitFor()
      assert.match(await send(page), '1 check-in rifiutato')
      portal.ahead = 0
      await stands(page, 'BETA', 'Rifiutato dal portale')
      await page
        .locator('.left-out')
        .getByRole('button', { name: /Data di Arrivo Errata/ })
        .waitFor()
      await look('refused')

      await host.add(arriving('GAMMA'), true)
      await row(page, 'GAMMA').waitFor()
      police.fail('dropAfter', 'Send')
      const said = await send(page)
      assert.match(said, /Di 1 check-in non si sa se è arrivato/)
      assert.not.match(said, /crea il file/, 'an upload would perhaps report them twice')
      await stands(page, 'GAMMA', 'Non si sa se è arrivato')
      await page.getByText(/Analisi Invii.*Non viene reinviato nulla/).waitFor()
      await look('unknown')
      await button(page, 'Vai a Invii').click()
      await page.getByText('queste schedine sono arrivate?').waitFor()
      await look('sendings')
      // While a work runs, the page's other buttons do theirs.
      let letGo = () => {}
      const held = new Promise<void>((done) => {
        letGo = done
      })
      await page.route('**/api/police/receipts', (route) => held.then(() => route.continue()))
      await button(page, 'Scarica le ricevute che mancano').click()
      await page.getByRole('button', { name: 'Sono arrivate', exact: true }).click()
      await page.getByText('queste schedine sono arrivate?').waitFor({ state: 'detached' })
      await page.getByText('lo hai detto tu').waitFor()
      letGo()
      await page.locator('.toast', { hasText: 'ricevut' }).waitFor()
      await toToday()
      await stands(page, 'GAMMA', 'Inviato')
      assert.is(police.acquired().length, 2)

      // Nothing takes a sending back.
      await moveTo(page, '/admin?all=1')
      const sent = page.locator('.checkin', { hasText: 'ALFANO' })
      await sent.getByText("Cambiato dopo l'invio", { exact: true }).waitFor()
      await sent.getByRole('button', { name: 'Altro' }).click()
      await sent.getByRole('button', { name: 'Segna inviato' }).waitFor()
      assert.is(await sent.getByRole('button', { name: 'Non è stato inviato' }).count(), 0)
    },
  ),
)

test(
  'a portal that takes long: the call ends at once, “in corso” stays true after a reload and in another window, and one Send goes',
  withOffices(
    (host) => host.add(arriving('ZETA'), true),
    async ({ page, host, police, look }) => {
      police.fail('held', 'Test')
      police.fail('held', 'Send')
      const answered = page.waitForResponse(/\/api\/police\/send$/)
      answered.catch(() => {})
      await button(page, /Invia alla Questura/).click()
      await dialog(page, 'Inviare alla Questura?').getByRole('button', { name: 'Invia', exact: true }).click()
      // The lines are still being tested, so the log of sending has no entry yet.
      const line = (one: Page) => one.getByText(/^Invio alla Questura in corso \(iniziato .*\)/)
      await line(page).waitFor()
      const since = await line(page).textContent()
      const { data } = (await (await answered).json()) as { data: { running?: string } }
      assert.is(typeof data.running, 'string', 'the call does not wait for the portal')
      await page.reload()
      const other = await page.context().newPage()
      await other.goto(page.url().replace('admin-today', 'admin-sending'))
      for (const one of [page, other]) {
        await line(one).waitFor()
        assert.is(await line(one).textContent(), since)
      }
      await look('running')
      const press = button(page, /Invia alla Questura/)
      assert.is(await press.getAttribute('aria-disabled'), 'true')
      await press.click({ force: true })
      assert.is(await dialog(page, 'Inviare alla Questura?').count(), 0)
      police.letGo()
      // A party being sent shows it in every window, and no other press sends it.
      await moveTo(other, '/admin-today')
      for (const one of [page, other]) {
        await stands(one, 'ZETA', 'In invio')
        assert.is(await button(one, /Invia alla Questura/).count(), 0)
      }
      const [zeta] = await host.checkins()
      const { body } = await host.ask('POST', '/api/police/plan', { ids: [Number(zeta!.id)] })
      assert.is((body.data as unknown as { left: { why: string }[] }).left[0]!.why, 'sending')
      await toSendings(other)
      police.letGo()
      for (const one of [page, other])
        await one.getByText(/^Invio alla Questura, finito .*1 check-in inviato e accettato/).waitFor()
      await stands(page, 'ZETA', 'Inviato')
      await look('ended-elsewhere')
      assert.equal([police.acquired().length, await line(page).count()], [1, 0])
    },
  ),
)

test(
  'after the server is killed during a sending no window says “in corso”, and the party is unknown',
  withOffices(
    (host) => host.add(arriving('ETA'), true),
    async ({ page, house, police, kill, look }) => {
      police.fail('held', 'Send')
      await button(page, /Invia alla Questura/).click()
      await dialog(page, 'Inviare alla Questura?').getByRole('button', { name: 'Invia', exact: true }).click()
      await stands(page, 'ETA', 'In invio')
      await page.reload()
      await page.getByText(/^Invio alla Questura in corso/).waitFor()
      await kill()
      await page.getByText(/^Invio alla Questura .*non si sa se continua/).waitFor()
      await signIn(page, house)
      await page.getByText(/^Invio alla Questura .*riavviato prima della fine/).waitFor()
      await stands(page, 'ETA', 'Non si sa se è arrivato')
      await look('killed')
      assert.is(await page.getByText(/in corso/).count(), 0)
      assert.is(police.acquired().length, 1)
    },
    { isKilled: true },
  ),
)

test(
  'wrong credentials: the portal’s sentence, one try each time they are saved, and corrected ones work',
  withOffices(
    (host) => host.add(arriving('ALFA'), true),
    async ({ page, police, look, toToday }) => {
      const tries = () => police.calls().filter(({ operation }) => operation === 'GenerateToken').length
      const said = await send(page)
      assert.match(said, /1 check-in non inviato, niente è partito/)
      assert.match(said, /CREDENZIALI_ERRATE.*Utente, password o WSKEY non validi/s)
      assert.match(said, /anche la WsKey va generata di nuovo/)
      assert.is(tries(), 1)
      await stands(page, 'ALFA', 'Abilitato')
      await button(page, 'Crea invece il file').waitFor()
      await moveTo(page, '/admin-sending')
      await page.getByText(/Credenziali rifiutate: .*CREDENZIALI_ERRATE/).waitFor()
      await look('wrong')
      await button(page, "Prova l'accesso").click()
      await page.getByText(/Il portale non accetta le credenziali: .*CREDENZIALI_ERRATE/).waitFor()
      await look('tried')
      await page.getByRole('dialog').getByRole('button', { name: 'Chiudi' }).last().click()
      assert.is(tries(), 2, 'a press tries again; nothing else does')

      await button(page, 'Apri Casa Rossi').click()
      const form = page.getByRole('dialog').first()
      await form.locator('input[id*="wsKey"]').fill(account.wsKey)
      await form.getByRole('button', { name: 'Salva' }).click()
      const confirm = dialog(page, 'Conferma con il PIN')
      await confirm.locator('input').fill(pin)
      await confirm.getByRole('button', { name: 'Conferma' }).click()
      await page.getByText(/Credenziali rifiutate/).waitFor({ state: 'detached' })
      await button(page, "Prova l'accesso").click()
      await dialog(page, "L'accesso funziona").getByRole('button', { name: 'Chiudi' }).last().click()
      assert.is(tries(), 3)
      await toToday()
      assert.match(await send(page), '1 check-in inviato e accettato')
    },
    { wsKey: 'chiave-vecchia' },
  ),
)

test(
  'an unknown code is told at its field, a clock a day wrong; for an unreachable portal the file is offered',
  withOffices(
    async (host) => {
      const id = await host.add(arriving('ALFA'), true)
      const typed = await host.ask('POST', '/api/istat-code', {
        name: 'BORGOFINTO',
        code: '499999999',
        kind: 'place',
        sure: true,
        province: 'RM',
        checkin: id,
        field: 'mainGuestDocumentIssuePlace',
      })
      assert.is(typed.status, 200)
      await host.ask('PATCH', `/api/checkin/${id}/update`, { mainGuestDocumentIssuePlace: 'BORGOFINTO' })
    },
    async ({ page, host, police, portal, look, toToday }) => {
      assert.match(await send(page), '1 check-in rifiutato')
      const fault = page.locator('.left-out').getByRole('button', { name: /Luogo Rilascio Documento Errato/ })
      await fault.waitFor()
      await look('code')
      await fault.click()
      const field = page.getByRole('dialog').locator('#field-mainGuestDocumentIssuePlace')
      await field.fill('ROMA')
      await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
      assert.match(await send(page), '1 check-in inviato e accettato')

      portal.ahead = -86_400_000
      police.expireTokens()
      await moveTo(page, '/admin-sending')
      await button(page, "Prova l'accesso").click()
      await page.getByText(/L'orologio di questo computer differisce di 14(40|39|41) minuti/).waitFor()
      await look('clock')

      // Due check-ins keep their deadline.
      portal.ahead = 0
      await page.keyboard.press('Escape')
      await host.add(arriving('OMEGA'), true)
      await toToday()
      await row(page, 'OMEGA').waitFor()
      police.setDown(true)
      const said = await send(page, /Invia alla Questura/, () => look('away'))
      assert.match(said, /1 check-in non inviato, niente è partito.*Il termine resta quello di prima.*crea il file/s)
      await stands(page, 'OMEGA', 'Abilitato')
      await row(page, 'OMEGA').locator('.when').waitFor()
      const [file] = await files(page, 1, () => button(page, 'Crea invece il file').click())
      assert.match(file!.text, /OMEGA/)
      await stands(page, 'OMEGA', 'In un file')
      assert.is(police.acquired().length, 1)
    },
  ),
)

const toRegion = async (page: Page) => {
  await button(page, 'Invia fino a ieri').click()
  await page.getByText('0 giorni da inviare').waitFor()
}
const rename = async (page: Page, name: string) => {
  await press(page, 1, 'Modifica')
  await page.getByRole('dialog').locator('#field-mainGuestName').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
}

test(
  'one press sends due days, after an outage too; a possibly other person is asked about, and the answer is kept',
  withOffices(
    (host) => host.add(single({ arrivalDate: day(-1), departureDate: day(1), mainGuestName: 'MARIO' }), true),
    async ({ page, region, look }) => {
      const held = () => [...region.guests('048017').values()].map(({ id, fields }) => `${id} ${fields.nome}`)
      const stands = (name: string) =>
        card(page, 1)
          .getByRole('heading', { name: `${name} ROSSI` })
          .waitFor()
      await moveTo(page, '/admin-sending')
      await page.getByText('2 giorni da inviare').waitFor()
      region.setDown(true)
      await button(page, 'Invia fino a ieri').click()
      await page.getByText('Nessun giorno inviato').waitFor()
      await page.getByText(/I giorni restano da inviare/).waitFor()
      await look('region-away')
      region.setDown(false)
      await button(page, 'Invia fino a ieri').click()
      await page.getByText('2 giorni inviati', { exact: true }).waitFor()
      await page.getByText('0 giorni da inviare').waitFor()
      await page.getByText('Giorni', { exact: true }).click()
      await look('region')
      assert.is(region.guests('048017').size, 1)
      const id = held()[0]!.split(' ')[0]
      await moveTo(page, '/admin?all=1')
      await rename(page, 'MARCO')
      await stands('MARCO')
      await rename(page, 'REMIGIO')
      const question = dialog(page, 'È la stessa persona?')
      await question.waitFor()
      await look('same-person')
      assert.is(await page.getByRole('dialog').count(), 1, 'the slip was not asked about')
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      await toSendings(page)
      await page.getByText(/REMIGIO ROSSI, arrivo del/).waitFor()
      await look('same-person-open')
      await button(page, 'È la stessa persona, corretta').click()
      await page.getByText(/REMIGIO ROSSI, arrivo del/).waitFor({ state: 'detached' })
      await toRegion(page)
      assert.equal(held(), [`${id} REMIGIO`])
      await moveTo(page, '/admin?all=1')
      await rename(page, 'GIACOMO')
      await question.waitFor()
      await question.getByRole('button', { name: "È un'altra persona" }).click()
      await question.waitFor({ state: 'detached' })
      await toSendings(page)
      await toRegion(page)
      assert.is(held().length, 1)
      assert.match(held()[0]!, /GIACOMO$/)
      assert.not.ok(held()[0]!.startsWith(id!), 'another id')
    },
  ),
)

test(
  'after a restored backup, guests that only the region knows are named, and eliminated at one press',
  withOffices(
    (host) => host.add(single({ arrivalDate: day(-1), departureDate: day(1) }), true),
    async ({ page, house, host, region, look }) => {
      const backup = mkdtempSync(join(tmpdir(), 'benvenuto-'))
      const putBack = (from: string, to: string) => {
        for (const file of ['checkin.sqlite', 'checkin.journal', 'checkin.mark']) {
          rmSync(join(to, file), { force: true })
          if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file))
        }
      }
      await toSendings(page)
      await toRegion(page)
      // The page reports errors if the server is down.
      await page.goto('about:blank')
      await house.stop()
      putBack(house.dir, backup)
      await house.restart()
      const jar = await hostOf(house)
      await jar.add(single({ arrivalDate: day(-1), departureDate: day(1), mainGuestName: 'DOPO' }), true)
      const { body } = await jar.ask('POST', '/api/region/send', { id: structure.id })
      assert.is(body.success, true)
      assert.is(region.guests('048017').size, 2)
      await house.stop()
      putBack(backup, house.dir)
      rmSync(backup, { recursive: true })
      await house.restart()
      await signIn(page, house)
      await page.goto(`${house.url}/admin-sending`)
      await page.getByRole('heading', { name: 'La Regione ha 1 ospite che questa casa non conosce' }).waitFor()
      await look('strangers')
      await button(page, 'Elimina dalla Regione').click()
      await dialog(page, 'Elimina dalla Regione').getByRole('button', { name: 'Elimina dalla Regione' }).click()
      await page.getByText('1 ospite va via con il prossimo invio o file del mese').waitFor()
      await page.getByRole('heading', { name: /che questa casa non conosce/ }).waitFor({ state: 'detached' })
      await toRegion(page)
      assert.is(region.guests('048017').size, 1)
      assert.is((await host.ask('GET', '/api/region')).status, 401, 'the session of before the restart is over')
    },
  ),
)

test.run()
