import { writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { flowMap } from '../../src/core/diagram/map-svg'
import { findingSentence } from '../../src/core/lint/finding-words'
import sentences from '../../src/text/findings.it.json'
import { ownFlow } from '../flow/own-flow'
import { checkFlow } from '../flow/read'
import { environment } from '../shared/environment'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const words = process.argv.slice(2)
const picture = words.includes('--map') ? words[words.indexOf('--map') + 1] : undefined
const named = words.find((word, i) => !word.startsWith('--') && words[i - 1] !== '--map')
const { DATA_DIR = join(root, 'data'), STEPS = join(root, 'steps.json') } = environment
// The served flow by default: the house's own, else the program's.
const sources = named ? { steps: resolve(named) } : { steps: STEPS, own: ownFlow(DATA_DIR) }

// Findings, the number of journeys, and with --map FILE.svg the picture.
const {
  findings,
  flow,
  words: said,
  journeys,
  paths,
} = await checkFlow({
  ...sources,
  texts: join(root, 'src/text'),
})
for (const finding of findings) console.log(findingSentence(finding, sentences, said?.it))
const errors = findings.filter(({ severity }) => severity === 'error').length
if (flow)
  console.log(
    [
      `${journeys ?? 'countless'} journeys`,
      `${paths!.length} of ${Object.keys(flow.steps).length} steps on them`,
      `${flow.exceptions.length} named exceptions`,
    ].join(', '),
  )
console.log(`${errors} errors, ${findings.length - errors} warnings`)
if (picture && flow) writeFileSync(picture, flowMap(flow, { ...sentences, ...said!.it }))
process.exitCode = errors ? 1 : 0
