import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openStore } from '../server/store/sqlite/open'
import { stay } from './server/store/store-world'

/** What so many kill -9 did; `lost`, `twice`, `undone` (changes and removals) and `unreadable` must be nought. */
export type Toll = {
  kills: number
  acknowledged: number
  changes: number
  lost: number
  twice: number
  undone: number
  unreadable: number
  seconds: number
}

type Row = [key: string, id: number, mark: string]

const rowsOf = (dir: string) =>
  openStore({ dir, outgrown: (journal) => journal > 4096, backups: 2 }).then(async (store) => ({
    store,
    rows: (await store.checkins()).map(({ draftId, id, paymentId }): Row => [draftId!, id, paymentId ?? '']),
  }))

/** The life of the killed: says what it finds, then adds, changes and removes as fast as it can, telling each answer when it has it. */
const live = async (dir: string): Promise<never> => {
  const say = (word: string, ...values: unknown[]) => writeSync(1, `${JSON.stringify([word, ...values])}\n`)
  const { store, rows } = await rowsOf(dir)
  say('open', rows)
  const guest = async (name: string): Promise<never> => {
    for (let n = 0; ; n++) {
      const record = stay(`${process.pid}x${name}x${n}`)
      const key = record.draftId!
      const { id } = await store.addCheckin(record)
      say('added', key, id)
      if (n % 3 === 0) {
        say('changing', key)
        await store.updateCheckin(id, { paymentId: 'paid' })
        say('changed', key)
      }
      if (n % 5 === 0) {
        say('removing', key)
        await store.removeCheckin(id)
        say('removed', key)
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, n) => guest(String(n))))
  throw new Error('the guests never leave')
}

// Whoever bundles this file is its own child: started with a folder it lives there, and nothing else in the bundle runs.
if (process.env.SOAK_DIR) await live(process.env.SOAK_DIR)

type Known = { id: number; changed?: boolean | undefined; removed?: boolean; unsure?: boolean }

const judge = (rows: Row[], known: Map<string, Known>, toll: Toll) => {
  const found = new Map(rows.map((row) => [row[0], row]))
  toll.twice += rows.length - found.size + rows.length - new Set(rows.map(([, id]) => id)).size
  for (const [key, { id, changed, removed, unsure }] of known) {
    const row = found.get(key)
    if (removed ? row : unsure ? false : !row || row[1] !== id) toll[removed ? 'undone' : 'lost']++
    else if (row && changed && row[2] !== 'paid') toll.undone++
    // What was under way when the process was killed has been settled by now.
    if (unsure) known.set(key, { id, changed, removed: !row })
  }
}

const hears: Record<string, (known: Map<string, Known>, toll: Toll, key: string, id: number) => void> = {
  added: (known, toll, key, id) => {
    toll.acknowledged++
    known.set(key, { id })
  },
  changing: () => {},
  changed: (known, toll, key) => {
    toll.changes++
    known.get(key)!.changed = true
  },
  removing: (known, _, key) => void (known.get(key)!.unsure = true),
  removed: (known, toll, key) => {
    toll.changes++
    known.set(key, { id: 0, removed: true })
  },
}

/** One process from start to kill: after a while from its first word, or now and then while it is still opening. */
const oneKill = (script: string, dir: string, known: Map<string, Known>, toll: Toll, chance: () => number) =>
  new Promise<void>((done) => {
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, SOAK_DIR: dir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const kill = () => child.kill('SIGKILL')
    const early = chance() < 0.15 ? setTimeout(kill, 40 + chance() * 200) : undefined
    let wrong = ''
    child.stderr.on('data', (text) => (wrong += text))
    createInterface(child.stdout).on('line', (line) => {
      // A killed process may leave half a line, of an answer it did not finish giving.
      if (!line.endsWith(']')) return
      const [word, ...values] = JSON.parse(line)
      if (word !== 'open') return hears[word]!(known, toll, values[0], values[1])
      judge(values[0], known, toll)
      setTimeout(kill, chance() * 60)
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

/** Kills so many processes at work, in so many folders at once, and counts what was answered for and is not there. A folder serves 25 kills. */
export const soak = async ({
  kills,
  lanes = 2,
  chance = Math.random,
}: {
  kills: number
  lanes?: number
  chance?: () => number
}): Promise<Toll> => {
  const toll: Toll = { kills: 0, acknowledged: 0, changes: 0, lost: 0, twice: 0, undone: 0, unreadable: 0, seconds: 0 }
  const began = performance.now()
  let left = kills
  // A copy, lest the next build take the bundle away from under the processes that are still to come.
  const script = `dist/soak-${process.pid}.mjs`
  await copyFile(process.argv[1]!, script)
  const lane = async () => {
    while (left > 0 && !toll.unreadable) {
      const dir = await mkdtemp(join(tmpdir(), 'benvenuto-soak-'))
      const known = new Map<string, Known>()
      for (let n = 0; n < 25 && left > 0 && !toll.unreadable; n++) {
        left--
        await oneKill(script, dir, known, toll, chance)
      }
      const { store, rows } = await rowsOf(dir)
      judge(rows, known, toll)
      await store.close()
      await rm(dir, { recursive: true })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane)).finally(() => rm(script))
  return { ...toll, seconds: Math.round((performance.now() - began) / 1000) }
}

/** A toll as a table to print. */
export const tableOf = (toll: Toll) =>
  ['| what | count |', '|---|---|', ...Object.entries(toll).map(([what, count]) => `| ${what} | ${count} |`)].join('\n')

// As a command, `npm run soak -- --kills 1000`: prints the table and fails when anything was lost.
const asked = process.argv.indexOf('--kills')
if (asked > 0) {
  const toll = await soak({ kills: Number(process.argv[asked + 1]) || 200 })
  console.log(tableOf(toll))
  process.exitCode = toll.lost || toll.twice || toll.undone || toll.unreadable ? 1 : 0
}
