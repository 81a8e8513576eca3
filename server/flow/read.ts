import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hostPaths } from '../../schema/host-pages'
import { languages } from '../../schema/languages'
import type { Flow } from '../../schema/steps'
import { rootCauses } from '../../src/core/lint/causes'
import { error, type Finding, type Words } from '../../src/core/lint/findings'
import { readJson, type Spot, spotOf } from '../../src/core/lint/json-text'
import { inspect, lint } from '../../src/core/lint/lint'
import { journeyCount } from '../../src/core/lint/routes'
import { type Published, publish } from './assets'
import { isCitizenship, shapeOf, validatorSource } from './compile'

/** A flow read from the disk: the findings, and what would be served if there are no errors among them. */
export type Reading = {
  findings: Finding[]
  flow?: Flow
  words?: Words
  journeys?: number
  paths?: string[]
  published?: Published
}

/** A JSON file as read: its value and where its parts stand, or what is wrong with it. */
type Source = { value?: unknown; spots: ReadonlyMap<string, Spot>; findings: Finding[] }

const lastPart = (at: string) => at.split('/').at(-1)!.replaceAll('~1', '/').replaceAll('~0', '~')

const nowhere: ReadonlyMap<string, Spot> = new Map()

const parse = (path: string, at: string): Source => {
  const file = basename(path)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (reason) {
    const { code = 'EIO' } = reason as NodeJS.ErrnoException
    return { spots: nowhere, findings: [error('unreadable', at, { file, message: code })] }
  }
  const read = readJson(text)
  if ('fault' in read) {
    const { line, column, found, expected } = read.fault
    const args = { file, line: String(line), column: String(column), found, expected }
    return { spots: nowhere, findings: [error('notJson', at, args, { line, column })] }
  }
  const twice = read.twice.map((at) => error('writtenTwice', at, { word: lastPart(at) }, read.spots.get(at)))
  return { value: read.value, spots: read.spots, findings: twice }
}

const readWords = (folder: string) => {
  const read = languages.map(
    (language) => [language, parse(join(folder, `${language}.json`), `/${language}.json`)] as const,
  )
  const host = ['host', 'consult'].map((name) => parse(join(folder, `${name}.it.json`), `/${name}.it.json`))
  return {
    findings: [...read.map(([, source]) => source), ...host].flatMap(({ findings }) => findings),
    host: Object.assign({}, ...host.map(({ value }) => value)) as Record<string, string>,
    words: Object.fromEntries(read.map(([language, { value }]) => [language, value ?? {}])) as Words,
  }
}

/** Which of the host's own questions has rules that cannot be compiled, and why. */
const refusedSchemas = (flow: Flow): Finding[] =>
  Object.entries(flow.fields).flatMap(([field, { schema }]) => {
    if (!schema) return []
    try {
      validatorSource({ type: 'object', properties: { [field]: schema } })
      return []
    } catch (reason) {
      return [error('schemaRefused', `/fields/${field}/schema`, { field, message: (reason as Error).message })]
    }
  })

const isError = ({ severity }: Finding) => severity === 'error'

/** Where the flow and its words stand on the disk. */
export type Sources = { steps: string; texts: string }

/**
 * Read the flow and its words, check shape and meaning, and make the files to serve. Never throws for what the files
 * say.
 */
export const readFlow = async ({ steps, texts }: Sources): Promise<Reading> => {
  const file = parse(steps, '/')
  const said = readWords(texts)
  const placed = (findings: Finding[]) => findings.map((finding) => ({ ...spotOf(file.spots, finding.at), ...finding }))
  const unread = [...file.findings, ...said.findings]
  const early = unread.length ? unread : [...shapeOf(file.value)]
  if (early.length) return { findings: unread.length ? early : placed(early) }
  const flow = file.value as Flow
  const wordsOf = (flow: Flow) =>
    Object.fromEntries(
      languages.map((language) => [language, { ...said.words[language], ...flow.words[language] }]),
    ) as Words
  const options = { isCountry: isCitizenship, elsewhere: hostPaths, hostWords: said.host, projectWords: said.words.it }
  const prove = (flow: Flow) => lint(flow, { ...options, words: wordsOf(flow) })
  const words = wordsOf(flow)
  const { findings: all, first, routes } = inspect(flow, { ...options, words })
  const findings = placed(rootCauses(flow, all, prove))
  const journeys = journeyCount(first)
  const paths = [...new Set([...routes.keys()].map(({ path }) => path))]
  const reading: Reading = { findings, flow, words, paths, ...(Number.isFinite(journeys) && { journeys }) }
  if (findings.some(isError)) return reading
  try {
    return { ...reading, published: publish(flow, words, said.host, routes, journeys) }
  } catch (reason) {
    const refused = refusedSchemas(flow)
    if (!refused.length) throw reason
    return { ...reading, findings: [...findings, ...placed(refused)] }
  }
}
