import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { officeCalls } from '../../../server/api/office-calls'
import { asker, house, refusal } from './asking'

const test = suite('the calls about sending')

const at = '2025-06-13T10:00:00.000Z'
const account = { id: 'a', name: 'Casa', user: 'CASA1', password: 'p', wsKey: 'k' }
const structure = { id: 's', structureCode: 'IT1', password: 'p' }
const verdict = { code: '8', name: 'ERRORE', detail: 'Data errata' }
const line = (checkin: number) => ({ checkin, guest: 'main', sha256: `sha ${checkin}` })

const offices = (more: { police?: object; receipts?: object; region?: object; log?: object[] } = {}) => {
  const world = house({ settings: { policeAccounts: [account], regionStructures: [structure], sendingPaused: false } })
  const { noted } = world
  const parts = {
    police: {
      plan: noted('plan', 'the plan'),
      sending: { settle: noted('settle', true) },
      markReported: noted('tell'),
      tryAccess: noted('try', { end: 'access' }),
      refusal: async () => undefined,
      ...more.police,
    },
    receipts: { missing: async () => [], list: async () => [], file: async () => undefined, ...more.receipts },
    region: { refusal: async () => undefined, dayStates: async () => [], ...more.region },
    sendToPolice: (...given: unknown[]) => ({ run: async () => noted('send', 'the ends')(...given) }),
    sendToRegion: (of: unknown) => ({ run: async () => noted('region', 'the run')(of) }),
    works: { run: ({ run }: { run: () => unknown }) => run(), all: () => ['the works'] },
    log: { all: async () => more.log ?? [] },
  }
  return { ...world, ask: asker(officeCalls({ ...world.services, offices: parts } as never)) }
}

test('a sending to the police lists check-in numbers, at most two thousand', async () => {
  const { ask, said } = offices()
  const two = Array.from({ length: 2000 }, (_, at) => at + 1)
  assert.equal(await ask('POST /api/police/plan', { body: { ids: two } }), { data: 'the plan' })
  assert.equal(await ask('POST /api/police/send', { body: { ids: [7] } }), { data: 'the ends' })
  assert.equal(await ask('POST /api/police/send', { body: { ids: [7], again: [7] } }), { data: 'the ends' })
  assert.equal(said, [
    ['plan', two],
    ['send', [7], []],
    ['send', [7], [7]],
  ])
  for (const ids of [undefined, '7', [0], [-1], ['7'], [1.5], [...two, 2001]]) {
    assert.is((await refusal(ask('POST /api/police/plan', { body: { ids } }))).status, 400)
    assert.is((await refusal(ask('POST /api/police/send', { body: { ids } }))).status, 400)
  }
  assert.is((await refusal(ask('POST /api/police/send', { body: { ids: [7], again: 7 } }))).status, 400)
  assert.is(said.length, 3)
})

test('an unknown sending is settled by the host’s statement, and only once', async () => {
  const log = [{ id: 4, event: 'begun', account: 'CASA1', at, day: '2025-06-13', lines: [line(7), line(8)] }]
  const { ask, said } = offices({ log })
  const body = { account: 'CASA1', sending: 4, taken: true }
  assert.equal(await ask('POST /api/police/settle', { body }), {})
  assert.equal(await ask('POST /api/police/settle', { body: { ...body, taken: false } }), {})
  assert.equal(await ask('POST /api/police/settle', { body: { ...body, sending: 5 } }), {})
  assert.equal(said, [
    ['settle', 'CASA1', 4, true],
    ['tell', [7, 8]],
    ['settle', 'CASA1', 4, false],
    ['settle', 'CASA1', 5, true],
  ])
  for (const wrong of [
    { ...body, account: 1 },
    { ...body, sending: '4' },
    { ...body, taken: 'yes' },
  ])
    assert.is((await refusal(ask('POST /api/police/settle', { body: wrong }))).status, 400)
  const settled = offices({ police: { sending: { settle: async () => false } } })
  assert.is((await refusal(settled.ask('POST /api/police/settle', { body }))).status, 409)
  assert.equal(settled.said, [])
})

