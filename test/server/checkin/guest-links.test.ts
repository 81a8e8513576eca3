import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guestLinks, mostLinks } from '../../../server/checkin/guest-links'
import { answers, atTheDoor, type Door, type Jar } from '../http/door-world'

const test = suite('guests on phones of their own')
const days = 86_400_000
const attempt = 'a1b2c3d4e5f6a7b8'

/** What the second guest types: born in Germany, living in Italy. */
const anna = {
  secondGuestGender: 'DONNA',
  secondGuestName: 'Anna',
  secondGuestLastName: 'Keller',
  secondGuestCitizenship: 'Germania',
  secondGuestBirthCountry: 'Germania',
  secondGuestBirthDate: '1984-02-03',
  secondGuestResidenceCountry: 'Italia',
  secondGuestResidenceCity: 'Trento',
}
const party = (more: object = {}) => answers({ addSecondGuest: 'yes', elsewhere: 'second', draftId: attempt, ...more })

const entered = async ({ ask }: Door, code = 'A101') => {
  const jar: Jar = {}
  const { status } = await ask('POST', '/api/reservation-code', { body: { code, draftId: attempt }, jar })
  assert.is(status, 200)
  return jar
}
const linkOf = async ({ ask }: Door, jar: Jar, guest = 'second') => {
  const { status, json } = await ask('POST', '/api/guest-links', { body: { guest }, jar })
  assert.is(status, 200)
  return json.data.token as string
}
const opened = ({ ask }: Door, token: string, headers?: Record<string, string>) =>
  ask('POST', '/api/guest-link', { body: { token }, ...(headers && { headers }) })
const sendAnna = ({ ask }: Door, token: string, more: object = {}) =>
  ask('POST', '/api/guest-link/answers', { body: { ...anna, token, ...more } })
const states = async ({ ask }: Door, jar: Jar) => (await ask('GET', '/api/guest-links', { jar })).json.data
const faultsOf = (json: { faults: { field: string; rule: string; path: string }[] }) =>
  json.faults.map(({ field, rule, path }) => `${field} ${rule} ${path}`)

test(
  'a link adds one guest’s answers to the check-in; the first guest sees only a first name',
  atTheDoor(async (door) => {
    const { ask, store } = door
    const jar = await entered(door)
    const token = await linkOf(door, jar)
    assert.match(token, /^[\w-]{22}$/, '128 bits')
    assert.equal((await opened(door, token)).json.data, { guest: 'second' })
    assert.equal(await states(door, jar), [{ guest: 'second', state: 'open' }])
    const early = await ask('POST', '/api/checkin', { body: party(), jar })
    assert.is(early.status, 400)
    assert.equal(faultsOf(early.json), ['addSecondGuest waiting /add-second-guest'])
    assert.is((await sendAnna(door, token)).status, 200)
    const seen = await ask('GET', '/api/guest-links', { jar })
    assert.equal(seen.json.data, [{ guest: 'second', state: 'ready', name: 'ANNA' }])
    assert.not.match(seen.text, /KELLER|Germania|1984|TRENTO/i)
    const sent = await ask('POST', '/api/checkin', { body: party(), jar })
    assert.is(sent.status, 200, sent.text)
    const record = (await store.checkin(sent.json.data.id))!
    assert.equal(
      [record.secondGuestLastName, record.secondGuestBirthCity, record.secondGuestResidenceCity, record.addSecondGuest],
      ['KELLER', 'Germania', 'TRENTO', 'yes'],
    )
    assert.not.ok('elsewhere' in record)
    assert.equal(await states(door, jar), [], 'the answers stand in the check-in alone')
    assert.ok((await store.notes('guest-link')).every(({ sealed }) => sealed === undefined))
    // The answer was lost: the same attempt again is the same check-in, with its guest.
    const again = await ask('POST', '/api/checkin', { body: party(), jar })
    assert.equal(again.json.data, sent.json.data)
    assert.is((await store.checkin(sent.json.data.id))!.secondGuestLastName, 'KELLER')
  }),
)

