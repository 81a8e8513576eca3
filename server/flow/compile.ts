import { createRequire } from 'node:module'
import type { CodeKeywordDefinition, KeywordCxt, ValidateFunction } from 'ajv'
import { checkin } from '../../schema/record'
import { type Flow, steps as grammar } from '../../schema/steps'
import { faultsOfRecord, formats } from '../../src/core/flow/schema-faults'
import type { Checker, Validate } from '../../src/core/flow/validation'
import { italyName } from '../../src/core/lint/answer-space'
import { type ShapeError, shapeFindings } from '../../src/core/lint/finding-words'
import type { Finding } from '../../src/core/lint/findings'
import { citizenshipNames } from '../../src/core/places/country-names'
import { isLogo } from '../pictures/pictures'
import { builtFile } from '../shared/environment'

let names: ReadonlySet<string> | undefined

/** Returns whether a citizenship has this Italian name. Most flows name Italy alone, which needs no list. */
export const isCitizenship = (name: string) =>
  name === italyName || (names ??= new Set(citizenshipNames('it').map(({ italian }) => italian))).has(name)

/** The server's formats; `today` is the day in Italy, `more` are states that only an imported table has. */
export const serverFormats = (today: () => string, more: readonly string[] = []) =>
  formats({ today, isCitizenship: (name) => isCitizenship(name) || more.includes(name) })

/** Returns today's checker of a guest's answers. */
export const checkerOf = ({ validate, today }: { validate: Validate; today: () => string }): Checker => ({
  faultsIn: (draft) => faultsOfRecord(validate, draft),
  today: today(),
})

const require = createRequire(import.meta.url)

/** Loaded when something is to be compiled: a start that uses the cached reading needs no Ajv. */
export const loadAjv = () => require('ajv') as typeof import('ajv')

// The grammar is our own: checking it against its meta schema would take most of a start.
const trusted = { meta: false, validateSchema: false } as const
const grammarAjv = (source: boolean) =>
  new (loadAjv().default)({
    allErrors: true,
    strict: false,
    verbose: true,
    ...trusted,
    code: { source, optimize: false },
  })

/** Returns the grammar's validator as a CommonJS file, which the build writes. */
export const grammarModule = () => {
  const { default: standalone } = require('ajv/dist/standalone') as typeof import('ajv/dist/standalone')
  const ajv = grammarAjv(true)
  return standalone(ajv, ajv.compile(grammar))
}

/** The validator written by the build; without a build it is compiled here. */
const grammarValidator = (): ValidateFunction => {
  try {
    return require(`./${builtFile('grammar.cjs')}`) as ValidateFunction
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    return grammarAjv(false).compile(grammar)
  }
}

let shape: ValidateFunction | undefined
/** Returns the shape errors of a parsed `steps.json`. */
export const shapeOf = (flow: unknown): Finding[] => {
  shape ??= grammarValidator()
  return shape(flow) ? [] : shapeFindings((shape.errors ?? []) as ShapeError[])
}

/** The check-in's schema with the host's own fields. */
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

/** The name of these keywords says everything, so guests need not load their parameters. */
const terseKeywords = { enum: 'validation/enum', pattern: 'validation/pattern', const: 'validation/const' } as const

/** An Ajv that writes source text with the shortest errors. */
const sourceWriter = () => {
  const { default: Ajv, _, stringify } = loadAjv()
  const ajv = new Ajv({
    allErrors: true,
    inlineRefs: false,
    strict: false,
    messages: false,
    ...trusted,
    formats: { ...serverFormats(() => ''), logo: isLogo },
    code: { source: true, formats: _`formats`, optimize: 2 },
  })
  for (const [keyword, file] of Object.entries(terseKeywords)) {
    const { default: definition } = require(`ajv/dist/vocabularies/${file}`) as { default: CodeKeywordDefinition }
    ajv.removeKeyword(keyword)
    ajv.addKeyword({ ...definition, error: { message: keyword, params: _`{}` } })
  }
  // Answers are strings, and JSON Schema's `minimum` and `maximum` ignore strings.
  for (const [keyword, fails] of Object.entries({ least: _`<`, greatest: _`>` }))
    ajv.addKeyword({
      keyword,
      type: 'string',
      schemaType: 'number',
      error: { message: keyword, params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
      code: (cxt: KeywordCxt) => cxt.fail(_`+${cxt.data}.replace(",", ".") ${fails} ${cxt.schemaCode}`),
    })
  ajv.addKeyword({
    keyword: 'some',
    type: 'string',
    schemaType: 'array',
    error: { message: 'some', params: _`{}` },
    code: (cxt: KeywordCxt) => {
      const offered = stringify(cxt.schema)
      cxt.fail(_`${cxt.data}.split(";").some((one, i, all) => !${offered}.includes(one) || all.indexOf(one) < i)`)
    },
  })
  return ajv
}

/** Removes the schemas that a compiled validator contains but never reads. */
const dropUnreadSchemas = ({ source }: ValidateFunction, seen = new Set<unknown>()) => {
  if (!source || seen.has(source)) return
  seen.add(source)
  const code = String(source.validateCode)
  for (const name of source.scopeValues.schema ?? [])
    if (!code.includes(name.str)) source.scopeValues.schema!.delete(name)
  for (const { value } of source.scopeValues.validate ?? [])
    if (typeof value?.ref === 'function') dropUnreadSchemas(value.ref as ValidateFunction, seen)
}

const written = (schema: object) => {
  const { default: standalone } = require('ajv/dist/standalone') as typeof import('ajv/dist/standalone')
  const ajv = sourceWriter()
  const validate = ajv.compile(schema)
  dropUnreadSchemas(validate)
  const code = standalone(ajv, validate)
  const surroundings = `const module = { exports: {} }; const require = () => ({ default: ${unicodeLength} });`
  return `(formats) => { ${surroundings} ${code}; return module.exports }`
}

/** The settings have the same schemas in every flow, and most edits of a flow leave those of a record alone. */
const remembered = new Map<string, string>()
const most = 8

/** Returns a schema's validator as source text without Ajv and `eval`: a function of the formats. */
export const validatorSource = (schema: object): string => {
  const key = JSON.stringify(schema)
  const source = remembered.get(key) ?? written(schema)
  remembered.delete(key)
  remembered.set(key, source)
  if (remembered.size > most) remembered.delete(remembered.keys().next().value!)
  return source
}

/** Returns the validator of a source text with the server's formats. */
export const instantiate = async (
  source: string,
  today: () => string,
  more: readonly string[] = [],
): Promise<Validate> => {
  const { default: make } = (await import(
    `data:text/javascript,${encodeURIComponent(`export default ${source}`)}`
  )) as { default: (given: object) => Validate }
  return make(serverFormats(today, more))
}
