import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults } from '../../../schema/settings'
import { guestEntry, invitations } from '../../../server/auth/guest-entry'
import { attempts, throttle } from '../../../server/auth/throttle'
import { isAccessCode, isPin, same, sealAccessCode, sealPin } from '../../../server/settings/pin'
import { Refusal } from '../../../server/shared/messages'

const test = suite('a guest’s way in')
const second = 1000

const room = { reservationCode: 'A101', roomDescription: 'Camera Blu', showPaymentPage: false }
const configured = { ...defaults, reservationCodes: [{ ...room, id: 'a', code: 'A101', description: '' }] } as never

/** The sign-in of a house with its counters; `enter` types a code. */
const house = ({ made = [] as object[] } = {}) => {
  const clock = { ms: Date.parse('2026-11-20T12:00:00Z') }
  const budgets = throttle()
  const counts: string[] = []
  const wrapped = {
    ...budgets,
    fail: (...of: Parameters<typeof budgets.fail>) => {
      counts.push(of[0])
      return budgets.fail(...of)
    },
    forgive: (...of: Parameters<typeof budgets.forgive>) => {
      counts.push(`-${of[0]}`)
      return budgets.forgive(...of)
    },
  }
  const services = {
    throttle: wrapped,
    now: () => new Date(clock.ms),
    invitations: { isRight: (code: string, token: string) => token === `word of ${code}` },
    sessions: {
      visitor: ({ visitor }: { visitor?: string }) => visitor,
      visitorCookie: (secure: boolean) => `visitor=new${secure}`,
      claimed: ({ claimed }: { claimed?: string }) => claimed && JSON.parse(claimed),
      guestCookie: (...of: unknown[]) => `guest=${JSON.stringify(of)}`,
    },
    store: {
      secret: async (_: string, make: () => string) => make(),
      checkinOf: async (owner: string, attempt: string) =>
        made.find((one) => JSON.stringify(one).includes(`"${owner} ${attempt}"`)),
    },
  }
  const entry = guestEntry(services as never)
  const enter = (
    found: object | undefined,
    {
      all = configured as object,
      access = { wait: 0 },
      body = {},
      guest,
      ...more
    }: {
      all?: object
      access?: { wait: number }
      body?: object
      guest?: object | undefined
      cookies?: object
      address?: string
    } = {},
  ) => {
    const context = { cookies: {}, secure: false, address: '203.0.113.9', body, guest, ...more }
    counts.length = 0
    const asHost = async () => ({ right: false, ...access })
    return entry(context as never, all as never, found as never, asHost).catch((error) => {
      if (error instanceof Refusal) return error
      throw error
    })
  }
  return { enter, counts, clock, budgets }
}

test('a right code signs a guest in, with the code’s data', async () => {
  const { enter, counts } = house()
  const known = { code: 'A101' }
  assert.equal(await enter(room, { body: { draftId: 'draft00000000001' }, guest: known }), {
    data: { kind: 'checkin', ...room },
    cookies: [`guest=${JSON.stringify(['A101', known, false, 'draft00000000001'])}`],
  })
  assert.equal(counts, [])
})

test('a wrong code counts for the browser, its network and its block; without codes for no one', async () => {
  const { enter, counts } = house()
  const refused = (await enter(undefined)) as Refusal
  assert.equal([refused.status, refused.cookies, counts], [404, ['visitor=newfalse'], ['network']])
  const again = (await enter(undefined, { cookies: { visitor: 'v1' } })) as Refusal
  assert.equal([again.status, again.cookies, counts], [404, [], ['browser', 'network']])
  await enter(undefined, { address: '2001:db8:0:1' })
  assert.equal(counts, ['network', 'block'])
  assert.is(((await enter(undefined, { all: defaults })) as Refusal).status, 404)
  assert.equal(counts, [])
})

