import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { italianDay } from '../../../server/shared/clock'
import { changeFeed } from '../../../server/store/store'
import { italian } from '../../../src/core/text/written-dates'
import { answers, atTheDoor, byHand, type Door } from '../http/door-world'

const test = suite('host calls')
const made = async ({ ask }: Door, jar: Record<string, string>, more: object = {}): Promise<number> => {
  const { json } = await ask('POST', '/api/checkin', { body: byHand(more), jar })
  await ask('PATCH', `/api/checkin/${json.data.id}/update`, { body: { enabledForSending: 'yes' }, jar })
  return json.data.id
}

test(
  'a page gets the changes since its last request, and must reload after a restart',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const news = async (since = '') =>
      (await door.ask('GET', `/api/checkins/changes?since=${since}`, { jar })).json.data
    const start = (await news()).at
    const id = await made(door, jar, { mainGuestBirthCity: 'ATLANTIDE' })
    const first = await news(start)
    assert.equal(
      first.changed.map(({ id }: { id: number }) => id),
      [id],
    )
    assert.equal(first.lacking[id], [{ guest: 'main', field: 'mainGuestBirthCity', rule: 'place' }])
    assert.not.ok('owner' in first.changed[0])
    assert.equal((await news(first.at)).changed, [])
    await door.ask('DELETE', `/api/checkin/${id}`, { jar })
    assert.equal((await news(first.at)).removed, [id])
    assert.is((await news('another-start-7')).reset, true)
  }),
)

test(
  'a page that requests lines gets the same records line by line, and only the host may read them',
  atTheDoor(async (door) => {
    const jar = await door.host()
    await made(door, jar, { specialRequests: 'one\ntwo "three"' })
    await made(door, jar)
    const headers = { accept: 'application/x-ndjson' }
    const lines = await door.ask('GET', '/api/checkins', { jar, headers })
    const records = lines.text.split('\n')
    assert.is(records.pop(), '')
    assert.equal(
      records.map((line) => JSON.parse(line)),
      (await door.ask('GET', '/api/checkins', { jar })).json.data,
    )
    assert.is((await door.ask('GET', '/api/checkins?date=1999-01-01', { jar, headers })).text, '')
    assert.is((await door.ask('GET', '/api/checkins', { headers })).status, 401)
  }),
)

test(
  'a query parameter counts if given once, and a day must be valid',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const status = async (path: string) => (await door.ask('GET', path, { jar })).status
    for (const path of [
      '/api/checkins/changes?since=a&since=b',
      '/api/checkins?date=2026-01-01&date=2026-01-02',
      '/api/lacks?date=a&date=b',
      '/api/checkins?searchType=departure&searchType=x&date=2026-01-01',
    ])
      assert.is(await status(path), 200, path)
    for (const path of [
      '/api/istat-search?name=ROMA&name=MILANO',
      '/api/tourism-month?month=2026-11&month=2026-12',
      '/api/lacks?date=foo',
      '/api/checkins?date=foo',
    ])
      assert.is(await status(path), 400, path)
    assert.is((await door.ask('GET', '/?lang=en&lang=de')).status, 200)
  }),
)

test('the change feed drops old changes, and reports it', async () => {
  const feed = changeFeed({ updateCheckin: async () => ({}) } as never)
  const before = feed.cursor()
  await feed.store.updateCheckin(5001, {})
  const next = feed.cursor()
  const ids = Array.from({ length: 2000 }, (_, at) => 5002 + at)
  for (const id of ids) await feed.store.updateCheckin(id, {})
  assert.is(feed.since(before), undefined)
  assert.equal(feed.since(next), ids)
  const later = feed.cursor()
  await feed.store.updateCheckin(7, {})
  assert.equal(feed.since(later), [7])
})

test(
  'polling does not keep a session alive',
  atTheDoor(async (door) => {
    const jar = await door.host()
    for (let minute = 0; minute < 32; minute += 8) {
      door.clock.ms += 8 * 60_000
      await door.ask('GET', '/api/checkins/changes', { jar })
      await door.ask('GET', '/api/flow/state', { jar })
    }
    assert.is((await door.ask('GET', '/api/checkins', { jar })).status, 401)
  }),
)

