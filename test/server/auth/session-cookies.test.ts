import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { deviceBook, deviceId, readSignIns, type SavedSession, saveSignIns } from '../../../server/auth/host-sessions'
import { cookiesOf, sessions } from '../../../server/auth/sessions'

const test = suite('cookies and who they are')
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Sessions with a clock; returns a Set-Cookie line as the browser would send it back. */
const open = (before: SavedSession[] = [], isKnown?: (nonce: string) => boolean) => {
  const clock = { ms: 1_000_000 }
  let all: SavedSession[] = []
  const save = async (now: SavedSession[]) => void (all = now)
  return { ...sessions('key', () => clock.ms, isKnown, before, save), clock, saved: () => all }
}
const back = (line: string) => cookiesOf(line.split(';')[0])
const rest = (line: string) => line.replace(/^[^;]*/, '')

test('cookies are read by name, among any others', () => {
  assert.equal(cookiesOf('a=1; b = x=y ;c='), { a: '1', b: 'x=y', c: '' })
  assert.equal(cookiesOf(), { '': '' })
})

test('each cookie has its lifetime and its attributes', () => {
  const { hostCookie, guestCookie, guestLeaves, visitorCookie, deviceCookie, newDevice, leave } = open()
  const nonce = newDevice()
  assert.match(nonce, /^[\w-]{22}$/)
  for (const [line, name, said] of [
    [hostCookie(false, nonce), 'host', '; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict'],
    [hostCookie(true, nonce), '__Host-host', '; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure'],
    [leave({}, false), 'host', '; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'],
    [guestCookie('A101', undefined, false), 'guest', '; Path=/; Max-Age=172800; HttpOnly; SameSite=Lax'],
    [guestLeaves(true), '__Host-guest', '; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure'],
    [visitorCookie(false), 'visitor', '; Path=/; HttpOnly; SameSite=Lax'],
    [visitorCookie(true), '__Host-visitor', '; Path=/; HttpOnly; SameSite=Lax; Secure'],
    [deviceCookie(false, 'pin', nonce), 'device', '; Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict'],
  ] as const) {
    assert.is(rest(line), said)
    assert.ok(line.startsWith(`${name}=`), line)
  }
  assert.equal(
    [guestLeaves(false), leave({}, true)].map((line) => line.split(';')[0]),
    ['guest=', '__Host-host='],
  )
})

test('a guest’s cookie has code, word and digest, for two days; an attempt continues with its word', () => {
  const { guest, guestCookie, claimed, clock } = open()
  const first = back(guestCookie('è101', undefined, false, 'attempt1'))
  const known = guest(first, false)!
  assert.equal([known.code, known.attempt], ['è101', 'attempt1'])
  const owner = createHash('sha256').update(`owner:${known.word}`).digest().subarray(0, 16).toString('base64url')
  assert.is(known.owner, owner)
  assert.equal([guest(first, true), guest({}, false)], [undefined, undefined])
  assert.equal(claimed(first, false)?.word, known.word)
  assert.equal(claimed({ guest: `${first.guest!.replace(/\.[^.]*$/, '')}.forged` }, false)?.owner, owner)
  assert.is(claimed({ guest: 'nothing' }, false), undefined)
  const again = (code: string, attempt?: string) => guest(back(guestCookie(code, known, false, attempt)), false)!.word
  assert.is(again('è101', 'attempt1'), known.word)
  for (const word of [again('è102', 'attempt1'), again('è101', 'attempt2'), again('è101')])
    assert.not.equal(word, known.word)
  clock.ms += 2 * day - 1
  assert.ok(guest(first, false))
  clock.ms += 1
  assert.is(guest(first, false), undefined)
})

test('an attempt without a name continues no cookie', () => {
  const { guest, guestCookie } = open()
  const known = guest(back(guestCookie('A101', undefined, false)), false)!
  assert.not.equal(guest(back(guestCookie('A101', known, false, '')), false)?.word, known.word)
})

test('a signed value is not accepted for another purpose, nor with one bit changed', () => {
  const { visitor, visitorCookie, guest, device, deviceCookie } = open()
  const { visitor: word } = back(visitorCookie(false))
  assert.match(visitor({ visitor: word! }, false)!, /^[\w-]{22}$/)
  assert.is(guest({ guest: word! }, false), undefined)
  assert.is(visitor({ visitor: `${word}x` }, false), undefined)
  assert.is(visitor({ visitor: word!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) }, false), undefined)
  for (const none of ['', '.', '.x', 'x']) assert.is(visitor({ visitor: none }, false), undefined)
  const mine = back(deviceCookie(false, 'sealed', 'nonce'))
  assert.equal([device(mine, false, 'sealed'), device(mine, false, 'other')], ['nonce', undefined])
})

