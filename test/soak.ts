import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync, writeSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { machineDisk, unfinishedSuffix } from '../server/store/sealed/disk'
import { dataKeys } from '../server/store/sealed/sealing'
import { foldInWorker } from '../server/store/sqlite/folding'
import { openStore } from '../server/store/sqlite/open'
import { yearFailures } from './sending-year/toll'
import { sendingYear, yearTable } from './sending-year/year'
import { stay } from './server/store/store-world'
import { crowdFailures, soakCrowd } from './soak-hours/crowd'
import { hoursFailures, soakHours } from './soak-hours/hours'
import { besideTable, picture } from './soak-hours/minutes'

/**
 * What so many kill -9 did. `lost` (check-ins and letters), `twice`, `undone` (changes, removals, settings), `ghosts`
 * (letters of a check-in that is gone), `halves` (of two settings saved together, one), `leavings` (unfinished files
 * after a start), `bare` (files of a sealed folder that show what is in it) and `unreadable` must be nought.
 */
export type Toll = {
  kills: number
  acknowledged: number
  changes: number
  letters: number
  settings: number
  backups: number
  lost: number
  ghosts: number
  halves: number
  twice: number
  undone: number
  leavings: number
  bare: number
  unreadable: number
  seconds: number
}

type Row = [key: string, id: number, mark: string]
/**
 * What a start finds: the check-ins, the letters by the number of their check-in, the two settings that are saved
 * together, and how many files were left unfinished.
 */
type Found = { rows: Row[]; letters: number[]; pair: [string, string]; leavings: number }

const open = async (dir: string, key: string | undefined) => {
  const keys = dataKeys({ DATA_KEY: key })
  const fold = foldInWorker('dist/fold-worker.mjs', keys)
  const disk = { ...machineDisk, keys }
  const store = await openStore({ dir, disk, fold, outgrown: (journal) => journal > 4096, backups: 2 })
  const leavings = (await readdir(dir)).filter((name) => name.endsWith(unfinishedSuffix)).length
  const { companyName = '0', thanksMessage = '0' } = await store.settings()
  const found: Found = {
    rows: (await store.checkins()).map(({ draftId, id, paymentId }) => [draftId!, id, paymentId ?? '']),
    letters: (await store.notes('mail')).map(({ checkinId }) => checkinId!),
    pair: [companyName, thanksMessage],
    leavings,
  }
  return { store, found }
}

const letterOf = (checkinId: number, status: 'queued' | 'sent' = 'queued') => ({
  checkinId,
  addressee: 'guest' as const,
  status,
  at: '2025-07-01T10:00:00.000Z',
  tries: 0,
})

/**
 * The life of the killed: says what it finds, then adds, changes and removes as fast as it can, telling each answer
 * when it has it.
 */