test(
  'a place is looked up by name, city, country or code; several of one name are candidates',
  atTheDoor(async ({ ask, host }) => {
    const jar = await host()
    const found = async (query: string) => (await ask('GET', `/api/istat-search?${query}`, { jar })).json
    assert.equal(await found('city=ROMA%20RM'), {
      success: true,
      code: '412058091',
      type: 'comune',
      name: 'ROMA',
      province: 'RM',
    })
    assert.equal([(await found('country=Germany')).code, (await found('country=Germany')).type], ['100000216', 'stato'])
    assert.is((await found('name=Francia')).code, '100000215')
    assert.is((await found('code=412058091')).name, 'ROMA')
    assert.is((await found('code=499999999')).success, false)
    assert.equal((await found('city=SAMONE')).candidates.map(({ province }: { province: string }) => province).sort(), [
      'TN',
      'TO',
    ])
    assert.is((await found('city=ATLANTIDE')).success, false)
    assert.is((await ask('GET', '/api/istat-search?city=ROMA&name=ROMA', { jar })).status, 400)
  }),
)

test(
  'a typed code has nine digits and the required kind, and needs a yes if the tables lack it',
  atTheDoor(async ({ ask, host, store }) => {
    const jar = await host()
    const keep = async (body: object) =>
      (await ask('POST', '/api/istat-code', { body: { name: 'Atlàntide', kind: 'city', ...body }, jar })).status
    assert.is(await keep({ code: '41205809' }), 400)
    assert.is(await keep({ code: '100000215' }), 400)
    assert.is(await keep({ code: '412058091', name: '' }), 400)
    assert.is(await keep({ code: '499999999' }), 409)
    assert.equal(await store.placeCodes(), {})
    for (const province of ['', 'XX', 'MIL', 5, undefined])
      assert.is(await keep({ code: '499999999', sure: true, province }), 400, String(province))
    assert.is(await keep({ code: '499999999', sure: true, province: 'mi' }), 200)
    assert.equal(await store.placeCodes(), { 'city:ATLANTIDE': { code: '499999999', province: 'MI' } })
    assert.equal((await ask('GET', '/api/istat-search?city=atlantide', { jar })).json, {
      success: true,
      code: '499999999',
      type: 'comune',
      name: 'ATLANTIDE',
      province: 'MI',
    })
    assert.is(await keep({ code: '412058091', province: 'MI' }), 200)
    assert.is(await keep({ code: '199999999', kind: 'country' }), 409)
    assert.is(await keep({ code: '199999999', kind: 'country', sure: true }), 200)
    assert.equal(await store.placeCodes(), {
      'city:ATLANTIDE': { code: '412058091' },
      'country:ATLANTIDE': { code: '199999999' },
    })
  }),
)

test(
  'an unknown town’s code and its province make a police file',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const id = await made(door, jar, { mainGuestBirthCity: 'ATLANTIDE' })
    const run = async () =>
      (await door.ask('POST', '/api/export', { body: { kind: 'police', ids: [id], sure: true }, jar })).json.data
    const {
      missing: [{ text, kind, field }],
    } = await run()
    await door.ask('POST', '/api/istat-code', {
      body: { name: text, kind, checkin: id, field, code: '499999999', sure: true, province: 'FU' },
      jar,
    })
    const {
      files: [file],
      faults,
    } = await run()
    assert.equal([faults, file.text.slice(105, 125)], [[], '499999999FU100000100'])
  }),
)

test(
  'Italy as place of issue is refused with its message',
  atTheDoor(async ({ ask, host, store }) => {
    const jar = await host()
    const keep = (kind: string) =>
      ask('POST', '/api/istat-code', { body: { name: 'BELPAESE', code: '100000100', kind }, jar })
    const { status, json } = await keep('place')
    assert.equal(
      [status, json.message],
      [400, "L'Italia non può essere il luogo di rilascio: serve il codice del comune che ha rilasciato il documento"],
    )
    assert.is((await keep('country')).status, 200)
    assert.equal((await ask('GET', '/api/istat-search?name=BELPAESE', { jar })).json.success, false)
    assert.equal(Object.keys(await store.placeCodes()), ['country:BELPAESE'])
  }),
)

