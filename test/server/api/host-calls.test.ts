import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mask } from '../../../schema/settings'
import { deviceCalls } from '../../../server/api/access-calls'
import { letterCalls } from '../../../server/api/consult-calls'
import { paymentCalls } from '../../../server/api/payment-calls'
import { privacyCalls } from '../../../server/api/privacy-calls'
import { settingsCalls, tableCalls } from '../../../server/api/settings-calls'
import { deviceId } from '../../../server/auth/host-sessions'
import { removals } from '../../../server/checkin/removals'
import { isPin } from '../../../server/settings/pin'
import { folder } from '../store/store-world'
import { asker, house, pin, refusal } from './asking'

const test = suite('the host’s calls')

test('devices are listed, named and removed; the asking device cannot remove itself', async () => {
  const world = house()
  const { noted, said } = world
  const devices = {
    list: (own: string) => [{ device: 'd', isThis: own === 'phone' }],
    rename: noted('rename', true),
    remove: noted('remove', true),
  }
  const ask = asker(deviceCalls({ ...world.services, devices } as never))
  assert.equal(await ask('GET /api/devices'), { data: [{ device: 'd', isThis: true }] })
  const rename = (name: unknown) => ask('PATCH /api/devices/:device', { params: { device: 'd' }, body: { name } })
  assert.equal(await rename(' Il mio '), {})
  assert.equal(await rename('😀'.repeat(60)), {})
  for (const name of ['', '  ', {}, undefined, 'x'.repeat(61)]) assert.is((await refusal(rename(name))).status, 400)
  const out = (device: string, current: unknown = pin) =>
    ask('POST /api/devices/:device/out', { params: { device }, body: { current } })
  assert.equal(await out('d'), {})
  assert.equal(said, [
    ['rename', 'd', 'Il mio'],
    ['rename', 'd', '😀'.repeat(60)],
    ['endDevice', 'd'],
    ['remove', 'd'],
  ])
  assert.is((await refusal(out(deviceId('phone')))).status, 409)
  const wrong = await refusal(out('d', '0000'))
  assert.equal([wrong.status, wrong.more], [400, { faults: [{ field: 'current', rule: 'unknown' }] }])
  assert.is(said.length, 4, 'nobody is thrown out for a wrong PIN')
})

test('an unknown device is reported', async () => {
  const world = house({ more: { sessions: { device: () => undefined, endDevice: () => {} } } })
  const devices = { rename: async () => false, remove: async () => false }
  const ask = asker(deviceCalls({ ...world.services, devices } as never))
  const device = { params: { device: 'x' } }
  assert.is((await refusal(ask('PATCH /api/devices/:device', { ...device, body: { name: 'a' } }))).status, 404)
  assert.is((await refusal(ask('POST /api/devices/:device/out', { ...device, body: { current: pin } }))).status, 404)
})

const steps = { '/pay': {}, '/pay-return': { do: 'checkPayment' } }
const paying = (checkins: { [id: number]: object }) => {
  const world = house({ checkins })
  const serving = { current: () => ({ flow: { steps }, words: { it: {} } }) }
  return { ...world, ask: asker(paymentCalls({ ...world.services, serving } as never, world.feed)) }
}

test('opening PayPal is stored, unless it was paid before', async () => {
  const { ask, checkins } = paying({ 7: {}, 8: { paymentStatus: 'completed', paymentMethod: 'CARTA' } })
  const go = (id: string) => ask('POST /api/checkin/:id/paypal', { params: { id } })
  assert.equal([await go('7'), await go('8')], [{}, {}])
  assert.equal(
    [...checkins.values()],
    [
      { id: 7, paymentMethod: 'CARTA', paymentStatus: 'initiated' },
      { id: 8, paymentStatus: 'completed', paymentMethod: 'CARTA' },
    ],
  )
  assert.is((await refusal(go('9'))).status, 404)
  assert.is((await refusal(go('x'))).status, 404)
})

