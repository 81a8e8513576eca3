import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../../schema/settings'
import { openStore } from '../../server/store/sqlite/open'
import type { NewCheckin, Store } from '../../server/store/store'
import { answers } from '../server/http/door-world'

const folders: string[] = []

/** A folder for as long as the measuring lasts. */
export const folder = () => {
  const dir = mkdtempSync(join(tmpdir(), 'benvenuto-bench-'))
  folders.push(dir)
  return dir
}

/** Leave nothing behind. */
export const clear = () => folders.forEach((dir) => rmSync(dir, { recursive: true, force: true }))

export const towns = ['FIRENZE', 'BOLOGNA', 'NAPOLI', 'ROMA', 'TORINO', 'BARI', 'PADOVA', 'CESENA']

/** A kept check-in of the usual size; `n` spreads it over a month, the towns and the numbers. */
export const kept = (n: number): NewCheckin => {
  const day = String((n % 28) + 1).padStart(2, '0')
  const { departureDate: _, ...said } = answers({
    mainGuestBirthCity: towns[n % 8],
    mainGuestDocumentIssuePlace: towns[(n + 3) % 8],
    mainGuestResidenceCity: towns[(n + 5) % 8],
    email: `guest${n}@example.org`,
    numberOfNights: '2',
    addSecondGuest: n % 2 ? 'yes' : 'no',
    ...(n % 2 && {
      secondGuestGender: 'DONNA',
      secondGuestName: 'ANNA',
      secondGuestLastName: 'BIANCHI',
      secondGuestCitizenship: 'Francia',
      secondGuestBirthCountry: 'Italia',
      secondGuestBirthCity: towns[n % 7],
      secondGuestBirthDate: '1985-07-22',
      secondGuestResidenceCountry: 'Italia',
      secondGuestResidenceCity: 'BOLOGNA',
    }),
  })
  return {
    ...said,
    owner: `owner${n}`,
    reservationCode: 'A101',
    roomDescription: 'Camera Blu',
    showPaymentPage: 'true',
    arrivalDate: `2026-07-${day}`,
    departureDate: `2026-07-${String((n % 28) + 3).padStart(2, '0')}`,
    enabledForSending: 'yes',
    paymentMethod: 'CARTA',
    createdAt: '2026-07-01T10:00:00.000Z',
  } as never
}

export const oneRoom: Partial<Settings> = {
  reservationCodes: [
    { id: 'one', code: 'A101', description: 'Camera Blu', showPaymentPage: true, totalRooms: 1, totalBeds: 2 },
  ],
}

/**
 * A data folder that already holds so many check-ins, as a stopped server leaves it; `besides` writes what else is kept
 * of them.
 */
export const filled = async (
  count: number,
  make = kept,
  settings: Partial<Settings> = oneRoom,
  besides: (store: Store, count: number) => Promise<void> = async () => {},
) => {
  const dir = folder()
  const store = await openStore({ dir, backups: 0 })
  await store.saveSettings(settings)
  for (let n = 0; n < count; n += 1000)
    await Promise.all(Array.from({ length: Math.min(1000, count - n) }, (_, i) => store.addCheckin(make(n + i))))
  await besides(store, count)
  await store.close()
  return dir
}

type Running = { child: ChildProcess; url: string; ms: number; memory: () => number; stop: () => Promise<void> }

/** Starts a script that prints its address, and says how long that took and what the process holds, in megabytes. */
export const started = (script: string[], env: Record<string, string> = {}) =>
  new Promise<Running>((done, fail) => {
    const began = performance.now()
    const child = spawn(process.execPath, script, {
      env: { ...process.env, PORT: '0', BACKUPS: '0', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const stop = () =>
      new Promise<void>((ended) => {
        child.removeAllListeners('exit')
        child.once('exit', () => ended())
        child.kill()
      })
    const memory = () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024
    let out = ''
    child.stdout.on('data', function hear(text) {
      const url = /(http:\S+)/.exec((out += text))?.[1]
      if (!url) return
      done({ child, url, ms: performance.now() - began, memory, stop })
      // The lines of its log are then let go by: gathering them would take the load's own time.
      child.stdout.off('data', hear).resume()
    })
    child.once('exit', (status) => fail(new Error(`${script.join(' ')} ended (${status}): ${out}`)))
  })
