import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { italianDay } from '../../../server/shared/clock'
import { machineDisk } from '../../../server/store/sealed/disk'
import { beginSeries } from '../../../server/store/sealed/sealed-backup'
import { addDays } from '../../../src/core/text/dates'
import { romeInstant } from '../../../src/core/text/rome-time'
import { towns } from '../../core/tax/rule-sets'
import { answers, atTheDoor, byHand, type Door, openDoor } from '../http/door-world'
import { faultyDisk } from '../store/store-disk'
import { folder } from '../store/store-world'

const test = suite('the tax at the door')

const ruled = { settings: { taxRules: towns.A } }
const stay = (arrivalDate: string, nights: number, more: object = {}) =>
  byHand({ arrivalDate, numberOfNights: String(nights), departureDate: addDays(arrivalDate, nights), ...more })

const asHost = async ({ ask, host, clock }: Door) => {
  const jar = await host()
  const call = async (method: string, path: string, body?: object) => {
    const { status, json } = await ask(method, path, { jar, ...(body && { body }) })
    return { status, ...(json as { data?: any; message?: string }) }
  }
  return {
    call,
    add: async (body: object) => (await call('POST', '/api/checkin', body)).data.id as number,
    change: (id: number, body: object) => call('PATCH', `/api/checkin/${id}/update`, body),
    collect: (id: number, collected: number, cents: number, way = 'cash') =>
      call('POST', `/api/checkin/${id}/tax`, { collected, cents, way }),
    record: async (id: number) => (await call('GET', `/api/checkin/${id}`)).data,
    tax: async (year = Number(italianDay(new Date(clock.ms)).slice(0, 4))) =>
      (await call('GET', `/api/tax?year=${year}`)).data,
    close: (quarter: string, cents: number) => call('POST', '/api/tax/close', { quarter, cents }),
    open: (quarter: string) => call('POST', '/api/tax/open', { quarter }),
  }
}

const marks = ({ taxPaid, taxPaidAmount, taxReceipts }: { [field: string]: string }) => [
  taxPaid,
  taxPaidAmount,
  taxReceipts,
]

test(
  'the collected tax is stored: a stay changed later owes the difference, and no form writes amounts',
  atTheDoor(async (door) => {
    const { add, change, collect, record, tax, call } = await asHost(door)
    const id = await add(stay('2026-07-01', 2, { taxPaidAmount: '99.00', taxReceipts: '7/2026' }))
    assert.equal(marks(await record(id)), [undefined, undefined, undefined])
    assert.is((await collect(id, 0, 400)).data.number, 1)
    assert.equal(marks(await record(id)), ['cash', '4.00', `1/${(await tax()).payments[0].day.slice(0, 4)}`])
    const { data } = await change(id, { numberOfNights: '3', taxPaidAmount: '6.00' })
    assert.equal([data.taxPaidAmount, data.numberOfNights], ['4.00', '3'])
    const { amount, payments, guests } = (await call('GET', `/api/checkin/${id}/tax`)).data
    assert.equal([amount, payments.length, guests[0].nights.length], [600, 1, 3])
    assert.is((await collect(id, 0, 600)).status, 409, 'a page that knows less does not collect twice')
    const shown = (amount: number) => call('POST', `/api/checkin/${id}/tax`, { ...next, amount })
    const next = { collected: 400, cents: 200, way: 'online' }
    assert.is((await shown(400)).status, 409, 'a page that shows another tax collects nothing')
    assert.is((await shown(600)).data.number, 2)
    assert.is((await collect(id, 600, -700)).status, 400)
    assert.is((await collect(id, 600, -200)).data.cents, -200)
    assert.is((await record(id)).taxPaidAmount, '4.00')
    for (const [cents, way] of [
      [0, 'cash'],
      [1.5, 'cash'],
      ['5', 'cash'],
      [100, 'gold'],
      [99_999_999, 'cash'],
    ] as const)
      assert.is((await call('POST', `/api/checkin/${id}/tax`, { collected: 400, cents, way })).status, 400)
    assert.is((await collect(999, 0, 100)).status, 404)
    assert.equal(
      (await tax()).payments.map(({ number, cents }: any) => [number, cents]),
      [
        [1, 400],
        [2, 200],
        [3, -200],
      ],
    )
  }, ruled),
)

test(
  'a payment that a crash left without its copy refuses the old amounts once, and the record then says them',
  atTheDoor(async (door) => {
    const { add, collect, record } = await asHost(door)
    const id = await add(stay('2026-07-01', 2))
    const at = '2026-07-01T10:00:00.000Z'
    await door.store.note('tax-payment', { checkin: id, at, day: '2026-07-01', cents: 300, way: 'card', number: 1 })
    assert.is((await collect(id, 0, 400)).status, 409)
    assert.equal(marks(await record(id)), ['card', '3.00', '1/2026'])
    assert.is((await collect(id, 300, 100)).data.number, 2)
  }, ruled),
)