test('a card payment without a provider is refused with a message; an unknown check-in is 404', async () => {
  const { ask } = paying({ 7: {} })
  const { status } = await refusal(ask('POST /api/checkin/:id/pay', { params: { id: '7' }, origin: 'https://a' }))
  assert.ok(status >= 400 && status < 500)
  assert.is((await refusal(ask('POST /api/checkin/:id/pay', { params: { id: '9' }, origin: 'https://a' }))).status, 404)
  assert.is((await refusal(ask('GET /api/checkin/:id/payment', { params: { id: '9' } }))).status, 404)
  const bad = refusal(ask('POST /api/stripe/webhook', { raw: Buffer.from('{}') }))
  assert.ok((await bad).status >= 400)
})

test('letters are listed, released by check-in, and tested', async () => {
  const released: number[] = []
  const { services, feed } = house()
  const mailQueue = {
    list: () => ['letters'],
    release: async (id: number) => void released.push(id),
    test: async ({ adminPin }: { adminPin: string }) => ({ isRead: adminPin.startsWith('scrypt:') }),
  }
  const ask = asker(letterCalls({ ...services, mailQueue } as never, feed))
  assert.equal(await ask('GET /api/letters'), { data: ['letters'] })
  assert.equal(await ask('POST /api/letters/release', { body: { checkinId: '7' } }), {})
  assert.equal(released, [7])
  assert.equal(await ask('GET /api/smtp2go-test'), { whole: { isRead: true } })
})

test('a check-in is erased with a reason and its letters; an unknown one is not', async () => {
  const world = house({ checkins: { 7: {}, 8: {} } })
  const mailQueue = { forget: world.noted('forget'), list: () => [] }
  Object.assign(world.store, { counters: async () => ({}) })
  const made = await removals({ ...world.services, mailQueue } as never)
  const bookings = { erase: world.noted('stay of') }
  const services = { ...world.services, dir: folder(), mailQueue, bookings, removals: made }
  const ask = asker(privacyCalls(services as never, world.feed))
  const erase = (id: string, reason: unknown) =>
    ask('POST /api/checkin/:id/erase', { params: { id }, body: { reason } })
  for (const reason of ['request', 'term']) assert.equal(await erase(reason === 'term' ? '8' : '7', reason), {})
  assert.equal(
    [world.checkins.size, world.said],
    [
      0,
      [
        ['stay of', 7],
        ['forget', 7],
        ['stay of', 8],
        ['forget', 8],
      ],
    ],
  )
  for (const reason of [undefined, '', 'whim', 7]) assert.is((await refusal(erase('7', reason))).status, 400)
  assert.is((await refusal(erase('7', 'request'))).status, 404)
  assert.is((await refusal(ask('GET /api/checkin/:id/person', { params: { id: '7' } }))).status, 404)
})

test('a check-in is held from deletion with a reason, and released without one', async () => {
  const world = house({ checkins: { 7: {} } })
  const ask = asker(privacyCalls({ ...world.services, dir: folder(), mailQueue: {} } as never, world.feed))
  const hold = (reason: unknown, id = '7') => ask('POST /api/checkin/:id/hold', { params: { id }, body: { reason } })
  assert.equal(await hold(`  ${'x'.repeat(300)} `), {})
  assert.equal(world.checkins.get(7), { id: 7, retentionHold: 'x'.repeat(300) })
  assert.is((await refusal(hold('x'.repeat(301)))).status, 400)
  assert.equal(await hold(' '), {})
  assert.equal(world.checkins.get(7), { id: 7 })
  assert.is((await refusal(hold('x', '9'))).status, 404)
})

test('at most five hundred waiting and held check-ins are named', async () => {
  const checkins = Object.fromEntries(
    Array.from({ length: 501 }, (_, at) => [
      at + 1,
      { arrivalDate: '2019-01-01', departureDate: '2019-01-03', mainGuestName: 'A', retentionHold: 'x' },
    ]),
  )
  const world = house({ checkins, settings: { enableRetention: true } })
  Object.assign(world.store, { counters: async () => ({}) })
  const ask = asker(
    privacyCalls({ ...world.services, dir: folder(), mailQueue: { list: () => [] } } as never, world.feed),
  )
  const { data } = await ask('GET /api/retention')
  assert.equal([data.held.length, data.day], [500, '2025-06-14'])
})

