import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hostLanguages, type Language, languages } from '../../schema/languages'
import type { Flow } from '../../schema/steps'
import { isNotice } from '../../src/core/data-protection/notice'
import { readJson, type Spots, spotAt } from '../../src/core/json/json-text'
import { error, type Finding, type Words } from '../../src/core/lint/findings'
import { lettersAmong } from '../../src/core/mail/letter-words'
import type { Proof } from '../../src/core/proof/proof'
import { type HostPageWords, type PublishedFlow, publish } from './assets'
import { isCitizenship, shapeOf } from './compile'

/** The findings of a flow read from disk, and what is served if none is an error. */
export type FlowReading = {
  findings: Finding[]
  flow?: Flow
  words?: Words
  journeys?: number
  paths?: string[]
  published?: PublishedFlow
}

/** A JSON file: its value with the positions of its parts, or its error. */
type Source = { value?: unknown; spots: Spots; findings: Finding[] }

const lastPart = (at: string) => at.split('/').at(-1)!.replaceAll('~1', '/').replaceAll('~0', '~')

const nowhere: Spots = new Map()

const parseText = (text: string, file: string, at: string): Source => {
  const read = readJson(text)
  if ('fault' in read) {
    const { line, column, found, expected } = read.fault
    const args = { file, line: String(line), column: String(column), found, expected }
    return { spots: nowhere, findings: [error('notJson', at, args, { line, column })] }
  }
  const twice = read.twice.map((at) => error('writtenTwice', at, { word: lastPart(at) }, read.spots.get(at)))
  return { value: read.value, spots: read.spots, findings: twice }
}

const parse = (path: string, at: string): Source => {
  const file = basename(path)
  try {
    return parseText(readFileSync(path, 'utf8'), file, at)
  } catch (reason) {
    const { code } = reason as NodeJS.ErrnoException
    if (!code) throw reason
    return { spots: nowhere, findings: [error('unreadable', at, { file, message: code })] }
  }
}

/** The host's word files: her pages, and sentences about a flow. */
const hostFiles = { host: ['host', 'consult'], sentences: ['findings', 'flow-edit'] } as const

const textsOf = ({ value }: Source) => (value ?? {}) as Record<string, string>

const partOf = (source: Source, isWanted: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(textsOf(source)).filter(([key]) => isWanted(key)))

/** Reads the project's words for guests, letters, notices and host's pages, by language. Never throws. */
export const readWords = (folder: string) => {
  const wordsIn = (name: string) => parse(join(folder, `${name}.json`), `/${name}.json`)
  const read = languages.map((language) => [language, wordsIn(language)] as const)
  const house = wordsIn('host-letter.it')
  const hostRead = (names: readonly string[]) =>
    hostLanguages.map((language) => [language, names.map((name) => wordsIn(`${name}.${language}`))] as const)
  const [host, sentences] = [hostRead(hostFiles.host), hostRead(hostFiles.sentences)]
  const joined = (files: typeof host) =>
    Object.fromEntries(
      files.map(([language, sources]) => [language, Object.assign({}, ...sources.map(textsOf))]),
    ) as HostPageWords
  const wordsOf = (language: Language, source: Source) => ({
    ...(language === 'it' && lettersAmong(textsOf(house))),
    ...partOf(source, (key) => !isNotice(key)),
  })
  const byLanguage = (words: typeof wordsOf) =>
    Object.fromEntries(read.map(([language, source]) => [language, words(language, source)])) as Words
  const sources = [...[...host, ...sentences].flatMap(([, files]) => files), house, ...read.map(([, source]) => source)]
  return {
    findings: sources.flatMap(({ findings }) => findings),
    host: joined(host),
    sentences: joined(sentences),
    words: byLanguage(wordsOf),
    notices: byLanguage((_, source) => partOf(source, isNotice)),
  }
}

const isError = ({ severity }: Finding) => severity === 'error'

/** Where flow and words are on the disk; `own` comes before `steps`, `text` before both. */
export type Sources = { steps: string; texts: string; own?: string; text?: string }

/** The file the flow is read from. */
export const stepsFile = ({ steps, own }: Sources) => (own && existsSync(own) ? own : steps)

type Checked = {
  reading: FlowReading
  words: ReturnType<typeof readWords>
  routes?: Proof['routes']
}

const checked = async (sources: Sources): Promise<Checked> => {
  const { text } = sources
  const path = stepsFile(sources)
  const file = text === undefined ? parse(path, '/') : parseText(text, basename(path), '/')
  const said = readWords(sources.texts)
  const placed = (findings: Finding[]) => findings.map((finding) => ({ ...spotAt(file.spots, finding.at), ...finding }))
  const unread = [...file.findings, ...said.findings]
  const early = unread.length ? unread : [...shapeOf(file.value)]
  if (early.length) return { reading: { findings: unread.length ? early : placed(early) }, words: said }
  const flow = file.value as Flow
  // Not loaded by a start that uses the cached reading.
  const { proofOf } = await import('../../src/core/proof/proof')
  const proofWords = { words: said.words, host: said.host.it }
  const { findings, words, journeys, paths, routes } = proofOf(flow, file.spots, proofWords, isCitizenship)
  const reading: FlowReading = { findings, flow, words, paths, ...(Number.isFinite(journeys) && { journeys }) }
  return { reading, words: said, routes }
}

/** Returns the findings of a flow and its words. Never throws. */
export const checkFlow = async (sources: Sources): Promise<FlowReading> => (await checked(sources)).reading

/** Reads and checks the flow and its words, and makes the files to serve. Never throws. */
export const readFlow = async (sources: Sources): Promise<FlowReading> => {
  const { reading, words: said, routes } = await checked(sources)
  const { findings, flow, words, journeys = Number.POSITIVE_INFINITY } = reading
  if (!flow || !words || !routes || findings.some(isError)) return reading
  return { ...reading, published: publish(flow, words, said, routes, journeys) }
}
