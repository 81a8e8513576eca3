import type { FieldDefinition, Flow, Step } from '../../../schema/steps'
import { fieldNamesOf } from '../flow/fields'
import { shortOf } from '../flow/names'

/** What of a step is seen on its card; where it leads, and what is written on the way, is not. */
const seenOf = ({ guest, fields, optional, choices, panel, do: does, on, wait, home }: Step) => [
  typeof guest === 'object' ? guest.map(({ is }) => is) : guest,
  fields,
  optional,
  choices,
  panel,
  does,
  on,
  wait,
  Boolean(home),
]

/** What of a question's definition is seen where it is asked. */
const seenOfField = ({ control, maxLength, default: ready, options, when, schema }: Partial<FieldDefinition> = {}) => [
  control,
  maxLength,
  ready,
  options,
  when,
  schema,
]

/** Words of several cards, by how their keys begin: `true` are those on every card. */
const shared: { [beginning: string]: true | { control: string } } = {
  ok: true,
  home: true,
  back: true,
  optional: true,
  progress: true,
  date: { control: 'date' },
  country: { control: 'country' },
}

/** Whether a text stands on the card of a step: its own, one of its questions, of its panel, or a shared one. */
const isSaidOn = (flow: Flow, path: string, key: string): boolean => {
  const step = flow.steps[path]!
  const beginning = key.split('.')[0]!
  if (beginning === path || beginning === step.panel || shared[beginning] === true) return true
  const fields = fieldNamesOf(step)
  const control = shared[beginning]?.control
  return control
    ? fields.some((field) => flow.fields[field]?.control === control)
    : fields.some((field) => field === beginning || field === shortOf(beginning).short)
}

/** A card as it is seen, as text to compare: the step, its questions, and the flow's own words on it. */
const cardText = (flow: Flow, path: string): string => {
  const step = flow.steps[path]
  if (!step) return ''
  const words = Object.entries(flow.words)
    .flatMap(([language, said]) => Object.entries(said).map(([key, text]) => ({ language, key, text })))
    .filter(({ key }) => isSaidOn(flow, path, key))
    .map(({ language, key, text }) => `${key} ${language} ${text}`)
    .toSorted()
  const fields = fieldNamesOf(step).map((field) => [field, seenOfField(flow.fields[field])])
  return JSON.stringify([seenOf(step), fields, words])
}

/** The steps whose card guests see otherwise, those that come, and those that go; ways on alone change no card. */
export const changedCards = (before: Flow, after: Flow): string[] =>
  [...new Set([...Object.keys(before.steps), ...Object.keys(after.steps)])].filter(
    (path) => cardText(before, path) !== cardText(after, path),
  )
