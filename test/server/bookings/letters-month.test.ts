// Costs some 10 s: two fortnights of a house by the hour, in a process that is killed, against a real SMTP server.
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { SentToGuest, StoredBooking } from '../../../schema/bookings'
import { openBookings } from '../../../server/bookings/calendar-feeds'
import { automaticLetters, lettersOfStays, stayEnvelopes } from '../../../server/bookings/stay-letters'
import { type MailQueue, openMailQueue } from '../../../server/mail/queue'
import { openStore } from '../../../server/store/sqlite/open'
import { addDays, daysBetween } from '../../../src/core/text/dates'
import { romeDay, romeInstant } from '../../../src/core/text/rome-time'
import { words } from '../../fixtures/words'
import { until } from '../../until'
import { postOffice, withMail } from '../mail/mail-world'
import { folder } from '../store/store-world'

/** What happens in an hour, each deed once however often it is told; then the letters that are due leave. */
type Step = {
  ms: number
  add?: StoredBooking[]
  change?: { reference: string; patch: Partial<StoredBooking> }[]
  withdraw?: string[]
  checkins?: { [field: string]: string }[]
  tell?: true
}

type Standing = { reference: string; sent: SentToGuest[]; remarks: string[]; checkins: number }[]

const codes = [
  { id: '1', code: 'A101', description: 'Camera Blu', showPaymentPage: false, totalRooms: 9, totalBeds: 9 },
]

/** A house that does as it is told, a line of JSON at a time. */
const liveInHouse = async (dir: string, begin: number, port: number) => {
  let ms = begin
  const now = () => new Date(ms)
  const report = (line: string) => console.error(line)
  const store = await openStore({ dir, now, backups: 0 })
  await store.saveSettings({
    ...withMail,
    publicAddress: 'https://casa.example',
    reservationCodes: codes,
    inviteWhen: 'before',
    inviteDays: 10,
    reminderDays: 5,
    secondReminderDays: 1,
  })
  const ofStays = lettersOfStays((): MailQueue => mailQueue)
  const bookings = openBookings({
    store,
    now,
    report,
    letters: ofStays,
  })
  const mailQueue: MailQueue = await openMailQueue({
    store,
    server: {
      host: '127.0.0.1',
      port,
      secure: false,
      ca: process.env.MONTH_CA!,
      patience: { connect: 9000, greeting: 9000, answer: 9000, settle: 0 },
    },
    flow: () => ({ flow: { fields: {} }, words }),
    stays: stayEnvelopes({ bookings, sentTo: ofStays.sentTo, flow: () => ({ flow: { fields: {} }, words }), now }),
    log: () => {},
    now,
    timer: () => () => {},
  })
  const letters = automaticLetters({ store, bookings, mailQueue, now, report })
  const say = (word: object) => process.stdout.write(`${JSON.stringify(word)}\n`)

  const standing = async (): Promise<Standing> => {
    const { stays } = await bookings.expected()
    return stays.map(({ reference = '', sent, remarks, parties }) => ({
      reference,
      sent,
      remarks: remarks.map(({ what }) => what),
      checkins: parties.length,
    }))
  }
  say({ open: true })
  for await (const line of createInterface(process.stdin)) {
    const step = JSON.parse(line) as Step
    ms = step.ms
    const of = async (reference: string) => (await bookings.all()).find((one) => one.reference === reference)!
    for (const { id: _, ...stay } of step.add ?? []) if (!(await of(stay.reference!))) await bookings.add(stay)
    for (const { reference, patch } of step.change ?? []) await bookings.save({ ...(await of(reference)), ...patch })
    for (const reference of step.withdraw ?? []) await bookings.links.withdraw((await of(reference)).id)
    for (const checkin of step.checkins ?? []) await store.addCheckin(checkin)
    await letters.tick()
    await mailQueue.settled()
    say({ done: step.ms, ...(step.tell && { standing: await standing() }) })
  }
  await mailQueue.close()
  await store.close()
  process.exit(0)
}

const { MONTH_DIR, MONTH_BEGIN, MONTH_PORT } = process.env
if (MONTH_DIR) await liveInHouse(MONTH_DIR, Number(MONTH_BEGIN), Number(MONTH_PORT))