test(
  'an old code stored without a kind is read by its first digit, and replaced by a new one',
  atTheDoor(async ({ ask, host, store }) => {
    const jar = await host()
    await store.savePlaceCode('ATLANTIDE', '412058091')
    await store.savePlaceCode('GIBILTERRA', '100000219')
    const found = async (query: string) => (await ask('GET', `/api/istat-search?${query}`, { jar })).json.code
    assert.equal(
      [
        await found('city=Atlantide'),
        await found('country=Atlantide'),
        await found('country=Gibilterra'),
        await found('name=Gibilterra'),
      ],
      ['412058091', undefined, '100000219', '100000219'],
    )
    await ask('POST', '/api/istat-code', { body: { name: 'Atlantide', code: '403015146', kind: 'city' }, jar })
    assert.equal(await store.placeCodes(), { GIBILTERRA: '100000219', 'city:ATLANTIDE': { code: '403015146' } })
  }),
)

test(
  'the host sees typed codes with the entries of the tables, and can delete each',
  atTheDoor(async ({ ask, host, store }) => {
    const jar = await host()
    const list = async () => (await ask('GET', '/api/istat-codes', { jar })).json.data
    assert.equal(await list(), [])
    await store.savePlaceCode('ZEFIRIA', '100000219')
    for (const body of [
      { name: 'Atlantide', kind: 'city', code: '499999999', sure: true, province: 'MI' },
      { name: 'Borgo/Sotto?', kind: 'place', code: '412058091' },
    ])
      assert.is((await ask('POST', '/api/istat-code', { body, jar })).status, 200)
    assert.equal(await list(), [
      { key: 'city:ATLANTIDE', kind: 'city', name: 'ATLANTIDE', code: '499999999', province: 'MI' },
      {
        key: 'place:BORGO SOTTO',
        kind: 'place',
        name: 'BORGO SOTTO',
        code: '412058091',
        official: { code: '412058091', name: 'ROMA', province: 'RM' },
      },
      {
        key: 'ZEFIRIA',
        kind: 'country',
        name: 'ZEFIRIA',
        code: '100000219',
        official: { code: '100000219', name: 'REGNO UNITO' },
      },
    ])
    const found = async () => (await ask('GET', '/api/istat-search?name=Borgo%20Sotto', { jar })).json.success
    assert.is(await found(), true)
    for (const { key } of await list())
      assert.is((await ask('DELETE', `/api/istat-codes/${encodeURIComponent(key)}`, { jar })).status, 200)
    assert.is(await found(), false)
    assert.equal([await list(), await store.placeCodes()], [[], {}])
    assert.is((await ask('DELETE', '/api/istat-codes/constructor', { jar })).status, 404)
  }),
)

test(
  'the code of an ambiguous name is for that guest alone',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const id = await made(door, jar, { mainGuestBirthCity: 'SAMONE' })
    await door.ask('POST', '/api/istat-code', {
      body: { name: 'SAMONE', code: '404022165', kind: 'city', checkin: id, field: 'mainGuestBirthCity' },
      jar,
    })
    assert.equal(await door.store.placeCodes(), {})
    assert.is((await door.store.checkin(id))!.mainGuestBirthCity, 'SAMONE (TN)')
  }),
)

