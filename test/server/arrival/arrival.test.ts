import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mask } from '../../../schema/settings'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { romeInstant } from '../../../src/core/text/rome-time'
import { answers, atTheDoor, type Door, type Jar, pin } from '../http/door-world'
import { standsIn } from '../store/raw-bytes'

const test = suite('arrival instructions')
const day = 86_400_000

const houseWords = {
  id: 'house',
  address: 'Via del Pozzo 7, Trento',
  door: { it: 'Portone verde, secondo piano', de: 'Grünes Tor, zweiter Stock' },
  keyBox: '4711-chiave',
  wifiName: 'Casa Zaccaria',
  wifiPassword: 'pozzo-profondo',
  contact: { it: 'Ada, +39 333 1234567' },
}
const roomWords = { id: 'one', keyBox: '0815-camera', door: { it: 'Porta blu in cortile' } }

type Rule = { arrivalIdentified?: boolean; arrivalPaid?: boolean; arrivalTimed?: boolean; arrivalHoursBefore?: number }

const written = async ({ ask }: Door, jar: Jar, guides: object[] = [houseWords, roomWords]) => {
  const body = { value: guides, current: pin }
  const { status, text } = await ask('PATCH', '/api/settings/arrivalGuides', { jar, body })
  assert.is(status, 200, text)
}

/** A guest who has sent and confirmed: the number and the receipt's token. */
const registered = async ({ ask, guest }: Door, more: object = {}, code = 'A101') => {
  const jar = await guest(code)
  const sent = await ask('POST', '/api/checkin', { jar, body: answers(more) })
  assert.is(sent.status, 200, sent.text)
  const id: number = sent.json.data.id
  const { json } = await ask('POST', `/api/checkin/${id}/confirm`, { jar })
  return { id, token: json.data.receipt as string, jar }
}

const read = ({ ask }: Door, token: string, language?: string) =>
  ask('POST', '/api/arrival', { body: { token, ...(language && { language }) } })
const stateOf = async (door: Door, token: string) => {
  const { status, json } = await read(door, token)
  return status === 200 ? json.data.state : [status, json.over]
}
const rule = async ({ store }: Door, settings: Rule) => store.saveSettings(settings)
const say = ({ ask }: Door, jar: Jar, id: number, as: string) =>
  ask('POST', `/api/checkin/${id}/arrival`, { jar, body: { as } })

test(
  'a receipt’s token reads them once the rule holds: field by field from stay, room and house, in the guest’s language',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const before = await registered(door)
    assert.is(before.token, undefined, 'a house that tells nothing makes no token')
    await written(door, jar)
    const { id, token } = await registered(door)
    assert.match(token, /^\d+-[\w-]{22}$/, '128 bits')
    const { json, headers } = await read(door, token, 'de')
    assert.is(headers['cache-control'], 'no-store')
    assert.equal(json.data.state, { is: 'released', by: 'rule' })
    assert.equal(json.data.guide, {
      address: 'Via del Pozzo 7, Trento',
      door: 'Porta blu in cortile',
      keyBox: '0815-camera',
      wifiName: 'Casa Zaccaria',
      wifiPassword: 'pozzo-profondo',
      contact: 'Ada, +39 333 1234567',
    })
    assert.not.match(JSON.stringify(json), /ROSSI|MARIO|Firenze/i, 'it names nobody')
    const own = { keyBox: '9999-solo', wifiName: 'Ospiti', door: { it: '  ' } }
    const patched = await door.ask('PATCH', `/api/checkin/${id}/arrival`, { jar, body: { own } })
    assert.is(patched.status, 200, patched.text)
    const after = (await read(door, token)).json.data.guide
    assert.equal(
      [after.keyBox, after.wifiName, after.wifiPassword, after.door],
      ['9999-solo', 'Ospiti', undefined, 'Porta blu in cortile'],
    )
    const other = await registered(door, {}, '2020')
    assert.equal((await read(door, other.token)).json.data.guide.keyBox, '4711-chiave')
    const linking = { ...own, contact: { en: 'https://other.example/' } }
    const save = async (more: object) =>
      (await door.ask('PATCH', `/api/checkin/${id}/arrival`, { jar, body: { own: linking, ...more } })).json
    assert.equal((await save({})).faults, [{ field: 'current', rule: 'required' }], 'a new web address needs the PIN')
    assert.is((await save({ current: pin })).success, true)
    assert.is((await save({})).success, true, 'a known one does not')
    await door.ask('PATCH', `/api/checkin/${id}/arrival`, { jar, body: { own } })
    const wrong = await door.ask('PATCH', `/api/checkin/${id}/arrival`, { jar, body: { own: { door: 'x', a: 1 } } })
    assert.is(wrong.status, 400)
  }),
)

