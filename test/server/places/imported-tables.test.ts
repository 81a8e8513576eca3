import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { comuni } from '../../../src/data/comuni.mjs'
import { answers, atTheDoor, type Door, openDoor } from '../http/door-world'
import { folder } from '../store/store-world'

const test = suite('tables')
const head = 'Codice,Descrizione,Provincia,DataFineVal'
const csvOf = (...rows: string[]) => `${[head, ...rows].join('\r\n')}\r\n`
const built = comuni().map(({ code, name, province }) => `${code},${name},${province},`)
const ceased = '401001501,ABBADIA ALPINA,TO,31/12/1983 00:00:00'
const whole = csvOf(...built, ceased)

const hosted = async ({ ask, host }: Door) => {
  const jar = await host()
  return {
    upload: (csv: unknown, take?: boolean, kind = 'comuni') =>
      ask('POST', '/api/tables', { jar, body: { kind, csv, ...(take !== undefined && { take }) } }),
    state: async () => (await ask('GET', '/api/tables', { jar })).json.data,
    look: async (name: string) =>
      (await ask('GET', `/api/istat-search?name=${encodeURIComponent(name)}`, { jar })).json,
    post: (path: string, body: object) => ask('POST', path, { jar, body }),
    set: (name: string, value: string) => ask('PATCH', `/api/settings/${name}`, { jar, body: { value } }),
  }
}

test(
  'an upload is shown before it is used, and showing changes nothing',
  atTheDoor(async (door) => {
    const { upload, state, look } = await hosted(door)
    const [settings, before] = [await door.store.settings(), await state()]
    assert.equal(before, { comuni: { rows: 7898, path: '' }, stati: { rows: 232, path: '' }, states: [] })
    const moved = built
      .map((line) => line.replace('412058091,ROMA,RM,', '412058091,ROMA,RM,31/12/2026'))
      .filter((line) => !line.startsWith('403015146,'))
    const { status, json } = await upload(csvOf(...moved, ceased))
    assert.is(status, 200)
    assert.equal(json.data, {
      added: { count: 1, first: [{ code: '401001501', name: 'ABBADIA ALPINA', province: 'TO', until: '1983-12-31' }] },
      removed: { count: 1, first: [{ code: '403015146', name: 'MILANO', province: 'MI', until: '' }] },
      changed: {
        count: 1,
        first: [
          {
            code: '412058091',
            name: 'ROMA',
            province: 'RM',
            until: '2026-12-31',
            before: { code: '412058091', name: 'ROMA', province: 'RM', until: '' },
          },
        ],
      },
    })
    const many = (await upload(csvOf(built[0]!), false)).json.data
    assert.equal([many.removed.count, many.removed.first.length], [7897, 50])
    assert.equal(
      [await door.store.settings(), await state(), existsSync(join(door.services.dir, 'tabelle'))],
      [settings, before, false],
    )
    assert.is((await look('ABBADIA ALPINA')).success, false)
  }),
)