/** An ambiguous answer, the code that the host chooses, and the resulting text of the guest's answer. */
const choices: [field: string, kind: string, name: string, code: string, written: string][] = [
  ['mainGuestDocumentIssuePlace', 'place', 'PALAU', '100000783', 'PALAU REPUBBLICA'],
  ['mainGuestDocumentIssuePlace', 'place', 'PALAU', '420090054', 'PALAU (SS)'],
  ['mainGuestDocumentIssuePlace', 'place', 'CASTRO (MI)', '403016065', 'CASTRO (BG)'],
  ['mainGuestBirthCity', 'city', 'ROMA (MI)', '412058091', 'ROMA (RM)'],
  ['mainGuestCitizenship', 'country', 'COREA', '100000319', 'Corea del Nord'],
]
test(
  'an ambiguous place is made precise in that guest’s answer alone; the next guest is asked again',
  atTheDoor(async (door) => {
    const jar = await door.host()
    for (const [field, kind, name, code, written] of choices) {
      const id = await made(door, jar)
      await door.store.updateCheckin(id, { [field]: name })
      assert.is(
        (await door.ask('POST', '/api/istat-code', { body: { name, code, kind, checkin: id, field }, jar })).status,
        200,
        name,
      )
      assert.is(((await door.store.checkin(id)) as unknown as Record<string, string>)[field], written)
      const { missing, files } = (
        await door.ask('POST', '/api/export', { body: { kind: 'police', ids: [id], sure: true }, jar })
      ).json.data
      assert.equal([missing, files.length], [[], 1], name)
      assert.ok(files[0].text.includes(code), name)
    }
    assert.equal(await door.store.placeCodes(), {})
  }),
)

test(
  'for an ambiguous name a code outside the tables is refused, even if the host is sure',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const id = await made(door, jar, { mainGuestBirthCity: 'CASTRO (MI)' })
    const keep = (more: object) =>
      door.ask('POST', '/api/istat-code', {
        body: {
          name: 'CASTRO (MI)',
          code: '499999999',
          kind: 'city',
          sure: true,
          province: 'MI',
          checkin: id,
          field: 'mainGuestBirthCity',
          ...more,
        },
        jar,
      })
    const { status, json } = await keep({})
    assert.equal(
      [status, json.message],
      [
        400,
        'Il nome «CASTRO (MI)» da solo non dice quale luogo sia: serve un codice delle tabelle ufficiali. Per un comune cessato importa prima comuni.csv.',
      ],
    )
    // An unknown check-in, a field with another kind of code, and fields without a code.
    for (const more of [
      { checkin: 99 },
      { checkin: undefined },
      { field: 'mainGuestCitizenship' },
      { field: 'email' },
      { field: '__proto__' },
    ])
      assert.is((await keep({ code: '403016065', ...more })).status, 404, JSON.stringify(more))
    assert.equal(
      [await door.store.placeCodes(), (await door.store.checkin(id))!.mainGuestBirthCity],
      [{}, 'CASTRO (MI)'],
    )
  }),
)

test(
  'the place book is made anew on the next day in Italy',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const csv = `Codice,Descrizione,Provincia,DataFineVal\r\n405024027,BORGO,VI,${italian(italianDay(new Date(door.clock.ms)))}\r\n405024999,BORGO,VI,\r\n412058091,ROMA,RM,`
    assert.is((await door.ask('POST', '/api/tables', { body: { kind: 'comuni', csv, take: true }, jar })).status, 200)
    const found = async () => (await door.ask('GET', '/api/istat-search?city=BORGO', { jar })).json
    assert.is((await found()).candidates.length, 2)
    door.clock.ms += 24 * 3_600_000
    await door.host(jar)
    assert.is((await found()).code, '405024999')
  }),
)

