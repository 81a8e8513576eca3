import { brotliCompressSync, constants } from 'node:zlib'
import type { FlowFiles } from '../../schema/calls/api'
import { code } from '../../schema/code'
import { isHostPath } from '../../schema/host-pages'
import { type HostLanguage, hostLanguages, type Language, languages } from '../../schema/languages'
import { policeAccount, regionStructure } from '../../schema/offices'
import { settings } from '../../schema/settings'
import type { Flow } from '../../schema/steps'
import { panelNames } from '../../schema/vocabulary'
import { firstSteps } from '../../src/core/flow/arms'
import { fieldNamesOf } from '../../src/core/flow/fields'
import { furtherParts, withoutFurtherGuests } from '../../src/core/flow/further-guests'
import { shortOf } from '../../src/core/flow/names'
import type { Words } from '../../src/core/lint/findings'
import type { Visit } from '../../src/core/lint/walk'
import { withoutLetters } from '../../src/core/mail/letter-words'
import { citizenshipNames } from '../../src/core/places/country-names'
import { sha256 } from '../shared/digests'
import { checkinSchema, validatorSource } from './compile'

/** A file for browsers, cached for ever: its address contains a digest of its content. */
export type Asset = { path: string; body: Buffer; brotli: Buffer; type: string }

/** A flow that passed its checks, with the files made of it. */
export type PublishedFlow = {
  flow: Flow
  words: Words
  notices: Words
  validator: string
  version: string
  files: Record<Language, FlowFiles>
  host: string
  hostWords: Record<HostLanguage, string>
  assets: Map<string, Asset>
  journeys: number
}

const hashed = (text: string | Buffer) => sha256(text).slice(0, 10)

/** The effort of brotli: 300 kB at full effort would block the server for 150 ms to save a tenth. */
const effort = (length: number) => (length > 200_000 ? 5 : 10)

/** Adds the compressed content to a file. */
export const withBrotli = (file: Omit<Asset, 'brotli'>): Asset => {
  let packed: Buffer | undefined
  return {
    ...file,
    // Compressed at the first request: a start need not wait for five languages.
    get brotli() {
      const params = { [constants.BROTLI_PARAM_QUALITY]: effort(file.body.length) }
      return (packed ??= brotliCompressSync(file.body, { params }))
    },
  }
}

/** Returns a file whose name contains a digest of its content (`*`). */
export const asset = (name: string, text: string, type: string): Asset => {
  const body = Buffer.from(text)
  return withBrotli({ path: `/assets/${name.replace('*', () => hashed(body))}`, type, body })
}

/** Returns the fewest steps from each path to the end of a journey. */
const stepsLeft = (routes: Map<Visit, Visit[]>): Record<string, number> => {
  const left = new Map<Visit, number>(
    [...routes.keys()]
      .filter((visit) =>
        // A host's page ends no check-in.
        visit.transitions.some(({ to }) => 'end' in to && to.end === 'outside' && !isHostPath(to.to ?? '')),
      )
      .map((visit) => [visit, 1]),
  )
  for (let grew = true; grew; ) {
    grew = false
    for (const visit of routes.keys()) {
      const next =
        Math.min(...visit.transitions.map(({ to }) => ('path' in to ? (left.get(to) ?? Infinity) : Infinity))) + 1
      if (next >= (left.get(visit) ?? Infinity)) continue
      left.set(visit, next)
      grew = true
    }
  }
  const paths: Record<string, number> = {}
  for (const [visit, count] of left) paths[visit.path] = Math.min(paths[visit.path] ?? Infinity, count)
  return paths
}

/** Returns a flow without the parts guests do not need: the host's forms, their fields, words and exceptions. */
const guestFlow = ({ words: _words, exceptions: _exceptions, forms: _forms, fields, ...flow }: Flow) => ({
  ...flow,
  fields: Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !name.includes('.'))
      .map(([name, { purpose: _purpose, ...field }]) => [name, field]),
  ),
})

/** Splits off the former names of answers, which only a browser with an old draft needs. */
const withoutAliases = <Of extends Pick<Flow, 'fields'>>({ fields, ...flow }: Of) => {
  const parts = Object.entries(fields).map(([name, { aliases, ...field }]) => ({ name, aliases, field }))
  return {
    early: { ...flow, fields: Object.fromEntries(parts.map(({ name, field }) => [name, field])) },
    aliases: Object.fromEntries(parts.flatMap(({ name, aliases }) => (aliases ? [[name, aliases]] : []))),
  }
}

/** The subject of a key: a step, a field, a panel, or a word of all cards. */
const subjectOf = (key: string) => key.split('.')[0]!