const test = suite('fortnights of invitations and reminders')
const script = `dist/letters-month-${process.pid}.mjs`
copyFileSync(process.argv[1]!, script)
process.on('exit', () => rmSync(script, { force: true }))

const hour = 3_600_000
const days = 14

const hourOf = (ms: number) => Math.floor(ms / hour) * hour

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', hourCycle: 'h23' })

/** Numbers from 0 to 1, the same in each run. */
const chances = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

/** A guest: the stay, when it is known, and when what happens to it (hours). */
type Guest = {
  stay: StoredBooking
  known: number
  registers?: number
  cancels?: number
  moves?: number
  withdrawn?: number
}

const letter = (n: number) => String.fromCharCode(97 + (n % 26))
const nameOf = (n: number) => ['Anna', `Ros${letter(n)}${letter(n / 26)}${letter(n / 3)}ini`]

/**
 * The guests of some days, four arrive on each: some register early, some after a reminder, some on the last evening, one in ten never; some
 * cancel, some move their arrival, some bring more people than booked; one in eight has no address.
 */
const guestsOf = (first: string, chance: () => number): Guest[] =>
  Array.from({ length: days * 4 }, (_, n): Guest => {
    const arrival = addDays(first, Math.floor(n / 4))
    const known = romeInstant(addDays(arrival, -Math.floor(chance() * 25)), '00:00') + Math.floor(chance() * 24) * hour
    const before = (days: number) => romeInstant(addDays(arrival, -days), '00:00') + Math.floor(chance() * 24) * hour
    const stay: StoredBooking = {
      id: 0,
      source: 'hand',
      made: new Date(known).toISOString(),
      arrival,
      departure: addDays(arrival, 3),
      reference: `STAY${100 + n}`,
      name: nameOf(n).join(' '),
      people: 2,
      ...(n % 8 !== 7 && { email: `guest${n}@example.org` }),
      language: (['it', 'en', 'de', 'fr', 'es'] as const)[n % 5]!,
    }
    const registers = [before(9), before(4), before(0), before(2), before(1), undefined][n % 6]
    return {
      stay,
      known,
      ...(registers !== undefined && n % 10 !== 9 && { registers: Math.max(known, registers) }),
      ...(n % 11 === 3 && { cancels: Math.max(known, before(3)) }),
      ...(n % 9 === 4 && { moves: Math.max(known, before(6)) }),
      ...(n % 17 === 5 && { withdrawn: Math.max(known, before(7)) }),
    }
  })

const movedTo = ({ arrival }: StoredBooking) => addDays(arrival, 4)

/** The arrival of a stay at an instant. */
const arrivalAt = ({ stay, moves }: Guest, ms: number) =>
  moves !== undefined && ms >= moves ? movedTo(stay) : stay.arrival

const checkinOf = (guest: Guest, n: number) => {
  const arrival = arrivalAt(guest, guest.registers!)
  const [name, lastName] = nameOf(n) as [string, string]
  return {
    owner: `owner${n}`,
    draftId: `draft${String(n).padStart(11, '0')}`,
    reservationCode: 'A101',
    roomDescription: 'Camera Blu',
    arrivalDate: arrival,
    departureDate: addDays(arrival, 3),
    mainGuestName: name.toUpperCase(),
    mainGuestLastName: lastName.toUpperCase(),
    addSecondGuest: 'yes',
    secondGuestName: 'UGO',
    secondGuestLastName: 'BIANCHI',
    ...(n % 6 === 3 && { addThirdGuest: 'yes', thirdGuestName: 'PIA', thirdGuestLastName: 'BIANCHI' }),
  }
}

/** The hours of the day in which a house is looked at although nothing happens. */
const looked = [3, 8, 9, 14, 19, 20]

