import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, type Settings } from '../../../schema/settings'
import type { Services } from '../../../server/api/handlers'
import { type CodeCall, guestEntry } from '../../../server/auth/guest-entry'
import { sessions } from '../../../server/auth/sessions'
import { attempts, type BudgetKind, type Throttle, throttle } from '../../../server/auth/throttle'
import type { Room } from '../../../server/checkin/intake'
import { Refusal } from '../../../server/shared/messages'
import type { Counter } from '../../../server/store/store'

const test = suite('the best attack, against a clock that costs nothing')

// Half a million refusals are thrown, whose stacks nobody reads.
Error.stackTraceLimit = 0

const day = 86_400_000

/**
 * The server's budgets over a clock that the attack moves. An attacker who must wait also restarts the server, so only
 * the stored counts apply.
 */
const house = () => {
  const kept: Record<string, Counter> = {}
  const save = async (name: string, counter: Counter | null) => {
    if (counter) kept[name] = { ...counter }
    else delete kept[name]
  }
  const clock = { ms: 0 }
  const now = () => new Date(clock.ms)
  const start = (): Throttle => throttle(kept, save)
  const world = { clock, throttle: start(), now, sessions: sessions('key', () => clock.ms) }
  return { ...world, restart: () => (world.throttle = start()), services: () => world as unknown as Services }
}

const stranger = { cookies: {}, secure: false }

/**
 * Returns the times, in days, of so many guesses at a secret, for an attacker who uses every one of these calls at the
 * first allowed moment.
 */
const guessed = async (ways: readonly ('pin' | 'access' | 'pinAsCode')[], guesses: number): Promise<number[]> => {
  const target = house()
  const moments: number[] = []
  while (moments.length < guesses) {
    const { throttle: door } = target.services()
    const waits = ways.map((way) => door.wait(way as BudgetKind, 'unknown', target.clock.ms))
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

/** Returns the average time until the first of two secrets is found; each guess at a secret has the same chance. */
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

const entryOf = (target: Target) => {
  const store = { secret: async () => 'key' }
  return guestEntry({ ...target.services(), invitations: { isRight: () => false }, store } as never)
}

/** Types a code from a network; returns the wait in seconds, 0 if the code was compared. */
const typing = (enter: ReturnType<typeof entryOf>, typed: Room | undefined, address: string) =>
  enter({ ...stranger, address, body: {}, guest: undefined } as unknown as CodeCall, withCodes, typed, async () => ({
    right: false,
    wait: 0,
  })).then(
    () => 0,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return error.status === 404 ? 0 : (error.more as { retryAfter: number }).retryAfter
    },
  )

/**
 * Returns the times, in days, at which wrong reservation codes are compared. The attacker has so many networks, uses
 * each at the first allowed moment and restarts the server when all must wait. If the attacker `knows` a code, he also
 * types it once a day when that allows more wrong ones. Also returns the longest wait, in seconds, of a new guest who
 * types a right code every day.
 */
const codesCompared = async (days: number, networks: number, nameOf: (n: number) => string, knows = false) => {
  const target = house()
  const moments: number[] = []
  const opens = Array.from({ length: networks }, () => 0)
  let [enter, guests, longestWait, known] = [entryOf(target), 0, 0, 0]
  for (let next = 0; next < days * day; next = Math.min(...opens, guests * day)) {
    target.clock.ms = Math.max(next, target.clock.ms)
    const isAttacked = opens.some((at) => at <= target.clock.ms)
    if (!knows && next > 0 && isAttacked) {
      target.restart()
      enter = entryOf(target)
    }
    for (let n = 0; n < networks; n++) {
      if (opens[n]! > target.clock.ms) continue
      if (knows && known <= target.clock.ms) {
        await typing(enter, room, nameOf(n))
        known = target.clock.ms + day / 10
      }
      const wait = await typing(enter, undefined, nameOf(n))
      if (wait) opens[n] = target.clock.ms + wait * 1000
      else moments.push(target.clock.ms / day)
    }
    if (target.clock.ms < guests * day) continue
    longestWait = Math.max(longestWait, await typing(enter, room, `guest ${guests++}`))
  }
  return { moments, longestWait }
}

/** Returns the chance that so many tries find one of 20 codes of four signs, each from an alphabet of this size. */
const chanceOf = (signs: number, tries: number) => {
  let missed = 1
  for (let n = 0; n < 20; n++) missed *= Math.max(0, 1 - tries / (signs ** 4 - n))
  return 1 - missed
}

/** Returns the average days until one of 20 codes is found; a code not found in time counts as the last moment. */
const daysToFind = (signs: number, moments: readonly number[]) => {
  let [sum, before] = [0, 0]
  for (const [n, at] of moments.entries()) {
    const chance = chanceOf(signs, n + 1)
    sum += at * (chance - before)
    before = chance
  }
  return sum + moments.at(-1)! * (1 - before)
}

const within = (moments: readonly number[], days: number) => moments.filter((at) => at < days).length

const docs = readFileSync('docs/operations.md', 'utf8')
const figure = (days: number) => Math.round(days).toLocaleString('en-US')
/** Fails unless the row of the attack table that starts like this has these words. */
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
  }
  console.log(`\n# ${all} guesses over ${Math.round(pin.at(-1)!)} days: ${JSON.stringify(found)}`)
  stands('guessing the PIN', `${found.pin} days`)
  stands('the access code too', `${found.either} days`)
  stands('both, in a house without codes', `${found.pinWithoutCodes} days`)
  stands('both, in a house without codes', `${found.eitherWithoutCodes} days`)
})

