import { ownFormats } from '../../../schema/vocabulary'
import { shortOf } from '../flow/names'
import { pointer } from './domains'
import { error, type Finding, misnamed } from './findings'

/** An error of Ajv, which runs with `verbose`: a refused word is compared with those the grammar knows. */
export type ShapeError = {
  instancePath: string
  schemaPath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
  parentSchema?: object
  data?: unknown
}

// Of several errors about one value the first of these says most.
const words = ['additionalProperties', 'enum', 'required', 'pattern']
const telling = [...words, 'minLength', 'maxLength', 'uniqueItems', 'minItems', 'type']

const rank = ({ keyword }: ShapeError) => (telling.indexOf(keyword) + telling.length + 1) % (telling.length + 1)
const written = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '').slice(0, 80))

/** An `anyOf` reports every shape it allows: the error deepest in the file stays, of those the most telling. */
const single = (errors: readonly ShapeError[]) => {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf')
  const choiceOf = (error: ShapeError) =>
    choices.find(
      ({ schemaPath, instancePath }) =>
        error.schemaPath.startsWith(schemaPath) && error.instancePath.startsWith(instancePath),
    )
  const depth = ({ instancePath }: ShapeError) => instancePath.split('/').length
  return errors.filter((error) => {
    const choice = choiceOf(error)
    if (!choice) return error.keyword !== 'propertyNames' && error.keyword !== 'if'
    const rivals = errors.filter((rival) => rival.keyword !== 'anyOf' && choiceOf(rival) === choice)
    return error === rivals.sort((a, b) => depth(b) - depth(a) || rank(a) - rank(b))[0]
  })
}

const finding = ({ instancePath: at, keyword, params, parentSchema, message = '', data }: ShapeError): Finding => {
  const value = written(data)
  if (keyword === 'enum') {
    const values = (params.allowedValues as unknown[]).map(String)
    return misnamed('notInList', at, { value, values: values.join(', ') }, values)
  }
  if (keyword === 'required') return error('wordLacking', at, { word: String(params.missingProperty) })
  if (keyword !== 'additionalProperties') return error('shape', at, { keyword, message, value })
  const word = String(params.additionalProperty)
  const place = `${at}/${pointer(word)}`
  const field = /^\/fields\/([^/]+)\/schema$/.exec(at)?.[1]
  if (field) return error('ruleNotInList', place, { field, word, values: ownFormats.join(', ') })
  return misnamed(
    'unknownWord',
    place,
    { word },
    Object.keys((parentSchema as { properties?: object }).properties ?? {}),
  )
}

/** What is wrong with the shape of a flow, from the errors of Ajv: each thing once, at its place. */
export const shapeFindings = (errors: readonly ShapeError[]): Finding[] => [
  ...new Map(
    single(errors)
      .map(finding)
      .map((found) => [`${found.at} ${found.rule} ${found.args.keyword}`, found]),
  ).values(),
]

type Texts = { readonly [key: string]: string }

/** The words of a finding as a host knows them: card titles and labels, each with its name in the file. */
const inWordsOfCards = (args: Finding['args'], cards: Texts): Record<string, string> => {
  const titled = (name: string, title: string | undefined) => (title ? `${title}» (${name}) «` : name)
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => {
      if (key === 'path') return [key, titled(value, cards[`${value}.title`])]
      const label = cards[`${value}.label`] ?? cards[`${shortOf(value).short}.label`]
      return [key, key === 'field' ? titled(value, label) : value]
    }),
  )
}

const sayer =
  (texts: Texts) =>
  (key: string, params: Record<string, string> = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (hole, name: string) => params[name] ?? hole)

/** What is wrong and what was probably meant, without where: for a page that shows the place itself. */
export const explanation = (finding: Finding, texts: Texts, cards: Texts = {}, journey?: string[]): string => {
  const { rule, args, nearest, follows } = finding
  const say = sayer(texts)
  const particular = `${rule}.${args.keyword}`
  return [
    say(texts[particular] ? particular : rule, inWordsOfCards(args, cards)).replaceAll(' «»', ''),
    nearest && say('nearest', { nearest }),
    journey && say('journey', { journey: journey.map((path) => cards[`${path}.title`] ?? path).join(' → ') }),
    follows && say('follows', { count: String(follows) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** A finding in words, with its place and journey. `texts` are the checker's sentences, `cards` what guests read. */
export const sentence = (finding: Finding, texts: Texts, cards: Texts = {}): string => {
  const { severity, at, journey, line, column } = finding
  const say = sayer(texts)
  const place = line ? `${at || '/'} (${say('line', { line: String(line), column: String(column) })})` : at || '/'
  return `${say(severity)} ${place}: ${explanation(finding, texts, cards, journey)}`
}
