import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KnownDevice } from '../../../schema/privacy'
import { browserName } from '../../../server/auth/host-sessions'
import { until } from '../../until'
import { atTheDoor, type Door, type Jar, openDoor, pin } from '../http/door-world'
import { partOf, postOffice, withMail } from '../mail/mail-world'

const test = suite('known devices')

const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36' }
const listed = async ({ ask }: Door, jar: Jar): Promise<KnownDevice[]> =>
  (await ask('GET', '/api/devices', { jar })).json.data
const isHost = async ({ ask }: Door, jar: Jar) =>
  (await ask('GET', '/api/checkins', { jar: { ...jar } })).status === 200

test('a browser is named by its user agent', () => {
  const names = {
    [phone['user-agent']]: 'Android, Chrome',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604':
      'iPhone, Safari',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537 Chrome/130 Safari/537 Edg/130': 'Windows, Edge',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Gecko/20100101 Firefox/130.0': 'Mac, Firefox',
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605 CriOS/130 Safari/604': 'iPad, Chrome',
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537 SamsungBrowser/26 Chrome/122 Safari/537':
      'Android, Samsung Internet',
    'Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537 Chrome/130 Safari/537 OPR/110': 'Chromebook, Opera',
    'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko Firefox/130.0': 'Linux, Firefox',
    'Mozilla/5.0 (iPhone) FxiOS/130 Safari/604': 'iPhone, Firefox',
    'curl/8': '',
  }
  for (const [agent, name] of Object.entries(names)) assert.is(browserName(agent), name)
  assert.is(browserName(), '')
})

test(
  'each device that signs in is listed once, with the name the host gives it',
  atTheDoor(async (door) => {
    const desk = await door.host()
    door.clock.ms += 1000
    const pocket = await door.host({}, phone)
    await door.host(pocket, phone)
    const [last, first, ...more] = await listed(door, desk)
    assert.equal([more.length, last!.name, last!.isThis, first!.isThis], [0, 'Android, Chrome', undefined, true])
    const rename = (device: string, name: unknown) =>
      door.ask('PATCH', `/api/devices/${device}`, { jar: desk, body: { name } })
    assert.is((await rename(last!.device, ' Telefono di Anna ')).status, 200)
    assert.is((await listed(door, desk))[0]!.name, 'Telefono di Anna')
    for (const wrong of ['', ' ', 'x'.repeat(61)]) assert.is((await rename(last!.device, wrong)).status, 400)
    assert.is((await rename('nobody', 'x')).status, 404)
    const lines = (await door.store.notes('access')).map(({ what, device }) => [what, device])
    assert.equal(lines.slice(0, 3), [
      ['signIn', first!.device],
      ['signIn', last!.device],
      ['signIn', last!.device],
    ])
    assert.ok(lines.some(([what]) => what === 'device'))
  }),
)

test(
  'removing a device needs the PIN, signs it out at once and makes it unknown',
  atTheDoor(async (door) => {
    const desk = await door.host()
    const pocket = await door.host({}, phone)
    const { device } = (await listed(door, desk)).find(({ isThis }) => !isThis)!
    const out = (name: string, current?: string, jar = desk) =>
      door.ask('POST', `/api/devices/${name}/out`, { jar, body: { current } })
    assert.is((await out(device)).status, 400)
    assert.is((await out(device, '0000')).status, 400)
    assert.ok(await isHost(door, pocket))
    assert.is((await out(device, pin, {})).status, 401)
    assert.is((await out(device, pin)).status, 200)
    assert.not.ok(await isHost(door, pocket))
    const { sessions, store } = door.services
    const { adminPin } = await store.settings()
    assert.is(sessions.device(pocket, false, adminPin!), undefined, 'it has no budget of its own any more')
    assert.ok(sessions.device(desk, false, adminPin!))
    assert.is((await out(device, pin)).status, 404)
    const own = (await listed(door, desk))[0]!
    assert.equal([own.isThis, (await out(own.device, pin)).status], [true, 409])
    // After a sign-in with the PIN the phone is another device.
    await door.host(pocket, phone)
    const again = (await listed(door, pocket)).find(({ isThis }) => isThis)!
    assert.not.equal(again.device, device)
    assert.is((await door.store.notes('access')).filter(({ what }) => what === 'refused').length, 1)
  }),
)

test('the list survives a restart; with a new PIN only the device that changed it stays', async () => {
  const door = await openDoor()
  const desk = await door.host()
  door.clock.ms += 1000
  await door.host({}, phone)
  const [, own] = await listed(door, desk)
  await door.ask('PATCH', `/api/devices/${own!.device}`, { jar: desk, body: { name: 'Reception' } })
  await door.close()
  const next = await openDoor({ home: door.dir })
  try {
    const jar: Jar = { device: desk.device! }
    next.clock.ms = door.clock.ms + 1000
    await next.host(jar)
    const known = await listed(next, jar)
    assert.equal(
      known.map(({ name, isThis }) => [name, isThis]),
      [
        ['Reception', true],
        ['Android, Chrome', undefined],
      ],
    )
    const changed = await next.ask('PATCH', '/api/settings/adminPin', {
      jar,
      body: { value: '8642', current: pin },
    })
    assert.is(changed.status, 200, changed.text)
    const left = await listed(next, jar)
    assert.equal(
      left.map(({ name, isThis }) => [name, isThis]),
      [['Reception', true]],
    )
  } finally {
    await next.close()
  }
})

test('the owner gets a mail about a new device, but not about the first or a returning one', async () => {
  const post = await postOffice()
  const door = await openDoor({ settings: withMail, mail: post.server })
  try {
    const desk = await door.host()
    await door.host(desk)
    const pocket = await door.host({}, phone)
    await until('the letter', () => post.letters.length > 0)
    await door.host(pocket, phone)
    await door.host(desk)
    const text = partOf(post.letters[0]!, 'text/plain')
    assert.match(text, /mai visto prima: Android, Chrome, /)
    assert.match(text, /cambia il PIN/)
    const third = await door.host({}, { 'user-agent': 'curl/8' })
    await until('the second letter', () => post.letters.length > 1)
    assert.equal([post.letters.length, (await listed(door, third)).length], [2, 3])
  } finally {
    await door.close()
    await post.close()
  }
})

test.run()
