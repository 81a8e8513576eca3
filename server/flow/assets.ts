import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { code } from '../../schema/code'
import { isHostPath } from '../../schema/host-pages'
import { type Language, languages } from '../../schema/languages'
import { policeAccount, regionStructure } from '../../schema/offices'
import { settings } from '../../schema/settings'
import type { Flow } from '../../schema/steps'
import type { Words } from '../../src/core/lint/findings'
import type { Visit } from '../../src/core/lint/walk'
import { citizenshipNames } from '../../src/core/places/countries'
import { withoutLetters } from '../../src/core/text/letter-words'
import { checkinSchema, validatorSource } from './compile'

/** A file made for the browser: its address names its content, so it can be kept for ever. */
export type Asset = { path: string; body: Buffer; brotli: Buffer; type: string }

/** A flow that has passed its checks, as the server uses it and as it is served. */
export type Published = {
  flow: Flow
  words: Words
  validator: string
  version: string
  files: Record<Language, string>
  host: string
  assets: Map<string, Asset>
  journeys: number
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
const stepsLeft = (routes: Map<Visit, Visit[]>): Record<string, number> => {
  const left = new Map<Visit, number>(
    [...routes.keys()]
      .filter((visit) =>
        // The pages of the host are the end of nobody's check-in.
        visit.transitions.some(({ to }) => 'end' in to && to.end === 'outside' && !isHostPath(to.to ?? '')),
      )
      .map((visit) => [visit, 1]),
  )
  for (let grew = true; grew; ) {
    grew = false
    for (const visit of routes.keys()) {
      const next =
        Math.min(...visit.transitions.map(({ to }) => ('path' in to ? (left.get(to) ?? Infinity) : Infinity))) + 1
      if (next < (left.get(visit) ?? Infinity)) grew = Boolean(left.set(visit, next))
    }
  }
  const paths: Record<string, number> = {}
  for (const [visit, count] of left) paths[visit.path] = Math.min(paths[visit.path] ?? Infinity, count)
  return paths
}

/**
 * Of a flow, what guests are asked: without the host's forms, the fields only they use, the words, the exceptions, and
 * what each answer is for, which the notice says.
 */
const guestFlow = ({ words: _words, exceptions: _exceptions, forms: _forms, fields, ...flow }: Flow) => ({
  ...flow,
  fields: Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !name.includes('.'))
      .map(([name, { purpose: _purpose, ...field }]) => [name, field]),
  ),
})

const moduleOf = (facts: object, sources: Record<string, string>) =>
  `export default { ${[
    ...Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...Object.entries(sources).map(([name, source]) => `${name}: ${source}`),
  ].join(', ')} }`

/** Makes of a flow that passed its checks what the server uses and what browsers load. */
export const publish = (
  flow: Flow,
  words: Words,
  hostWords: Record<string, string>,
  routes: Map<Visit, Visit[]>,
  count: number,
): Published => {
  const validator = validatorSource(checkinSchema(flow))
  const left = stepsLeft(routes)
  const asked = guestFlow(flow)
  const version = hashed(JSON.stringify([asked, validator]))
  const facts = (language: Language) => ({
    version,
    language,
    words: withoutLetters(words[language]),
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
      { ...facts('it'), words: { ...withoutLetters(words.it), ...hostWords }, flow },
      {
        validator,
        settingsValidator: validatorSource(settings),
        codeValidator: validatorSource(code),
        accountValidator: validatorSource(policeAccount),
        structureValidator: validatorSource(regionStructure),
      },
    ),
    'text/javascript',
  )
  return {
    flow,
    words,
    version,
    validator,
    journeys: count,
    host: host.path,
    files: Object.fromEntries(made.map(([language, { path }]) => [language, path])) as Record<Language, string>,
    assets: new Map([...made.map(([, file]) => file), host].map((file) => [file.path, file])),
  }
}
