import { hostPaths } from '../../../schema/host-pages'
import { languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { rootCauses } from './causes'
import type { Finding, LintContext, Words } from './findings'
import { type Spot, spotOf } from './json-text'
import { inspect, lint } from './lint'
import { journeyCount, mostQuestions } from './routes'
import type { Visit } from './walk'

/** The words a proof needs: the project's for guests by language, and those of the host's pages. */
export type ProofWords = { words: Words; host: Readonly<Record<string, string>> }

/**
 * What a proof finds: the findings a host needs to read, each with its place in the file; the words as guests read
 * them; how many journeys there are (none where they cannot be counted), the steps on them, and the walk.
 */
export type Proof = {
  findings: Finding[]
  words: Words
  journeys: number
  /** The most questions on one of them. */
  questions: number
  paths: string[]
  first: Visit
  routes: LintContext['routes']
}

/**
 * Proves a flow whose shape is right: the same on the server, in `npm run flow` and in the host's browser. `spots`
 * tells where the file's parts stand.
 */
export const proofOf = (
  flow: Flow,
  spots: ReadonlyMap<string, Spot>,
  said: ProofWords,
  isCountry: (name: string) => boolean,
): Proof => {
  const wordsOf = (flow: Flow) =>
    Object.fromEntries(
      languages.map((language) => [language, { ...said.words[language], ...flow.words[language] }]),
    ) as Words
  const options = {
    isCountry,
    elsewhere: hostPaths,
    hostWords: said.host,
    projectWords: said.words.it,
    shipped: said.words,
  }
  const words = wordsOf(flow)
  const { findings, first, routes } = inspect(flow, { ...options, words })
  const causes = rootCauses(flow, findings, (flow) => lint(flow, { ...options, words: wordsOf(flow) }))
  return {
    findings: causes.map((finding) => ({ ...spotOf(spots, finding.at), ...finding })),
    words,
    journeys: journeyCount(first),
    questions: mostQuestions(first),
    paths: [...new Set([...routes.keys()].map(({ path }) => path))],
    first,
    routes,
  }
}
