import { createRequire } from 'node:module'
import type { CodeKeywordDefinition, KeywordCxt, ValidateFunction } from 'ajv'
import { checkin } from '../../schema/record'
import { type Flow, steps as grammar } from '../../schema/steps'
import { formats } from '../../src/core/flow/formats'
import { faultsOfRecord } from '../../src/core/flow/record-faults'
import type { Checker, Validate } from '../../src/core/flow/validation'
import { italyName } from '../../src/core/lint/answer-space'
import { type ShapeError, shapeFindings } from '../../src/core/lint/finding-words'
import type { Finding } from '../../src/core/lint/findings'
import { citizenshipNames } from '../../src/core/places/country-names'
import { isLogo } from '../pictures/logo'

let names: ReadonlySet<string> | undefined

/** Whether a citizenship has this Italian name; most flows name Italy alone, which spares them the list. */
export const isCitizenship = (name: string) =>
  name === italyName || (names ??= new Set(citizenshipNames('it').map(({ italian }) => italian))).has(name)

/**
 * The formats of the schemas as the server means them; `today` is the day in Italy, `more` are states that only an
 * imported table has.
 */
export const serverFormats = (today: () => string, more: readonly string[] = []) =>
  formats({ today, isCitizenship: (name) => isCitizenship(name) || more.includes(name) })

/** What a check of a guest's answers needs today. */
export const checkerOf = ({ validate, today }: { validate: Validate; today: () => string }): Checker => ({
  faultsIn: (draft) => faultsOfRecord(validate, draft),
  today: today(),
})

const require = createRequire(import.meta.url)

/** Ajv, loaded when something is to be compiled: most starts take the flow as it was last read and need none of it. */
export const loadAjv = () => require('ajv') as typeof import('ajv')

// The grammar is ours: not held against the schema of schemas, which takes longer than all the rest of the start.
const trusted = { meta: false, validateSchema: false } as const
const grammarAjv = (source: boolean) =>
  new (loadAjv().default)({
    allErrors: true,
    strict: false,
    verbose: true,
    ...trusted,
    code: { source, optimize: false },
  })

/** The grammar's validator as a CommonJS file: the build writes it, so that no start compiles it. */
export const grammarModule = () => {
  const { default: standalone } = require('ajv/dist/standalone') as typeof import('ajv/dist/standalone')
  const ajv = grammarAjv(true)
  return standalone(ajv, ajv.compile(grammar))
}

/** The grammar's validator: the one the build wrote beside this program; without a build, compiled here. */
const grammarValidator = (): ValidateFunction => {
  try {
    return require('./grammar.cjs') as ValidateFunction
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    return grammarAjv(false).compile(grammar)
  }
}

let shape: ValidateFunction | undefined
/** What is wrong with the shape of a parsed `steps.json`. */
export const shapeOf = (flow: unknown): Finding[] => {
  shape ??= grammarValidator()
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
 * The keywords whose errors say with their name all that anybody reads: what they ask for need not travel to every
 * guest.
 */
const terseKeywords = { enum: 'validation/enum', pattern: 'validation/pattern', const: 'validation/const' } as const

/** An Ajv that writes source text, with errors as short as they are read. */
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
  // The answers are texts, so JSON Schema's `minimum` and `maximum` would let every number pass.
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

/** Leave out the schemas a compiled validator carries along and never reads, and those of the validators it calls. */
const dropUnreadSchemas = ({ source }: ValidateFunction, seen = new Set<unknown>()) => {
  if (!source || seen.has(source)) return
  seen.add(source)
  const code = String(source.validateCode)
  for (const name of source.scopeValues.schema ?? [])
    if (!code.includes(name.str)) source.scopeValues.schema!.delete(name)
  for (const { value } of source.scopeValues.validate ?? [])
    if (typeof value?.ref === 'function') dropUnreadSchemas(value.ref as ValidateFunction, seen)
}

/** A schema as source text that needs neither Ajv nor `eval`: a function of the formats that gives the validator. */
export const validatorSource = (schema: object) => {
  const { default: standalone } = require('ajv/dist/standalone') as typeof import('ajv/dist/standalone')
  const ajv = sourceWriter()
  const validate = ajv.compile(schema)
  dropUnreadSchemas(validate)
  const code = standalone(ajv, validate)
  const surroundings = `const module = { exports: {} }; const require = () => ({ default: ${unicodeLength} });`
  return `(formats) => { ${surroundings} ${code}; return module.exports }`
}

/**
 * The validator a source text stands for, with the server's own formats; `more` are states that only an imported table
 * has.
 */
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
