import { createHash } from 'node:crypto'
import { readFileSync, watch } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { ValidateFunction } from 'ajv'
import { checkin } from '../../schema/checkin'
import { code } from '../../schema/code'
import { settings } from '../../schema/settings'
import { type Flow, steps as grammar } from '../../schema/steps'
import { type Language, languages } from '../../schema/vocabulary'
import { formats } from '../../src/core/flow/formats'
import type { Checker, Validate } from '../../src/core/flow/validation'
import type { Finding, Words } from '../../src/core/lint/findings'
import { lint } from '../../src/core/lint/lint'
import { type ShapeError, shapeFindings } from '../../src/core/lint/messages'
import { journeys, reached, type Stand, walk } from '../../src/core/lint/walk'
import { citizenshipNames } from '../../src/core/places/countries'
import { isLogo } from '../settings/logo'

/** A file made for the browser: its address names its content, so it can be kept for ever. */
export type Asset = { path: string; body: Buffer; brotli: Buffer; type: string }

/** A flow that has passed its checks, as the server uses it and as it is served. */
export type Published = {
  flow: Flow
  words: Words
  validate: Validate
  validator: string
  version: string
  files: Record<Language, string>
  host: string
  assets: Map<string, Asset>
  journeys: number
}

/** A flow read from the disk: the findings, and what would be served if there are no errors among them. */
export type Reading = {
  findings: Finding[]
  flow?: Flow
  words?: Words
  journeys?: number
  paths?: string[]
  published?: Published
}

/** The host's pages, which are not steps but to which a step may lead. */
export const hostPages = [
  '/admin-settings',
  '/admin-login',
  '/admin',
  '/admin-flow',
  '/ross1000-settings',
  '/new-checkin',
]

const names = new Set(citizenshipNames('it').map(({ italian }) => italian))

/** The formats of the schemas as the server means them; `today` is the day in Italy, `more` are states that only an imported table has. */
export const world = (today: () => string, more: readonly string[] = []) =>
  formats({ today, isCitizenship: (name) => names.has(name) || more.includes(name) })

const rome = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' })

let latest = { minute: NaN, day: '' }

/** The day it is in Italy, `YYYY-MM-DD`; asked for several times a check-in, and worked out once a minute. */
export const italianDay = (now = new Date()) => {
  const minute = Math.floor(now.getTime() / 60_000)
  if (minute !== latest.minute) latest = { minute, day: rome.format(now) }
  return latest.day
}

/** What a check of a guest's answers needs today. */
export const checkerOf = ({ validate }: Pick<Published, 'validate'>): Checker => ({ validate, today: italianDay() })

const require = createRequire(import.meta.url)

/** Ajv, loaded when something is to be compiled: most starts take the flow as it was last read and need none of it. */
export const compiler = () => require('ajv') as typeof import('ajv')

// The grammar is ours: not held against the schema of schemas, which takes longer than all the rest of the start.
const unread = { meta: false, validateSchema: false } as const
let shape: ValidateFunction | undefined
const shapeOf = (flow: unknown): Finding[] => {
  shape ??= new (compiler().default)({
    allErrors: true,
    strict: false,
    verbose: true,
    ...unread,
    code: { optimize: false },
  }).compile(grammar)
  return shape(flow) ? [] : shapeFindings((shape.errors ?? []) as ShapeError[])
}

/** The schema of a check-in with the host's own fields in it. */
export const checkinSchema = (flow: Flow) => ({
  ...checkin,
  properties: {
    ...checkin.properties,
    ...Object.fromEntries(
      Object.entries(flow.fields).flatMap(([name, { schema }]) => (schema ? [[name, schema]] : [])),
    ),
  },
})

const unicodeLength = '(text) => [...text].length'

/**
 * Compiled code without what nobody reads: the schemas it was made from, where in them a rule stands, and what a rule asks for where
 * its name says it; an error added in one line.
 */
