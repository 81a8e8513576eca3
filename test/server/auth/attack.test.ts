import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, type Settings } from '../../../schema/settings'
import { attempts } from '../../../server/auth/attempts'
import { type CodeContext, guestEntry } from '../../../server/auth/guest-entry'
import { sessions } from '../../../server/auth/sessions'
import { type Kind, type Throttle, throttle } from '../../../server/auth/throttle'
import type { Room } from '../../../server/checkin/intake'
import type { Services } from '../../../server/http/call'
import { Refusal } from '../../../server/http/refusal'
import type { Counter } from '../../../server/store/store'

const test = suite('the best attack, against a clock that costs nothing')

const day = 86_400_000

/**
 * The budgets as the server has them, over a clock the attack moves. Whoever must wait ends the server as well and has
 * it started again: what counts is only what the store kept.
 */
const house = () => {
  const kept: Record<string, Counter> = {}
  const save = async (name: string, counter: Counter | null) => {
    if (counter) kept[name] = { ...counter }
    else delete kept[name]
  }
  const clock = { ms: 0 }
  const now = () => new Date(clock.ms)
  const start = (): Throttle => throttle(structuredClone(kept), save)
  const world = { clock, throttle: start(), now, sessions: sessions('key', () => clock.ms) }
  return { ...world, restart: () => (world.throttle = start()), services: () => world as unknown as Services }
}

const stranger = { cookies: {}, secure: false }

/**
 * The moments, in days, at which so many guesses at a secret were compared, by who uses every one of the ways that
 * compare it as soon as it is open.
 */
const guessed = async (ways: readonly ('pin' | 'access' | 'pinAsCode')[], guesses: number): Promise<number[]> => {
  const target = house()
  const moments: number[] = []
  while (moments.length < guesses) {
    const { throttle: door } = target.services()
    const waits = ways.map((way) => door.wait(way as Kind, 'unknown', target.clock.ms))
    const open = ways[waits.indexOf(0)]
    if (!open) {
      target.clock.ms += Math.min(...waits) * 1000
      target.restart()
      continue
    }
    await attempts(target.services())(open, stranger, 'the seal', () => {
      moments.push(target.clock.ms / day)
      return false
    })
    target.clock.ms += 1
  }
  return moments
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

/** When the first of two secrets is found, each with the same chance at every one of its guesses. */
const either = (one: readonly number[], other: readonly number[]) => {
  const sorted = [one, other].map((moments) => [...moments].sort((a, b) => a - b))
  const all = sorted.flatMap((moments, which) => moments.map((at) => ({ at, which }))).sort((a, b) => a.at - b.at)
  const left = sorted.map(({ length }) => length)
  let sum = 0
  for (const { at, which } of all) {
    left[which]!--
    sum += (at / sorted[which]!.length) * (left[1 - which]! / sorted[1 - which]!.length)
  }
  return sum
}

const room: Room = { reservationCode: 'A101', roomDescription: 'Camera Blu', showPaymentPage: true }
const withCodes = { ...defaults, reservationCodes: [{ code: 'A101' }] } as unknown as Settings

type Target = ReturnType<typeof house>

/** The guests' way in, over the attack's clock. */
const entryOf = (target: Target) =>
  guestEntry({ ...target.services(), invitations: { isRight: () => false }, store: {} } as never)

/** Types a code from an address; answers the seconds to wait, 0 where it was compared. */
const typing = (enter: ReturnType<typeof entryOf>, typed: Room | undefined, address: string, counted = false) =>
  enter({ ...stranger, address, body: {}, guest: undefined } as unknown as CodeContext, withCodes, typed, {
    wait: 0,
    counted,
  }).then(
    () => 0,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return error.status === 404 ? 0 : (error.more as { retryAfter: number }).retryAfter
    },
  )

/**
 * The moments, in days, of so many guesses at the access code by who also has a guest's code, and so gets tries back.
 */
