import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { comuni } from '../../src/data/comuni.mjs'
import { desk } from './host'
import { openBrowser, openHouse } from './house'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const house = await openHouse({ ADMIN_PIN: '2468' })
house.pin = '2468'
const browser = await openBrowser()
const test = suite('host-tables')
const head = 'Codice,Descrizione,Provincia,DataFineVal'
const rows = comuni().map(({ code, name, province }) => `${code},${name},${province},${code === '412058091' ? '31/12/2026' : ''}`)
const fileOf = (...lines: string[]) => ({ name: 'comuni.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...lines].join('\r\n')) })

test('the host uploads a table: a wrong one is told with its line, a right one shown, taken, and left again', async () => {
  const { page, press, enter, toast, send, context, complaints } = await desk(browser, house, { width: 1024, loose: true })
  await enter('/ross1000-settings')
  const use = page.locator('#table-comuni-use')
  await page.waitForSelector('#table-comuni-use:has-text("la tabella inclusa (7898 in vigore)")')
  await page.setInputFiles('#table-comuni', fileOf(rows[0]!, '412058091,ROMA,Roma,'))
  await page.waitForSelector('#table-comuni-wrong:has-text("Riga 3: la provincia non è una sigla di due lettere")')

  const right = fileOf(...rows, '401001501,ABBADIA ALPINA,TO,31/12/1983 00:00:00')
  await page.setInputFiles('#table-comuni', right)
  await page.waitForSelector('.dialog h2:has-text("Importare comuni.csv?")')
  assert.is(await page.locator('#table-comuni-wrong').count(), 0)
  assert.equal(await page.locator('.dialog h3').allTextContents(), ['Nuovi: 1', 'Cambiati: 1'])
  assert.equal(await page.locator('.dialog tbody td').allTextContents(), ['401001501', 'ABBADIA ALPINA', 'TO', '31/12/1983', '412058091', 'ROMA', 'RM', '— → 31/12/2026'])
  await page.evaluate(axe)
  const faults = await page.evaluate(async () => (await (window as any).axe.run({ resultTypes: ['violations'] })).violations.map(({ id }: { id: string }) => id))
  assert.equal(faults, [])
  await page.keyboard.press('Escape')
  await page.locator('.dialog').waitFor({ state: 'detached' })
  assert.match((await use.textContent()) ?? '', /la tabella inclusa/)

  await page.setInputFiles('#table-comuni', right)
  await press('Importa')
  await toast('Tabella importata')
  await page.waitForSelector('#table-comuni-use:has-text("la tabella importata il")')
  assert.is(((await send('GET', '/api/istat-search?name=ABBADIA%20ALPINA')) as { code?: string }).code, '401001501')

  await press('Torna alle tabelle incluse')
  await toast('Sono in uso le tabelle incluse')
  await page.waitForSelector('#table-comuni-use:has-text("la tabella inclusa")')
  assert.is(await page.getByRole('button', { name: 'Torna alle tabelle incluse' }).count(), 0)
  assert.equal(complaints, [])
  await context.close()
})

test.after(async () => {
  await browser.close()
  await house.close()
})

test.run()
