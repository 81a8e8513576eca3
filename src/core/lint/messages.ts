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

/** An `anyOf` complains of every shape it allows: of those, the complaint deepest in the file, and of these the most telling. */
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

/** A finding in words: what is wrong, where, what was probably meant, and the shortest journey that shows it. */
export const sentence = (
  { severity, rule, at, args, nearest, journey }: Finding,
  words: { readonly [key: string]: string },
): string => {
  const say = (key: string, params: Record<string, string> = {}) =>
    (words[key] ?? key).replace(/\{(\w+)\}/g, (hole, name: string) => params[name] ?? hole)
  const particular = `${rule}.${args.keyword}`
  return [
    `${say(severity)} ${at || '/'}: ${say(words[particular] ? particular : rule, args)}`,
    nearest && say('nearest', { nearest }),
    journey && say('journey', { journey: journey.join(' → ') }),
  ]
    .filter(Boolean)
    .join(' ')
}