/** The hours from the first booking to after the last arrival. */
const stepsOf = (guests: readonly Guest[], first: string): Step[] => {
  const steps: Step[] = []
  for (
    let ms = romeInstant(addDays(first, -26), '00:00');
    ms < romeInstant(addDays(first, days + 7), '00:00');
    ms += hour
  ) {
    const now = (at: number | undefined) => at !== undefined && at >= ms && at < ms + hour
    steps.push({
      ms,
      add: guests.filter(({ known }) => now(known)).map(({ stay }) => stay),
      change: guests.flatMap(({ stay: { reference = '', ...stay }, cancels, moves }) => [
        ...(now(moves)
          ? [{ reference, patch: { arrival: movedTo(stay as StoredBooking), departure: addDays(stay.departure, 4) } }]
          : []),
        ...(now(cancels) ? [{ reference, patch: { cancelled: new Date(ms).toISOString() } }] : []),
      ]),
      withdraw: guests.flatMap(({ stay, withdrawn }) => (now(withdrawn) ? [stay.reference!] : [])),
      checkins: guests.flatMap((guest, n) => (now(guest.registers) ? [checkinOf(guest, n)] : [])),
    })
  }
  const isQuiet = ({ ms: _, ...deeds }: Step) => Object.values(deeds).every((some) => !(some as unknown[]).length)
  const kept = steps.filter((step) => !isQuiet(step) || looked.includes(Number(clock.format(step.ms))))
  return [...kept, { ms: steps.at(-1)!.ms, tell: true }]
}

/** A house as a process that is told steps, killed and begun again. */
const house = (env: () => NodeJS.ProcessEnv) => {
  let child: ChildProcess | undefined
  let [heard, ended, wrong]: [(word: { standing?: Standing }) => void, () => void, string] = [() => {}, () => {}, '']
  const begin = () =>
    new Promise<void>((done, fail) => {
      const born = spawn(process.execPath, ['--liftoff-only', script], {
        env: { ...process.env, ...env() },
        stdio: 'pipe',
      })
      child = born
      born.stderr.on('data', (text) => (wrong += text))
      createInterface(born.stdout).on('line', (line) => {
        const word = JSON.parse(line)
        if (word.open) done()
        else heard(word)
      })
      born.on('close', (_, signal) => {
        child = undefined
        if (signal !== 'SIGKILL') fail(new Error(`the house ended by itself: ${wrong}`))
        done()
        ended()
      })
    })
  return {
    kill: () => child?.kill('SIGKILL'),
    tell: async (step: Step) => {
      for (;;) {
        if (!child) await begin()
        if (!child) continue
        const said = await new Promise<{ standing?: Standing } | undefined>((done) => {
          heard = done
          ended = () => done(undefined)
          child!.stdin!.write(`${JSON.stringify(step)}\n`)
        })
        if (said) return said
      }
    },
    end: () =>
      new Promise<void>((done) => {
        if (!child) return done()
        child.once('close', () => done())
        child.stdin!.end()
      }),
  }
}

type Arrived = { n: number; isReminder: boolean; ms: number }

const isDay = (ms: number) => Number(clock.format(ms)) >= 9 && Number(clock.format(ms)) < 20

/** What is wrong with a letter that arrived; the guest's letters before it. */
const faultsOf = ({ n, isReminder, ms }: Arrived, guest: Guest, before: readonly Arrived[]): string[] => {
  const day = romeDay(ms)
  const arrival = arrivalAt(guest, ms)
  const is = {
    night: !isDay(ms),
    'after the check-in': guest.registers !== undefined && ms >= hourOf(guest.registers),
    cancelled: guest.cancels !== undefined && ms >= hourOf(guest.cancels),
    withdrawn:
      guest.withdrawn !== undefined && ms >= hourOf(guest.withdrawn) && before.some((one) => one.ms < guest.withdrawn!),
    'after the arrival': isReminder ? day >= arrival : day > arrival,
    'too early': daysBetween(day, arrival) > (isReminder ? 5 : 10),
    'a second invitation': !isReminder && before.length > 0,
    'a third reminder': before.filter((one) => one.isReminder).length > 1,
    'the same day': before.some((one) => romeDay(one.ms) === day),
  }
  return Object.entries(is).flatMap(([what, holds]) =>
    holds ? [`guest ${n}, ${new Date(ms).toISOString()}: ${what}`] : [],
  )
}