const guessedByGuest = async (guesses: number): Promise<number[]> => {
  const target = house()
  const enter = entryOf(target)
  const moments: number[] = []
  while (moments.length < guesses) {
    const address = `network ${Math.floor(moments.length / 3)}`
    const { wait, counted } = await attempts(target.services())('access', stranger, 'the seal', () => {
      moments.push(target.clock.ms / day)
      return false
    })
    if (wait) {
      target.clock.ms += wait * 1000
      continue
    }
    await typing(enter, undefined, address, counted)
    target.clock.ms += 1
    if (moments.length % 3 === 0) await typing(enter, room, address)
  }
  return moments
}

/**
 * Wrong reservation codes compared in so many days, each from a network and a browser never seen before. Who `knows` a
 * code types it after every three wrong ones, from one browser, for the tries that are given back: each time, or only
 * where the waits have grown long.
 */
const codesCompared = async (days: number, knows?: 'always' | 'late') => {
  const target = house()
  let compared = 0
  let enter = entryOf(target)
  const type = (typed: Room | undefined, address: string) => typing(enter, typed, address)
  /** Types as soon as it may be, and says how long that was not. */
  const patiently = async (typed: Room | undefined, address: string) => {
    let waited = 0
    for (let wait = await type(typed, address); wait; wait = await type(typed, address)) {
      target.clock.ms += wait * 1000
      waited += wait
      // Who knows a code keeps the server running: what it would give back is in its memory.
      if (knows) continue
      target.restart()
      enter = entryOf(target)
    }
    return waited
  }
  while (target.clock.ms < days * day) {
    // Three from one network and browser, which is less than either may: then the next, or the code that is known.
    const address = `network ${Math.floor(compared / 3)}`
    const waited = await patiently(undefined, address)
    compared++
    target.clock.ms += 1
    if (compared % 3 === 0 && (knows === 'always' || (knows === 'late' && waited > 7000)))
      await patiently(room, address)
  }
  return compared / days
}

/** The days after which one of so many codes is found on average, by so many guesses a day among all there could be. */
const daysToFind = (signs: number, codes: number, aDay: number) => (signs ** 4 + 1) / (codes + 1) / aDay

const docs = readFileSync('docs/operations.md', 'utf8')
const figure = (days: number) => Math.round(days).toLocaleString('en-US')
/** The manual says this figure in the row of the attack table that begins so. */
const stands = (row: string, words: string) => {
  const line = docs.split('\n').find((one) => one.startsWith(`| ${row}`))
  assert.ok(line?.includes(words), `docs/operations.md, "${row}": ${words}`)
}

test('the PIN, alone and beside the access code, in a house with codes and in one without', async () => {
  const all = 10_000
  const [pin, access, pinWithoutCodes] = [
    await guessed(['pin'], all),
    await guessed(['access'], all),
    await guessed(['pin', 'pinAsCode'], all),
  ]
  const found = {
    pin: figure(mean(pin)),
    either: figure(either(pin, access)),
    pinWithoutCodes: figure(mean(pinWithoutCodes)),
    eitherWithoutCodes: figure(either(pinWithoutCodes, access)),
    eitherByGuest: figure(either(pin, await guessedByGuest(all))),
  }
  console.log(`\n# ${all} guesses over ${Math.round(pin.at(-1)!)} days: ${JSON.stringify(found)}`)
  stands('guessing the PIN', `${found.pin} days`)
  stands('the access code too', `${found.either} days`)
  stands('the access code too', `${found.eitherByGuest} by who has a guest's code`)
  stands('both, in a house without codes', `${found.pinWithoutCodes} days`)
  stands('both, in a house without codes', `${found.eitherWithoutCodes} days`)
})

test('reservation codes, from as many networks as there are guesses', async () => {
  const aDay = await codesCompared(365)
  const ways = [await codesCompared(365, 'always'), await codesCompared(365, 'late')]
  const knowing = Math.max(...ways)
  console.log(
    `\n# wrong codes compared a day: ${aDay.toFixed(1)}; by who knows a code: ${ways.map((one) => one.toFixed(1))}`,
  )
  stands('guessing reservation codes', `${aDay.toFixed(1)} a day`)
  stands('guessing reservation codes', `letters: ${figure(daysToFind(36, 20, aDay))} days`)
  stands('guessing reservation codes', `figures alone: ${figure(daysToFind(10, 20, aDay))} days`)
  stands('guessing reservation codes', `${knowing.toFixed(1)} by who knows one`)
})

test.run()