const lean = (compiled: string) => {
  const code = compiled
    .replace(/schemaPath:"[^"]*",/g, '')
    .replace(/params:\{(allowedValues: schema\d+[\w.]*|pattern: "(?:[^"\\]|\\.)*"|type: "\w+")\}/g, 'params:{}')
    .replace(
      /const (err\d+) = (\{.*\});\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;/g,
      '(vErrors ??= []).push($2);\nerrors++;',
    )
  const isRead = (name: string) => code.split(new RegExp(`\\b${name}\\b`)).length > 2
  return code
    .replace(/^const (schema\d+) = .*\n/gm, (line, name: string) => (isRead(name) ? line : ''))
    .replace(/\n{2,}/g, '\n')
}

/** A schema as source text that needs neither Ajv nor `eval`: a function of the formats that gives the validator. */
export const validatorSource = (schema: object) => {
  const { default: Ajv, _ } = compiler()
  const { default: standalone } = require('ajv/dist/standalone') as typeof import('ajv/dist/standalone')
  const ajv = new Ajv({
    allErrors: true,
    inlineRefs: false,
    strict: false,
    messages: false,
    ...unread,
    formats: { ...world(() => ''), logo: isLogo },
    code: { source: true, lines: true, formats: _`formats` },
  })
  const code = lean(standalone(ajv, ajv.compile(schema)))
  return `(formats) => { const module = { exports: {} }; const require = () => ({ default: ${unicodeLength} }); ${code}; return module.exports }`
}

const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

/** A file under a name that its content decides. */
export const asset = (name: string, text: string, type: string): Asset => {
  const path = `/assets/${name.replace('*', hashed(text))}`
  let packed: Buffer | undefined
  return {
    path,
    type,
    body: Buffer.from(text),
    // Packed when first asked for: a start need not wait for five languages.
    get brotli() {
      return (packed ??= brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
    },
  }
}

/** The fewest steps from each path to the end of a journey. */
const stepsLeft = (ways: Map<Stand, Stand[]>): Record<string, number> => {
  const left = new Map<Stand, number>(
    [...ways.keys()]
      .filter((stand) =>
        stand.ways.some(({ to }) => 'end' in to && to.end === 'outside' && to.to !== '/admin-settings'),
      )
      .map((stand) => [stand, 1]),
  )
  for (let grew = true; grew; ) {
    grew = false
    for (const stand of ways.keys()) {
      const next = Math.min(...stand.ways.map(({ to }) => ('path' in to ? (left.get(to) ?? Infinity) : Infinity))) + 1
      if (next < (left.get(stand) ?? Infinity)) grew = Boolean(left.set(stand, next))
    }
  }
  const paths: Record<string, number> = {}
  for (const [stand, count] of left) paths[stand.path] = Math.min(paths[stand.path] ?? Infinity, count)
  return paths
}

/** The validator a source text stands for, with the server's own formats; `more` are states that only an imported table has. */
export const evaluate = async (source: string, more: readonly string[] = []): Promise<Validate> => {
  const { default: make } = (await import(
    `data:text/javascript,${encodeURIComponent(`export default ${source}`)}`
  )) as { default: (given: object) => Validate }
  return make(world(italianDay, more))
}

/** Of a flow, what guests are asked: without the host's forms, the fields only they use, the words and the exceptions. */
const forGuests = ({ words: _words, exceptions: _exceptions, forms: _forms, fields, ...flow }: Flow) => ({
  ...flow,
  fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !name.includes('.'))),
})

const moduleOf = (facts: object, sources: Record<string, string>) =>
  `export default { ${[...Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`), ...Object.entries(sources).map(([name, source]) => `${name}: ${source}`)].join(', ')} }`

const publish = async (
  flow: Flow,
  words: Words,
  hostWords: Record<string, string>,
  ways: Map<Stand, Stand[]>,
  count: number,
): Promise<Published> => {
  const validator = validatorSource(checkinSchema(flow))
  const left = stepsLeft(ways)
  const asked = forGuests(flow)
  const version = hashed(JSON.stringify([asked, validator]))
  const facts = (language: Language) => ({
    version,
    language,
    words: words[language],
    countries: citizenshipNames(language).map(({ italian, name, iso }) => [italian, name, iso]),
    left,
  })
  const made = languages.map(
    (language) =>
      [
        language,
        asset(`flow.${language}.*.js`, moduleOf({ ...facts(language), flow: asked }, { validator }), 'text/javascript'),
      ] as const,
  )
  const host = asset(
    'host.*.js',
    moduleOf(
      { ...facts('it'), words: { ...words.it, ...hostWords }, flow },
      { validator, settingsValidator: validatorSource(settings), codeValidator: validatorSource(code) },
    ),
    'text/javascript',
  )
  return {
    flow,
    words,
    version,
    validator,
    journeys: count,
    validate: await evaluate(validator),
    host: host.path,
    files: Object.fromEntries(made.map(([language, { path }]) => [language, path])) as Record<Language, string>,
    assets: new Map([...made.map(([, file]) => file), host].map((file) => [file.path, file])),
  }
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
  const found = lint(flow, { words, isCountry: (name) => names.has(name), elsewhere: hostPages, hostWords: said.host })
  const first = walk(flow)
  const ways = reached(first)
  const base = {
    findings: found,
    flow,
    words,
    journeys: journeys(first).length,
    paths: [...new Set([...ways.keys()].map(({ path }) => path))],
  }
  if (found.some(({ severity }) => severity === 'error')) return base
  try {
    return { ...base, published: await publish(flow, words, said.host, ways, base.journeys) }
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

/** The flow being served, kept fresh: a change on the disk is checked, and takes its place only without errors. */
export type Serving = {
  current: () => Published
  findings: () => Finding[]
  asset: (path: string) => Asset | undefined
  stop: () => void
}

/** How many published flows a guest half-way can still fetch. */
const remembered = 4

/** Serve a flow and follow its files; `report` hears the findings of every reading. Throws when the first reading has errors. */
export const serveFlow = async (
  sources: Sources,
  report: (reading: Reading) => void,
  begin: typeof readFlow = readFlow,
): Promise<Serving> => {
  const first = await begin(sources)
  report(first)
  if (!first.published)
    throw new Error('steps.json has errors: correct it, or put the last good one back, and start again')
  let last = first
  const published = [first.published]
  let timer: NodeJS.Timeout | undefined
  const again = async () => {
    const reading = await readFlow(sources).catch(
      (error: Error): Reading => ({
        findings: [{ severity: 'error', rule: 'notJson', at: '/', args: { message: error.message } }],
      }),
    )
    last = reading
    report(reading)
    if (reading.published) published.unshift(reading.published)
    published.splice(remembered)
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void again(), 100)
  }
  const watchers = [
    watch(dirname(sources.steps), (_event, file) => file === basename(sources.steps) && soon()),
    watch(sources.texts, soon),
  ]
  return {
    current: () => published[0]!,
    findings: () => last.findings,
    asset: (path) => published.map(({ assets }) => assets.get(path)).find(Boolean),
    stop: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