test(
  'a town that counts nights in a row counts those of the same guest in other stays, not of one born on the same day',
  atTheDoor(
    async (door) => {
      const { add, call } = await asHost(door)
      await add(stay('2026-07-01', 2, { mainGuestName: 'NICOLÒ' }))
      const amounts = []
      for (const mainGuestName of ["NICOLO'", 'EVA']) {
        const id = await add(stay('2026-07-03', 3, { mainGuestName }))
        amounts.push((await call('GET', `/api/checkin/${id}/tax`)).data.amount)
      }
      assert.equal(amounts, [200, 600])
    },
    { settings: { taxRules: [{ ...towns.A[0]!, mostNights: 3, count: 'consecutive' }] } },
  ),
)

test(
  '"paid" in a form stores a payment of the current tax; unset it is refunded; an old mark stays',
  atTheDoor(async (door) => {
    const { add, change, record, tax } = await asHost(door)
    const id = await add(stay('2026-07-01', 2, { taxPaid: 'card' }))
    assert.equal(marks(await record(id)).slice(0, 2), ['card', '4.00'])
    await change(id, { numberOfNights: '5', taxPaid: 'card' })
    assert.is((await record(id)).taxPaidAmount, '4.00', 'the same mark sent again collects nothing')
    await change(id, { taxPaid: null })
    assert.equal(marks(await record(id)).slice(0, 2), [undefined, undefined])
    const old = await add(stay('2026-07-01', 2))
    await door.store.updateCheckin(old, { taxPaid: 'stay' })
    await change(old, { numberOfNights: '4', taxPaid: 'stay' })
    assert.equal(marks(await record(old)), ['stay', undefined, undefined])
    await change(old, { taxPaid: 'cash' })
    assert.equal(marks(await record(old)).slice(0, 2), ['cash', '8.00'])
    assert.equal(
      (await tax()).payments.map(({ checkin, cents }: any) => [checkin - id, cents]),
      [
        [0, 400],
        [0, -400],
        [1, 800],
      ],
    )
  }, ruled),
)

test('numbers have no gap and no duplicate, with twenty parallel payments, failed writes and a restart', async () => {
  const disk = faultyDisk()
  const first = await openDoor({ ...ruled, disk: disk.disk })
  const ids = await (async () => {
    const { add, collect } = await asHost(first)
    const all: number[] = []
    for (let n = 0; n < 20; n++) all.push(await add(stay('2026-07-01', 1 + n)))
    disk.breakNow('fail')
    assert.is((await collect(all[0]!, 0, 100)).status, 503)
    disk.heal()
    const answered = await Promise.all(all.map((id) => collect(id, 0, 100)))
    assert.equal(
      answered.map(({ status }) => status),
      all.map(() => 200),
    )
    return all
  })().finally(first.close)
  const second = await openDoor({ home: first.dir })
  try {
    const { collect, tax, record } = await asHost(second)
    assert.is((await collect(ids[0]!, 100, 50)).data.number, 21)
    const numbers = (await tax()).payments.map(({ number }: any) => number)
    assert.equal(
      numbers,
      Array.from({ length: 21 }, (_, n) => n + 1),
    )
    assert.match((await record(ids[0]!)).taxReceipts, /^1\/\d{4}, 21\/\d{4}$/)
    second.clock.ms = romeInstant('2030-01-01', '09:00')
    const jar = await asHost(second)
    assert.is((await jar.collect(ids[1]!, 100, 50)).data.number, 1, 'a new year begins with 1')
    assert.is((await jar.tax()).payments.length, 1, 'the books of a year are its own')
    assert.is((await jar.call('GET', '/api/tax?year=26')).status, 400)
  } finally {
    await second.close()
  }
})

test('receipts after a restore count anew with a mark, so that no lost number is used again', async () => {
  const house = await openDoor(ruled)
  const { id, year } = await (async () => {
    const { add, collect } = await asHost(house)
    const id = await add(stay('2026-07-01', 2))
    const { data } = await collect(id, 0, 100)
    return { id, year: data.day.slice(0, 4) as string }
  })().finally(house.close)
  await beginSeries(machineDisk, house.dir, new Date('2026-11-25T10:00:00Z'))
  const restored = await openDoor({ home: house.dir })
  try {
    const { collect, record } = await asHost(restored)
    const { data } = await collect(id, 100, 50)
    assert.equal([data.number, data.series], [1, 'RHTFKO'])
    assert.is((await record(id)).taxReceipts, `1/${year}, 1/${year}-RHTFKO`)
    assert.is((await collect(id, 150, 50)).data.number, 2)
  } finally {
    await restored.close()
  }
})