test('the tables and the typed codes: read, taken and removed', async () => {
  const world = house()
  const removed: string[] = []
  const places = {
    states: async () => ['Kosovo'],
    typedCodes: async () => ['typed'],
    removeTypedCode: async (name: string) => void removed.push(name),
    renew: () => {},
  }
  const dir = folder()
  const ask = asker(tableCalls({ ...world.services, places, dir } as never, world.feed))
  const { data } = await ask('GET /api/tables')
  assert.equal(data.states, ['Kosovo'])
  assert.equal(await ask('GET /api/istat-codes'), { data: ['typed'] })
  assert.equal(await ask('DELETE /api/istat-codes/:name', { params: { name: 'ROMA' } }), {})
  assert.equal(removed, ['ROMA'])
  assert.is((await refusal(ask('POST /api/tables', { body: { kind: 'x', csv: '', take: true } }))).status, 400)
  assert.equal(world.said, [], 'what was refused changes no workbook')
})

const setting = (settings: object = {}) => {
  const world = house({ settings })
  const { noted } = world
  const dir = folder()
  const parts = {
    dir,
    devices: { clear: noted('clear'), seen: noted('seen', false) },
    mailQueue: { wake: () => void world.said.push(['wake']), tell: async () => void world.said.push(['told']) },
    places: { renew: () => void world.said.push(['places']) },
  }
  const ask = asker(settingsCalls({ ...world.services, ...parts } as never, world.feed))
  const change = (name: string, body: object) => ask('PATCH /api/settings/:name', { params: { name }, body })
  return { ...world, dir, ask, change, heard: () => world.said.map((one) => (one as string[])[0]) }
}

test('guests get the public settings, the host all with secrets masked', async () => {
  const { ask } = setting({ companyName: 'Casa', stripeSecretKey: 'sk_live_1' })
  const guest = (await ask('GET /api/settings', { isHost: false })).data
  assert.equal([guest.companyName, 'stripeSecretKey' in guest, 'adminPin' in guest], ['Casa', false, false])
  const host = (await ask('GET /api/settings')).data
  assert.is(host.companyName, 'Casa')
  assert.not.match(JSON.stringify(host), 'sk_live_1')
})

test('a setting is changed by its name, with its value or under its own name, and a group by its fields', async () => {
  const { change, settings, heard } = setting()
  assert.equal(await change('companyName', { value: 'Uno' }), {})
  assert.is(settings.companyName, 'Uno')
  assert.equal(await change('companyName', { companyName: 'Due' }), {})
  assert.is(settings.companyName, 'Due')
  assert.equal(await change('paypal', { enablePayPal: true, paypalLink: 'https://paypal.me/casa', current: pin }), {})
  assert.equal([settings.enablePayPal, settings.paypalLink], [true, 'https://paypal.me/casa'])
  assert.equal(heard(), ['workbooks', 'workbooks', 'told', 'workbooks'])
  const foreign = await refusal(change('paypal', { companyName: 'x', toString: 'y', enablePayPal: false }))
  assert.is(foreign.status, 400)
  assert.match(foreign.message, 'companyName')
  assert.equal(foreign.more, {
    faults: [
      { field: 'companyName', rule: 'additionalProperties' },
      { field: 'toString', rule: 'additionalProperties' },
    ],
  })
  assert.is((await refusal(change('nothing', { value: 1 }))).status, 404)
  assert.equal([settings.enablePayPal, settings.companyName], [true, 'Due'])
})

