import { type ChildProcess, spawn } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { addDays } from '../../src/core/text/dates'
import { romeInstant } from '../../src/core/text/rome-time'
import { type Fault, faults } from '../stand-ins/faults'
import { type PoliceStandIn, policeStandIn } from '../stand-ins/police'
import { regionStandIn } from '../stand-ins/region'
import { romeDay } from '../stand-ins/rome'
import { liveInHouse, type Standing, type Step } from './life'
import { type YearParty, yearParty } from './parties'
import { judgeYear, type YearToll } from './toll'

// Whoever bundles this file is its own house: started with a folder it lives there, and nothing else in the bundle
// runs.
if (process.env.YEAR_DIR) await liveInHouse(process.env)

/**
 * What is simulated: how many parties over how many days from the first, how many kills, which share of the calls goes
 * wrong.
 */
export type Year = { parties: number; days: number; kills: number; wrong: number; chance?: () => number }

export type YearReport = YearToll & {
  calls: { [operation: string]: number }
  faults: { [fault: string]: number }
  kills: number
  killsInSend: number
  settled: number
  seconds: number
}

const first = '2026-03-01'
const hour = 3_600_000
const account = {
  id: 'p1',
  name: 'Casa',
  user: 'XX000001',
  password: 'parola',
  wsKey: 'chiave',
  category: 'single',
}
const structure = {
  id: 'r1',
  structureCode: 'A00000',
  region: 'lazio',
  user: 'trasmissione',
  password: 'parola',
  firstDay: addDays(first, -1),
}

type Word = { open?: true; done?: number; added?: { [key: string]: number }; standing?: Standing }
type Heard = (word: Word) => void

/** What a house says in a line; nothing where it was killed in the middle of it. */
const wordIn = (line: string): Word | undefined => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * A house as a process that is told steps, killed and begun again; `tell` answers when a step is over, however many
 * lives it took.
 */
