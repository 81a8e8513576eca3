import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { taxNow } from '../../../server/checkin/tax-till'
import { ledgerNowhere } from '../../../server/exports/region-ledger'
import type { MailQueue } from '../../../server/mail/queue'
import { policeSending, sendingLog } from '../../../server/offices/police-sending'
import { policeReceipts } from '../../../server/offices/receipts'
import { accessLog } from '../../../server/privacy/access-log'
import { retention } from '../../../server/privacy/retention-clock'
import { printDigest } from '../../../server/shared/digests'
import { openStore } from '../../../server/store/sqlite/open'
import { type Store, StoreUnavailable } from '../../../server/store/store'
import { isIdentityRemoved } from '../../../src/core/checkin/checkin-states'
import type { RegionGuest } from '../../../src/core/exports/region-guest'
import { printsOf } from '../../../src/core/police/police-state'
import { addDays } from '../../../src/core/text/dates'
import { romeInstant } from '../../../src/core/text/rome-time'
import { towns } from '../../core/tax/rule-sets'
import { atTheDoor } from '../http/door-world'
import { folder, stay, using } from '../store/store-world'

const test = suite('retention by the clock')

const settings = {
  enableRetention: true,
  identityDays: 60,
  recordYears: 0,
  letterDays: 60,
  exportYears: 0,
  receiptYears: 5,
  flowYears: 2,
  accessDays: 30,
}

const keptIn = (store: Store, now: () => Date, dir = folder()) => {
  const log = sendingLog(store)
  const nobody = () => Promise.reject(new Error('nobody is asked'))
  const office = { sending: policeSending({ client: { test: nobody, send: nobody }, log, now }) }
  const away = { toClient: () => ({}) as never, markReported: async () => {}, refusal: nobody, refuse: nobody }
  return {
    log,
    access: accessLog({ store, dir }),
    receipts: policeReceipts({ store, dir, client: { receipt: nobody }, office: { ...office, ...away }, log, now }),
    guestsAtRegion: ledgerNowhere(),
  }
}

/**
 * A house without mail on a clock that the test moves; `pass` moves it to the next retention run, at 04:00 in Italy.
 */
const house = (store: Store, from: string, dir?: string) => {
  const clock = { ms: romeInstant(from, '12:00') }
  const lines: string[] = []
  const forgotten: number[] = []
  const letters: ReturnType<MailQueue['list']> = []
  const forgottenStays: number[] = []
  const mailQueue = {
    list: () => letters,
    forget: async (id: number) => void forgotten.push(id),
    forgetStay: async (id: number) => void forgottenStays.push(id),
  }
  const offices = keptIn(store, () => new Date(clock.ms), dir)
  const terms = retention({
    store,
    mailQueue,
    offices,
    now: () => new Date(clock.ms),
    report: (line) => void lines.push(line),
  })
  return {
    terms,
    clock,
    lines,
    offices,
    letters,
    forgotten,
    forgottenStays,
    /** Moves to the given day in Italy, after its night. */
    morning: async (day: string) => {
      clock.ms = romeInstant(day, '04:00')
      await terms.turn()
    },
  }
}

const leaving = (departureDate: string, more: object = {}) =>
  stay(departureDate, { arrivalDate: addDays(departureDate, -3), departureDate, ...more })

const gone = (departureDate: string) => {
  const record = leaving(departureDate)
  const prints = printsOf(record as unknown as Checkin, printDigest)
  return { ...record, told: JSON.stringify({ at: '2025-01-01T10:00:00.000Z', prints }) }
}

const inHouse = (work: (store: Store) => Promise<void>) => () =>
  using(openStore({ dir: folder(), backups: 0 }), async (store) => {
    await store.saveSettings(settings)
    await work(store)
  })

/**
 * Calculated by hand for one party leaving on the 15th of each month of 2025 and 2026, 60 days and no further year: on
 * the morning of the first of each month, the number of complete records and of records reduced to their coarse part.
 * 15 January and 60 days are 16 March.
 */