test('a device is known for half a year, unless the host removed it', () => {
  let isKnown = true
  const { device, deviceCookie, clock } = open([], () => isKnown)
  const mine = back(deviceCookie(false, 'sealed', 'nonce'))
  clock.ms += 180 * day - 1
  assert.is(device(mine, false, 'sealed'), 'nonce')
  isKnown = false
  assert.is(device(mine, false, 'sealed'), undefined)
  isKnown = true
  clock.ms += 1
  assert.is(device(mine, false, 'sealed'), undefined)
})

test('a session ends half an hour after its last use, except polling, and after eight hours', async () => {
  const { isHost, hostCookie, hostDevice, leave, endDevice, clock, saved, stored } = open()
  const mine = back(hostCookie(false, 'nonce'))
  const began = clock.ms
  clock.ms += 30 * minute
  assert.equal([isHost(mine, false, true), isHost(mine, true), isHost({}, false)], [true, false, false])
  assert.is(hostDevice(mine, false), deviceId('nonce'))
  assert.is(isHost(mine, false), true)
  await stored()
  assert.equal(
    saved().map(({ token: _, ...session }) => session),
    [{ began, seen: clock.ms, device: deviceId('nonce') }],
  )
  clock.ms += 30 * minute
  assert.is(isHost(mine, false, true), true)
  clock.ms += 1
  assert.is(isHost(mine, false), false)
  const busy = back(hostCookie(false, 'nonce'))
  for (let n = 0; n < 16; n++, clock.ms += 30 * minute) assert.is(isHost(busy, false), true)
  assert.is(isHost(busy, false), true, 'eight hours')
  clock.ms += 1
  assert.is(isHost(busy, false), false)
  const [one, two] = [back(hostCookie(false, 'one')), back(hostCookie(false, 'two'))]
  endDevice(deviceId('one'))
  assert.equal([isHost(one, false), isHost(two, false)], [false, true])
  leave(two, false)
  assert.is(isHost(two, false), false)
})

test('sessions continue after the house is opened again; no stored value opens one', async () => {
  const first = open()
  const mine = back(first.hostCookie(false, 'nonce'))
  await first.stored()
  assert.not.ok(JSON.stringify(first.saved()).includes(mine.host!))
  const secrets: Record<string, string> = {}
  const store = {
    secret: async (name: string, make: () => string) => (secrets[name] ??= make()),
    saveSecret: async (name: string, value: string) => void (secrets[name] = value),
  }
  assert.equal(await readSignIns(store as never), [])
  await saveSignIns(store as never, first.saved())
  const again = open(await readSignIns(store as never))
  assert.is(again.isHost(mine, false), true)
  assert.is(open().isHost(mine, false), false)
  assert.is(sessions('another key', () => 1_000_000, undefined, first.saved()).isHost(mine, false), false)
  again.leave(mine, false)
  await again.stored()
  assert.equal(again.saved(), [])
})

test('a sign-in is stored before the response; the last use of a session is stored once a minute, without waiting', async () => {
  const clock = { ms: 1_000_000 }
  const all: number[] = []
  let isFull = false
  const save = async (now: SavedSession[]) => {
    if (isFull) throw new Error('full')
    all.push(now.length)
  }
  const who = sessions('key', () => clock.ms, undefined, [], save)
  await who.stored()
  const mine = back(who.hostCookie(false, 'one'))
  await Promise.all([who.stored(), who.stored()])
  assert.equal(all, [1])
  for (let n = 0; n < 4; n++, clock.ms += minute / 2) {
    who.isHost(mine, false)
    await who.stored()
  }
  assert.equal(all, [1, 1])
  isFull = true
  clock.ms += minute
  who.isHost(mine, false)
  await who.stored()
  who.hostCookie(false, 'two')
  assert.is(await who.stored().catch(({ message }) => message), 'full')
  isFull = false
  await who.stored()
  assert.equal(all, [1, 1, 2])
})