test('after too many wrong codes even a right one must wait, without being called right or wrong', async () => {
  const { enter, counts, clock } = house()
  for (let n = 0; n < 5; n++) assert.is(((await enter(undefined)) as Refusal).status, 404)
  for (const found of [undefined, room]) {
    const { status, more } = (await enter(found)) as Refusal
    assert.equal([status, more, counts], [429, { retryAfter: 60 }, []])
  }
  clock.ms += 60 * second
  assert.ok('data' in ((await enter(room)) as object))
})

test('a code not compared with the access code is not called wrong, and counts as a guest’s wrong code', async () => {
  const { enter, counts } = house()
  for (const found of [undefined, room]) {
    const waits = (await enter(found, { access: { wait: 7 } })) as Refusal
    assert.equal(
      found ? 'data' in waits : [waits.status, waits.more, counts],
      found ? true : [429, { retryAfter: 7 }, ['network']],
    )
  }
})

test('an IPv6 block of ten networks that used up theirs waits as a whole, and its neighbour does not', async () => {
  const { enter } = house()
  const wrong = async (address: string) => ((await enter(undefined, { address })) as Refusal).status
  for (let net = 0; net < 10; net++)
    for (let n = 0; n < 5; n++) assert.is(await wrong(`2001:db8:1:${net.toString(16)}`), 404)
  assert.equal([await wrong('2001:db8:1:ffff'), await wrong('2001:db8:2:ffff')], [429, 404])
})

test('a guest with the link’s token, or known by this very code, does not wait', async () => {
  const { enter } = house()
  for (let n = 0; n < 5; n++) await enter(undefined)
  for (const other of [{ body: { invitation: 'word of A102' } }, {}])
    assert.is(((await enter(room, other)) as Refusal).status, 429)
  assert.ok('data' in ((await enter(room, { body: { invitation: 'word of A101' } })) as object))
  const again = house()
  for (let n = 0; n < 5; n++) await again.enter(undefined)
  assert.ok('data' in ((await again.enter(room, { guest: { code: 'A101' } })) as object))
})

test('a right code forgives its sender’s wrong ones, ten a day for each code, and nobody else’s', async () => {
  const { enter, counts, clock } = house()
  const other = '192.0.2.1'
  for (let n = 0; n < 4; n++) await enter(undefined)
  await enter(undefined, { address: other })
  await enter(room)
  assert.equal(counts, Array.from({ length: 4 }, () => ['rightCode', '-network']).flat())
  await enter(undefined, { address: other })
  assert.equal(counts, ['network'])
  for (let n = 0; n < 6; n++) {
    await enter(undefined)
    assert.equal(counts, ['rightCode'], 'where a code was right today its purse pays')
  }
  await enter(undefined)
  assert.equal(counts, ['network'], 'ten a day')
  await enter(room, { address: other })
  assert.equal(counts, [], 'no more of this code today')
  await enter({ ...room, reservationCode: 'A102' }, { address: other })
  assert.equal(counts, ['rightCode', '-network', 'rightCode', '-network'])
  clock.ms += 86_400 * second
  await enter(undefined, { address: other })
  assert.equal(counts, ['network'], 'right yesterday is not right today')
})

test('a signed-in guest who types another code counts against the first code', async () => {
  const { enter, counts } = house()
  await enter(undefined, { guest: { code: 'A102' }, cookies: { visitor: 'v1' } })
  assert.equal(counts, ['rightCode', 'browser'])
})