/** Whether a guest must be invited: the first hour by day in which the stay is known, near, open. */
const isToInvite = (guest: Guest, steps: readonly Step[]) =>
  guest.stay.email !== undefined &&
  steps.some(({ ms }) => {
    const day = romeDay(ms)
    const left = daysBetween(day, arrivalAt(guest, ms))
    const isOver = [guest.registers, guest.cancels].some((at) => at !== undefined && at < ms + hour)
    return guest.known < ms + hour && isDay(ms) && left >= 0 && left <= 10 && !isOver
  })

/** The first day of the fortnights around the days on which the clock changes: 28 March and 31 October. */
const seasons = { 'summer time begins': '2027-03-22', 'summer time ends': '2027-10-25' }

for (const [what, first] of Object.entries(seasons))
  test(`${what}: no letter too many, none after the check-in, none at night, though the house is killed`, async () => {
    const chance = chances(first.length + Number(first.slice(5, 7)))
    const guests = guestsOf(first, chance)
    const steps = stepsOf(guests, first)
    let ms = steps[0]!.ms
    const [arrived, kills]: [Arrived[], number[]] = [[], []]
    /** Whose letters were under way at a kill: they may be unclear, which a stay long departed no longer shows. */
    const disturbed = new Set<number>()
    let [addressee, asked] = [0, 0]
    const reminders = new Set(Object.values(words).map((all) => all['letter.remind.title']!))
    const office = await postOffice({
      // A house is killed before its letter or soon after, every other one when the letter is taken and nobody says so.
      recipient: (address) => {
        addressee = Number(/\d+/.exec(address)![0])
        if (++asked % 14 === 0) {
          kills.push(ms)
          disturbed.add(addressee)
          const kill = () => {
            disturbed.add(addressee)
            living.kill()
            delete office.manners.data
          }
          const taken = office.letters.length
          if (kills.length % 2) office.manners.data = 'mute'
          if (kills.length % 2) void until('the letter taken', () => office.letters.length > taken).then(kill)
          else setTimeout(kill, chance() * 40)
        }
        return undefined
      },
    })
    const living = house(() => ({
      MONTH_DIR: dir,
      MONTH_BEGIN: String(ms),
      MONTH_PORT: String(office.port),
      MONTH_CA: office.server.ca,
    }))
    const dir = folder()
    let standing: Standing = []
    try {
      for (const step of steps) {
        ms = step.ms
        standing = (await living.tell(step)).standing ?? standing
        for (const { to, parts } of office.letters.splice(0)) {
          const text = parts.find(({ type }) => type === 'text/plain')!.body.toString('utf8')
          arrived.push({
            n: Number(/\d+/.exec(to[0]!)![0]),
            isReminder: [...reminders].some((title) => text.includes(title)),
            ms,
          })
        }
      }
    } finally {
      await living.end()
      await office.close()
    }
    const faults = arrived.flatMap((one, i) =>
      faultsOf(
        one,
        guests[one.n]!,
        arrived.slice(0, i).filter(({ n }) => n === one.n),
      ),
    )
    assert.equal(faults, [])
    const unclear = new Set(
      standing.filter(({ sent }) => sent.some(({ status }) => status === 'failed')).map(({ reference }) => reference),
    )
    const lacking = guests.filter(
      (guest, n) =>
        isToInvite(guest, steps) &&
        guest.withdrawn === undefined &&
        !unclear.has(guest.stay.reference!) &&
        !disturbed.has(n) &&
        !arrived.some((one) => one.n === n),
    )
    assert.equal(
      lacking.map(({ stay }) => stay.reference),
      [],
      'each guest was invited',
    )
    const count = (isReminder: boolean) => arrived.filter((one) => one.isReminder === isReminder).length
    assert.ok(
      kills.length > days / 6 && count(false) > days * 2.25 && count(true) > days * 1.3,
      `${kills.length} kills, ${count(false)} invitations, ${count(true)} reminders`,
    )
    assert.ok(
      standing.some(({ remarks }) => remarks.includes('more')),
      'more people than booked',
    )
    console.log(
      `# ${what}: ${count(false)} invitations, ${count(true)} reminders, ${kills.length} kills, ${unclear.size} unclear`,
    )
  })

test.run()
