import { type Draft, fieldOf } from '../../../schema/checkin'
import { guest, guests, type Who } from '../../../schema/guest'
import type { Arm, FieldDefinition, Flow, Guard, Option, SetWords, Step, When } from '../../../schema/steps'
import { rules } from '../../../schema/vocabulary'

/** What is known: the draft's answers, `settings.name`, and the `outcome` of the step's effect. Unanswered is absent or empty. */
export type Facts = { readonly [name: string]: string | undefined }

/** Reads a fact by the name the JSON uses, which in a guest's step is the short one. */
export type Naming = (name: string) => string

const flags = new Map([
  ['true', 'yes'],
  ['false', 'no'],
])
const spoken = (value: unknown) =>
  value == null || value === '' ? undefined : (flags.get(String(value)) ?? String(value))

const none = {}
const ofSettings = new WeakMap<object, Facts>()
const settled = (settings: object): Facts =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `settings.${name}`,
      Array.isArray(value) ? undefined : spoken(value),
    ]),
  )

const ofTheHouse = (settings: object) =>
  ofSettings.get(settings) ?? ofSettings.set(settings, settled(settings)).get(settings)!

/** The facts of a draft under the given settings; flags read `yes` and `no`. Loops, because a screen asks for them at every keystroke. */
export const facts = (draft: Draft, settings: object = none, outcome?: string): Facts => {
  const known: Record<string, string | undefined> = { ...ofTheHouse(settings) }
  for (const name in draft) known[name] = spoken(draft[name])
  known.outcome = outcome
  return known
}

/** What is known along a journey, kept as it grows: the answers, and the facts they make under the given settings. */
export const memory = (settings: object, draft: Draft) => {
  const answers: Draft = {}
  const known: Record<string, string | undefined> = { ...ofTheHouse(settings) }
  let strays = false
  return {
    answers,
    known: known as Facts,
    /** Whether every answer so far stands in the draft as it is; a `set` may have written another. */
    isOfDraft: () => !strays,
    /** How a step's effect went, for the arms that ask. */
    hear: (outcome: string | undefined) => void (known.outcome = outcome),
    /** Take an answer in; an empty one is forgotten. */
    learn: (name: string, value: string | null | undefined) => {
      if (value) answers[name] = value
      else delete answers[name]
      known[name] = spoken(value)
      if (value && value !== draft[name]) strays = true
    },
  }
}

const shorts = Object.keys(guest.properties)
const asItIs: Naming = (name) => name
const namings = Object.fromEntries(
  guests.map((who) => {
    const full = new Map(shorts.map((short) => [short, fieldOf(who, short)]))
    return [who, (name: string) => full.get(name) ?? name]
  }),
) as Record<Who, Naming>

/** How the names in a guest's step are meant: `birthCity` of the second guest is `secondGuestBirthCity`. */
export const naming = (who: Who | undefined): Naming => (who ? namings[who] : asItIs)

const matches = (expected: When[string], value: string | undefined) =>
  typeof expected === 'boolean'
    ? expected === (value !== undefined)
    : value !== undefined && (typeof expected === 'string' ? expected === value : expected.includes(value))

/** Whether every fact a `when` names is as it says; no `when` always holds. */
export const holds = (when: When = none, known: Facts, name = asItIs) => {
  for (const fact in when) if (!matches(when[fact]!, known[name(fact)])) return false
  return true
}

/** The first arm that holds, or none: the guest stays. */
export const follow = <A extends { when?: When }>(
  arms: readonly A[] | undefined,
  known: Facts,
  name?: Naming,
): A | undefined => arms?.find((arm) => holds(arm.when, known, name))

/** Whether an address of a guard or a home covers a path: exactly, or as the beginning it ends in a dash with. */
export const covers = (at: string, path: string) => (at.endsWith('-') ? path.startsWith(at) : at === path)

/** The guard that turns a guest away from a path, if one does. */
export const guardOf = (flow: Flow, path: string, known: Facts): Guard | undefined =>
  flow.guards.find((guard) => covers(guard.at, path) && holds(guard.when, known))

/** Where Home leads from a step. */
export const homeOf = (flow: Flow, path: string) =>
  flow.steps[path]?.home ?? flow.homes.find((home) => covers(home.at, path))?.to ?? flow.homes.at(-1)!.to

/** The guest a step is about: as it says, or by the first of its arms that holds; `wanted` picks another that holds. */
export const whose = (step: Step, known: Facts, wanted?: string): Who | undefined => {
  if (typeof step.guest !== 'object') return step.guest
  const open = step.guest.filter((arm) => holds(arm.when, known))
  return (open.find((arm) => arm.is === wanted) ?? open[0])?.is
}

