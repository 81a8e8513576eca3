import { arriving } from './bench/arriving'
import { computing } from './bench/computing'
import { documents } from './bench/documents'
import { editing } from './bench/editing'
import { growing } from './bench/growing'
import { hostPages } from './bench/host-pages'
import { housing } from './bench/housing'
import { crowding } from './bench/large'
import { peers } from './bench/peers'
import { posting } from './bench/posting'
import { presses } from './bench/presses'
import { rushing } from './bench/rushing'
import { sealing } from './bench/sealing'
import { checking, listing, stalling, starting, visiting } from './bench/serving'
import { sharing, spreading } from './bench/sharing'
import { stepping } from './bench/stepping'
import { print, skip } from './bench/table'
import { clear } from './bench/world'

const parts: Record<string, () => unknown> = {
  computing,
  checking,
  visiting,
  arriving,
  stepping,
  starting: async () => {
    await starting(5_000, [250, 100, 2.5])
    return await starting(20_000, [])
  },
  listing,
  editing,
  hostPages: () => hostPages(10_000),
  stalling: async () => {
    await stalling(5_000, 50)
    return await stalling(20_000, 150)
  },
  crowding: () => crowding(50_000, { stall: 50, memory: 300 }),
  growing,
  posting,
  documents,
  rushing,
  sealing,
  housing,
  sharing,
  spreading,
}
const wanted = process.argv[2] ?? ''
/** Parts that only run when they are asked for, each with a section of its own. */
const asked: Record<string, typeof parts> = { '--peers': { peers }, '--presses': { presses } }
const chosen = asked[wanted] ?? parts
// Node reads these certificates at each start; on some machines an empty program takes three times as long with them.
delete process.env.NODE_EXTRA_CA_CERTS
let broken = 0
for (const [name, part] of Object.entries(chosen)) {
  if (!asked[wanted] && !name.includes(wanted)) continue
  console.error(`${name} …`)
  try {
    await part()
  } catch (error) {
    broken++
    skip(name, String(error).split('\n')[0]!)
  }
}
clear()
const titles: { [wanted: string]: string } = {
  '': 'Speed and memory',
  '--peers': 'Beside what a user would pick instead',
}
process.exitCode = print(titles[wanted]) || broken ? 1 : 0