const table: [day: string, whole: number, coarse: number][] = [
  ['2025-02-01', 1, 0],
  ['2025-03-01', 2, 0],
  ['2025-04-01', 2, 1],
  ['2025-05-01', 2, 2],
  ['2025-06-01', 2, 3],
  ['2025-07-01', 2, 4],
  ['2025-08-01', 2, 5],
  ['2025-09-01', 2, 6],
  ['2025-10-01', 2, 7],
  ['2025-11-01', 2, 8],
  ['2025-12-01', 2, 9],
  ['2026-01-01', 2, 0],
  ['2026-02-01', 2, 0],
  ['2026-03-01', 2, 0],
  ['2026-04-01', 2, 1],
  ['2026-05-01', 2, 2],
  ['2026-06-01', 2, 3],
  ['2026-07-01', 2, 4],
  ['2026-08-01', 2, 5],
  ['2026-09-01', 2, 6],
  ['2026-10-01', 2, 7],
  ['2026-11-01', 2, 8],
  ['2026-12-01', 2, 9],
  ['2027-01-01', 2, 0],
]

test(
  'two years of stays, month by month, equal a table worked by hand',
  inHouse(async (store) => {
    const { morning, lines } = house(store, '2025-01-01')
    const expected = new Map(table.map(([day, ...counts]) => [day, counts]))
    for (let day = '2025-01-01'; day <= '2027-01-01'; day = addDays(day, 1)) {
      await morning(day)
      if (day.endsWith('-15')) await store.addCheckin(gone(day))
      const counts = expected.get(day)
      if (!counts) continue
      const all = await store.checkins()
      const coarse = all.filter(isIdentityRemoved)
      assert.equal([all.length - coarse.length, coarse.length], counts, day)
      assert.not.match(JSON.stringify(coarse), /ROSSI|MARIA|example\.org|1980/)
    }
    assert.is((await store.notes('retention')).length > 20, true)
    assert.not.match(JSON.stringify([lines, await store.notes('retention')]), /ROSSI|MARIA|example\.org/)
  }),
)

test(
  'nothing is deleted before the night after switching on, and deletions are announced',
  inHouse(async (store) => {
    const { terms, clock, morning } = house(store, '2025-06-01')
    const { id } = await store.addCheckin(gone('2025-01-15'))
    await terms.turn()
    const plan = await terms.plan()
    assert.equal([plan.next, plan.day, plan.due.identity], ['2025-06-02T01:30:00.000Z', '2025-06-02', 1])
    assert.not(isIdentityRemoved((await store.checkin(id))!))
    clock.ms = romeInstant('2025-06-02', '03:29')
    await terms.turn()
    assert.not(isIdentityRemoved((await store.checkin(id))!))
    await morning('2025-06-02')
    assert.ok(isIdentityRemoved((await store.checkin(id))!))
    assert.is((await terms.plan()).done[0]!.counts.identity, 1)
  }),
)

test(
  'switched off, no data is ever deleted',
  inHouse(async (store) => {
    await store.saveSettings({ enableRetention: false })
    const { morning, terms } = house(store, '2025-06-01')
    await store.addCheckin(gone('2015-01-15'))
    for (const day of ['2025-06-02', '2025-06-03', '2030-01-01']) await morning(day)
    assert.is((await store.checkins()).filter(isIdentityRemoved).length, 0)
    const { next, due } = await terms.plan()
    assert.equal([next, due.identity], [undefined, 1])
  }),
)

test(
  'after a jump of the clock the first night deletes nothing',
  inHouse(async (store) => {
    const { morning, lines } = house(store, '2025-06-01')
    await morning('2025-06-01')
    await store.addCheckin(gone('2025-06-01'))
    await morning('2031-06-01')
    assert.is((await store.checkins()).filter(isIdentityRemoved).length, 0)
    assert.is(lines.length, 1)
    await morning('2031-06-02')
    assert.is((await store.checkins()).filter(isIdentityRemoved).length, 1)
  }),
)

test(
  'a clock that was years ahead puts no night off once it is right again',
  inHouse(async (store) => {
    const { morning, terms } = house(store, '2025-06-01')
    await morning('2025-06-01')
    await store.addCheckin(gone('2025-03-01'))
    await morning('2035-06-01')
    await morning('2025-06-03')
    assert.is((await terms.plan()).day, '2025-06-04')
    assert.is((await store.checkins()).filter(isIdentityRemoved).length, 0, 'nothing that the wrong clock planned')
    await morning('2025-06-04')
    assert.is((await store.checkins()).filter(isIdentityRemoved).length, 1)
  }),
)

