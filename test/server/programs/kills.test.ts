// The built server is killed and started again five times.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { BookingVerdict } from '../../../schema/calls/programs'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { until } from '../../until'
import { asker, byHand, pin } from '../http/door-world'
import { folder } from '../store/store-world'
import { hostAt, start } from './process-house'
import { receiver } from './receiver'

const test = suite('programs and kill -9')

/** Chance with a seed (a linear congruential generator), so that a failure comes again. */
const chanceOf = (seed: number) => () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32

test('bookings sent again after a kill in the middle of the call are no doubles, for each key by itself', async () => {
  const dir = folder()
  const chance = chanceOf(7)
  let house = await start(dir)
  let host = await hostAt(house)
  const keyOf = async (name: string) =>
    (await host('POST', '/api/programs', { name, current: pin })).json.data.key as string
  const keys = [await keyOf('Alfa'), await keyOf('Beta')]
  const day = (n: number) => addDays(italianDay(), n)
  const each = 60
  const bookings = Array.from({ length: 2 * each }, (_, n) => ({
    reference: `r-${n}`,
    updated: '2026-01-01T10:00:00Z',
    arrival: day(1 + (n % 60)),
    departure: day(3 + (n % 60)),
    people: 1 + (n % 4),
  }))
  const send = async (key: string, list: object[]) => {
    const headers = { authorization: `Bearer ${key}` }
    const { status, json } = await asker(house.url)('POST', '/api/v1/bookings', { headers, body: { bookings: list } })
    return status === 200 ? (json.data.results as BookingVerdict[]).map(({ verdict }) => verdict) : []
  }
  const counted = async () => {
    const stays = (await host('GET', '/api/bookings')).json.data.stays as { program: string; arrival: string }[]
    return ['Alfa', 'Beta'].map((name) => stays.filter(({ program }) => program === name).length)
  }
  const journal = () => statSync(join(dir, 'checkin.journal')).size
  let [cut, between] = [0, 0]
  for (let kills = 0; kills < 2; kills++) {
    const [size, from] = [journal(), kills * each]
    const under = keys.map((key) => send(key, bookings.slice(from, from + each)).catch(() => void cut++))
    await until('some are written', () => journal() > size + 1000 + chance() * 12_000)
    await house.kill()
    await Promise.all(under)
    house = await start(dir)
    host = await hostAt(house)
    const counts = await counted()
    for (const count of counts) {
      assert.ok(count <= from + each, `${count} stays`)
      if (count > 0 && count < from + each) between++
    }
  }
  assert.ok(cut > 0 && between > 0, 'calls were cut in the middle')
  for (const key of keys)
    for (let from = 0; from < bookings.length; from += each) {
      const some = bookings.slice(from, from + each)
      const verdicts = await send(key, some)
      assert.ok(verdicts.length === each && verdicts.every((one) => one === 'added' || one === 'same'), `${verdicts}`)
      const late = some.map((one) => ({ ...one, updated: '2025-12-31T10:00:00Z', people: 9 }))
      assert.ok((await send(key, late.reverse())).every((one) => one === 'older'))
    }
  assert.equal(await counted(), [bookings.length, bookings.length])
  const stays = (await host('GET', '/api/bookings')).json.data.stays as { people: number }[]
  assert.ok(stays.every(({ people }) => people <= 4))
  await house.kill()
  console.log(`# ${cut} calls cut, ${between} of them in the middle`)
})

test('check-ins are told whole and in order, though the server is killed while they come and are told', async () => {
  const dir = folder()
  const chance = chanceOf(11)
  const to = await receiver()
  to.answers((_, res) => void setTimeout(() => res.writeHead(204).end(), chance() * 40))
  let house = await start(dir)
  let host = await hostAt(house)
  await host('PATCH', '/api/settings/webhook', { webhookAddress: to.address, webhookGuests: false, current: pin })
  await host('POST', '/api/webhook/key', { current: pin })
  const ids: number[] = []
  let done = 0
  const live = async () => {
    for (; ; done++) {
      const known = ids[Math.floor(chance() * ids.length)]
      if (!known || chance() < 0.4) ids.push((await host('POST', '/api/checkin', byHand())).json.data.id)
      else if (chance() < 0.2) await host('DELETE', `/api/checkin/${known}`)
      else
        await host('PATCH', `/api/checkin/${known}/update`, { roomDescription: `Camera ${Math.floor(chance() * 99)}` })
    }
  }
  for (let kills = 0; kills < 3 || ids.length <= 8; kills++) {
    const goal = done + 4 + chance() * 8
    const work = live().catch(() => {}) // Until the server is gone.
    await until('some changes', () => done > goal)
    await house.kill()
    await work
    house = await start(dir)
    host = await hostAt(house)
  }
  const waiting = async () => (await host('GET', '/api/webhook')).json.data.webhook.waiting as number
  const stored = (await host('GET', '/api/checkins')).json.data as { id: number; roomDescription: string }[]
  const newest = () => {
    const found = new Map<number, (typeof to.events)[0]>()
    for (const event of to.events) {
      const before = found.get(event.data.checkin!)
      if ((before?.data.version ?? 0) < event.data.version!) found.set(event.data.checkin!, event)
    }
    return found
  }
  const isToldAll = () => {
    const found = newest()
    const isThere = stored.every(({ id, roomDescription }) => found.get(id)?.data.state?.room === roomDescription)
    const there = new Set(stored.map(({ id }) => id))
    return isThere && [...found].every(([id, { type }]) => there.has(id) || type === 'checkin.removed')
  }
  await until('every state told', async () => (await waiting()) === 0 && isToldAll())
  const texts = new Map<string, string>()
  const versions = new Map<number, number>()
  for (const { id, text, data } of to.events) {
    assert.is(texts.get(id) ?? text, text, 'the same event under an id')
    texts.set(id, text)
    assert.ok(data.version! >= (versions.get(data.checkin!) ?? 0), 'in order')
    versions.set(data.checkin!, data.version!)
  }
  const again = to.events.length - texts.size
  console.log(`# ${ids.length} check-ins, ${texts.size} events, ${again} of them again after a kill`)
  assert.ok(ids.length > 8)
  await house.kill()
  to.close()
})

test.run()