test('a new key ends sessions, links, guests and devices, and its own signatures are valid', () => {
  const { renew, isHost, hostCookie, link, takeLink, guest, guestCookie } = open()
  const [mine, theirs, word] = [back(hostCookie(false, 'n')), back(guestCookie('A101', undefined, false)), link()]
  assert.ok(guest(theirs, false))
  renew('another key')
  assert.equal([isHost(mine, false), guest(theirs, false), takeLink(word)], [false, undefined, false])
  assert.is(guest(back(guestCookie('A101', undefined, false)), false)?.code, 'A101')
})

test('the cookies of a thousand guests are cached for a minute', () => {
  const { guest, guestCookie, clock } = open()
  const all = Array.from({ length: 1_100 }, (_, n) => back(guestCookie(`R${n}`, undefined, false)))
  assert.equal(
    all.map((one) => guest(one, false)?.code),
    all.map((_, n) => `R${n}`),
  )
  clock.ms += minute
  assert.is(guest(all[0]!, false)?.code, 'R0')
  clock.ms -= hour
  assert.is(guest(all[1]!, false)?.code, 'R1')
})

const book = async () => {
  const clock = { ms: Date.parse('2026-01-01T00:00:00Z') }
  const notes: { id: number; device: string; name: string; first: string; last: string }[] = []
  let last = 0
  const store = {
    notes: async () => [...notes],
    note: async (_: string, note: object) => {
      notes.push({ id: ++last, ...note } as never)
      return last
    },
    updateNote: async (_: string, id: number, note: object) => {
      const at = notes.findIndex((one) => one.id === id)
      if (at >= 0) notes[at] = { id, ...note } as never
      return at >= 0
    },
    removeNote: async (_: string, id: number) => {
      notes.splice(
        notes.findIndex((one) => one.id === id),
        1,
      )
      return true
    },
  }
  const again = () => deviceBook(store as never, () => new Date(clock.ms))
  return { ...(await again()), clock, notes, again }
}

test('a new device is distinguished from known ones; the first device is not reported', async () => {
  const { seen, isKnown, list, clock, notes, rename, remove } = await book()
  assert.equal([await seen('one', 'Mac'), await seen('one', 'Mac'), await seen('two', 'iPhone')], [false, false, true])
  assert.equal([isKnown('one'), isKnown('three'), notes.length], [true, false, 2])
  clock.ms += minute
  await seen('one', 'other words')
  const at = (ms: number) => new Date(ms).toISOString()
  assert.equal(list('one'), [
    { device: deviceId('one'), name: 'Mac', first: at(clock.ms - minute), last: at(clock.ms), isThis: true },
    { device: deviceId('two'), name: 'iPhone', first: at(clock.ms - minute), last: at(clock.ms - minute) },
  ])
  assert.not.ok(list(undefined).some(({ isThis }) => isThis))
  assert.equal([await rename(deviceId('two'), 'Anna'), await rename('nobody', 'x'), notes.length], [true, false, 2])
  assert.is(list('')[1]!.name, 'Anna')
  assert.equal([await remove(deviceId('two')), await remove(deviceId('two')), notes.length], [true, false, 1])
})

test('a removed device stays unknown after a restart, also if a killed sign-in left two notes of it', async () => {
  const { seen, notes, again } = await book()
  await seen('one', 'Mac')
  notes.push({ ...notes[0]!, id: 99 })
  const later = await again()
  assert.is(later.isKnown('one'), true)
  await later.remove(deviceId('one'))
  assert.is((await again()).isKnown('one'), false)
})

test('a device that did not sign in for half a year is forgotten when another does', async () => {
  const { seen, isKnown, clock } = await book()
  await seen('one', '')
  clock.ms += 180 * day
  await seen('two', '')
  assert.is(isKnown('one'), true)
  clock.ms += 1
  await seen('two', '')
  assert.is(isKnown('one'), false)
  clock.ms += 181 * day
  assert.is(await seen('two', ''), false, 'it comes again, however late')
})

test('a hundred devices are known, and one more replaces the longest unused', async () => {
  const { seen, isKnown, clock, notes, clear } = await book()
  for (let n = 0; n < 100; n++, clock.ms++) await seen(`d${n}`, '')
  await seen('d0', '')
  clock.ms++
  assert.is(notes.length, 100)
  await seen('d100', '')
  assert.equal([notes.length, isKnown('d0'), isKnown('d1'), isKnown('d2')], [100, true, false, true])
  await clear('d100')
  assert.equal([notes.length, isKnown('d0'), isKnown('d100')], [1, false, true])
})

test.run()
