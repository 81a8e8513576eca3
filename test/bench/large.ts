import { request } from 'node:http'
import type { Checkin } from '../../schema/checkin'
import type { TaxClosing } from '../../schema/tax'
import type { Store } from '../../server/store/store'
import { addDays } from '../../src/core/text/dates'
import { towns } from '../core/tax/rule-sets'
import { closingOf } from '../exports/at-once'
import { asker } from '../server/http/door-world'
import { pause, row } from './table'
import { filled, kept, oneRoom, started } from './world'

const pin = '4271'

/**
 * Loaded into the server: says, when it is sent SIGUSR2, the longest stall since the last time, how much of that it
 * only waited for a processor that somebody else had (where Linux tells), and the most memory it has held.
 */
const probe = `data:text/javascript,${encodeURIComponent(`
import { openSync, readSync } from 'node:fs'
const text = Buffer.alloc(100)
const stat = process.platform === 'linux' && openSync('/proc/self/task/' + process.pid + '/schedstat', 'r')
const waited = () => stat === false ? 0 : text.toString('latin1', 0, readSync(stat, text, 0, 100, 0)).split(' ')[1] / 1e6
let peak = 0
let worst = { stall: 0, wait: 0 }
let last = { at: performance.now(), wait: waited() }
setInterval(() => {
  const now = { at: performance.now(), wait: waited() }
  const [gap, wait] = [now.at - last.at - 1, now.wait - last.wait]
  if (gap - wait > worst.stall - worst.wait) worst = { stall: gap, wait }
  last = now
}, 1).unref()
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10).unref()
process.on('SIGUSR2', () => {
  process.stdout.write('measured ' + worst.stall + ' ' + worst.wait + ' ' + peak / 1048576 + '\\n')
  worst = { stall: 0, wait: 0 }
  peak = 0
})`)}`

/** The check-ins of a large house, as they come over two years. */
const overYears: typeof kept = (n) => {
  const arrivalDate = addDays('2025-01-01', n % 730)
  const mainGuestBirthDate = addDays('1960-01-01', n % 15_000)
  const names = { mainGuestLastName: `ROSSI ${n % 30_000}`, secondGuestLastName: `BIANCHI ${n % 30_000}` }
  return { ...kept(n), ...names, mainGuestBirthDate, arrivalDate, departureDate: addDays(arrivalDate, 2) }
}

/** A town that counts a guest's nights of a year. */
const taxRules = [{ ...towns.A[0]!, mostNights: 10, count: 'year' as const }]

/** Closes the quarters of both years. */
const closeQuarters = async (store: Store) => {
  const checkins = (await store.checkins()) as Checkin[]
  const closings: TaxClosing[] = []
  for (const year of [2025, 2026])
    for (const month of ['01', '04', '07', '10']) {
      const closing = { at: '2027-01-02T09:00:00.000Z', ...closingOf(`${year}-${month}`, checkins, closings, taxRules) }
      closings.push(closing)
      await store.note('tax-closing', closing)
    }
}
const hundred = Array.from({ length: 100 }, (_, n) => n * 30 + 100)
const thousand = Array.from({ length: 1000 }, (_, n) => n * 20 + 5)
const thousands = Array.from({ length: 2000 }, (_, n) => n * 20 + 6)

/**
 * With so many check-ins: how long each call of the host keeps everyone else waiting, its work aside included, and the
 * memory.
 */
export const crowding = async (count: number, limits: { stall: number; memory: number }) => {
  const dir = await filled(count, overYears, { ...oneRoom, taxRules }, closeQuarters)
  const house = await started(['--import', probe, 'dist/server.mjs'], { DATA_DIR: dir, ADMIN_PIN: pin })
  const ask = asker(house.url)
  const jar: Record<string, string> = {}
  await ask('POST', '/api/admin/login', { body: { pin }, jar })
  const cookie = Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const measured = () =>
    new Promise<{ stall: number; wait: number; memory: number }>((done) => {
      house.child.stdout!.on('data', function hear(text) {
        const found = /measured (\S+) (\S+) (\S+)/.exec(String(text))
        if (!found) return
        house.child.stdout!.off('data', hear)
        done({ stall: Number(found[1]), wait: Number(found[2]), memory: Number(found[3]) })
      })
      house.child.kill('SIGUSR2')
    })
  /** Reads an answer and lets it go: parsing it here would take the server's processor. */
  const call = (method: string, path: string, body?: object) =>
    new Promise<void>((done, fail) => {
      const type = body && { 'content-type': 'application/json' }
      const headers = { cookie, 'x-as': 'host', origin: house.url, ...type }
      request(new URL(path, house.url), { method, headers }, (res) => {
        if (res.statusCode !== 200) fail(new Error(`${method} ${path}: ${res.statusCode}`))
        res.resume().on('end', done)
      })
        .on('error', fail)
        .end(body && JSON.stringify(body))
    })
  const calls: [name: string, method: string, path: string, body?: object][] = [
    ['the whole list', 'GET', '/api/checkins'],
    ['the list of a day', 'GET', '/api/checkins?date=2026-07-05'],
    ['what is missing', 'GET', '/api/lacks'],
    ["the host's day", 'GET', '/api/day'],
    ['how everybody stands at the police', 'GET', '/api/filed'],
    ['the calendar of a month', 'GET', '/api/tourism-month?month=2026-07'],
    ["a month's file for the region", 'POST', '/api/export', { kind: 'monthly', month: '2026-07', sure: true }],
    ['a police file of a hundred', 'POST', '/api/export', { kind: 'police', ids: hundred, sure: true }],
    ['the tourism files of one', 'POST', '/api/export', { kind: 'tourism', ids: [553], sure: true }],
    ['what the terms will take', 'GET', '/api/retention'],
    ['the books of the tax', 'GET', '/api/tax?year=2027'],
    ['the tax of one', 'GET', '/api/checkin/553/tax'],
    ['two thousand released', 'POST', '/api/enable', { ids: thousands, enabled: true }],
    ['two thousand declared as reported', 'POST', '/api/told', { ids: thousands, told: true }],
    ['the workbook downloaded', 'GET', '/api/workbook/checkins'],
    ['the workbook switched on', 'PATCH', '/api/settings/enableLocalExcelSave', { value: true }],
    ['a deletion and its folding', 'DELETE', '/api/checkin/17'],
    ['a thousand deletions and their folding', 'POST', '/api/checkins/delete', { ids: thousand }],
    ['a backup downloaded', 'POST', '/api/backup', { current: pin, passphrase: 'quattro parole a caso' }],
  ]
  let memory = 0
  await pause(3000)
  row(`${count} check-ins: memory after the start`, (await measured()).memory, 'MB')
  for (const [name, method, path, body] of calls) {
    await measured()
    const began = performance.now()
    await call(method, path, body)
    const took = performance.now() - began
    // What goes on aside begins some seconds later.
    if (method === 'DELETE' || method === 'PATCH' || path.endsWith('/delete'))
      await pause(method === 'PATCH' ? 30_000 : 8000)
    const found = await measured()
    memory = Math.max(memory, found.memory)
    row(`${count} check-ins, ${name}: longest stall of others`, found.stall - found.wait, 'ms', limits.stall, {
      beside: `answered in ${Math.round(took)} ms, at most ${Math.round(found.memory)} MB; and ${Math.round(found.wait)} ms without a processor`,
    })
  }
  row(`${count} check-ins: most memory through all of these`, memory, 'MB', limits.memory)
  await house.stop()
}
