import type {
  Arm,
  FieldDefinition,
  Flow,
  Form,
  Guard,
  Option,
  ReadyAnswer,
  Section,
  SetWords,
  Step,
} from '../../../schema/steps'
import { armIn, type Cards, cardNames, conditionIn, guardIn, guestIn, type Names, waitIn, writesIn } from './wording'

/** The type makes a missing member a compile error. */
type Members<Part> = { [M in keyof Part]-?: (value: NonNullable<Part[M]>, names: Names) => string }

const plain = (value: string | number | boolean) => String(value)
const list = (values: readonly string[]) => values.join(', ')
const fields = (values: readonly string[], names: Names) => list(values.map(names.field))
/** Without the ", e " with which writes follow an arm. */
const writes = (set: SetWords, names: Names) => writesIn(names, set).replace(/^, \p{L}+ /u, '')
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
    .map(([field, values]) => `${names.field(field)}: ${answers(field, values, names)}`)
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

const pairs = (part: object) =>
  Object.entries(part)
    .map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ')

const stepMembers: Members<Step> = {
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

const fieldMembers: Members<FieldDefinition> = {
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
  schema: pairs,
}

const sectionMembers: Members<Section> = {
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

const formMembers: Members<Form> = {
  frame: plain,
  of: plain,
  tabs: pairs,
  set: writes,
  sections: (sections) => list(sections.map(({ name }) => name)),
  do: plain,
  next: arms,
  back: plain,
}

const guardMembers: Members<Guard> = {
  at: plain,
  when: (when, names) => conditionIn(names, when),
  set: writes,
  to: (path, names) => names.step(path),
}

const homeMembers: Members<Flow['homes'][number]> = { at: plain, to: (path, names) => names.step(path) }

const exceptionMembers: Members<Flow['exceptions'][number]> = {
  at: (path, names) => names.step(path),
  rule: plain,
  guest: (who, names) => names.say(`whose.${who}`),
  field: (field, names) => names.field(field),
  when: (when, names) => conditionIn(names, when),
  to: (path, names) => names.step(path),
  because: plain,
}

/** A guard's name is its address and condition. */
const guardName = ({ at, when }: Guard, names: Names) => guardIn(names, { at, when })

/** A difference: the part ("scheda «Note»"), its member, both values. A new or removed part has no member. */
export type Difference = { part: string; member?: string; before?: string; after?: string }

type Part = { title: string; members: ReadonlyMap<string, { text: string; raw: string }> }

type Speak = (value: never, names: Names) => string

const partOf = (title: string, part: object, table: object, names: Names): Part => ({
  title,
  members: new Map(
    Object.entries(part).map(([member, value]) => [
      member,
      { text: (table as Record<string, Speak>)[member]!(value as never, names), raw: JSON.stringify(value) },
    ]),
  ),
})

/** A repeated key gets a number. */
const withKeys = <One>(ones: readonly One[], keyOf: (one: One) => unknown): [string, One][] => {
  const seen = new Map<string, number>()
  return ones.map((one) => {
    const key = JSON.stringify(keyOf(one))
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return [count ? `${key} ${count + 1}` : key, one]
  })
}

const orderOf = (title: string, ones: readonly [string, unknown][], textOf: (one: never) => string): Part => ({
  title,
  members: new Map([
    ['order', { text: ones.map(([, one]) => textOf(one as never)).join('; '), raw: ones.map(([key]) => key).join() }],
  ]),
})

const partsOf = (flow: Flow, cards: Cards): ReadonlyMap<string, Part> => {
  const names = cardNames(cards)
  const parts = new Map<string, Part>()
  const add = (kind: string, key: string, name: string, part: object, table: object, step?: Pick<Step, 'guest'>) => {
    const ownNames = step?.guest ? cardNames(cards, step) : names
    parts.set(`${kind} ${key}`, partOf(names.say(`part.${kind}`, { name }), part, table, ownNames))
  }
  const problemOf = ({ at, rule, guest, field }: Flow['exceptions'][number]) =>
    [names.step(at), rule, guest && names.say(`whose.${guest}`), field && names.field(field)].filter(Boolean).join(', ')
  const guards = withKeys(flow.guards, ({ at, when }) => [at, when])
  const homes = withKeys(flow.homes, ({ at }) => at)
  for (const [path, step] of Object.entries(flow.steps)) add('step', path, names.step(path), step, stepMembers, step)
  for (const [field, one] of Object.entries(flow.fields)) add('field', field, names.field(field), one, fieldMembers)
  for (const [key, guard] of guards) add('guard', key, guardName(guard, names), guard, guardMembers)
  for (const [key, home] of homes) add('home', key, home.at, home, homeMembers)
  for (const [key, one] of withKeys(flow.exceptions, ({ at, rule, guest, field, to }) => [at, rule, guest, field, to]))
    add('exception', key, problemOf(one), one, exceptionMembers)
  parts.set(
    'guards',
    orderOf(names.say('part.guards'), guards, (guard: Flow['guards'][number]) => guardName(guard, names)),
  )
  parts.set(
    'homes',
    orderOf(names.say('part.homes'), homes, ({ at }: Flow['homes'][number]) => at),
  )
  for (const [name, form] of Object.entries(flow.forms)) {
    add('form', name, name, form, formMembers)
    for (const [key, section] of withKeys(form.sections ?? [], (one) => one.name))
      add('section', `${name} ${key}`, `${name}, ${section.name}`, section, sectionMembers, section)
  }
  for (const [language, words] of Object.entries(flow.words))
    for (const [key, text] of Object.entries(words))
      parts.set(`word ${language} ${key}`, {
        title: names.say('part.word', { key, language }),
        members: new Map([['text', { text, raw: text }]]),
      })
  return parts
}

const allMembers = ({ members }: Part, { say }: Names) =>
  [...members].map(([member, { text }]) => `${say(`member.${member}`)}: ${text}`).join('. ')

const memberDifferences = (before: Part, after: Part, { say }: Names): Difference[] =>
  [...new Set([...before.members.keys(), ...after.members.keys()])].flatMap((member): Difference[] => {
    const [old, now] = [before.members.get(member), after.members.get(member)]
    if (old?.raw === now?.raw || (old && now && member === 'sections' && old.text === now.text)) return []
    return [
      {
        part: after.title,
        member: say(`member.${member}`),
        ...(old && { before: old.text }),
        ...(now && { after: now.text }),
      },
    ]
  })

/** Returns one difference for each member that differs. `cards` are the words of each flow. */
export const differencesOf = (before: Flow, after: Flow, cards: { before: Cards; after: Cards }): Difference[] => {
  const [old, now] = [partsOf(before, cards.before), partsOf(after, cards.after)]
  const names = cardNames(cards.after)
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): Difference[] => {
    const [was, is] = [old.get(key), now.get(key)]
    if (was && is) return memberDifferences(was, is, names)
    return was
      ? [{ part: was.title, before: allMembers(was, names) }]
      : [{ part: is!.title, after: allMembers(is!, names) }]
  })
}
