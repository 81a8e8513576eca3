import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asker } from '../server/http/door-world'
import { median, pause, row } from './table'
import { filled, folder, started } from './world'

const nameOf = (n: number) => `h${n}.example.it`

/**
 * So many houses in one process, of which fifty are open: what it holds, and how long a closed and an open one take to
 * answer.
 */
const street = async (count: number, one: string) => {
  const root = folder()
  for (let n = 0; n < count; n++) {
    // The first sixty are whole; the others are only known.
    if (n < 60) cpSync(one, join(root, nameOf(n)), { recursive: true })
    else mkdirSync(join(root, nameOf(n)))
    writeFileSync(join(root, nameOf(n), 'wake'), 'never')
  }
  const process = await started(['dist/server.mjs'], { HOUSES: root, TRUST_PROXY: '1', HOUSES_OPEN: '50' })
  const ask = asker(process.url)
  const look = async (n: number) => {
    const began = performance.now()
    const { status } = await ask('GET', '/api/settings', { headers: { host: nameOf(n) } })
    if (status !== 200) throw new Error(`${nameOf(n)} answered ${status}`)
    return performance.now() - began
  }
  await pause(4_000)
  const closed: number[] = []
  for (let n = 0; n < 60; n++) closed.push(await look(n))
  const open: number[] = []
  for (let n = 0; n < 200; n++) open.push(await look(20 + (n % 40)))
  await pause(1_000)
  const memory = process.memory()
  await process.stop()
  return { memory, closed: median(closed.slice(1)), open: median(open) }
}

/** What grows with the number of houses a process knows: nothing a guest does may. */
export const housing = async () => {
  const one = await filled(100)
  const counts = [100, 1_000, 10_000]
  const found: Awaited<ReturnType<typeof street>>[] = []
  for (const count of counts) found.push(await street(count, one))
  const [least, most] = [found[0]!, found.at(-1)!]
  const all = (part: keyof typeof least, digits: number) => found.map((at) => at[part].toFixed(digits)).join(', ')
  row('10,000 houses beside 100, 50 of them open: an answer of an open one', most.open / least.open, '×', 1.5, {
    beside: `${all('open', 2)} ms with ${counts.join(', ')}`,
  })
  row('the same: the first answer of one that was closed', most.closed / least.closed, '×', 1.5, {
    beside: `${all('closed', 0)} ms`,
  })
  row('the same: memory of the process', most.memory / least.memory, '×', 1.3, { beside: `${all('memory', 0)} MB` })
}