test(
  'nothing of them is in a page, a flow file, a public setting, a log or the answer before the rule holds',
  atTheDoor(async (door) => {
    const jar = await door.host()
    await written(door, jar)
    await rule(door, { arrivalIdentified: true })
    const { id, token, jar: guest } = await registered(door)
    const secret = /4711-chiave|0815-camera|pozzo-profondo|Pozzo 7|Portone verde|Zaccaria|Grünes|Porta blu/
    assert.equal(await stateOf(door, token), { is: 'waiting', waits: ['identified'] })
    for (const path of ['/', '/arrival', '/confirmation', '/api/settings', '/privacy-notice']) {
      const { text } = await door.ask('GET', path, { jar: guest })
      assert.not.match(text, secret, path)
    }
    for (const asset of (await door.ask('GET', '/')).text.match(/\/assets\/[^"]+/g) ?? [])
      assert.not.match((await door.ask('GET', asset)).text, secret, asset)
    assert.not.match((await read(door, token)).text, secret)
    await door.ask('POST', `/api/checkin/${id}/identified`, {
      jar,
      body: { guests: ['main'], how: 'video', by: 'Ada' },
    })
    assert.match((await read(door, token)).text, secret)
    assert.not.match(door.lines.join('\n'), secret)
    assert.not.match(door.lines.join('\n'), new RegExp(token.slice(3)))
    const guests = await door.ask('GET', `/api/checkin/${id}/arrival`, { jar: guest })
    assert.is(guests.status, 401, 'the host’s call is no guest’s')
  }),
)

test(
  'each condition of the rule is waited for, together; the host releases, withdraws, and leaves it to the rule',
  atTheDoor(async (door) => {
    const jar = await door.host()
    await written(door, jar)
    await rule(door, { arrivalIdentified: true, arrivalPaid: true, arrivalTimed: true, arrivalHoursBefore: 2 })
    const today = italianDay(new Date(door.clock.ms))
    const arrivalDate = addDays(today, 2)
    const { id, token } = await registered(door, { arrivalDate, departureDate: addDays(today, 5) })
    const from = new Date(romeInstant(arrivalDate, '13:00')).toISOString()
    assert.equal(await stateOf(door, token), { is: 'waiting', waits: ['identified', 'paid', 'time'], from })
    await door.ask('POST', `/api/checkin/${id}/identified`, {
      jar,
      body: { guests: ['main'], how: 'inPerson', by: 'A' },
    })
    await door.ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { paymentStatus: 'completed' } })
    assert.equal(await stateOf(door, token), { is: 'waiting', waits: ['time'], from })
    door.clock.ms = Date.parse(from) - 1
    assert.equal((await stateOf(door, token)).waits, ['time'])
    door.clock.ms++
    assert.equal(await stateOf(door, token), { is: 'released', by: 'rule' })
    // The session of the days before is over.
    const back = await door.host()
    await say(door, back, id, 'withdrawn')
    assert.equal((await stateOf(door, token)).is, 'withdrawn')
    assert.not.ok('guide' in (await read(door, token)).json.data)
    await door.ask('POST', `/api/checkin/${id}/identified`, { jar: back, body: { guests: ['main'] } })
    await say(door, back, id, 'released')
    assert.equal((await stateOf(door, token)).by, 'host')
    await say(door, back, id, 'rule')
    assert.equal((await stateOf(door, token)).waits, ['identified'])
    assert.is((await say(door, back, id, 'always')).status, 400)
  }),
)

test(
  'a receipt’s token ends with the departure, a cancelled stay, a deletion and a new link; another’s opens nothing',
  atTheDoor(async (door) => {
    const jar = await door.host()
    await written(door, jar)
    const [one, two, three] = [await registered(door), await registered(door, {}, '2020'), await registered(door)]
    const swapped = `${two.id}-${one.token.split(/-(.*)/)[1]}`
    assert.equal(await stateOf(door, swapped), [404, 'unknown'])
    const renewed = await door.ask('POST', `/api/checkin/${one.id}/arrival/link`, { jar })
    assert.match(renewed.json.data.link, /\/arrival\?lang=it#\d+-/)
    assert.equal(await stateOf(door, one.token), [404, 'unknown'])
    const fresh = renewed.json.data.link.split('#')[1]
    assert.equal((await stateOf(door, fresh)).is, 'released')
    await door.ask('DELETE', `/api/checkin/${one.id}`, { jar })
    assert.equal(await stateOf(door, fresh), [404, 'unknown'])
    const today = italianDay(new Date(door.clock.ms))
    const [stay] = (
      await door.ask('POST', '/api/bookings', {
        jar,
        body: { stays: [{ arrival: today, departure: addDays(today, 3) }] },
      })
    ).json.data.ids
    await door.ask('POST', `/api/bookings/${stay}/match`, { jar, body: { checkin: three.id, isIts: true } })
    const booking = (await door.services.bookings.one(stay))!
    await door.services.bookings.alone(() =>
      door.services.bookings.save({ ...booking, cancelled: new Date(door.clock.ms).toISOString() }),
    )
    assert.equal(await stateOf(door, three.token), [410, 'over'])
    door.clock.ms = romeInstant(addDays(today, 4), '00:00') - 1000
    assert.equal((await stateOf(door, two.token)).is, 'released', 'the day of departure counts')
    door.clock.ms += 2000
    assert.equal(await stateOf(door, two.token), [410, 'over'])
  }),
)

test(
  'guessed tokens count like wrong codes, and a right one never waits',
  atTheDoor(async (door) => {
    const jar = await door.host()
    await written(door, jar)
    const { id, token } = await registered(door)
    const guess = () => read(door, `${id}-${'A'.repeat(22)}`)
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await guess()).status)
    assert.equal(statuses.slice(0, 3), [404, 404, 404])
    assert.is(statuses.at(-1), 429)
    assert.is((await read(door, token)).status, 200)
    door.clock.ms += day
    for (const odd of ['', '0', '1-', `${id}`, `${id}-`, '-1-AAAAAAAAAAAAAAAAAAAAAA', 'x'.repeat(900), `${token}A`])
      assert.ok([404, 429].includes((await read(door, odd)).status), odd)
  }),
)