const live = async (dir: string, key: string | undefined): Promise<never> => {
  const say = (word: string, ...values: unknown[]) => {
    for (let rest = Buffer.from(`${JSON.stringify([word, ...values])}\n`); rest.length; )
      try {
        rest = rest.subarray(writeSync(1, rest))
      } catch (error) {
        // Whoever listens is behind: the pipe is full for the moment.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      }
  }
  const { store, found } = await open(dir, key)
  say('open', found)
  const guest = async (name: string): Promise<never> => {
    for (let n = 0; ; n++) {
      const record = stay(`${process.pid}x${name}x${n}`)
      const key = record.draftId!
      const { id } = await store.addCheckin(record)
      say('added', key, id)
      if (n % 3 === 0) {
        await store.updateCheckin(id, { paymentId: 'paid' })
        say('changed', key)
      }
      const letter = n % 2 === 0 ? await store.addLetter(letterOf(id)) : undefined
      if (letter !== undefined) say('lettered', key)
      if (n % 5 !== 0) continue
      say('removing', key)
      // A letter's state may come to be saved while its check-in is removed.
      await Promise.all([
        store.removeCheckin(id),
        letter !== undefined && store.updateNote('mail', letter, letterOf(id, 'sent')),
      ])
      say('removed', key)
    }
  }
  const host = async (): Promise<never> => {
    for (let n = Number(found.pair[0]) + 1; ; n++) {
      await store.saveSettings({ companyName: String(n), thanksMessage: String(n) })
      say('set', String(n))
    }
  }
  const keeper = async (): Promise<never> => {
    for (;;) {
      say('backed', (await store.backup()).length)
      let bytes = 0
      for await (const part of (await store.sealedBackup('four words of a passphrase')).parts) bytes += part.length
      say('backed', bytes)
    }
  }
  await Promise.all([host(), keeper(), ...Array.from({ length: 15 }, (_, n) => guest(String(n)))])
  throw new Error('the guests never leave')
}

// Whoever bundles this file is its own child: started with a folder it lives there, and nothing else in the bundle
// runs.
if (process.env.SOAK_DIR) await live(process.env.SOAK_DIR, process.env.SOAK_KEY)

type Known = { id: number; changed?: boolean; lettered?: boolean; removed?: boolean; unsure?: boolean }
/** What was answered for: the check-ins by their attempt, and the last settings. */
type Answered = { checkins: Map<string, Known>; settings: number }

const judge = ({ rows, letters, pair, leavings }: Found, answered: Answered, toll: Toll) => {
  const found = new Map(rows.map((row) => [row[0], row]))
  const ids = new Set(rows.map(([, id]) => id))
  const written = new Set(letters)
  toll.twice += rows.length - found.size + rows.length - ids.size
  toll.ghosts += letters.filter((id) => !ids.has(id)).length
  toll.leavings += leavings
  if (pair[0] !== pair[1]) toll.halves++
  if (Number(pair[0]) < answered.settings) toll.undone++
  for (const [key, known] of answered.checkins) {
    const { id, changed, lettered, removed, unsure } = known
    const row = found.get(key)
    if (removed ? row : unsure ? false : !row || row[1] !== id) toll[removed ? 'undone' : 'lost']++
    else if (row && changed && row[2] !== 'paid') toll.undone++
    else if (row && lettered && !written.has(id)) toll.lost++
    // What was under way when the process was killed has been settled by now.
    if (unsure) answered.checkins.set(key, { ...known, unsure: false, removed: !row })
  }
}

type Heard = (answered: Answered, toll: Toll, key: string, id: number) => void
const hears: Record<string, Heard> = {
  added: ({ checkins }, toll, key, id) => {
    toll.acknowledged++
    checkins.set(key, { id })
  },
  changed: ({ checkins }, toll, key) => {
    toll.changes++
    checkins.get(key)!.changed = true
  },
  lettered: ({ checkins }, toll, key) => {
    toll.letters++
    checkins.get(key)!.lettered = true
  },
  removing: ({ checkins }, _, key) => {
    checkins.get(key)!.unsure = true
  },
  removed: ({ checkins }, toll, key) => {
    toll.changes++
    checkins.set(key, { id: 0, removed: true })
  },
  set: (answered, toll, value) => {
    toll.settings++
    answered.settings = Number(value)
  },
  backed: (_, toll, bytes) => {
    if (Number(bytes) < 8192) throw new Error(`a backup of ${bytes} bytes`)
    toll.backups++
  },
}

/** A folder that processes work in, and what it is sealed with. */
type Folder = { dir: string; key: string | undefined }

/** How many files of a sealed folder show what is in it. */
const bareFiles = async ({ dir, key }: Folder) => {
  if (!key) return 0
  const texts = await Promise.all(
    (await readdir(dir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFile(join(parentPath, name))),
  )
  return texts.filter((text) => text.includes('draftId') || text.includes('SQLite format')).length
}

/**
 * How long a process lives: so many answers at most, every fourth ten times as many so that it gets to a backup, then so
 * many milliseconds, so that it dies within a change.
 */
const life = { answers: 80, long: 2_000, pause: 10 }

/** One process from start to kill: after some answers, however slow the machine, or now and then while opening. */
const oneKill = (script: string, { dir, key }: Folder, known: Answered, toll: Toll, chance: () => number) =>
  new Promise<void>((done) => {
    const child = spawn(process.execPath, ['--liftoff-only', script], {
      env: { ...process.env, SOAK_DIR: dir, ...(key && { SOAK_KEY: key }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const kill = () => child.kill('SIGKILL')
    const early = chance() < 0.15 ? setTimeout(kill, 40 + chance() * 200) : undefined
    let rest = Math.floor(chance() * (chance() < 0.25 ? life.long : life.answers))
    let wrong = ''
    child.stderr.on('data', (text) => (wrong += text))
    createInterface(child.stdout).on('line', (line) => {
      // A killed process may leave half a line, of an answer it did not finish giving.
      if (!line.endsWith(']')) return
      const [word, ...values] = JSON.parse(line)
      if (word === 'open') judge(values[0], known, toll)
      else hears[word]!(known, toll, values[0], values[1])
      if (rest-- === 0) setTimeout(kill, chance() * life.pause)
    })
    child.on('close', (_, signal) => {
      clearTimeout(early)
      toll.kills++
      if (signal !== 'SIGKILL' || wrong) {
        toll.unreadable++
        console.log(wrong)
      }
      done()
    })
  })

/**
 * Kills so many processes at work, in so many folders at once, and counts what was answered for and is not there. A
 * folder serves 25 kills; every other one is sealed.
 */
export const soak = async ({
  kills,
  lanes = 2,
  chance = Math.random,
  told = () => {},
}: {
  kills: number
  lanes?: number
  chance?: () => number
  told?: (toll: Toll) => void
}): Promise<Toll> => {
  const toll: Toll = {
    kills: 0,
    acknowledged: 0,
    changes: 0,
    letters: 0,
    settings: 0,
    backups: 0,
    lost: 0,
    ghosts: 0,
    halves: 0,
    twice: 0,
    undone: 0,
    leavings: 0,
    bare: 0,
    unreadable: 0,
    seconds: 0,
  }
  const began = performance.now()
  let left = kills
  // A copy, lest the next build take the bundle away from under the processes that are still to come.
  const script = `dist/soak-${process.pid}.mjs`
  await copyFile(process.argv[1]!, script)
  let folders = 0
  const lane = async () => {
    while (left > 0 && !toll.unreadable) {
      const dir = await mkdtemp(join(tmpdir(), 'benvenuto-soak-'))
      const folder: Folder = { dir, key: folders++ % 2 ? randomBytes(32).toString('hex') : undefined }
      const known: Answered = { checkins: new Map(), settings: 0 }
      for (let n = 0; n < 25 && left > 0 && !toll.unreadable; n++) {
        left--
        await oneKill(script, folder, known, toll, chance)
        toll.bare += await bareFiles(folder)
      }
      const { store, found } = await open(dir, folder.key)
      judge(found, known, toll)
      await store.close()
      await rm(dir, { recursive: true })
      told(toll)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane)).finally(() => rm(script))
  return { ...toll, seconds: Math.round((performance.now() - began) / 1000) }
}

/** How much of a toll should not have been. */
export const failures = ({ lost, twice, undone, ghosts, halves, leavings, bare, unreadable }: Toll) =>
  lost + twice + undone + ghosts + halves + leavings + bare + unreadable

/** A toll as a table to print. */
export const tableOf = (toll: Toll) =>
  ['| what | count |', '|---|---|', ...Object.entries(toll).map(([what, count]) => `| ${what} | ${count} |`)].join('\n')

/** A house with everything on for so many hours; the picture goes to docs. */
const hours = async (count: number) => {
  const wanted = { minutes: Math.round(count * 60), guests: 20, killEvery: 7, most: 400 }
  const report = await soakHours(wanted, (minute, n) => console.log(n, JSON.stringify(minute)))
  const { minutes, wrong, ...sums } = report
  writeFileSync('docs/soak.svg', picture(minutes))
  console.log([besideTable(minutes), JSON.stringify(sums), ...wrong.slice(0, 20)].join('\n\n'))
  return hoursFailures(report)
}

/** So many guests at once through 95 connections, with a kill among them. */
const crowd = async (guests: number) => {
  const report = await soakCrowd({ guests, connections: 95, killsAfter: [0.4] })
  console.log(JSON.stringify({ ...report, wrong: report.wrong.slice(0, 20) }, null, 1))
  return crowdFailures(report)
}

/** Runs the tests that take a part of their sample in a run of the suite with the whole of it; returns the status. */
const wholeSamples = () =>
  spawnSync(process.execPath, ['test/run.mjs', 'judge', 'defects', 'compositions', 'door-force', 'door-random'], {
    stdio: 'inherit',
    env: { ...process.env, SAMPLE: 'whole' },
  }).status ?? 1

// As a command, `npm run soak`, `npm run soak -- --kills 1000`, `npm run soak -- --hours 1`, for a crowd,
// `npm run soak -- --crowd 1000`, for a year of sending to both offices, `npm run soak -- --send` or, for the whole
// samples of the tests, `npm run soak -- --whole`: prints the table and fails when anything was lost.
const forHours = process.argv.lastIndexOf('--hours')
const forCrowd = process.argv.lastIndexOf('--crowd')
const asked = process.argv.lastIndexOf('--kills')
if (process.argv.includes('--whole')) process.exitCode = wholeSamples()
else if (process.argv.includes('--send')) {
  const report = await sendingYear({ parties: 3000, days: 365, kills: 200, wrong: 0.1 }, console.log)
  console.log(yearTable(report))
  process.exitCode = yearFailures(report) ? 1 : 0
} else if (forHours > 0) {
  process.exitCode = (await hours(Number(process.argv[forHours + 1]) || 1)) ? 1 : 0
} else if (forCrowd > 0) {
  process.exitCode = (await crowd(Number(process.argv[forCrowd + 1]) || 1000)) ? 1 : 0
} else if (asked > 0) {
  const told = (toll: Toll) => console.log(`${toll.kills} kills, ${failures(toll)} failures`)
  const toll = await soak({ kills: Number(process.argv[asked + 1]) || 200, told })
  console.log(tableOf(toll))
  process.exitCode = failures(toll) ? 1 : 0
}