/** Every reason to refuse an upload, with the message to the host. */
const wrong: [kind: string, csv: unknown, says: RegExp][] = [
  ['comuni', 'nome;codice', /^Riga 1: l'intestazione/],
  ['comuni', csvOf(built[0]!, '412058091,ROMA,RM'), /^Riga 3: le colonne non sono quattro/],
  ['comuni', csvOf('100000100,ITALIA,ES,'), /^Riga 2: il codice di un comune è di 9 cifre e inizia con 4/],
  ['stati', csvOf('412058091,ROMA,RM,'), /^Riga 2: il codice di uno Stato è di 9 cifre e inizia con 1/],
  ['comuni', csvOf(built[0]!, built[0]!), /^Riga 3: il codice c'è già/],
  ['comuni', csvOf('412058091,<b>,RM,'), /^Riga 2: il nome del comune/],
  [
    'comuni',
    csvOf(...built.slice(0, 10), '412058091,ROMA,Roma,'),
    /^Riga 12: la provincia non è una sigla di due lettere/,
  ],
  ['stati', csvOf('100000100,ITALIA,RM,'), /^Riga 2: la provincia di uno Stato deve essere ES/],
  ['comuni', csvOf('412058091,ROMA,RM,31/02/2020'), /^Riga 2: la data di fine/],
  ['comuni', csvOf(ceased), /^Riga 2: nel file non c'è nessun comune in vigore/],
  ['province', whole, /comuni o quella degli Stati/],
  ['comuni', { length: 3 }, /testo della tabella/],
]
test(
  'a wrong file is refused with line and reason, also when it is to be stored',
  atTheDoor(async (door) => {
    const { upload, state } = await hosted(door)
    for (const [kind, csv, says] of wrong) {
      const { status, json } = await upload(csv, true, kind)
      assert.is(status, 400, String(says))
      assert.match(json.message, says)
      assert.not.match(json.message, /[{}]|tables\./)
    }
    assert.is((await state()).comuni.path, '')
    assert.not.ok(existsSync(join(door.services.dir, 'tabelle')))
    assert.is((await upload('x'.repeat(3_000_001))).status, 413)
  }),
)

test('an imported table knows a ceased comune, keeps typed codes, survives a restart, and can be removed', async () => {
  const home = folder()
  const door = await openDoor({ home })
  const { upload, look, post } = await hosted(door)
  assert.is((await post('/api/istat-code', { name: 'Borgo Mio', code: '412058091', kind: 'city' })).status, 200)
  assert.is((await upload(whole, true)).status, 200)
  // As saved by an Italian spreadsheet.
  assert.is(
    (await upload(`\uFEFF${head.replaceAll(',', ';')}\n100000100;ITALIA;ES;\n100000201;ALBANIA;ES;`, true, 'stati'))
      .status,
    200,
  )
  const known = async (look: (name: string) => Promise<any>) => [
    (await look('ABBADIA ALPINA')).code,
    (await look('Borgo Mio')).code,
  ]
  assert.equal(await known(look), ['401001501', '412058091'])
  assert.is(readFileSync(join(home, 'tabelle', 'comuni.csv'), 'utf8'), whole)
  assert.equal(readdirSync(join(home, 'tabelle')), ['comuni.csv', 'stati.csv'])
  await door.close()

  const again = await openDoor({ home })
  const { look: search, state, set } = await hosted(again)
  assert.equal(await known(search), ['401001501', '412058091'])
  const { comuni: now, stati } = await state()
  assert.equal([now.rows, now.path, stati.rows, stati.path], [7898, 'tabelle/comuni.csv', 2, 'tabelle/stati.csv'])
  assert.ok(Math.abs(Date.parse(now.at) - Date.now()) < 60_000)
  for (const name of ['excelIstatComuniPath', 'excelIstatStatiPath']) assert.is((await set(name, '')).status, 200)
  assert.equal(await known(search), [undefined, '412058091'])
  assert.equal(await state(), { comuni: { rows: 7898, path: '' }, stati: { rows: 232, path: '' }, states: [] })
  await again.close()
})

test(
  'a missing file, or one that is no table, cannot be named in the settings',
  atTheDoor(async (door) => {
    const { set } = await hosted(door)
    writeFileSync(join(door.services.dir, 'note.csv'), 'nome;codice\n')
    writeFileSync(join(door.services.dir, 'comuni.csv'), whole)
    const before = await door.store.settings()
    for (const [name, path, says] of [
      ['excelIstatComuniPath', 'manca.csv', /^Il file «manca\.csv» non c'è nella cartella dei dati$/],
      ['excelIstatStatiPath', 'note.csv', /non è la tabella ufficiale/],
      ['excelIstatStatiPath', 'comuni.csv', /la riga 2/],
    ] as const) {
      const { status, json } = await set(name, path)
      assert.is(status, 400, path)
      assert.match(json.message, says)
    }
    assert.equal(await door.store.settings(), before)
    assert.is((await set('excelIstatComuniPath', 'comuni.csv')).status, 200)
  }),
)

test(
  'a state only in the imported table is accepted and offered at once, until the table is removed',
  atTheDoor(async (door) => {
    const { upload, state, set } = await hosted(door)
    const add = async (country: string) =>
      (
        await door.ask('POST', '/api/checkin', {
          body: answers({
            mainGuestCitizenship: country,
            mainGuestBirthCountry: country,
            mainGuestBirthCity: country,
            mainGuestDocumentType: 'PASS',
          }),
          jar: await door.guest(),
        })
      ).status
    const offered = async (path: string) =>
      JSON.parse(/<script[^>]*id="start"[^>]*>([^<]*)</.exec((await door.ask('GET', path)).text)![1]!).states
    assert.equal(
      [await add('NUOVA REPUBBLICA'), await offered('/'), await offered('/new-checkin')],
      [400, undefined, undefined],
    )
    const stati = csvOf(
      '100000100,ITALIA,ES,',
      '100000215,FRANCIA,ES,',
      '100000999,APOLIDE,ES,',
      '100009999,NUOVA REPUBBLICA,ES,',
      '100009998,VECCHIA REPUBBLICA,ES,31/12/1999 00:00:00',
      '100008888,GERMANIA,ES,',
    )
    assert.is((await upload(stati, true, 'stati')).status, 200)
    assert.equal(
      [await add('NUOVA REPUBBLICA'), await add('VECCHIA REPUBBLICA'), await add('Atlantide'), await add('Francia')],
      [200, 400, 400, 200],
    )
    assert.equal(
      [await offered('/'), await offered('/new-checkin'), (await state()).states],
      Array(3).fill(['NUOVA REPUBBLICA']),
    )
    const jar = await door.host()
    const [{ id }] = (await door.ask('GET', '/api/checkins', { jar })).json.data
    assert.is(
      (
        await door.ask('PATCH', `/api/checkin/${id}/update`, {
          body: { mainGuestResidenceCountry: 'NUOVA REPUBBLICA', enabledForSending: 'yes' },
          jar,
        })
      ).status,
      200,
    )
    const {
      files: [file],
    } = (await door.ask('POST', '/api/export', { body: { kind: 'police', ids: [id], sure: true }, jar })).json.data
    assert.is(file.text.slice(105, 134), '           100009999100009999')
    await set('excelIstatStatiPath', '')
    assert.equal([await add('NUOVA REPUBBLICA'), await offered('/')], [400, undefined])
  }),
)

test(
  'a named file that cannot be used is reported, and an import replaces it',
  atTheDoor(async (door) => {
    const { upload, state } = await hosted(door)
    await door.store.saveSettings({ excelIstatComuniPath: 'mancante.csv' })
    assert.equal((await state()).comuni, { rows: 7898, path: 'mancante.csv', unread: true })
    assert.is((await upload(whole, true)).status, 200)
    assert.is((await state()).comuni.path, 'tabelle/comuni.csv')
  }),
)

test.run()