/** The draft's changes that a `set` makes: `null` forgets, `from` copies. */
export const changes = (set: SetWords | undefined, known: Facts, name = asItIs): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(set ?? {}).map(([field, value]) => [
      name(field),
      value && typeof value === 'object' ? (known[name(value.from)] ?? null) : value,
    ]),
  )

/** The draft after changes; a forgotten answer is gone, not empty. */
export const changed = (draft: Draft, change: Record<string, string | null | undefined>): Draft => {
  const both: Record<string, string | null | undefined> = { ...draft, ...change }
  for (const name in both) if (both[name] == null || both[name] === '') delete both[name]
  return both as Draft
}

/** Where an arm leads: a path of the flow or an address elsewhere; a `from` reads it from the facts. */
export const target = (arm: Pick<Arm, 'to'>, known: Facts) => (typeof arm.to === 'string' ? arm.to : known[arm.to.from])

/** The path of the step a check-in begins or ends with. */
export const stepThat = ({ steps }: Pick<Flow, 'steps'>, does: 'begins' | 'ends'): string | undefined =>
  Object.keys(steps).find((path) => steps[path]!.do && rules[steps[path]!.do][does])

/** The step that choosing a language leads to. */
export const afterLanguage = (flow: Pick<Flow, 'steps'>): string => {
  const step = flow.steps[stepThat(flow, 'begins') ?? '']
  const arm = step?.do && follow(step.next, { outcome: rules[step.do].outcomes[0] })
  return (arm && target(arm, {})) || '/'
}

/** The short name a field goes by in `steps.json`, and the guest it belongs to. */
export const shortOf = (field: string): { who?: Who; short: string } => ofGuests.get(field) ?? { short: field }

const ofGuests = new Map(
  guests.flatMap((who) => shorts.map((short) => [fieldOf(who, short) as string, { who, short }])),
)

/** How a field is asked, by its full or short name. */
export const definitionOf = (flow: Pick<Flow, 'fields'>, field: string): FieldDefinition | undefined =>
  flow.fields[field] ?? flow.fields[shortOf(field).short]

/** Every field a step names, in the names the JSON uses. */
export const namesOf = (step: Step): string[] => [...(step.fields ?? []), ...(step.optional ?? [])]

/** One field as a step asks it, under its full name. */
export type Asked = { field: string; optional: boolean }

/** The fields a step asks now, under their full names, in order. */
export const asked = (flow: Pick<Flow, 'fields'>, step: Step, who: Who | undefined, known: Facts): Asked[] => {
  const name = naming(who)
  const fields: Asked[] = []
  const ask = (short: string, optional: boolean) => {
    const field = name(short)
    if (holds(definitionOf(flow, field)?.when, known, name)) fields.push({ field, optional })
  }
  for (const short of step.fields ?? []) ask(short, false)
  for (const short of step.optional ?? []) ask(short, true)
  return fields
}

/** The options a field offers now: those whose `when` holds, narrowed by the step's `choices`. */
export const optionsOf = (definition: FieldDefinition, known: Facts, choices?: readonly string[]): string[] =>
  (definition.options ?? [])
    .filter((option): option is Option => typeof option === 'string' || holds(option.when, known))
    .map((option) => (typeof option === 'string' ? option : option.value))
    .filter((value) => !choices || choices.includes(value))

/** What a field shows before it is answered: a text, what a table says of another answer, or the first of a list that holds and is answered. */
export const defaultOf = ({ default: ready }: FieldDefinition, known: Facts, name?: Naming): string | undefined => {
  if (!Array.isArray(ready)) return typeof ready === 'object' ? ready[known[ready.by] ?? ''] : ready
  return ready
    .map((one) => (typeof one === 'string' ? one : holds(one.when, known, name) ? known[one.from] : undefined))
    .find(Boolean)
}

/** Every field some step asks, by its short name and under every guest's; what is not among them is carried along, never asked. */
export const questionsOf = ({ steps }: Pick<Flow, 'steps'>): ReadonlySet<string> =>
  questions.get(steps) ?? questions.set(steps, listed(steps)).get(steps)!

const questions = new WeakMap<Flow['steps'], ReadonlySet<string>>()
const listed = (steps: Flow['steps']) =>
  new Set(
    Object.values(steps).flatMap((step) =>
      namesOf(step).flatMap((short) => [short, ...guests.map((who) => naming(who)(short))]),
    ),
  )
