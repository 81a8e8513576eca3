import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'
import { checkin } from '../../schema/checkin'
import { type Flow, steps as grammar } from '../../schema/steps'
import { formats } from '../../src/core/flow/formats'
import type { Checker, Validate } from '../../src/core/flow/validation'
import type { Finding } from '../../src/core/lint/findings'
import { type ShapeError, shapeFindings } from '../../src/core/lint/messages'
import { citizenshipNames } from '../../src/core/places/countries'
import { italianDay } from '../clock'
import { isLogo } from '../settings/logo'

const names = new Set(citizenshipNames('it').map(({ italian }) => italian))

/** Whether a citizenship has this Italian name. */
export const isCitizenship = (name: string) => names.has(name)

/** The formats of the schemas as the server means them; `today` is the day in Italy, `more` are states that only an imported table has. */
export const serverFormats = (today: () => string, more: readonly string[] = []) =>
  formats({ today, isCitizenship: (name) => isCitizenship(name) || more.includes(name) })

/** What a check of a guest's answers needs today. */
export const checkerOf = ({ validate }: { validate: Validate }): Checker => ({ validate, today: italianDay() })

const require = createRequire(import.meta.url)

/** Ajv, loaded when something is to be compiled: most starts take the flow as it was last read and need none of it. */
export const loadAjv = () => require('ajv') as typeof import('ajv')

// The grammar is ours: not held against the schema of schemas, which takes longer than all the rest of the start.
const trusted = { meta: false, validateSchema: false } as const
let shape: ValidateFunction | undefined
/** What is wrong with the shape of a parsed `steps.json`. */
export const shapeOf = (flow: unknown): Finding[] => {
  shape ??= new (loadAjv().default)({
    allErrors: true,
    strict: false,
    verbose: true,
    ...trusted,
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
  const { default: Ajv, _ } = loadAjv()
  const { default: standalone } = require('ajv/dist/standalone') as typeof import('ajv/dist/standalone')
  const ajv = new Ajv({
    allErrors: true,
    inlineRefs: false,
    strict: false,
    messages: false,
    ...trusted,
    formats: { ...serverFormats(() => ''), logo: isLogo },
    code: { source: true, lines: true, formats: _`formats` },
  })
  const code = lean(standalone(ajv, ajv.compile(schema)))
  return `(formats) => { const module = { exports: {} }; const require = () => ({ default: ${unicodeLength} }); ${code}; return module.exports }`
}

/** The validator a source text stands for, with the server's own formats; `more` are states that only an imported table has. */
export const instantiate = async (source: string, more: readonly string[] = []): Promise<Validate> => {
  const { default: make } = (await import(
    `data:text/javascript,${encodeURIComponent(`export default ${source}`)}`
  )) as { default: (given: object) => Validate }
  return make(serverFormats(italianDay, more))
}