test(
  'nights with a clock change have one run',
  inHouse(async (store) => {
    for (const day of ['2025-03-30', '2025-10-26']) {
      const { terms, clock } = house(store, addDays(day, -1))
      await terms.turn()
      const { next } = await terms.plan()
      assert.is(next, new Date(romeInstant(day, '03:30')).toISOString())
      clock.ms = Date.parse(next!)
      await terms.turn()
      assert.is((await terms.plan()).next, new Date(romeInstant(addDays(day, 1), '03:30')).toISOString())
      await store.saveCounter('retention', null)
    }
  }),
)

const proof = async (store: Store, dir: string, day: string) => {
  mkdirSync(join(dir, 'receipts'), { recursive: true })
  const file = `${day}-XX000001.pdf`
  writeFileSync(join(dir, 'receipts', file), '%PDF-')
  const at = `${day}T10:00:00.000Z`
  await store.note('police-receipt', { account: 'XX000001', day, at, file, sha256: '' })
  const lines = [{ checkin: 1, guest: 'main' as const, sha256: '' }]
  const of = await store.note('sending', { event: 'begun', account: 'XX000001', at, day, lines })
  await store.note('sending', { event: 'ended', of, at, verdicts: [null] })
  await store.note('region-day', { structure: 'A', day, at, print: '', end: 'sent', refusals: [], taken: [] })
}

test('receipts, their files and the sending log are deleted on 1 January after five whole years', async () => {
  const dir = folder()
  await using(openStore({ dir, backups: 0 }), async (store) => {
    await store.saveSettings(settings)
    for (const day of ['2025-02-01', '2025-12-31', '2026-01-01']) await proof(store, dir, day)
    const { morning, offices } = house(store, '2030-12-30', dir)
    const there = async () => [
      (await store.notes('police-receipt')).map(({ day }) => day),
      ['2025-02-01', '2025-12-31', '2026-01-01'].filter((day) =>
        existsSync(join(dir, 'receipts', `${day}-XX000001.pdf`)),
      ),
      (await store.notes('sending')).length,
      (await store.notes('region-day')).length,
      (await offices.log.all()).length,
    ]
    const days = ['2025-02-01', '2025-12-31', '2026-01-01']
    await morning('2030-12-30')
    await morning('2030-12-31')
    assert.equal(await there(), [days, days, 6, 3, 6])
    await morning('2031-01-01')
    assert.equal(await there(), [['2026-01-01'], ['2026-01-01'], 2, 1, 2])
    await morning('2031-01-02')
    assert.equal([(await offices.log.states()).size, (await store.notes('retention')).length], [1, 1])
  })
})

const flow = (at: string, version: string) => ({
  at,
  by: 'host' as const,
  why: '',
  changes: [],
  text: '{}',
  sha256: '',
  version,
  shipped: '',
})

test(
  'an expected stay is deleted with its letters at the term of identities, whether anybody registered or not',
  inHouse(async (store) => {
    const stay = { source: 'airbnb', made: '2025-01-01T00:00:00Z', arrival: '2025-03-30', name: 'Ada Neri' } as const
    const old = await store.note('booking', { ...stay, departure: '2025-04-02' })
    await store.note('booking', { ...stay, departure: '2025-04-04' })
    const { morning, terms, forgottenStays } = house(store, '2025-06-01')
    await morning('2025-06-01')
    assert.is((await terms.plan()).due.bookings, 1)
    await morning('2025-06-02')
    assert.equal(
      (await store.notes('booking')).map(({ departure }) => departure),
      ['2025-04-04'],
    )
    assert.equal(forgottenStays, [old])
  }),
)