test(
  'a later correction keeps the guest, and takes a new link’s answers',
  atTheDoor(async (door) => {
    const { ask, store } = door
    const jar = await entered(door)
    await sendAnna(door, await linkOf(door, jar))
    const { id } = (await ask('POST', '/api/checkin', { body: party(), jar })).json.data
    const path = `/api/checkin/${id}/update`
    assert.is((await ask('PATCH', path, { body: { mainGuestName: 'LUIGI', elsewhere: 'second' }, jar })).status, 200)
    assert.is((await store.checkin(id))!.secondGuestName, 'ANNA')
    const token = await linkOf(door, jar)
    // The new link has brought nothing yet: what stands in the record goes on to count.
    assert.is((await ask('PATCH', path, { body: { mainGuestName: 'UGO', elsewhere: 'second' }, jar })).status, 200)
    assert.is((await opened(door, token)).status, 200, 'a change elsewhere does not end the link')
    assert.is((await sendAnna(door, token, { secondGuestName: 'Anne' })).status, 200)
    assert.is((await ask('PATCH', path, { body: { elsewhere: 'second' }, jar })).status, 200)
    assert.is((await store.checkin(id))!.secondGuestName, 'ANNE')
    assert.is((await ask('PATCH', path, { body: { addSecondGuest: 'no', elsewhere: '' }, jar })).status, 200)
    assert.is((await store.checkin(id))!.secondGuestName, undefined, 'taken out')
  }),
)

test(
  'incomplete or wrong answers are refused by card, and the link stays open',
  atTheDoor(async (door) => {
    const jar = await entered(door)
    const token = await linkOf(door, jar)
    const without = await sendAnna(door, token, { secondGuestBirthDate: '' })
    assert.is(without.status, 400)
    assert.equal(faultsOf(without.json), ['secondGuestBirthDate required /second-guest-birthinfo'])
    const future = await sendAnna(door, token, { secondGuestBirthDate: '2999-01-01' })
    assert.is(future.status, 400)
    assert.is((await sendAnna(door, token, { mainGuestName: 'EVIL', addThirdGuest: 'yes' })).status, 200)
    const { json } = await door.ask('POST', '/api/checkin', { body: party(), jar })
    const record = (await door.store.checkin(json.data.id))!
    assert.is(record.mainGuestName, 'MARIO', 'a link writes its own guest alone')
    assert.is(record.addThirdGuest, 'no')
  }),
)

test(
  'a link used twice, withdrawn, guessed, expired, or of a finished check-in opens nothing and says why',
  atTheDoor(async (door) => {
    const { ask, clock } = door
    const jar = await entered(door)
    const [used, other] = [await linkOf(door, jar), await linkOf(door, jar, 'third')]
    const all = await Promise.all([sendAnna(door, used), sendAnna(door, used, { secondGuestName: 'Eva' })])
    assert.equal(all.map(({ status }) => status).sort(), [200, 410], 'two at once: one counts')
    const second = await opened(door, used)
    assert.equal([second.status, second.json.over], [410, 'answered'])
    assert.is((await sendAnna(door, used)).status, 410)
    const renewed = await linkOf(door, jar)
    assert.is((await opened(door, used)).status, 404, 'a new link ends the former one')
    assert.is((await ask('DELETE', '/api/guest-links/second', { jar })).status, 200)
    assert.is((await opened(door, renewed)).status, 404)
    assert.is((await ask('POST', '/api/checkin', { body: answers({ draftId: attempt }), jar })).status, 200)
    const finished = await opened(door, other)
    assert.equal([finished.status, finished.json.over], [410, 'over'])
    const late = await entered(door)
    const expired = await linkOf(door, late)
    clock.ms += 2 * days + 1000
    assert.is((await opened(door, expired)).status, 404)
    assert.is((await sendAnna(door, expired)).status, 404)
  }),
)

test(
  'guessed links count like wrong codes, and never hold up a right one',
  atTheDoor(async (door) => {
    const token = await linkOf(door, await entered(door))
    const tried = []
    for (let i = 0; i < 8; i++) tried.push((await opened(door, `guess${i}guess${i}guess${i}gu`)).status)
    assert.equal(tried, [404, 404, 404, 404, 404, 429, 429, 429], 'one network has five')
    assert.is((await opened(door, token)).status, 200)
  }),
)

