// Makes and judges what reads documents on the guest's phone: `npm run reader` trains the weights anew, `-- --report`
// judges them on drawn pictures, `-- --judge FOLDER` on pictures of your own. docs/reading.md says more.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { weightsOf } from '../src/core/reader/network'
import { trust } from '../src/core/reader/reader'
import { examples } from './reader/dataset'
import { type Judged, judgements, judgeOn } from './reader/judge'
import { judgeFolder } from './reader/own-pictures'
import { sumsOf, tableOf, verdictOf, writeFigures } from './reader/report'
import { stored, trained } from './reader/train'

/** So many zones are to be judged. */
const zoneAim = 20_000

const { values } = parseArgs({
  options: {
    zones: { type: 'string', default: '3200' },
    cells: { type: 'string', default: '850000' },
    report: { type: 'boolean', default: false },
    threshold: { type: 'boolean', default: false },
    count: { type: 'string', default: String(zoneAim) },
    whole: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '600' },
    part: { type: 'string', default: '1/1' },
    judge: { type: 'string' },
  },
})

const file = 'src/data/reader-weights.bin'
/** Training, the choice of the threshold and judging draw from seeds of their own. */
const seeds = { training: 1_000_000, threshold: 400_000_000, judging: 900_000_000 }
const readWeights = () => weightsOf(new Uint8Array(readFileSync(file)))

const train = () => {
  const began = Date.now()
  const say = (line: string) => console.log(`${((Date.now() - began) / 1000).toFixed(0)} s: ${line}`)
  const all = [...examples(seeds.training, Number(values.zones))]
  say(`${all.length} lines drawn`)
  writeFileSync(file, stored(trained(all, Number(values.cells), 7, say)))
  say(`written: ${file}`)
}

/** How many would be read and how many of them wrong at a threshold. */
const atTrust = (of: readonly Judged[], sure: number, fit: number, mended: number) => {
  const accepted = of.filter((one) => one.sure! >= sure && one.fit! >= fit && one.mended! <= mended)
  const wrong = accepted.filter(({ right }) => !right).length
  return `sure ${sure}, fit ${fit}, mended ${mended}: ${accepted.length} of ${of.length} accepted, ${wrong} wrong`
}

const judge = (name: 'threshold' | 'judging') => {
  const whole = values.whole
  const [count, minutes] = [Number(values.count), Number(values.minutes)]
  const [nth = 1, of = 1] = values.part.split('/').map(Number)
  const part = { from: nth - 1, of }
  const kept = `${name}${whole ? '-whole' : ''}`
  judgeOn(readWeights(), { name: kept, seed: seeds[name] + (whole ? 50_000_000 : 0), count, minutes, whole, part })
  return judgements(kept)
}

if (values.judge) await judgeFolder(values.judge, readWeights())
else if (values.threshold) {
  const of = judge('threshold')
  for (const sure of [0.9, 0.97, 0.99, 0.995, 0.998, 0.999, 0.9995])
    for (const fit of [-30, -14, -8, -5]) for (const mended of [0, 1, 3]) console.log(atTrust(of, sure, fit, mended))
} else if (values.report) {
  const of = judge('judging')
  const [zones, whole] = [judgements('judging'), judgements('judging-whole')]
  writeFigures(zones, whole, zoneAim, 'docs/reading.md')
  console.log([JSON.stringify(trust), verdictOf(of, Number(values.count)), sumsOf(of), tableOf(of)].join('\n\n'))
  for (const one of of) if (one.read === 'wrong') console.log(JSON.stringify(one))
} else train()