test('a complete account is tested, and the result is reported in words', async () => {
  const { ask, settings, said } = offices()
  assert.equal(await ask('POST /api/police/try', { body: { id: 'a' } }), { data: { end: 'access' } })
  assert.equal(said, [['try', account]])
  assert.is((await refusal(ask('POST /api/police/try', { body: { id: 'b' } }))).status, 404)
  settings.policeAccounts = [{ ...account, wsKey: '' }]
  assert.is((await refusal(ask('POST /api/police/try', { body: { id: 'a' } }))).status, 400)
  const told = async (answer: object) => {
    const { ask } = offices({ police: { tryAccess: async () => answer } })
    return (await ask('POST /api/police/try', { body: { id: 'a' } })).data
  }
  assert.equal(await told({ end: 'access', skew: 3, apartments: [{ id: '1' }] }), {
    end: 'access',
    skew: 3,
    apartments: [{ id: '1' }],
  })
  const { words } = await told({ end: 'failed', words: 'HTTP 503' })
  assert.match(words, '503')
  assert.is.not(words, 'HTTP 503')
})

test('receipts are fetched for each complete account, and a fault is reported once', async () => {
  const asked: string[] = []
  const ends: { [user: string]: object } = {
    CASA1: { fetched: 1, doubtful: [], failure: { kind: 'refused', verdict } },
    CASA2: { fetched: 2, doubtful: ['2025-06-12'] },
    CASA3: { fetched: 0, doubtful: [], failure: { kind: 'refused', verdict } },
  }
  const { ask, settings } = offices({
    receipts: {
      fetch: async ({ user }: { user: string }) => {
        asked.push(user)
        return ends[user]
      },
    },
  })
  const other = (user: string) => ({ ...account, user })
  settings.policeAccounts = [account, other('CASA2'), other('CASA3'), { ...other('CASA4'), password: '' }]
  const { fetched, trouble } = (await ask('POST /api/police/receipts')).data
  assert.is(fetched, 3)
  assert.is(trouble[0], 'il servizio dice «8 – ERRORE – Data errata»')
  assert.match(trouble[1], /^la ricevuta del 12\/06\/2025 è arrivata, ma .*la richiede ogni notte/)
  assert.is(trouble.length, 2)
  assert.equal(asked, ['CASA1', 'CASA2', 'CASA3'])
})

test('a receipt is handed out by its number', async () => {
  const bytes = Buffer.from('%PDF')
  const file = async (id: number) => (id === 3 ? { file: 'CASA1-2025-06-13.pdf', bytes } : undefined)
  const { ask } = offices({ receipts: { file } })
  assert.equal(await ask('POST /api/police/receipt/:id', { params: { id: '3' } }), {
    bytes: { body: bytes, type: 'application/pdf', name: 'ricevuta-CASA1-2025-06-13.pdf' },
  })
  assert.is((await refusal(ask('POST /api/police/receipt/:id', { params: { id: '4' } }))).status, 404)
})

test('a structure’s days are sent to the region, and running jobs are listed', async () => {
  const { ask, said } = offices()
  assert.equal(await ask('POST /api/region/send', { body: { id: 's' } }), { data: 'the run' })
  assert.equal(said, [['region', structure]])
  assert.is((await refusal(ask('POST /api/region/send', { body: { id: 'x' } }))).status, 404)
  assert.equal(await ask('GET /api/sendings/works'), { data: ['the works'] })
})