test('changed mail settings retry letters, changed tables reload places', async () => {
  const { change, said, heard, dir } = setting()
  await change('emailSubject', { value: 'Ciao' })
  assert.equal(heard(), ['wake', 'workbooks'])
  said.length = 0
  await change('excelIstatStatiPath', { value: '' })
  assert.equal(heard(), ['places', 'workbooks'])
  said.length = 0
  for (const [name, path] of [
    ['excelIstatStatiPath', 'none.csv'],
    ['excelCheckinsPath', '../x.xlsx'],
  ])
    assert.is((await refusal(change(name!, { value: path }))).status, 400)
  writeFileSync(join(dir, 'stati.csv'), 'Codice,Descrizione,Provincia,DataFineVal\r\n100000100,ITALIA,ES,')
  assert.equal(await change('excelIstatStatiPath', { value: 'stati.csv' }), {})
  mkdirSync(join(dir, 'copie'))
  assert.equal(await change('excelCheckinsPath', { value: 'copie/x.xlsx' }), {})
  assert.equal(heard(), ['places', 'workbooks', 'workbooks'])
})

test('a new secret needs the PIN again, and a payment that cannot be enabled gives the reason', async () => {
  const { change, settings } = setting()
  const refused = await refusal(change('stripeSecretKey', { value: 'sk_live_51Qx' }))
  assert.equal([refused.status, refused.more], [400, { faults: [{ field: 'current', rule: 'required' }] }])
  assert.is(settings.stripeSecretKey, undefined)
  assert.equal(await change('stripeSecretKey', { value: 'sk_live_51Qx', current: pin }), {})
  assert.is(settings.stripeSecretKey, 'sk_live_51Qx')
  assert.is(
    (await refusal(change('stripePublicKey', { value: 'pk_test_51Qx' }))).status,
    400,
    'a key of the other kind',
  )
  const off = await refusal(change('enablePayPal', { value: true }))
  assert.is(off.status, 400)
  assert.match(off.message, /PayPal/)
})

test('a new PIN signs out everyone except the browser that changed it, and the guide uses it', async () => {
  const { change, settings, secrets, said } = setting({ guide: ['name'] })
  const answer = await change('adminPin', { value: '1234', current: pin })
  assert.ok(await isPin('1234', String(settings.adminPin)))
  assert.equal(settings.guide, ['name', 'pin'])
  assert.equal(said, [['renew', secrets.cookies], ['clear', 'phone'], ['seen', 'phone', ''], ['told'], ['workbooks']])
  assert.match(secrets.cookies!, /^[\w-]{40,}$/)
  assert.equal(answer, { cookies: ['host=phone; Secure', `device=phone~${String(settings.adminPin).length}`] })
  await change('adminPin', { value: pin, current: '1234' })
  assert.equal(settings.guide, ['name', 'pin'], 'once')
})

test('a new access code does the same; the same one again does not', async () => {
  const { change, said, settings } = setting()
  await change('adminAccessCode', { value: '8305', current: pin })
  assert.equal(
    said.map((one) => (one as string[])[0]),
    ['renew', 'clear', 'seen', 'told', 'workbooks'],
  )
  assert.is(settings.guide, undefined)
  said.length = 0
  const answer = await change('adminAccessCode', { value: mask })
  assert.equal([answer, said], [{}, [['workbooks']]])
})

test('a browser becomes a known device when it changes the PIN, under its name', async () => {
  const world = house({ more: { sessions: { ...house().services.sessions, device: () => undefined } } })
  const seen: unknown[] = []
  const devices = { clear: async () => {}, seen: async (...given: unknown[]) => void seen.push(given) }
  const ask = asker(
    settingsCalls(
      { ...world.services, devices, mailQueue: { tell: async () => {} }, dir: folder() } as never,
      world.feed,
    ),
  )
  const { cookies } = await ask('PATCH /api/settings/:name', {
    params: { name: 'adminPin' },
    body: { value: '1234', current: pin },
    req: { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' } },
  })
  assert.is(cookies[0], 'host=new device; Secure')
  assert.is((seen as string[][])[0]![0], 'new device')
  assert.match((seen as string[][])[0]![1]!, 'Firefox')
})

test.run()
