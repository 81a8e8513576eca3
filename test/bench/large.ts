import { get, request } from 'node:http'
import { asker } from '../server/http/door-world'
import { pause, row } from './table'
import { filled, started } from './world'

const pin = '4271'

/**
 * Loaded into the server: says, when it is sent SIGUSR2, the longest stall since the last time and the most memory it
 * has held.
 */
const probe = `data:text/javascript,${encodeURIComponent(`
import { monitorEventLoopDelay } from 'node:perf_hooks'
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let peak = 0
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10).unref()
process.on('SIGUSR2', () => {
  process.stdout.write('measured ' + delay.max / 1e6 + ' ' + peak / 1048576 + '\\n')
  delay.reset()
})`)}`

/**
 * With so many check-ins: how long each call of the host keeps everyone else waiting, its work aside included, and the
 * memory.
 */
export const crowding = async (count: number, limits: { stall: number; memory: number }) => {
  const house = await started(['--import', probe, 'dist/server.mjs'], { DATA_DIR: await filled(count), ADMIN_PIN: pin })
  const ask = asker(house.url)
  const jar: Record<string, string> = {}
  await ask('POST', '/api/admin/login', { body: { pin }, jar })
  const cookie = Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const measured = () =>
    new Promise<{ stall: number; memory: number }>((done) => {
      house.child.stdout!.on('data', function hear(text) {
        const found = /measured (\S+) (\S+)/.exec(String(text))
        if (!found) return
        house.child.stdout!.off('data', hear)
        done({ stall: Number(found[1]), memory: Number(found[2]) })
      })
      house.child.kill('SIGUSR2')
    })
  /** Reads an answer and lets it go: parsing it here would take the server's processor. */
  const call = (method: string, path: string) =>
    new Promise<void>((done, fail) => {
      const open = method === 'GET' ? get : request
      open(new URL(path, house.url), { method, headers: { cookie, 'x-as': 'host', origin: house.url } }, (res) => {
        if (res.statusCode !== 200) fail(new Error(`${method} ${path}: ${res.statusCode}`))
        res.resume().on('end', done)
      })
        .on('error', fail)
        .end()
    })
  const calls: [name: string, method: string, path: string][] = [
    ['the whole list', 'GET', '/api/checkins'],
    ['the list of a day', 'GET', '/api/checkins?date=2026-07-05'],
    ['what is missing', 'GET', '/api/lacks'],
    ['a deletion and its folding', 'DELETE', '/api/checkin/17'],
    ['a backup downloaded', 'GET', '/api/backup'],
  ]
  let memory = 0
  await pause(3000)
  row(`${count} check-ins: memory after the start`, (await measured()).memory, 'MB')
  for (const [name, method, path] of calls) {
    await measured()
    const began = performance.now()
    await call(method, path)
    const took = performance.now() - began
    if (method === 'DELETE') await pause(8000)
    const found = await measured()
    memory = Math.max(memory, found.memory)
    row(`${count} check-ins, ${name}: longest stall of others`, found.stall, 'ms', limits.stall, {
      beside: `answered in ${Math.round(took)} ms, at most ${Math.round(found.memory)} MB until then`,
    })
  }
  row(`${count} check-ins: most memory through all of these`, memory, 'MB', limits.memory)
  await house.stop()
}