test(
  'a stateless guest can be entered, and is written in the portal’s form; no one is born or lives there',
  atTheDoor(async (door) => {
    const { files, hostWords, asset } = {
      ...door.services.serving.current(),
      asset: (path: string) => door.services.serving.asset(path)!.body.toString(),
    }
    for (const [language, name] of Object.entries({
      it: 'Apolide',
      en: 'Stateless',
      fr: 'Apatride',
      es: 'Apátrida',
      de: 'Staatenlos',
    }))
      assert.ok(asset(files[language as 'it'].rest).includes(`["Apolide","${name}",""]]`), language)
    assert.ok(asset(hostWords.it).includes('["Apolide","Apolide",""]]'))
    assert.ok(asset(hostWords.de).includes('["Apolide","Staatenlos",""]]'))
    const guest = await door.guest('A101')
    const add = (more: object) =>
      door.ask('POST', '/api/checkin', {
        body: answers({
          mainGuestCitizenship: 'Apolide',
          mainGuestDocumentType: 'PASS',
          mainGuestDocumentNumber: 'X1234567',
          ...more,
        }),
        jar: guest,
      })
    const { status, json } = await add({})
    assert.is(status, 200)
    const jar = await door.host()
    await door.ask('PATCH', `/api/checkin/${json.data.id}/update`, { body: { enabledForSending: 'yes' }, jar })
    const {
      files: [file],
      faults,
      missing,
    } = (await door.ask('POST', '/api/export', { body: { kind: 'police', ids: [json.data.id], sure: true }, jar })).json
      .data
    assert.equal([faults, missing, file.text.slice(125, 134)], [[], [], '100000999'])
    assert.is(
      (await door.ask('POST', '/api/checkin', { body: byHand({ mainGuestCitizenship: 'Apolide' }), jar })).status,
      200,
    )
    for (const field of ['BirthCountry', 'ResidenceCountry']) {
      const refused = await add({ [`mainGuest${field}`]: 'Apolide' })
      assert.equal(
        [refused.status, refused.json.faults.map(({ field, rule }: { field: string; rule: string }) => [field, rule])],
        [400, [[`mainGuest${field}`, 'country']]],
      )
      assert.is(
        (await door.ask('POST', '/api/checkin', { body: byHand({ [`mainGuest${field}`]: 'Apolide' }), jar })).status,
        400,
      )
    }
    assert.is((await add({ mainGuestCitizenship: 'Atlantide' })).json.faults[0].rule, 'citizenship')
  }),
)

test(
  'a file is made only if complete, released and with its warnings accepted, and each is logged once',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const ask = (body: object) => door.ask('POST', '/api/export', { body, jar })
    assert.is((await ask({ kind: 'police', ids: [] })).json.message, 'Nessun check-in da processare')
    const id = await made(door, jar, { mainGuestBirthCity: 'ATLANTIDE', arrivalDate: '2026-01-02' })
    const lacking = (await ask({ kind: 'police', ids: [id], sure: true })).json.data
    assert.equal([lacking.files.length, lacking.missing.length, lacking.people[id].main], [0, 1, 'MARIO ROSSI'])
    await door.ask('PATCH', `/api/checkin/${id}/update`, { body: { mainGuestBirthCity: 'ROMA' }, jar })
    const warned = (await ask({ kind: 'police', ids: [id] })).json.data
    assert.equal([warned.files.length, warned.warnings.length > 0], [0, true])
    assert.equal((await door.ask('GET', '/api/exports', { jar })).json.data, { of: {}, counts: {}, files: {} })
    const {
      files: [file],
    } = (await ask({ kind: 'police', ids: [id], sure: true })).json.data
    assert.is(file.text.length, 168)
    const {
      files: [again],
    } = (await ask({ kind: 'police', ids: [id, id, String(id)], sure: true })).json.data
    assert.is(again.text, file.text, 'a check-in named twice is written once')
    assert.is(file.sha256, createHash('sha256').update(file.text).digest('hex'))
    const { of, files } = (await door.ask('GET', '/api/exports', { jar })).json.data
    assert.equal([files[of[id][0]].file, files[of[id][0]].sha256], [again.name, file.sha256])
    assert.equal([files[of[id][1]].file, files[of[id][1]].replacedBy], [file.name, again.name])
    await door.ask('PATCH', `/api/checkin/${id}/update`, { body: { enabledForSending: 'no' }, jar })
    assert.is(
      (await ask({ kind: 'police', ids: [id], sure: true })).json.message,
      "Nessun check-in abilitato all'invio trovato",
    )
    assert.is((await ask({ kind: 'monthly', month: '2026-13' })).status, 400)
    assert.is((await ask({ kind: 'everything' })).status, 400)
  }),
)