const percent = (chance: number) => `${Math.round(chance * 100)}%`

test('reservation codes, from a thousand networks: more than a year, and no guest waits', async () => {
  const nets = (n: number) => `2001:db8:${n.toString(16)}:0`
  const strangers = await codesCompared(6 * 365, 1000, nets)
  const knowing = await codesCompared(6 * 365, 1000, nets, true)
  for (const { moments, longestWait } of [strangers, knowing]) {
    assert.is(longestWait, 0, 'a guest’s right code is never made to wait by strangers')
    // The alphabet of a proposed code, and the alphabet that the form allows.
    for (const signs of [31, 36]) {
      const days = daysToFind(signs, moments)
      assert.ok(days > 365, `${signs}: ${days}`)
    }
  }
  const { moments } = strangers
  const found = {
    day: figure(within(moments, 1)),
    year: figure(within(moments, 365)),
    ...{ proposed: figure(daysToFind(31, moments)), any: figure(daysToFind(36, moments)) },
    ...{ knowing: figure(daysToFind(31, knowing.moments)), letters: figure(daysToFind(26, moments)) },
    dayChance: percent(chanceOf(31, within(moments, 1))),
    yearChance: percent(chanceOf(31, within(moments, 365))),
  }
  console.log(`\n# a thousand networks: ${JSON.stringify(found)}`)
  const row = 'guessing reservation codes'
  stands(row, `${found.day} codes are compared on the first day and ${found.year} in a year`)
  stands(row, `one of 20 proposed codes is found after ${found.proposed} days on average`)
  stands(row, `${found.any} if any letter or digit is allowed`)
  stands(row, `${found.knowing} if the attacker knows one code`)
  stands(row, `${found.dayChance} on the first day`)
  stands(row, `${found.yearChance} within a year`)
})

test('reservation codes, from one IPv6 block and from one network', async () => {
  const block = await codesCompared(365, 1000, (n) => `2001:db8:0:${n.toString(16)}`)
  const one = await codesCompared(365, 1, () => '203.0.113.9')
  const row = 'guessing reservation codes'
  assert.is(block.longestWait, 0)
  stands(row, `${block.moments.length} from one /48`)
  stands(row, `${one.moments.length} from one network`)
})

test.run()