test(
  'a link signs nobody in, and no other guest reads or ends it',
  atTheDoor(async (door) => {
    const { ask } = door
    const jar = await entered(door)
    const token = await linkOf(door, jar)
    const stranger: Jar = {}
    const { headers } = await ask('POST', '/api/guest-link', { body: { token }, jar: stranger })
    assert.is(headers['set-cookie'], undefined)
    await ask('POST', '/api/guest-link/answers', { body: { ...anna, token }, jar: stranger })
    assert.equal(stranger, {})
    for (const [method, path] of [
      ['GET', '/api/guest-links'],
      ['POST', '/api/guest-links'],
      ['DELETE', '/api/guest-links/second'],
      ['POST', '/api/checkin'],
    ] as const)
      assert.is((await ask(method, path, { ...(method === 'POST' && { body: {} }), jar: stranger })).status, 401, path)
    const another: Jar = {}
    await ask('POST', '/api/reservation-code', { body: { code: 'A101', draftId: 'ffffffffffffffff' }, jar: another })
    assert.equal(await states(door, another), [])
    await ask('DELETE', '/api/guest-links/second', { jar: another })
    const theirs = await ask('POST', '/api/checkin', { body: party({ draftId: 'ffffffffffffffff' }), jar: another })
    assert.is(theirs.status, 400, 'another check-in does not get these answers')
    assert.equal((await states(door, jar))[0].state, 'ready')
    for (const guest of ['main', 'guest31', '__proto__', 'SECOND', ''])
      assert.is((await ask('POST', '/api/guest-links', { body: { guest }, jar })).status, 404, guest)
  }),
)

test(
  'the answers are encrypted in files and backups, and deleted after two days',
  atTheDoor(async (door) => {
    const { dir, store, clock, services } = door
    const token = await linkOf(door, await entered(door))
    await sendAnna(door, token, { secondGuestLastName: 'Unverwechselbar' })
    const files = () => readdirSync(dir).filter((name) => name.startsWith('checkin.'))
    for (const name of files()) {
      const text = readFileSync(join(dir, name), 'latin1')
      assert.not.match(text, /UNVERWECHSELBAR|1984-02-03/, name)
      assert.not.ok(text.includes(token), 'the token stands as a digest')
    }
    const backup = Buffer.from(await store.backup()).toString('latin1')
    assert.not.match(backup, /UNVERWECHSELBAR/)
    assert.not.ok(backup.includes(await store.secret('guest-links', () => '')), 'the key is in no backup')
    const [note] = await store.notes('guest-link')
    assert.match(note!.sealed!, /^s1:/)
    clock.ms += 2 * days + 1000
    await services.links.sweep()
    assert.equal(await store.notes('guest-link'), [])
  }),
)

test(
  'the links of a code, and the bytes of an answer, are limited',
  atTheDoor(async (door) => {
    const { store, clock } = door
    const jar = await entered(door)
    const token = await linkOf(door, jar)
    const links = guestLinks({ store, now: () => new Date(clock.ms) })
    for (let i = 1; i < mostLinks; i++) await links.make({ owner: `owner${i}`, code: 'A101' }, 'second', true)
    assert.is((await door.ask('POST', '/api/guest-links', { body: { guest: 'third' }, jar })).status, 429)
    assert.is(
      (
        await door
          .guest('2020')
          .then((other) => door.ask('POST', '/api/guest-links', { body: { guest: 'second' }, jar: other }))
      ).status,
      200,
    )
    assert.is((await sendAnna(door, token, { secondGuestResidenceCity: 'x'.repeat(20_000) })).status, 413)
    clock.ms += 2 * days + 1000
    assert.ok(await linkOf(door, await entered(door)))
  }),
)

test(
  'a guest beyond a limit lowered meanwhile is refused by name, on the card that asks for one more',
  atTheDoor(async (door) => {
    const { ask, store } = door
    const jar = await entered(door)
    await sendAnna(door, await linkOf(door, jar))
    await store.saveSettings({ mostGuests: 3 })
    assert.is((await ask('POST', '/api/guest-links', { body: { guest: 'guest4' }, jar })).status, 404)
    const twice = party({ mainGuestName: 'Anna', mainGuestLastName: 'Keller', mainGuestBirthDate: '1984-02-03' })
    const { status, json } = await ask('POST', '/api/checkin', { body: twice, jar })
    assert.is(status, 400)
    assert.equal(faultsOf(json), ['addSecondGuest twice /add-second-guest'], 'the first guest cannot open that card')
  }),
)

test(
  'a link survives a restart; after a restored backup it asks for the answers again',
  atTheDoor(async (door) => {
    const { store, clock } = door
    const jar = await entered(door)
    const token = await linkOf(door, jar)
    await sendAnna(door, token)
    const again = guestLinks({ store, now: () => new Date(clock.ms) })
    assert.equal((await again.find(token))?.over, 'answered')
    await store.saveSecret('guest-links', Buffer.alloc(32, 7).toString('base64url'))
    assert.equal((await states(door, jar))[0].state, 'open')
    const { status } = await door.ask('POST', '/api/checkin', { body: party(), jar })
    assert.is(status, 400)
  }),
)

test.run()
