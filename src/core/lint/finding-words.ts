import { languageRow } from '../../../schema/languages'
import { ownFormats } from '../../../schema/vocabulary'
import { shortOf } from '../flow/names'
import { pointer } from './domains'
import { error, type Finding, unknownName } from './findings'

/** An Ajv error in `verbose` mode. */
export type ShapeError = {
  instancePath: string
  schemaPath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
  parentSchema?: object
  data?: unknown
}

// The most useful keyword first, for several errors about one value.
const words = ['additionalProperties', 'enum', 'required', 'pattern']
const keywordOrder = [...words, 'minLength', 'maxLength', 'uniqueItems', 'minItems', 'type']

const rank = ({ keyword }: ShapeError) =>
  (keywordOrder.indexOf(keyword) + keywordOrder.length + 1) % (keywordOrder.length + 1)
const jsonText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '').slice(0, 80))

/** `anyOf` reports every branch: keep the error deepest in the file, then the most useful one. */
const withoutRivals = (errors: readonly ShapeError[]) => {
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
  const value = jsonText(data)
  if (keyword === 'enum') {
    const values = (params.allowedValues as unknown[]).map(String)
    return unknownName('notInList', at, { value, values: values.join(', ') }, values)
  }
  if (keyword === 'required') return error('wordLacking', at, { word: String(params.missingProperty) })
  if (keyword !== 'additionalProperties') return error('shape', at, { keyword, message, value })
  const word = String(params.additionalProperty)
  const place = `${at}/${pointer(word)}`
  const field = /^\/fields\/([^/]+)\/schema$/.exec(at)?.[1]
  if (field) return error('ruleNotInList', place, { field, word, values: ownFormats.join(', ') })
  return unknownName(
    'unknownWord',
    place,
    { word },
    Object.keys((parentSchema as { properties?: object }).properties ?? {}),
  )
}

/** Returns the shape errors of a flow, one for each place. */
export const shapeFindings = (errors: readonly ShapeError[]): Finding[] => [
  ...new Map(
    withoutRivals(errors)
      .map(finding)
      .map((found) => [`${found.at} ${found.rule} ${found.args.keyword}`, found]),
  ).values(),
]

type Texts = { readonly [key: string]: string }

/** A name after its title, and the closing quotation mark of the sentence: the mark belongs before the name. */
const nameBeforeMark = /\n(\(.*?\))(.)/g

const inWordsOfCards = (args: Finding['args'], cards: Texts): Record<string, string> => {
  const titled = (name: string, title: string | undefined) => (title ? `${title}\n(${name})` : name)
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => {
      if (key === 'path') return [key, titled(value, cards[`${value}.title`])]
      if (key === 'language') return [key, languageRow(value)?.name ?? value]
      // Only a short text can stand for its own name.
      if (key === 'word') return [key, /^.{1,60}$/.test(cards[value] ?? '') ? cards[value]! : value]
      const label = cards[`${value}.label`] ?? cards[`${shortOf(value).short}.label`]
      return [key, key === 'field' ? titled(value, label) : value]
    }),
  )
}

const sayer =
  (texts: Texts) =>
  (key: string, params: Record<string, string> = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (hole, name: string) => params[name] ?? hole)

/** Returns a finding in words without its place. `texts` are the checker's sentences, `cards` the guests' words. */
export const findingExplanation = (finding: Finding, texts: Texts, cards: Texts = {}, journey?: string[]): string => {
  const { rule, args, nearest, follows } = finding
  const say = sayer(texts)
  const particular = `${rule}.${args.keyword}`
  return [
    say(texts[particular] ? particular : rule, inWordsOfCards(args, cards)).replace(nameBeforeMark, '$2 $1'),
    nearest && say('nearest', { nearest }),
    journey && say('journey', { journey: journey.map((path) => cards[`${path}.title`] ?? path).join(' → ') }),
    follows && say('follows', { count: String(follows) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns a finding in words, with its place and journey. */
export const findingSentence = (finding: Finding, texts: Texts, cards: Texts = {}): string => {
  const { severity, at, journey, line, column } = finding
  const say = sayer(texts)
  const place = line ? `${at || '/'} (${say('line', { line: String(line), column: String(column) })})` : at || '/'
  return `${say(severity)} ${place}: ${findingExplanation(finding, texts, cards, journey)}`
}
