import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostPaths } from '../../schema/host-pages'
import { languages } from '../../schema/languages'
import type { Flow } from '../../schema/steps'
import type { Finding, Words } from '../../src/core/lint/findings'
import { lint } from '../../src/core/lint/lint'
import { journeyCount, shortestRoutes } from '../../src/core/lint/routes'
import { walk } from '../../src/core/lint/walk'
import { type Published, publish } from './assets'
import { isCitizenship, shapeOf } from './compile'

/** A flow read from the disk: the findings, and what would be served if there are no errors among them. */
export type Reading = {
  findings: Finding[]
  flow?: Flow
  words?: Words
  journeys?: number
  paths?: string[]
  published?: Published
}

const parse = (text: string, at: string): { value?: unknown; findings: Finding[] } => {
  try {
    return { value: JSON.parse(text), findings: [] }
  } catch (error) {
    return { findings: [{ severity: 'error', rule: 'notJson', at, args: { message: (error as Error).message } }] }
  }
}

const readWords = (folder: string) => {
  const read = languages.map(
    (language) =>
      [language, parse(readFileSync(join(folder, `${language}.json`), 'utf8'), `/${language}.json`)] as const,
  )
  const host = ['host', 'consult'].map((name) =>
    parse(readFileSync(join(folder, `${name}.it.json`), 'utf8'), `/${name}.it.json`),
  )
  return {
    findings: [...read.flatMap(([, { findings }]) => findings), ...host.flatMap(({ findings }) => findings)],
    host: Object.assign({}, ...host.map(({ value }) => value)) as Record<string, string>,
    words: Object.fromEntries(read.map(([language, { value }]) => [language, value ?? {}])) as Words,
  }
}

/** Where the flow and its words stand on the disk. */
export type Sources = { steps: string; texts: string }

/** Read the flow and its words, check shape and meaning, and make the files to serve. Never throws for what the files say. */
export const readFlow = async ({ steps, texts }: Sources): Promise<Reading> => {
  const { value, findings } = parse(readFileSync(steps, 'utf8'), '/')
  const said = readWords(texts)
  const early = [...findings, ...said.findings, ...(findings.length ? [] : shapeOf(value))]
  if (early.length) return { findings: early }
  const flow = value as Flow
  const words = Object.fromEntries(
    languages.map((language) => [language, { ...said.words[language], ...flow.words[language] }]),
  ) as Words
  const found = lint(flow, {
    words,
    isCountry: isCitizenship,
    elsewhere: hostPaths,
    hostWords: said.host,
    projectWords: said.words.it,
  })
  const first = walk(flow)
  const routes = shortestRoutes(first)
  const base = {
    findings: found,
    flow,
    words,
    journeys: journeyCount(first),
    paths: [...new Set([...routes.keys()].map(({ path }) => path))],
  }
  if (found.some(({ severity }) => severity === 'error')) return base
  try {
    return { ...base, published: await publish(flow, words, said.host, routes, base.journeys) }
  } catch (error) {
    return {
      ...base,
      findings: [
        ...found,
        { severity: 'error', rule: 'shape', at: '/fields', args: { message: (error as Error).message } },
      ],
    }
  }
}