test(
  'a waiting file is replaced, an uploaded one is reported; a card lists the first and the latest file, others on request',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const [one, two] = [await made(door, jar), await made(door, jar)]
    const make = async (kind: string, ...ids: number[]) =>
      (await door.ask('POST', '/api/export', { body: { kind, ids, sure: true }, jar })).json.data
    const told = ({ warnings }: { warnings: { rule: string; checkin?: number; file?: string }[] }) =>
      warnings
        .filter(({ rule }) => rule === 'replaces' || rule === 'again')
        .map(({ file, checkin }) => file?.slice(6) ?? checkin)
    assert.equal(told(await make('police', one)), [])
    for (const before of ['', '-2', '-3', '-4'])
      assert.equal(told(await make('police', one, two)), [`questura${before}.txt`])
    await door.ask('POST', '/api/told', { body: { ids: [two], told: true }, jar })
    assert.equal(told(await make('police', two)), [two])
    const { of, counts, files } = (await door.ask('GET', '/api/exports', { jar })).json.data
    assert.equal([counts[one], counts[two], of[one].length, of[two].length], [5, 5, 3, 3])
    assert.equal(
      of[one].map((note: number) => files[note].count),
      [2, 2, 1],
    )
    const all = (await door.ask('GET', `/api/checkin/${one}/exports`, { jar })).json.data
    assert.equal([all.length, all[0].note, all.at(-1).note, all.at(-1).count], [5, of[one][0], of[one][2], 1])
  }),
)

test(
  'the hours since an arrival are counted in Rome’s time',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const id = await made(door, jar, { arrivalDate: '2026-07-01', numberOfNights: '1' })
    const rules = async (now: string) => {
      door.clock.ms = Date.parse(now)
      const session = await door.host()
      return (
        await door.ask('POST', '/api/export', { body: { kind: 'police', ids: [id] }, jar: session })
      ).json.data.warnings
        .map(({ rule }: { rule: string }) => rule)
        .filter((rule: string) => rule !== 'again')
    }
    assert.equal(await rules('2026-07-01T18:59:00Z'), [])
    assert.equal(await rules('2026-07-01T19:01:00Z'), ['lateOneNight'])
    assert.equal(await rules('2026-07-02T21:59:00Z'), ['late', 'lateOneNight'])
    assert.equal(await rules('2026-07-02T22:01:00Z'), ['arrival', 'late', 'lateOneNight'])
  }),
)

test(
  'closed days belong to a structure, and the month lists them with the rooms taken',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const keep = async (value: unknown) =>
      (await door.ask('PATCH', '/api/settings/closedDays', { body: { value }, jar })).status
    const month = async (month: string) => (await door.ask('GET', `/api/tourism-month?month=${month}`, { jar })).json
    for (const wrong of [
      '2026-11-03',
      [{ structureCode: 'MARE', day: '2026-02-29' }],
      [{ day: '2026-11-03' }],
      [{ structureCode: '', day: '2026-11-03' }],
      [{ structureCode: 'MARE', day: '2026-11-03', more: 1 }],
      { length: 1 },
      null,
    ])
      assert.is(await keep(wrong), 400, JSON.stringify(wrong))
    const structureCode = 'A00000'
    assert.is(await keep([{ structureCode, day: '2026-11-03' }]), 200)
    await made(door, jar, { reservationCode: 'A101', arrivalDate: '2026-11-09', numberOfNights: '1' })
    const { data } = await month('2026-11')
    const told = data.structures
      .find(({ code }: { code: string }) => code === structureCode)
      .days.filter(({ isBusy, isClosed }: { isBusy: boolean; isClosed: boolean }) => isBusy || isClosed)
    assert.equal(
      told.map(({ day, rooms, isClosed }: { day: string; rooms: number; isClosed: boolean }) => [day, rooms, isClosed]),
      [
        ['2026-11-03', 0, true],
        ['2026-11-09', 1, false],
        ['2026-11-10', 0, false],
      ],
    )
    for (const wrong of ['', '2026-13', '2026-1', 'novembre', '2026-11-01'])
      assert.is((await month(wrong)).message, 'Mese non valido')
  }),
)

test(
  'the flow is answered with its map and journeys',
  atTheDoor(async ({ ask, host }) => {
    const {
      json: { data },
    } = await ask('GET', '/api/flow', { jar: await host() })
    assert.ok(data.map.startsWith('<svg ') && data.journeys > 100 && data.files.it)
  }),
)

test.run()