test(
  'nothing of a held check-in is deleted; a reason that comes during the run keeps its record and letters',
  inHouse(async (store) => {
    let draft = 0
    const add = async (retentionHold?: string, more: object = {}) => {
      const own = { draftId: `draft${draft++}`, ...(retentionHold && { retentionHold }) }
      const { id } = await store.addCheckin({ ...gone('2024-01-15'), ...more, ...own })
      const [day, at] = ['2024-01-13', '2024-01-13T10:00:00.000Z']
      const checkins = [{ id, how: 'host' as const }]
      await store.note('booking', { source: 'hand', made: at, arrival: day, departure: '2024-01-15', checkins })
      await store.note('tourism-guests', { checkin: id, guests: [{ arrival: day } as RegionGuest] })
      await store.note('tax-payment', { checkin: id, at, day, cents: 100, way: 'cash', number: id })
      return id
    }
    const held = await add('lite')
    const reduced = { identityRemovedAt: 'before' }
    const during = [await add(), await add(undefined, reduced)]
    const others = [await add(), await add(undefined, reduced)]
    const { morning, letters, forgotten, offices } = house(store, '2025-06-01')
    for (const checkinId of [held, ...others])
      letters.push({ checkinId, addressee: 'guest', status: 'sent', at: '2024-01-10T10:00:00.000Z' })
    offices.guestsAtRegion.forget = async () => {
      for (const id of during) await store.updateCheckin(id, { retentionHold: 'lite' })
    }
    await morning('2025-06-01')
    await morning('2025-06-02')
    const whole = (await store.checkins()).filter((one) => one.mainGuestName).map(({ id }) => id)
    assert.equal(whole.sort(), [held, ...during])
    assert.equal([...new Set(forgotten)].sort(), others)
    assert.equal(
      (await store.notes('booking')).map(({ checkins }) => checkins![0]!.id),
      [held],
    )
    for (const kind of ['tourism-guests', 'tax-payment'] as const)
      assert.equal(
        (await store.notes(kind)).map(({ checkin }) => checkin),
        [held],
        kind,
      )
  }),
)

test(
  'old versions of flow and notice are deleted, except the current one and those of complete check-ins',
  inHouse(async (store) => {
    for (const version of ['aaaa', 'bbbb', 'cccc']) await store.note('flow', flow('2020-05-01T00:00:00Z', version))
    await store.addCheckin(leaving('2025-06-01', { flowVersion: 'aaaa' }))
    await store.note('stripe-event', { event: 'old', at: '2025-03-01T00:00:00Z' })
    await store.note('stripe-event', { event: 'young', at: '2025-05-30T00:00:00Z' })
    await store.note('reminder', { at: '2025-03-01T00:00:00Z', about: ['late 1'] })
    const { morning, terms } = house(store, '2025-06-01')
    await morning('2025-06-01')
    const { due } = await terms.plan()
    assert.equal([due.flows, due.notices], [1, 2])
    await morning('2025-06-02')
    assert.equal(
      (await store.notes('flow')).map(({ version }) => version),
      ['aaaa', 'cccc'],
    )
    assert.equal(
      [(await store.notes('stripe-event')).map(({ event }) => event), await store.notes('reminder')],
      [['young'], []],
    )
  }),
)

const writes = ['updateCheckin', 'removeCheckin', 'removeNote', 'note', 'saveCounter'] as const

/** A store whose process dies at its n-th write: this write and all later ones are lost. */
const dyingAt = (store: Store, last: number): Store => {
  let count = 0
  const dead = Object.fromEntries(
    writes.map((name) => [
      name,
      (...values: unknown[]) =>
        count++ < last ? Reflect.apply(store[name], store, values) : Promise.reject(new StoreUnavailable('killed')),
    ]),
  )
  return { ...store, ...dead }
}

test('a run killed at any of its writes is completed by the next start', async () => {
  let isWhole = false
  for (let last = 0; !isWhole && last < 40; last++) {
    const dir = folder()
    await using(openStore({ dir, backups: 0 }), async (store) => {
      await store.saveSettings({ ...settings, recordYears: 5 })
      await store.saveCounter('retention', { next: romeInstant('2026-02-01', '03:30') })
      for (const day of ['2025-10-01', '2025-10-02', '2025-10-03']) await store.addCheckin(gone(day))
      await store.addCheckin(leaving('2015-10-01', { identityRemovedAt: 'before' }))
      await store.note('export', { at: '2024-01-01T00:00:00Z', ids: [1], file: 'old.txt', sha256: '' })
      await store.note('tourism-guests', { checkin: 1, guests: [] })
      await proof(store, dir, '2020-02-01')
      await store.note('flow', flow('2020-05-01T00:00:00Z', 'aaaa'))
      await store.note('flow', flow('2020-05-01T00:00:00Z', 'bbbb'))
      const { morning, lines } = house(dyingAt(store, last), '2026-01-31', dir)
      await morning('2026-02-01')
      isWhole = !lines.some((line) => line.includes('StoreUnavailable'))
    })
    await using(openStore({ dir, backups: 0 }), async (store) => {
      const { morning } = house(store, '2026-02-01', dir)
      await morning('2026-02-01')
      for (const kind of ['sending', 'police-receipt', 'region-day'] as const)
        assert.equal(await store.notes(kind), [], `${kind} killed at write ${last}`)
      assert.is((await store.notes('flow')).length, 1)
      const all = await store.checkins()
      assert.equal([all.length, all.filter(isIdentityRemoved).length], [3, 3], `killed at write ${last}`)
      assert.equal([await store.notes('export'), await store.notes('tourism-guests')], [[], []])
      assert.is((await store.counters()).retention!.next, romeInstant('2026-02-02', '03:30'))
    })
  }
  assert.ok(isWhole)
})