/** Subjects that no step names and that are shown only after the first cards. */
const laterSubjects =
  '/answers-sent /your-answers any arrival change continue country date departureDate door error guest guestLink here ' +
  'invite notFound notProvided ownPhone payment progress stayLink stayTax tax taxPay town trial unfinished wait'
const saidLater = new Set(laterSubjects.split(' '))
const toldLater = /^toast\.(change|code|flowChanged|houseFull|paymentFailed|refused|startFailed|submitFailed\.|tooMany)/

/** The texts of faults: the checker of answers is loaded after the first card. */
const isFault = /\.(required|pattern|unknown|(min|max)Length)$/

/** Returns the words no first card can say. */
const areLater = ({ steps, fields }: Flow) => {
  const namesIn = (paths: string[]) =>
    paths.flatMap((path) => [path, ...fieldNamesOf(steps[path]!), ...(steps[path]!.panel ? [steps[path]!.panel] : [])])
  const first = new Set<string>(namesIn(firstSteps({ steps }).filter((path) => steps[path])))
  const others = new Set<string>([...namesIn(Object.keys(steps)), ...Object.keys(fields), ...panelNames])
  return (key: string) => {
    const subject = subjectOf(key)
    if (isFault.test(key)) return true
    const names = [subject, shortOf(subject).short]
    if (names.some((name) => first.has(name))) return false
    return saidLater.has(subject) || toldLater.test(key) || names.some((name) => others.has(name))
  }
}

const moduleOf = (facts: object, sources: Record<string, string>) =>
  `export default { ${[
    ...Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...Object.entries(sources).map(([name, source]) => `${name}: ${source}`),
  ].join(', ')} }`

export type HostPageWords = Record<HostLanguage, Record<string, string>>

type HostSaid = { host: HostPageWords; sentences: HostPageWords }

const hostWordsIn = (language: HostLanguage, words: Words, { host, sentences }: HostSaid) => ({
  language,
  words: { ...withoutLetters(words[language]), ...host[language] },
  sentences: sentences[language],
})

const addressesOf = <L extends string>(files: readonly { language: L; file: Asset }[]) =>
  Object.fromEntries(files.map(({ language, file }) => [language, file.path])) as Record<L, string>

/** Returns what the server uses and what browsers load, for a flow that passed its checks. */
export const publish = (
  flow: Flow,
  words: Words,
  said: HostSaid & { notices: Words },
  routes: Map<Visit, Visit[]>,
  count: number,
): PublishedFlow => {
  const validator = validatorSource(checkinSchema(flow))
  const left = stepsLeft(routes)
  const asked = guestFlow(flow)
  const version = hashed(JSON.stringify([asked, validator]))
  const first = (language: Language) => ({ version, language, left })
  const { early, aliases } = withoutAliases(withoutFurtherGuests(asked))
  const rest = (language: Language) => ({
    aliases,
    further: furtherParts(asked),
    countries: citizenshipNames(language).map(({ italian, name, iso }) => [italian, name, iso]),
  })
  const isLater = areLater(flow)
  const wordsOf = (language: Language, isWanted: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(withoutLetters(words[language])).filter(([key]) => isWanted(key)))
  const script = (name: string, facts: object, sources: Record<string, string> = {}) =>
    asset(`${name}.*.js`, moduleOf(facts, sources), 'text/javascript')
  const guestFiles = languages.map((language) => {
    const now = { ...first(language), words: wordsOf(language, (key) => !isLater(key)), flow: early }
    const late = { ...rest(language), words: wordsOf(language, isLater) }
    return {
      language,
      first: script(`flow.${language}`, now),
      rest: script(`flow-rest.${language}`, late, { validator }),
    }
  })
  const host = script(
    'host',
    { ...first('it'), aliases, flow },
    {
      validator,
      settingsValidator: validatorSource(settings),
      codeValidator: validatorSource(code),
      accountValidator: validatorSource(policeAccount),
      structureValidator: validatorSource(regionStructure),
    },
  )
  const hostFiles = hostLanguages.map((language) => ({
    language,
    file: script(`host-words.${language}`, { ...rest(language), ...hostWordsIn(language, words, said) }),
  }))
  const all = [...guestFiles.flatMap(({ first, rest }) => [first, rest]), host, ...hostFiles.map(({ file }) => file)]
  return {
    flow,
    words,
    notices: said.notices,
    version,
    validator,
    journeys: count,
    host: host.path,
    hostWords: addressesOf(hostFiles),
    files: Object.fromEntries(
      guestFiles.map(({ language, first, rest }) => [language, { first: first.path, rest: rest.path }]),
    ) as Record<Language, FlowFiles>,
    assets: new Map(all.map((file) => [file.path, file])),
  }
}