test(
  'key box and Wi-Fi are masked for the host, need the PIN to change, and those of one stay are in no file or backup',
  atTheDoor(async (door) => {
    const jar = await door.host()
    await written(door, jar)
    const { id } = await registered(door)
    const shown = (await door.ask('GET', '/api/settings', { jar })).json.data.arrivalGuides
    assert.equal([shown[0].keyBox, shown[0].wifiPassword, shown[1].wifiPassword], [mask, mask, ''])
    const save = async (value: object[]) =>
      (await door.ask('PATCH', '/api/settings/arrivalGuides', { jar, body: { value } })).status
    shown[0].contact = { it: 'Ugo' }
    assert.is(await save(shown), 200, 'masks that come back change nothing, and ask no PIN')
    assert.is((await door.store.settings()).arrivalGuides![0]!.keyBox, '4711-chiave')
    assert.is(await save([{ ...shown[0], keyBox: '1' }, shown[1]]), 400)
    assert.is(await save([{ ...shown[0], keyBox: '' }, shown[1]]), 400, 'a secret taken out too')
    assert.is(await save([shown[0], shown[0]]), 400, 'twice the same')
    const preview = await door.ask('GET', '/api/arrival-preview?room=one&language=de', { jar })
    assert.equal([preview.json.data.keyBox, preview.json.data.door], ['0815-camera', 'Porta blu in cortile'])
    await door.ask('PATCH', `/api/checkin/${id}/arrival`, { jar, body: { own: { keyBox: 'zaccaria-7' } } })
    assert.equal(standsIn(door.dir, ['zaccaria-7']), [])
    assert.equal((await door.ask('GET', `/api/checkin/${id}/arrival`, { jar })).json.data.own, { keyBox: 'zaccaria-7' })
    assert.not.ok(Buffer.from(await door.store.backup()).includes('zaccaria-7'))
  }),
)

test.run()
