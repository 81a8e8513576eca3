import type { Arm, FieldDefinition, Flow, Form, Guard, Option, ReadyAnswer, Section, Step } from '../../../schema/steps'
import { armIn, conditionIn, guardIn, guestIn, type Names, waitIn, writesIn } from './wording'

/** The type makes a missing member a compile error. */
type Members<Part> = { [M in keyof Part]-?: (value: NonNullable<Part[M]>, names: Names) => string }

const plain = (value: string | number | boolean) => String(value)
const list = (values: readonly string[]) => values.join(', ')
const fields = (values: readonly string[], names: Names) => list(values.map(names.field))
const arms = (values: readonly Arm[], names: Names) => values.map((arm) => armIn(names, arm)).join('; ')

const answers = (field: string, options: readonly Option[], names: Names) =>
  list(
    options.map((option) =>
      typeof option === 'string'
        ? names.value(field, option)
        : names.say('option.if', { value: names.value(field, option.value), when: conditionIn(names, option.when) }),
    ),
  )

const choices = (narrowed: Readonly<Record<string, readonly string[]>>, names: Names) =>
  Object.entries(narrowed)
    .map(([field, values]) => `«${names.field(field)}»: ${answers(field, values, names)}`)
    .join('; ')

const ready = (value: ReadyAnswer, names: Names) => {
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value
      .map((one) => {
        if (typeof one === 'string') return one
        const copied = names.say('default.from', { from: names.field(one.from) })
        return one.when ? names.say('option.if', { value: copied, when: conditionIn(names, one.when) }) : copied
      })
      .join('; ')
  const { by, ...table } = value
  const rows = Object.entries(table).map(([answer, text]) => `${answer} → ${text}`)
  return names.say('default.by', { by: names.field(by), rows: list(rows) })
}

const limits = (schema: object) =>
  Object.entries(schema)
    .map(([keyword, value]) => `${keyword} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ')

export const stepMembers: Members<Step> = {
  guest: (guest, names) => guestIn(names, guest),
  fields,
  optional: fields,
  choices,
  panel: plain,
  do: plain,
  on: plain,
  wait: (wait, names) => waitIn(names, wait),
  next: arms,
  back: arms,
  home: (path, names) => names.step(path),
}

export const fieldMembers: Members<FieldDefinition> = {
  control: plain,
  clean: list,
  maxLength: plain,
  autocomplete: plain,
  aliases: list,
  default: ready,
  forgets: fields,
  advance: plain,
  options: (options, names) => answers('', options, names),
  greatest: plain,
  when: (when, names) => conditionIn(names, when),
  purpose: (purpose, names) => names.say(`purpose.${purpose}`),
  schema: limits,
}

export const sectionMembers: Members<Section> = {
  name: plain,
  guest: (who, names) => names.say(`whose.${who}`),
  repeat: plain,
  fields,
  optional: fields,
  choices,
  when: (when, names) => conditionIn(names, when),
  panel: plain,
  column: plain,
}

export const formMembers: Members<Form> = {
  frame: plain,
  of: plain,
  tabs: (tabs) => limits(tabs),
  set: (set, names) => writesIn(names, set).replace(/^, \p{L}+ /u, ''),
  sections: (sections) => list(sections.map(({ name }) => name)),
  do: plain,
  next: arms,
  back: plain,
}

export const guardMembers: Members<Guard> = {
  at: plain,
  when: (when, names) => conditionIn(names, when),
  set: (set, names) => writesIn(names, set).replace(/^, \p{L}+ /u, ''),
  to: (path, names) => names.step(path),
}

export const homeMembers: Members<Flow['homes'][number]> = { at: plain, to: (path, names) => names.step(path) }

export const exceptionMembers: Members<Flow['exceptions'][number]> = {
  at: (path, names) => names.step(path),
  rule: plain,
  guest: (who, names) => names.say(`whose.${who}`),
  field: (field, names) => names.field(field),
  when: (when, names) => conditionIn(names, when),
  to: (path, names) => names.step(path),
  because: plain,
}

/** A guard's name is its address and condition. */
export const guardName = ({ at, when }: Guard, names: Names) => guardIn(names, { at, when })