test('the page shows each account and structure with its faults and missing fields', async () => {
  const note = { at, print: 'p', why: 'HTTP 500', refusals: ['no'] }
  const { ask, settings } = offices({
    police: { refusal: async ({ user }: { user: string }) => (user === 'CASA1' ? undefined : { words: 'chiuso' }) },
    receipts: {
      missing: async () => ['2025-06-12'],
      list: async () => [{ id: 3, at, file: 'x.pdf', account: 'CASA1', day: '2025-06-11' }],
    },
    region: {
      refusal: async ({ id }: { id: string }) => (id === 's' ? {} : undefined),
      dayStates: async () => [
        { day: '2025-06-12', state: 'sent', note },
        { day: '2025-06-13', state: 'due' },
        { day: '2025-06-14', state: 'due', note: { at, print: 'q' } },
      ],
    },
  })
  settings.reservationCodes = [{ code: 'a101' }]
  settings.policeAccounts = [account, { ...account, name: 'Altra', user: 'CASA2', password: '', codes: 'A101, 9999' }]
  settings.regionStructures = [structure, { id: 't', structureCode: 'IT2', password: '' }]
  const { data } = await ask('GET /api/sendings')
  assert.is(data.isPaused, false)
  assert.equal(data.police, {
    accounts: [
      { name: 'Casa', user: 'CASA1', isReady: true, missing: ['2025-06-12'], unknownCodes: [] },
      {
        name: 'Altra',
        user: 'CASA2',
        isReady: false,
        trouble: 'il servizio dice «chiuso»',
        missing: ['2025-06-12'],
        unknownCodes: ['9999'],
      },
    ],
    calls: [],
    files: [],
    receipts: [{ id: 3, account: 'CASA1', day: '2025-06-11' }],
  })
  const [first, second] = data.region
  assert.equal([first.id, first.structure, first.isReady], ['s', 'IT1', true])
  assert.match(first.trouble, /^il servizio non dice perché$/)
  assert.equal([second.id, second.structure, second.isReady, 'trouble' in second], ['t', 'IT2', false, false])
  const [sent, due, again] = first.days
  assert.match(sent.why, '500')
  assert.equal({ ...sent, why: '' }, { day: '2025-06-12', state: 'sent', at, print: 'p', why: '', refusals: ['no'] })
  assert.equal(due, { day: '2025-06-13', state: 'due', refusals: [] })
  assert.equal({ ...again, refusals: [] }, { day: '2025-06-14', state: 'due', at, print: 'q', refusals: [] })
})

test('each call to the police is shown with its end, the latest first', async () => {
  const begun = (id: number, ...checkins: number[]) => ({
    id,
    event: 'begun',
    account: 'CASA1',
    at,
    day: '2025-06-13',
    lines: checkins.map(line),
  })
  const log = [
    begun(1, 7, 7),
    begun(2, 8),
    { id: 3, event: 'ended', of: 2, at, verdicts: [null] },
    begun(4, 9),
    { id: 5, event: 'ended', of: 4, at, verdicts: [verdict] },
    begun(6, 7, 8, 9),
    { id: 7, event: 'ended', of: 6, at, verdicts: [null, verdict, verdict] },
    begun(8, 7),
    { id: 9, event: 'unsent', of: 8, at, why: 'HTTP 500' },
    begun(10, 7),
    { id: 11, event: 'lost', of: 10, at, why: 'HTTP 502' },
    begun(12, 7),
    { id: 13, event: 'lost', of: 12, at, why: 'HTTP 502' },
    { id: 14, event: 'settled', of: 12, at, taken: true, by: 'host' },
    begun(15, 7),
    { id: 16, event: 'settled', of: 15, at, taken: false, by: 'receipt' },
    { ...begun(17, 7, 8), event: 'tested', verdicts: [verdict, null] },
  ]
  const { ask } = offices({ log })
  const { calls } = (await ask('GET /api/sendings')).data.police
  assert.equal(
    calls.map(({ id, end, settled }: any) => [id, end, settled]),
    [
      [17, 'refused', undefined],
      [15, 'unsent', 'receipt'],
      [12, 'sent', 'host'],
      [10, 'unknown', undefined],
      [8, 'unsent', undefined],
      [6, 'partly', undefined],
      [4, 'refused', undefined],
      [2, 'sent', undefined],
      [1, 'sending', undefined],
    ],
  )
  const words = (id: number) => calls.find((call: { id: number }) => call.id === id).words
  assert.equal([words(17), words(6), words(15), words(1)], [['8 – ERRORE – Data errata'], words(4), [], []])
  assert.match(words(8)[0], '500')
  assert.match(words(10)[0], '502')
  assert.equal(calls.at(-1), {
    id: 1,
    at,
    day: '2025-06-13',
    account: 'CASA1',
    checkins: [7],
    hashes: ['sha 7', 'sha 7'],
    end: 'sending',
    words: [],
  })
})

test('of many calls the two hundred latest are shown', async () => {
  const log = Array.from({ length: 201 }, (_, at) => ({ id: at + 1, event: 'begun', account: 'A', at: '', lines: [] }))
  const { ask } = offices({ log })
  const { calls } = (await ask('GET /api/sendings')).data.police
  assert.equal([calls.length, calls[0].id, calls.at(-1).id], [200, 201, 2])
})

test.run()
