import type { Flow, Step } from '../../../schema/steps'
import {
  exceptionMembers,
  fieldMembers,
  formMembers,
  guardMembers,
  guardName,
  homeMembers,
  sectionMembers,
  stepMembers,
} from './members'
import { type Cards, cardNames, type Names } from './wording'

/** A difference: the part ("schermata «Note»"), its member, both values. A new or removed part has no member. */
export type Difference = { part: string; member?: string; before?: string; after?: string }

type Part = { title: string; members: ReadonlyMap<string, { text: string; raw: string }> }
type Parts = ReadonlyMap<string, Part>

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

const partsOf = (flow: Flow, cards: Cards): Parts => {
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