test('an old guest cookie is accepted only for the check-in it made', async () => {
  const draftId = 'draft00000000001'
  const made = [{ is: `o1 ${draftId}`, reservationCode: 'A101' }]
  const claim = (more: object) => JSON.stringify({ owner: 'o1', attempt: draftId, code: 'A101', word: 'w', ...more })
  const known = async (cookies: object, body: object, guest?: object, sent = made) => {
    const { enter } = house({ made: sent })
    const { cookies: [line] = [] } = (await enter(room, { cookies, body, guest })) as { cookies?: string[] }
    return JSON.parse(line!.slice('guest='.length))[1]
  }
  assert.is((await known({ claimed: claim({}) }, { draftId }))?.word, 'w')
  const moved = made.map((one) => ({ ...one, reservationCode: 'B202' }))
  assert.is((await known({ claimed: claim({}) }, { draftId }, undefined, moved))?.word, 'w', 'moved by the host')
  assert.equal(await known({ claimed: claim({}) }, { draftId }, { code: 'own' }), { code: 'own' })
  for (const [claimed, body] of [
    [claim({ owner: 'o2' }), { draftId }],
    [claim({ attempt: 'draft00000000002' }), { draftId }],
    [claim({}), {}],
    ['null', { draftId }],
  ] as const)
    assert.is(await known({ claimed }, body), null, claimed)
  const { enter, counts } = house({ made })
  const forged = { cookies: { claimed: claim({ code: 'A102' }) }, body: { draftId } }
  await enter(undefined, forged)
  assert.equal(counts, ['rightCode'], 'guesses with a forged code count against the code of the check-in')
  for (let tries = 0; tries < 30; tries++) await enter(undefined, forged)
  const refused = (await enter({ ...room, reservationCode: 'A102' }, forged)) as Refusal
  assert.is(refused.status, 429, 'and such a code is not known')
})

test('an invitation’s word belongs to one code, in any case', async () => {
  const store = { secret: async (_: string, make: () => string) => make() }
  const { tokenOf, isRight } = await invitations(store as never)
  assert.match(tokenOf('A101'), /^[\w-]{22}$/)
  assert.is(tokenOf('a101'), tokenOf('A101'))
  assert.equal(
    [isRight('a101', tokenOf('A101')), isRight('A102', tokenOf('A101')), isRight('A101', ''), isRight('A101', 'x')],
    [true, false, false, false],
  )
  assert.not.equal((await invitations(store as never)).tokenOf('A101'), tokenOf('A101'))
})

test('a secret is tried within its limit; a right try is not counted', async () => {
  const budgets = throttle()
  let device: string | undefined
  const clock = { ms: 1_000_000 }
  const tried = attempts({
    sessions: { device: () => device } as never,
    throttle: budgets,
    now: () => new Date(clock.ms),
  })
  const attempt = (isRight: boolean) => tried('pin', { cookies: {}, secure: false }, 'sealed', () => isRight)
  assert.equal(await attempt(false), { right: false, wait: 0 })
  assert.equal(await attempt(true), { right: true, wait: 0 })
  assert.equal(await attempt(false), { right: false, wait: 0 })
  await attempt(false)
  assert.equal(await tried('pin', { cookies: {}, secure: false }, '', assert.unreachable as never), {
    right: false,
    wait: 30,
  })
  device = 'mine'
  for (const right of [false, false, true, false, false]) assert.equal(await attempt(right), { right, wait: 0 })
  assert.equal([(await attempt(false)).wait, (await attempt(false)).wait], [0, 30], 'a right one clears all of its own')
})

test('PINs and access codes are stored as hashes, and compared whole', async () => {
  assert.equal([same('a', 'a'), same('a', 'b'), same('', 'a')], [true, false, false])
  const [one, two] = [await sealPin('1234'), await sealPin('1234')]
  assert.match(one, /^scrypt:[\w-]{22}:[\w-]{43}:15$/)
  assert.equal([await isPin('1234', one.slice(0, -3)), await isPin('1234', `${one.slice(0, -2)}14`)], [true, false])
  assert.not.equal(one, two)
  assert.equal(
    [await isPin('1234', one), await isPin('1235', one), await isPin('1234', 'scrypt:a:b')],
    [true, false, false],
  )
  assert.is(await sealAccessCode({} as never, ''), '')
  const secrets = { secret: async () => 'key' } as never
  const sealed = await sealAccessCode(secrets, '8305')
  assert.match(sealed, /^hmac:[\w-]{43}$/)
  assert.equal(
    [
      await isAccessCode(secrets, '8305', sealed),
      await isAccessCode(secrets, '8306', '8305'),
      await isAccessCode(secrets, '', ''),
    ],
    [true, false, false],
  )
})

test.run()
