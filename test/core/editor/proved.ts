import { hostPaths } from '../../../schema/host-pages'
import { languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { lint, type Words } from '../../../src/core/proof/proof'
import consult from '../../../src/text/consult.it.json'
import host from '../../../src/text/host.it.json'
import { words } from '../../fixtures/words'

const hostWords: { [key: string]: string } = { ...host, ...consult }

/** Returns whether the proof accepts a flow. Skips the sorting of findings, which is slow. */
export const proved = (flow: Flow) => {
  const read = Object.fromEntries(languages.map((one) => [one, { ...words[one], ...flow.words[one] }])) as Words
  const known = { words: read, shipped: words, hostWords, elsewhere: hostPaths }
  return !lint(flow, { ...known, isCountry: () => true }).some(({ severity }) => severity === 'error')
}
