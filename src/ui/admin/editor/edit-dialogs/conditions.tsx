import { settings as settingsSchema } from '../../../../../schema/settings'
import type { Arm, Flow, When } from '../../../../../schema/steps'
import { controlNames, effectTable } from '../../../../../schema/vocabulary'
import { factWords, guestOfStep, valueWords } from '../../../../core/diagram/graph'
import { definitionOf, fieldNamesOf } from '../../../../core/flow/fields'
import { nameResolver, shortOf } from '../../../../core/flow/names'
import { speaker } from '../../../../core/flow/speaker'
import { comparedValues, domainOf } from '../../../../core/lint/domains'
import { type Pick, PickBox, withEntry } from '../../../look/boxes'
import { Button } from '../../../look/parts'
import { house, say } from '../../../shared/published'
import { hostSettings } from '../../session/host'

type Cards = Record<string, string>

/** A step being edited: its flow, its path, and the cards' words in the host's language. */
export type StepProps = { flow: Flow; path: string; cards: Cards }

/** Returns the label of a question by its full name; the name if it has no label. */
export const labelIn = (cards: Cards, full: string) =>
  speaker(cards)
    .label(full)
    .replace(/\.label$/, '')

const roomFact = 'roomDescription'

const byText = (a: Pick, b: Pick) => a.text.localeCompare(b.text, 'it')

/** Returns every step by title and address. */
export const stepPicks = (flow: Flow, cards: Cards, but: readonly string[] = []): Pick[] => {
  const speak = speaker(cards)
  const titleOf = (path: string) => {
    const title = speak.title(path, guestOfStep(flow.steps[path]))
    return title.endsWith('.title') ? path : `${title} · ${path}`
  }
  return Object.keys(flow.steps)
    .filter((path) => !but.includes(path))
    .map((path) => ({ value: path, text: titleOf(path) }))
}

const stepsBefore = (flow: Flow, path: string): ReadonlySet<string> => {
  const found = new Set([path])
  for (const here of found)
    for (const [other, { next }] of Object.entries(flow.steps)) if (next.some(({ to }) => to === here)) found.add(other)
  return found
}

/** Returns the facts for a step's condition: its effect's outcome, fields asked so far, yes-or-no settings. */
export const factPicks = (flow: Flow, path: string, cards: Cards): Pick[] => {
  const speak = speaker(cards)
  const step = flow.steps[path]!
  const who = guestOfStep(step)
  const asked = new Set<string>()
  for (const one of stepsBefore(flow, path)) {
    const { guest } = flow.steps[one]!
    for (const each of Array.isArray(guest) ? guest.map(({ is }) => is) : [guest])
      for (const field of fieldNamesOf(flow.steps[one]!)) asked.add(nameResolver(each)(field))
  }
  const own = (full: string) => (who && shortOf(full).who === who ? shortOf(full).short : full)
  const guestOf = (full: string) => {
    const guest = shortOf(full).who
    return guest && guest !== who ? ` (${speak.say(`map.${guest}`)})` : ''
  }
  // A flow may not contain a code, so its room stands for it.
  asked.delete('reservationCode')
  const answers = [...asked].map((full) => ({
    value: own(full),
    text: `${labelIn(cards, full)}${guestOf(full)}`,
  }))
  const flags = Object.entries(settingsSchema.properties)
    .filter(([, rule]) => (rule as { type?: string }).type === 'boolean')
    .map(([name]) => ({ value: `settings.${name}`, text: house.get().speak.label(`settings.${name}`) }))
  const here = new Set(fieldNamesOf(step))
  const isHere = ({ value }: Pick) => here.has(value)
  const room = { value: roomFact, text: factWords(speak, roomFact) }
  return [
    ...(step.do ? [{ value: 'outcome', text: speak.say('outcome.label') }] : []),
    ...answers.filter(isHere),
    ...answers.filter((one) => !isHere(one)).sort(byText),
    room,
    ...flags.sort(byText),
  ]
}

const houseRooms = (flow: Flow) => {
  const rooms = (hostSettings.get()?.reservationCodes ?? []).map(({ description }) => description)
  return [...new Set([...rooms, ...(comparedValues(flow).get(roomFact) ?? [])])].filter(Boolean).sort()
}

