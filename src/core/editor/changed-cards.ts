import type { FieldDefinition, Flow, Step } from '../../../schema/steps'
import { definitionOf, fieldNamesOf } from '../flow/fields'
import { shortOf } from '../flow/names'

/** The members of a step that its card shows. */
const visibleParts = ({ guest, fields, optional, choices, panel, do: does, on, wait, home }: Step) => [
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

const visibleFieldParts = ({
  control,
  maxLength,
  default: ready,
  options,
  when,
  schema,
}: Partial<FieldDefinition> = {}) => [control, maxLength, ready, options, when, schema]

/** Shared texts by the beginning of their key; `true`: on every card. */
const sharedTexts: { [beginning: string]: true | { control: string } } = {
  ok: true,
  home: true,
  back: true,
  optional: true,
  progress: true,
  date: { control: 'date' },
  country: { control: 'country' },
}

const isShownOn = (flow: Flow, path: string, key: string): boolean => {
  const step = flow.steps[path]!
  const beginning = key.split('.')[0]!
  if (beginning === path || beginning === step.panel || sharedTexts[beginning] === true) return true
  const fields = fieldNamesOf(step)
  const control = sharedTexts[beginning]?.control
  return control
    ? fields.some((field) => definitionOf(flow, field)?.control === control)
    : fields.some((field) => field === beginning || field === shortOf(beginning).short)
}

const cardText = (flow: Flow, path: string): string => {
  const step = flow.steps[path]
  if (!step) return ''
  const words = Object.entries(flow.words)
    .flatMap(([language, said]) => Object.entries(said).map(([key, text]) => ({ language, key, text })))
    .filter(({ key }) => isShownOn(flow, path, key))
    .map(({ language, key, text }) => `${key} ${language} ${text}`)
    .toSorted()
  const fields = fieldNamesOf(step).map((field) => [field, visibleFieldParts(definitionOf(flow, field))])
  return JSON.stringify([visibleParts(step), fields, words])
}

/** Returns the steps whose card differs, new and removed ones included. */
export const changedCards = (before: Flow, after: Flow): string[] =>
  [...new Set([...Object.keys(before.steps), ...Object.keys(after.steps)])].filter(
    (path) => cardText(before, path) !== cardText(after, path),
  )
