import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mailAllowance } from '../../../server/mail/delivery'
import { shelf } from './shelf'

const test = suite('the letters of a day')

const morning = new Date('2026-05-01T10:00:00Z')
/** The keyed digest of one@example.org: existing stores have their counts under it. */
const one = '31206d6a7e95ab8887b626b6'

const opened = async (house = shelf(), clock = { now: morning }) => {
  const allowance = await mailAllowance(house.store, 'key', () => clock.now)
  const letters = async (count: number, address?: string) => {
    for (let n = 0; n < count; n++) await allowance.count(address)
  }
  return { ...house, clock, allowance, letters }
}

test('a letter is counted by the day in Italy, under a keyed name of the address, in one note', async () => {
  const { allowance, days, letters, clock } = await opened()
  await letters(2, ' One@example.org ')
  await letters(1)
  assert.equal(
    days().map(({ id: _, ...rest }) => rest),
    [{ day: '2026-05-01', house: 3, addresses: { [one]: 2 } }],
  )
  await allowance.giveBack('one@example.org')
  await allowance.giveBack(undefined)
  assert.equal([days()[0]!.house, days()[0]!.addresses], [1, { [one]: 1 }])
  clock.now = new Date('2026-05-01T22:00:00Z')
  await letters(1)
  assert.equal(
    days().map(({ id: _, ...rest }) => rest),
    [{ day: '2026-05-02', house: 1, addresses: {} }],
  )
})

test('an address gets at most three letters a day, and the house sends a hundred', async () => {
  const { allowance, letters, clock } = await opened()
  await letters(2, 'one@example.org')
  assert.is(allowance.usedUp('one@example.org'), undefined)
  await letters(1, 'one@example.org')
  assert.equal(['one@example.org', 'ONE@EXAMPLE.ORG ', 'two@example.org', undefined].map(allowance.usedUp), [
    'address',
    'address',
    undefined,
    undefined,
  ])
  await letters(96)
  assert.is(allowance.usedUp(), undefined)
  await letters(1)
  assert.equal(['one@example.org', 'two@example.org', undefined].map(allowance.usedUp), ['address', 'house', 'house'])
  clock.now = new Date('2026-05-01T21:59:59Z')
  assert.is(allowance.usedUp(), 'house')
  clock.now = new Date('2026-05-01T22:00:00Z')
  assert.equal([allowance.usedUp('one@example.org'), allowance.usedUp()], [undefined, undefined])
})

test('a returned letter frees its count, and one never counted frees none', async () => {
  const { allowance, days, letters } = await opened()
  await allowance.giveBack('one@example.org')
  assert.equal([days()[0]!.house, days()[0]!.addresses], [0, { [one]: 0 }])
  await letters(3, 'one@example.org')
  assert.is(allowance.usedUp('one@example.org'), 'address')
  await allowance.giveBack('one@example.org')
  assert.is(allowance.usedUp('one@example.org'), undefined)
})

test('a restart continues with the latest count and removes older ones left by a crash', async () => {
  const house = shelf()
  const count = (letters: number) =>
    house.add('mail-day', { day: '2026-05-01', house: letters, addresses: { [one]: letters - 97 } })
  count(98)
  count(99)
  const latest = count(100)
  const { allowance, days, letters, clock } = await opened(house)
  assert.equal(
    days().map(({ id }) => id),
    [latest],
  )
  assert.equal([allowance.usedUp(), allowance.usedUp('one@example.org')], ['house', 'address'])
  clock.now = new Date('2026-05-02T10:00:00Z')
  await letters(1, 'one@example.org')
  assert.equal(
    days().map(({ id: _, ...rest }) => rest),
    [{ day: '2026-05-02', house: 1, addresses: { [one]: 1 } }],
  )
})

test('a letter that cannot be counted is not sent', async () => {
  const house = shelf()
  const allowance = await mailAllowance(
    { ...house.store, note: () => Promise.reject(new Error('full')) },
    'key',
    () => morning,
  )
  for (let n = 0; n < 4; n++)
    assert.is(await allowance.count('one@example.org').catch((error: Error) => error.message), 'full')
  assert.is(allowance.usedUp('one@example.org'), undefined)
})

test.run()