test(
  'the host confirms a police report, holds one check-in and releases it',
  atTheDoor(async ({ ask, host, guest, store, clock }) => {
    await store.saveSettings(settings)
    const jar = await host()
    const left = await store.addCheckin(leaving('2025-01-15'))
    const other = await store.addCheckin(leaving('2025-01-16'))
    const plan = async () => (await ask('GET', '/api/retention', { jar })).json.data
    assert.equal(
      (await plan()).waiting.map(({ id }: { id: number }) => id),
      [left.id, other.id],
    )
    const hold = (id: number, reason: unknown) =>
      ask('POST', `/api/checkin/${id}/hold`, { jar, body: { reason } }).then(({ status }) => status)
    assert.equal(
      [await hold(other.id, 'lite'), await hold(999, 'x'), await hold(other.id, 'x'.repeat(301))],
      [200, 404, 400],
    )
    const { at: seen } = await plan()
    clock.ms += 1
    const tell = () => ask('POST', '/api/told', { jar, body: { ids: [left.id], told: true, seen } })
    assert.is((await tell()).json.data.told, 1)
    const { mainGuestDocumentNumber = null } = left
    await store.updateCheckin(left.id, { mainGuestDocumentNumber: 'CA22222BB' })
    assert.is((await tell()).json.data.told, 0, 'an older page does not declare what was corrected since')
    await store.updateCheckin(left.id, { mainGuestDocumentNumber })
    const now = await plan()
    assert.equal([now.waiting, now.held[0].reason, now.due.identity], [[], 'lite', 1])
    await hold(other.id, '')
    assert.equal((await plan()).held, [])
    const { terms } = {
      terms: retention({
        store,
        mailQueue: { list: () => [], forget: async () => {}, forgetStay: async () => {} },
        offices: keptIn(store, () => new Date(clock.ms)),
        now: () => new Date(clock.ms),
        report: () => {},
      }),
    }
    await terms.turn()
    clock.ms += 86_400_000
    await terms.turn()
    const jarNow = await host()
    const change = await ask('PATCH', `/api/checkin/${left.id}/update`, { jar: jarNow, body: { mainGuestName: 'X' } })
    assert.is(change.status, 409)
    const forbidden = { retentionHold: 'x', identityRemovedAt: 'x' }
    await ask('PATCH', `/api/checkin/${other.id}/update`, { jar: jarNow, body: { ...forbidden, mainGuestName: 'EVA' } })
    const kept = (await store.checkin(other.id))!
    assert.equal([kept.mainGuestName, kept.identityRemovedAt, kept.retentionHold], ['EVA', undefined, undefined])
    const own = await guest()
    for (const [method, path] of [
      ['GET', '/api/retention'],
      ['POST', `/api/checkin/${other.id}/hold`],
    ] as const)
      for (const someone of [{}, own])
        assert.is((await ask(method, path, { jar: someone, body: method === 'POST' ? {} : undefined })).status, 401)
  }),
)

test(
  'the tax of a guest with two consecutive stays is unchanged when the first identity is deleted',
  inHouse(async (store) => {
    await store.saveSettings({ taxRules: towns.F })
    const guest = { mainGuestName: 'MARIO', mainGuestLastName: 'BIANCHI' }
    const first = await store.addCheckin({ ...gone('2026-03-10'), ...guest, told: undefined })
    const next = await store.addCheckin({ ...leaving('2026-03-13'), ...guest })
    const prints = printsOf(first, printDigest)
    await store.updateCheckin(first.id, { told: JSON.stringify({ at: '2026-03-10T10:00:00.000Z', prints }) })
    const due = async () => (await taxNow(store, (await store.checkin(next.id))!))!.amount
    assert.is(await due(), 0)
    const { morning } = house(store, '2026-05-08')
    await morning('2026-05-09')
    await morning('2026-05-10')
    assert.equal([isIdentityRemoved((await store.checkin(first.id))!), await due()], [true, 0])
  }),
)

test.run()
