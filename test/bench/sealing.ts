import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../schema/settings'
import { rekey } from '../../server/commands/rekey'
import { machineDisk } from '../../server/store/sealed/disk'
import { asker } from '../server/http/door-world'
import { folder } from '../server/store/store-world'
import { headsOf, load, roomy } from './posting'
import { median, row } from './table'
import { filled, started } from './world'

/** A folder and the same sealed, each with what the server is told of it. */
const both = async (count: number, settings?: Partial<Settings>) => {
  const plain = await filled(count, undefined, settings)
  const [sealed, file] = [folder(), join(folder(), 'key')]
  cpSync(plain, sealed, { recursive: true })
  await rekey({ folders: [sealed], disk: machineDisk, file })
  return [{ DATA_DIR: plain }, { DATA_DIR: sealed, DATA_KEY_FILE: file }] as const
}

/** How many durable posts a second are left of a hundred where the disk is sealed, both asked in turn. */
const posting = async () => {
  const houses = []
  for (const env of await both(1, roomy)) {
    const house = await started(['dist/server.mjs'], { ...env, TRUST_PROXY: '1' })
    houses.push({ house, head: await headsOf(house.url) })
  }
  const rates: number[][] = []
  for (let n = 0; n < 8; n++) {
    // The other first each time: what else the machine does falls on both.
    const turn = [0, 1].map((at) => (at + n) % 2)
    const pair: number[] = []
    for (const at of turn) pair[at] = await load(houses[at]!.house.url, houses[at]!.head)
    rates.push(pair)
  }
  await Promise.all(houses.map(({ house }) => house.stop()))
  row(
    'durable POST /api/checkin sealed, beside plain',
    rates.map(([plain, own]) => own! / plain!),
    '×',
    0.85,
    {
      least: true,
      beside: `${[1, 0].map((at) => Math.round(median(rates.map((pair) => pair[at]!)))).join(' and ')} answers a second`,
    },
  )
}

/** How much longer a start takes where the disk is sealed, both started in turn. */
const starting = async (count: number) => {
  const folders = await both(count)
  const times: number[][] = []
  for (let n = 0; n < 6; n++) {
    const pair: number[] = []
    for (const env of folders) {
      const house = await started(['dist/server.mjs'], { ...env, ADMIN_PIN: '' })
      await asker(house.url)('GET', '/')
      pair.push(house.ms)
      await house.stop()
    }
    // The first start after a build reads and proves the flow.
    if (n) times.push(pair)
  }
  const [plain, sealed] = [0, 1].map((at) => Math.round(median(times.map((pair) => pair[at]!))))
  row(
    `start with ${count} check-ins sealed, beside plain`,
    times.map(([one, own]) => own! / one!),
    '×',
    1.3,
    {
      beside: `${sealed} and ${plain} ms`,
    },
  )
}

/** What sealing the disk costs. */
export const sealing = async () => {
  await posting()
  await starting(20_000)
}
