import { hostPaths } from '../../../schema/host-pages'
import { languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { type Spots, spotAt } from '../json/json-text'
import { rootCauses } from '../lint/causes'
import type { Finding, LintContext, Words } from '../lint/findings'
import { journeyCount, mostQuestions } from '../lint/routes'
import type { Visit } from '../lint/walk'
import { inspect, lint } from './lint'

/** The words a proof needs: the project's for guests by language, and those of the host's pages. */
export type ProofWords = { words: Words; host: Readonly<Record<string, string>> }

/** The findings a host needs to read, the words as guests read them, the steps on a journey, and the walk. */
export type Proof = {
  findings: Finding[]
  words: Words
  /** How many journeys there are; `Infinity` where one leads back. */
  journeys: number
  /** The most questions on one of them. */
  questions: number
  paths: string[]
  first: Visit
  routes: LintContext['routes']
}

/** Proves a flow whose shape is right. `spots` tells where the parts of its file stand. */
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