const house = (script: string, env: NodeJS.ProcessEnv) => {
  let child: ChildProcess | undefined
  let heard: Heard = () => {}
  let ended: () => void = () => {}
  let wrong = ''

  const begin = () =>
    new Promise<void>((done, fail) => {
      const born = spawn(process.execPath, ['--liftoff-only', script], {
        env: { ...process.env, ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      child = born
      born.stderr.on('data', (text) => (wrong += text))
      createInterface(born.stdout).on('line', (line) => {
        const word = wordIn(line)
        if (!word) return
        if (word.open) return done()
        heard(word)
      })
      born.on('close', (_, signal) => {
        if (child === born) child = undefined
        if (signal !== 'SIGKILL') fail(new Error(`the house ended by itself: ${wrong}`))
        done()
        ended()
      })
    })

  const once = (step: Step) =>
    new Promise<Word | undefined>((done) => {
      heard = done
      ended = () => done(undefined)
      child!.stdin!.write(`${JSON.stringify(step)}\n`)
    })

  return {
    kill: () => child?.kill('SIGKILL'),
    tell: async (step: Step): Promise<Word> => {
      for (;;) {
        if (!child) await begin()
        // It may be killed while it is still opening.
        if (!child) continue
        const said = await once(step)
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

/**
 * The steps of a year, an hour each: who comes, and what the host does; in the last days nobody comes and nothing goes
 * wrong.
 */
const plan = ({ parties, days, chance }: Required<Pick<Year, 'parties' | 'days' | 'chance'>>) => {
  const people: YearParty[] = []
  const steps: (Step & { day: number; at: number })[] = []
  const tail = 12
  const begin = romeInstant(first, '00:20')
  const end = romeInstant(addDays(first, days + tail), '12:20')
  for (let ms = begin; ms < end; ms += hour)
    steps.push({ ms, day: 0, at: steps.length, add: [], change: [], remove: [] })
  const stepAt = (index: number) => steps[Math.min(index, steps.length - 1)]!
  for (let n = 0; n < parties; n++) {
    const day = addDays(first, Math.floor((n * days) / parties))
    const party = yearParty(n, day, chance)
    people.push(party)
    const made = Math.floor((romeInstant(day, '08:20') - begin) / hour) + Math.floor(chance() * 15)
    stepAt(made).add!.push(party.record)
    for (const { after, patch, isRemoved } of party.deeds) {
      const step = stepAt(made + after)
      if (isRemoved) step.remove!.push(party.key)
      else step.change!.push({ key: party.key, patch: patch! })
    }
  }
  return { people, steps, quietFrom: romeInstant(addDays(first, days + 1), '00:20') }
}

/** What a host who looks at the portal says of every other sending that nobody knows the end of for two days. */
const settling = (
  { events }: Standing,
  police: PoliceStandIn,
  names: ReadonlyMap<number, readonly string[]>,
  chance: () => number,
  today: string,
): NonNullable<Step['settle']> => {
  const last = new Map(events.flatMap((event) => ('of' in event ? [[event.of, event.event] as const] : [])))
  const acquired = new Set(police.acquired().map(({ line }) => line.slice(64, 94).trimEnd()))
  return events.flatMap((event) => {
    if (event.event !== 'begun' || last.get(event.id) !== 'lost' || event.day > addDays(today, -2)) return []
    if (chance() < 0.5) return []
    const taken = event.lines.some(({ checkin }) => names.get(checkin)?.some((name) => acquired.has(name)))
    return [{ account: event.account, sending: event.id, taken }]
  })
}

/**
 * Lives a year of a house that sends by itself, in a process of its own that is killed at random moments, half of them
 * while a call is under way, against both stand-ins that fail at random; then looks at what the police acquired and the
 * region holds.
 */
export const sendingYear = async (
  { parties, days, kills, wrong, chance = Math.random }: Year,
  told: (line: string) => void = () => {},
): Promise<YearReport> => {
  const began = performance.now()
  const { people, steps, quietFrom } = plan({ parties, days, chance })
  let ms = steps[0]!.ms
  const ordered: { [fault: string]: number } = {}
  const calls: { [operation: string]: number } = {}
  let armed = false
  let left = kills
  let [done, inSend, settled] = [0, 0, 0]
  const dice = (): Fault | undefined => {
    if (ms >= quietFrom || chance() >= wrong) return undefined
    const fault = faults[Math.floor(chance() * faults.length)]!
    ordered[fault] = (ordered[fault] ?? 0) + 1
    return fault
  }
  const dir = await mkdtemp(join(tmpdir(), 'benvenuto-year-'))
  const script = `dist/year-${process.pid}.mjs`
  await copyFile(process.argv[1]!, script)
  let killed = () => {}
  const killSoon = (within: number) => {
    armed = false
    left--
    setTimeout(() => {
      done++
      killed()
    }, chance() * within)
  }
  const heard = (operation: string) => {
    calls[operation] = (calls[operation] ?? 0) + 1
    if (!armed || (operation !== 'Send' && chance() < 0.85)) return
    if (operation === 'Send') inSend++
    killSoon(8)
  }
  const police = await policeStandIn({
    accounts: [{ user: account.user, password: account.password, wsKey: account.wsKey, structure: 'CASA' }],
    now: () => new Date(ms),
    dice,
    heard,
  })
  const region = await regionStandIn({
    structures: [{ code: structure.structureCode, user: structure.user, password: structure.password }],
    checksSchema: false,
    dice,
    heard,
  })
  const home = house(script, {
    YEAR_DIR: dir,
    YEAR_POLICE: police.url,
    YEAR_REGION: region.url,
    YEAR_STRUCTURE: JSON.stringify(structure),
    YEAR_ACCOUNT: JSON.stringify(account),
    YEAR_BEGIN: String(ms),
  })
  killed = home.kill
  const ids = new Map<string, number>()
  const names = new Map<number, readonly string[]>()
  const each = steps.length / (kills + 1)
  try {
    for (const [index, step] of steps.entries()) {
      ms = step.ms
      if (left > 0 && !armed && kills - left < index / each) {
        if (chance() < 0.4) killSoon(80)
        else armed = true
      }
      const isMorning = index % 24 === 9
      const { added = {}, standing } = await home.tell({ ...step, ...(isMorning && { tell: true }) })
      for (const [key, id] of Object.entries(added)) {
        ids.set(key, id)
        names.set(id, people.find((one) => one.key === key)!.names)
      }
      if (!standing) continue
      const settle = settling(standing, police, names, chance, romeDay(new Date(ms)))
      settled += settle.length
      if (settle.length) await home.tell({ ms, settle })
      if (index % 720 === 9) told(`${romeDay(new Date(ms))}: ${police.acquired().length} lines, ${done} kills`)
    }
    const { standing } = await home.tell({ ms, tell: true })
    await home.end()
    const today = romeDay(new Date(ms))
    const world = { police, region, structure: structure.structureCode, account: account.user, today }
    return {
      ...judgeYear(people, ids, standing!, world),
      calls,
      faults: ordered,
      kills: done,
      killsInSend: inSend,
      settled,
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    home.kill()
    await Promise.all([police.close(), region.close(), rm(script), rm(dir, { recursive: true, force: true })])
  }
}

/** A year's report as a table to print. */
export const yearTable = ({ calls, faults, ...report }: YearReport) => {
  const list = (counts: { [name: string]: number }) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  const rows = Object.entries({ ...report, calls: list(calls), faults: list(faults) })
  return ['| what | count |', '|---|---|', ...rows.map(([what, count]) => `| ${what} | ${count} |`)].join('\n')
}
