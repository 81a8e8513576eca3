import type { Draft } from '../../../schema/checkin'
import { defaults } from '../../../schema/settings'
import type { FieldDefinition, Flow, Step } from '../../../schema/steps'
import { exampleParties } from '../../data/example-parties'
import { definitionOf, fieldNamesOf } from '../flow/fields'
import { withFurtherGuests } from '../flow/further-guests'
import { shortOf } from '../flow/names'
import { trail } from '../flow/trail'
import { addDays } from '../text/dates'

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

/** The cards that show shared texts, by the beginning of the key; `true`: every card. */
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

/** What changes for an example party: cards removed (`gone`) and added (`come`), and stored fields. */
export type PartyChange = {
  party: string
  gone: string[]
  come: string[]
  isReordered: boolean
  fields: { field: string; before?: string; after?: string }[]
}

const answerTo = (flow: Flow, field: string): string => {
  const [option] = definitionOf(flow, field)?.options ?? []
  return typeof option === 'object' ? option.value : (option ?? '…')
}

/** Host questions get an example answer, so that the journey passes them. */
const walkParty = (flow: Flow, party: Draft, today: string) => {
  const draft: Draft = { arrivalDate: today, departureDate: addDays(today, Number(party.numberOfNights)), ...party }
  const checker = { faultsIn: () => [], today }
  for (;;) {
    const { stops, answers, written, open } = trail(flow, draft, defaults, checker)
    const missing = [
      ...Object.entries(written).map(([field, value]) => [field, value!] as const),
      ...(open?.faults ?? []).map(({ field }) => [field, answerTo(flow, field)] as const),
    ].filter(([field]) => !(field in draft))
    if (!missing.length) return { cards: stops.map(({ path }) => path), answers }
    Object.assign(draft, Object.fromEntries(missing))
  }
}

const changeFor = (
  party: string,
  before: ReturnType<typeof walkParty>,
  after: ReturnType<typeof walkParty>,
): PartyChange => {
  const gone = before.cards.filter((path) => !after.cards.includes(path))
  const come = after.cards.filter((path) => !before.cards.includes(path))
  const fields = [...new Set([...Object.keys(before.answers), ...Object.keys(after.answers)])].flatMap((field) => {
    const [was, is] = [before.answers[field], after.answers[field]]
    return was === is ? [] : [{ field, ...(was && { before: was }), ...(is && { after: is }) }]
  })
  const isReordered = !gone.length && !come.length && before.cards.join() !== after.cards.join()
  return { party, gone, come, isReordered, fields }
}

/** Returns what changes for each example party arriving `today` (`YYYY-MM-DD`), with default settings. */
export const consequencesOf = (before: Flow, after: Flow, today: string): PartyChange[] => {
  const flows = [before, after].map((flow) => withFurtherGuests(flow))
  return Object.entries(exampleParties)
    .map(([party, answers]) =>
      changeFor(party, walkParty(flows[0]!, answers, today), walkParty(flows[1]!, answers, today)),
    )
    .filter(({ gone, come, isReordered, fields }) => gone.length || come.length || isReordered || fields.length)
}