test('a closed quarter stays as declared, through a restart; changes are corrections; only the last one reopens', async () => {
  const first = await openDoor(ruled)
  first.clock.ms = romeInstant('2026-11-25', '09:00')
  const id = await (async () => {
    const { add, change, close, tax } = await asHost(first)
    const id = await add(stay('2026-09-29', 4))
    await add(stay('2026-10-05', 1))
    assert.is((await close('2026-07', 1)).status, 409, 'another sum than the page shows')
    assert.is((await close('2026-10', 600)).status, 409, 'a quarter that has not ended')
    assert.is((await close('2026-08', 400)).status, 400)
    assert.is((await close('2026-07', 400)).status, 200)
    assert.is((await close('2026-07', 400)).status, 409)
    await change(id, { numberOfNights: '1' })
    const { closings, closed, corrections } = await tax()
    const [{ stays, months }] = closings
    assert.equal(closed, ['2026-07'])
    assert.equal(
      corrections.map(({ checkin, cents }: any) => [checkin - id, cents]),
      [[0, -200]],
    )
    assert.equal(
      await tax(2027),
      { closings: [], payments: [], closed, corrections: [] },
      'the next quarter is in 2026',
    )
    assert.equal(stays, [{ checkin: id, nights: 2, taxed: 2, cents: 400 }])
    assert.equal(months[2], { month: '2026-09', nights: 2, taxed: 2, exempt: 0, amount: 400 })
    assert.not.match(JSON.stringify((await tax()).closings), /ROSSI|MARIO|1980/)
    first.clock.ms = romeInstant('2027-01-03', '09:00')
    const later = await asHost(first)
    assert.is((await later.open('2026-10')).status, 409)
    // October has one night of the other check-in, minus one night by the correction.
    assert.is((await later.close('2026-10', 0)).status, 200)
    assert.is((await later.open('2026-07')).status, 409, 'something was declared after it')
    assert.is((await later.open('2026-10')).status, 200)
    return id
  })().finally(first.close)
  const second = await openDoor({ home: first.dir })
  try {
    second.clock.ms = romeInstant('2027-01-03', '09:00')
    const { tax, close, call, open } = await asHost(second)
    assert.equal(
      (await tax(2026)).closings.map(({ quarter }: any) => quarter),
      ['2026-07'],
    )
    await call('DELETE', `/api/checkin/${id}`)
    assert.is((await close('2026-10', -200)).status, 200)
    assert.equal((await tax(2026)).closings[1].corrections, [
      { quarter: '2026-07', checkin: id, nights: -2, taxed: -2, cents: -400, why: 'removed' },
    ])
    assert.is((await open('2026-10')).status, 200)
  } finally {
    await second.close()
  }
})

test(
  'rules saved in one window are not replaced by another that has not seen them',
  atTheDoor(async (door) => {
    const { call } = await asHost(door)
    const save = async (value: unknown, was: unknown) =>
      (await call('PATCH', '/api/settings/taxRules', { value, was })).status
    assert.is(await save(towns.B, towns.A), 200)
    assert.is(await save(towns.C, towns.A), 409)
    assert.equal((await call('GET', '/api/settings')).data.taxRules, towns.B)
    assert.is(await save(towns.C, towns.B), 200)
  }, ruled),
)

for (const [what, taxRate, amount] of [
  ['no rate', '', undefined],
  ['a rate of zero', '0', undefined],
  ['a rate', '1,50', 450],
] as const)
  test(
    `${what} and no rules: ${amount ? 'the tax of the rate' : 'no tax'} before the sending and at the end`,
    atTheDoor(
      async ({ ask, guest }) => {
        const jar = await guest()
        assert.is((await ask('POST', '/api/stay-tax', { jar, body: answers() })).json.data.tax?.amount, amount)
        const { id } = (await ask('POST', '/api/checkin', { jar, body: answers() })).json.data
        assert.is((await ask('POST', `/api/checkin/${id}/confirm`, { jar })).json.data.tax?.amount, amount)
      },
      { settings: { taxRate } },
    ),
  )

