import { hostPaths } from '../../../schema/host-pages'
import { languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { type Spots, spotAt } from '../json/json-text'
import { rootCauses } from '../lint/causes'
import type { Finding, LintContext, Words } from '../lint/findings'
import { journeyCount, mostQuestions } from '../lint/routes'
import type { Visit } from '../lint/walk'
import { inspect, lint } from './lint'

/** The words a check needs: the project's for guests by language, and those of the host's pages. */
export type ProofWords = { words: Words; host: Readonly<Record<string, string>> }

/** The root findings, the guests' words, the steps on a journey, and the walk. */
export type Proof = {
  findings: Finding[]
  words: Words
  /** `Infinity` if a journey leads back. */
  journeys: number
  /** The most questions on one journey. */
  questions: number
  paths: string[]
  first: Visit
  routes: LintContext['routes']
}

/** Checks a flow with a valid shape. `spots` has the positions in its file. */
export const proofOf = (flow: Flow, spots: Spots, said: ProofWords, isCountry: (name: string) => boolean): Proof => {
  const wordsOf = (flow: Flow) =>
    Object.fromEntries(
      languages.map((language) => [language, { ...said.words[language], ...flow.words[language] }]),
    ) as Words
  const options = { isCountry, elsewhere: hostPaths, hostWords: said.host, shipped: said.words }
  const words = wordsOf(flow)
  const { findings, first, routes } = inspect(flow, { ...options, words })
  const causes = rootCauses(flow, findings, (flow) => lint(flow, { ...options, words: wordsOf(flow) }))
  return {
    findings: causes.map((finding) => ({ ...spotAt(spots, finding.at), ...finding })),
    words,
    journeys: journeyCount(first),
    questions: mostQuestions(first),
    paths: [...new Set([...routes.keys()].map(({ path }) => path))],
    first,
    routes,
  }
}
