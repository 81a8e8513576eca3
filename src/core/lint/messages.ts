import { ownFormats } from '../../../schema/vocabulary'
import { shortOf } from '../flow/names'
import { pointer } from './domains'
import { error, type Finding, hint } from './findings'

/** What Ajv says of a shape, with `verbose` on, so that a refused word can be compared with those the grammar knows. */
export type ShapeError = {
  instancePath: string
  schemaPath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
  parentSchema?: object
  data?: unknown
}

/** Which of several complaints about one value says most, the most telling first. */
const telling = [
  'additionalProperties',
  'enum',
  'required',
  'pattern',
  'minLength',
  'maxLength',
  'uniqueItems',
  'minItems',
  'type',
]

const rank = ({ keyword }: ShapeError) => (telling.indexOf(keyword) + telling.length + 1) % (telling.length + 1)
const written = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '').slice(0, 80))

/**
 * An `anyOf` complains of every shape it allows: of those, the complaint deepest in the file, and of these the most
 * telling.
 */
const single = (errors: readonly ShapeError[]) => {
  const choices = errors
    .filter(({ keyword }) => keyword === 'anyOf')
    .map(({ schemaPath, instancePath }) => ({ schemaPath, instancePath }))
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

const finding = (fault: ShapeError): Finding => {
  const { instancePath: at, keyword, params, parentSchema, message = '', data } = fault
  if (keyword === 'additionalProperties') {
    const word = String(params.additionalProperty)
    const field = /^\/fields\/([^/]+)\/schema$/.exec(at)?.[1]
    if (field) return error('ruleNotInList', `${at}/${pointer(word)}`, { field, word, values: ownFormats.join(', ') })
    return error(
      'unknownWord',
      `${at}/${pointer(word)}`,
      { word },
      hint(word, Object.keys((parentSchema as { properties?: object }).properties ?? {})),
    )
  }
  if (keyword === 'enum') {
    const values = (params.allowedValues as unknown[]).map(String)
    return error('notInList', at, { value: written(data), values: values.join(', ') }, hint(written(data), values))
  }
  if (keyword === 'required') return error('wordLacking', at, { word: String(params.missingProperty) })
  return error('shape', at, { keyword, message, value: written(data) })
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

/**
 * A finding's words as a host knows them: steps by the titles of their cards, fields by their labels, each with its
 * name in the file.
 */
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

type Say = (key: string, params?: Record<string, string>) => string
const sayer =
  (texts: Texts): Say =>
  (key, params = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (hole, name: string) => params[name] ?? hole)

const explained = (say: Say, { rule, args }: Finding, texts: Texts, cards: Texts) => {
  const particular = `${rule}.${args.keyword}`
  return say(texts[particular] ? particular : rule, inWordsOfCards(args, cards)).replaceAll(' «»', '')
}

/** What is wrong and what was probably meant, without where: for a page that shows the place itself. */
export const explanation = (finding: Finding, texts: Texts, cards: Texts = {}): string => {
  const { nearest, follows } = finding
  const say = sayer(texts)
  return [
    explained(say, finding, texts, cards),
    nearest && say('nearest', { nearest }),
    follows && say('follows', { count: String(follows) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * A finding in words: what is wrong, where, what was probably meant, the shortest journey that shows it, and how many
 * more follow. `texts` are the checker's sentences, `cards` what guests read.
 */
export const sentence = (finding: Finding, texts: Texts, cards: Texts = {}): string => {
  const { severity, at, nearest, journey, follows, line, column } = finding
  const say = sayer(texts)
  const place = line ? `${at || '/'} (${say('line', { line: String(line), column: String(column) })})` : at || '/'
  return [
    `${say(severity)} ${place}: ${explained(say, finding, texts, cards)}`,
    nearest && say('nearest', { nearest }),
    journey && say('journey', { journey: journey.map((path) => cards[`${path}.title`] ?? path).join(' → ') }),
    follows && say('follows', { count: String(follows) }),
  ]
    .filter(Boolean)
    .join(' ')
}