test(
  'a guest reads only the own check-in’s tax, before the sending and at the end, and can neither pay nor close',
  atTheDoor(async (door) => {
    const { ask, guest } = door
    const [own, other] = [await guest(), await guest()]
    const run = { from: 1, until: 3, cents: 600, why: { key: 'fixed', basis: { kind: 'fixed', cents: 200 }, price: 0 } }
    const tax = { amount: 600, paid: 0, isOverStays: false, guests: [{ who: 'main', amount: 600, runs: [run] }] }
    const before = await ask('POST', '/api/stay-tax', { jar: own, body: answers() })
    assert.equal([before.status, before.json.data], [200, { tax }])
    assert.is((await ask('POST', '/api/stay-tax', { body: answers() })).status, 401)
    assert.equal((await ask('POST', '/api/stay-tax', { jar: own, body: { arrivalDate: 'x' } })).json.data, {})
    const { id } = (await ask('POST', '/api/checkin', { jar: own, body: answers() })).json.data
    assert.is((await ask('POST', `/api/checkin/${id}/confirm`, { jar: other })).status, 404)
    const end = await ask('POST', `/api/checkin/${id}/confirm`, { jar: { ...own } })
    assert.equal([end.status, end.json.data], [200, { tax }])
    for (const [method, path] of [
      ['GET', `/api/checkin/${id}/tax`],
      ['POST', `/api/checkin/${id}/tax`],
      ['GET', '/api/tax?year=2026'],
      ['POST', '/api/tax/close'],
      ['POST', '/api/tax/open'],
    ] as const)
      assert.ok([401, 403].includes((await ask(method, path, { jar: own })).status), path)
  }, ruled),
)

test(
  'a guest who goes on after a whole schedina of 30 nights is taxed as for one stay, and reads nothing of the first part',
  atTheDoor(
    async (door) => {
      const { ask, guest } = door
      const { add, call } = await asHost(door)
      const today = italianDay()
      await add(stay(addDays(today, -30), 30))
      await add(stay(addDays(today, -29), 29, { mainGuestName: 'LUCA' }))
      const amounts = async (mainGuestName: string) => {
        const jar = await guest()
        const { id } = (await ask('POST', '/api/checkin', { jar, body: answers({ mainGuestName }) })).json.data
        const corrected = answers({ mainGuestName, mainGuestResidenceAddress: 'VIA ROMA 2' })
        assert.is((await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: corrected })).status, 200)
        const { tax } = (await ask('POST', `/api/checkin/${id}/confirm`, { jar })).json.data
        return [(await call('GET', `/api/checkin/${id}/tax`)).data.amount, tax.amount]
      }
      assert.equal(await amounts('MARIO'), [0, 600])
      assert.equal(await amounts('LUCA'), [600, 600], 'a stay of 29 nights was over')
      assert.equal(await amounts('ANNA'), [600, 600])
    },
    { settings: { taxRules: [{ ...towns.A[0]!, mostNights: 10 }] } },
  ),
)

/** A house with the shipped flow: the frozen one asks no exemptions. */
const asking = () => {
  const home = folder()
  mkdirSync(join(home, 'flow'))
  copyFileSync('steps.json', join(home, 'flow/steps.json'))
  return { home, publishes: true, settings: { taxRules: towns.B, askTaxRelief: true } }
}

test(
  'a guest’s claim counts until the host decides otherwise; one unknown to the town, or for no guest, is dropped',
  atTheDoor(async (door) => {
    const { ask, guest } = door
    const { change, record, call } = await asHost(door)
    const jar = await guest()
    const send = async (taxClaims: string, more: object = {}) =>
      (await ask('POST', '/api/checkin', { jar, body: answers({ taxClaims, ...more }) })).json.data.id as number
    const said = async (id: number) => {
      const { taxClaims, mainGuestTaxRelief } = await record(id)
      return [taxClaims, mainGuestTaxRelief]
    }
    const id = await send('main:disabled;second:companion')
    assert.equal(await said(id), ['main:disabled', 'disabled'])
    assert.is((await call('GET', `/api/checkin/${id}/tax`)).data.amount, 0)
    const correct = (body: object) => ask('PATCH', `/api/checkin/${id}/update`, { jar, body })
    await correct({ taxClaims: '' })
    assert.equal(await said(id), [undefined, undefined])
    await correct({ taxClaims: 'main:companion' })
    assert.equal(await said(id), ['main:companion', 'companion'])
    await change(id, { mainGuestTaxRelief: '', taxClaims: 'main:disabled' })
    assert.equal(await said(id), ['main:companion', undefined], 'the host decides, and claims nothing for the guest')
    await correct({ mainGuestName: 'LUIGI' })
    await correct({ taxClaims: 'main:disabled' })
    assert.equal(await said(id), ['main:disabled', undefined], 'a new claim does not undo the host')
    for (const claim of ['main:minor', 'main:resident', 'main:patient'])
      assert.equal(await said(await send(claim, { draftId: `claim${claim.replace(/\W/g, '')}1234567890` })), [
        undefined,
        undefined,
      ])
    await call('PATCH', '/api/settings/askTaxRelief', { value: false })
    await correct({ mainGuestName: 'MARIO' })
    assert.is((await record(id)).mainGuestTaxRelief, undefined)
  }, asking()),
)

test.run()