/** Returns the values to compare a fact with; empty for free text. */
export const valuePicks = (flow: Flow, path: string, fact: string, cards: Cards): Pick[] => {
  const speak = speaker(cards)
  const step = flow.steps[path]!
  if (fact === 'outcome') {
    const outcomes: readonly string[] = step.do ? effectTable[step.do].outcomes : []
    return outcomes.map((value) => ({ value, text: valueWords(speak, fact, value) }))
  }
  if (fact === roomFact) return houseRooms(flow).map((value) => ({ value, text: value }))
  const full = nameResolver(guestOfStep(step))(fact)
  const definition = definitionOf(flow, full)
  if (definition?.control === 'country')
    return house.get().countries.map(([italian]) => ({ value: italian, text: italian }))
  const options = definition?.options?.map((one) => (typeof one === 'string' ? one : one.value))
  const values = options ?? domainOf(flow, full)?.values ?? []
  return values.map((value) => ({ value, text: valueWords(speak, full, value) }))
}

const isGuests = (control: string) => (controlNames as readonly string[]).includes(control)

/** Returns the questions that the step does not ask yet. */
export const questionPicks = (flow: Flow, path: string, cards: Cards): Pick[] => {
  const step = flow.steps[path]!
  const here = fieldNamesOf(step)
  return Object.entries(flow.fields)
    .filter(([name, { control }]) => !name.includes('.') && !here.includes(name) && isGuests(control))
    .map(([name]) => ({ value: name, text: labelIn(cards, nameResolver(guestOfStep(step))(name)) }))
    .sort(byText)
}

/** A part of a condition: a fact and a value; `true` and `false` ask for an answer or none. Rows of a fact are "or". */
export type Row = { fact: string; value: string }

/** The values of a row that asks whether there is an answer. */
const answeredValue = 'true'
const notAnswered = 'false'

/** Returns a condition as rows. */
export const conditionRows = (when: When | undefined): Row[] =>
  Object.entries(when ?? {}).flatMap(([fact, value]) =>
    Array.isArray(value) ? value.map((one) => ({ fact, value: one })) : [{ fact, value: String(value) }],
  )

/** Returns rows as a condition; undefined without rows. */
export const whenOf = (rows: readonly Row[]): When | undefined => {
  const facts = [...new Set(rows.map(({ fact }) => fact))].filter(Boolean)
  const expected = (values: string[]) =>
    values.length > 1 ? values : values[0] === answeredValue ? true : values[0] === notAnswered ? false : values[0]!
  const entries = facts.map((fact) => [
    fact,
    expected([...new Set(rows.filter((row) => row.fact === fact).map(({ value }) => value))]),
  ])
  return entries.length ? Object.fromEntries(entries) : undefined
}

/** A write of an arm: a text, the answer of another field, or removal. */
export type WriteRow = { field: string; how: 'text' | 'from' | 'forget'; value: string }

/** Returns the writes of an arm as rows. */
export const writeRows = (set: Arm['set']): WriteRow[] =>
  Object.entries(set ?? {}).map(([field, value]) =>
    value === null
      ? { field, how: 'forget', value: '' }
      : typeof value === 'object'
        ? { field, how: 'from', value: value.from }
        : { field, how: 'text', value },
  )

/** Returns rows as writes, without incomplete ones. */
export const setOf = (writes: readonly WriteRow[]): Arm['set'] | undefined => {
  const entries = writes
    .filter(({ field, how, value }) => field && (how === 'forget' || value))
    .map(({ field, how, value }) => [field, how === 'forget' ? null : how === 'from' ? { from: value } : value])
  return entries.length ? Object.fromEntries(entries) : undefined
}

/** The condition of an arm, guard or question; two rows of one question are alternatives. */
export const Conditions = ({ rows, change, ...of }: StepProps & { rows: Row[]; change: (rows: Row[]) => void }) => {
  const facts = factPicks(of.flow, of.path, of.cards)
  const put = (at: number, row?: Row) => change(withEntry(rows, at, row))
  const isAnswered = [
    { value: answeredValue, text: say('flow.isGiven') },
    { value: notAnswered, text: say('flow.isLacking') },
  ]
  const valuesOf = (fact: string) => [...valuePicks(of.flow, of.path, fact, of.cards), ...isAnswered]
  const beginning = facts[0]?.value ?? ''
  return (
    <fieldset className="stack tight rows">
      <legend>{say('flow.conditions')}</legend>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
        <div className="pick-row" key={at}>
          <PickBox
            label={say('flow.if')}
            value={row.fact}
            picks={facts}
            pick={(fact) => put(at, { fact, value: valuesOf(fact)[0]!.value })}
          />
          <PickBox
            label={say('flow.is')}
            value={row.value}
            picks={valuesOf(row.fact)}
            pick={(value) => put(at, { ...row, value })}
          />
          <Button text={say('flow.takeAway')} kind="small" onClick={() => put(at)} />
        </div>
      ))}
      <Button
        text={say('flow.addCondition')}
        kind="small"
        onClick={() => change([...rows, { fact: beginning, value: valuesOf(beginning)[0]!.value }])}
      />
    </fieldset>
  )
}
