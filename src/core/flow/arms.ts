import type { Draft } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { Arm, Flow, Guard, SetWords, Step, When } from '../../../schema/steps'
import { type Effect, rules } from '../../../schema/vocabulary'
import { remembered } from '../remember'
import { type Facts, isSeveral, pickedOf } from './facts'
import { type NameResolver, nameResolver } from './names'

const fullNames = nameResolver(undefined)
const always: When = {}

const isOneOf = (text: string, value: string) => text === value || (isSeveral(value) && pickedOf(value).includes(text))

const matches = (expected: When[string], value: string | undefined) => {
  if (typeof expected === 'boolean') return expected === (value !== undefined)
  if (value === undefined) return false
  return typeof expected === 'string' ? isOneOf(expected, value) : expected.some((text) => isOneOf(text, value))
}

/** Returns whether every fact of a `when` matches; no `when` always matches. */
export const holds = (when: When = always, known: Facts, name = fullNames) => {
  for (const fact in when) if (!matches(when[fact]!, known[name(fact)])) return false
  return true
}

/** Returns the first arm whose condition holds; without one the guest stays on the step. */
export const follow = <A extends { when?: When }>(
  arms: readonly A[] | undefined,
  known: Facts,
  name?: NameResolver,
): A | undefined => arms?.find((arm) => holds(arm.when, known, name))

/** Returns whether a guard or a home at an address applies to a path. An address that ends in a dash is a prefix. */
export const covers = (at: string, path: string) => (at.endsWith('-') ? path.startsWith(at) : at === path)

const guardsOfSteps = remembered(
  ({ guards, steps }: Flow) =>
    new Map(Object.keys(steps).map((path) => [path, guards.filter(({ at }) => covers(at, path))])),
)

const guardsBefore = (flow: Flow, path: string) =>
  guardsOfSteps(flow).get(path) ?? flow.guards.filter(({ at }) => covers(at, path))

/** Returns the first guard that redirects a guest from a path. */
export const guardOf = (flow: Flow, path: string, known: Facts): Guard | undefined =>
  guardsBefore(flow, path).find((guard) => holds(guard.when, known))

/** Returns where Home leads from a step. */
export const homeOf = (flow: Flow, path: string) =>
  flow.steps[path]?.home ?? flow.homes.find((home) => covers(home.at, path))?.to ?? flow.homes.at(-1)!.to

/** Returns a step's guest: `wanted` if that arm holds, else the first arm that holds. */
export const guestOf = (step: Step, known: Facts, wanted?: string): Who | undefined => {
  if (typeof step.guest !== 'object') return step.guest
  const open = step.guest.filter((arm) => holds(arm.when, known))
  return (open.find((arm) => arm.is === wanted) ?? open[0])?.is
}

/** Returns the field that a written value is copied from; undefined for a text, and for `null`, which removes. */
export const copiedFrom = (value: SetWords[string] | undefined): string | undefined =>
  typeof value === 'object' ? value?.from : undefined

/** Returns the changes of a `set`: `null` removes, `from` copies. */
export const changesOf = (set: SetWords | undefined, known: Facts, name = fullNames): Record<string, string | null> => {
  const changes: Record<string, string | null> = {}
  for (const field in set) {
    const value = set[field]!
    changes[name(field)] = value && typeof value === 'object' ? (known[name(value.from)] ?? null) : value
  }
  return changes
}

/** Returns the draft after changes; a removed answer is absent, not empty. */
export const withChanges = (draft: Draft, change: Record<string, string | null | undefined>): Draft => {
  // Copied: an object that has lost a property is slow.
  const changed: Draft = {}
  for (const name in draft) {
    const value = Object.hasOwn(change, name) ? change[name] : draft[name]
    if (value) changed[name] = value
  }
  for (const name in change) if (change[name]) changed[name] = change[name]
  return changed
}

/** Returns where an arm leads: a path of the flow or another address; `from` reads it from the facts. */
export const targetOf = (arm: Pick<Arm, 'to'>, known: Facts) =>
  typeof arm.to === 'string' ? arm.to : known[arm.to.from]

/** Returns the path of the step whose effect begins, sends or ends a check-in. */
export const stepThat = ({ steps }: Pick<Flow, 'steps'>, does: 'begins' | 'sends' | 'ends'): string | undefined =>
  Object.keys(steps).find((path) => steps[path]!.do && rules[steps[path]!.do][does])

/** Returns the path of the first step with an effect. */
export const stepDoing = ({ steps }: Pick<Flow, 'steps'>, effect: Effect): string | undefined =>
  Object.keys(steps).find((path) => steps[path]!.do === effect)

/** Returns the paths of the first cards: the step that begins a check-in, and the steps it leads to. */
export const firstSteps = (flow: Pick<Flow, 'steps'>): string[] => {
  const begin = stepThat(flow, 'begins')
  const next = flow.steps[begin ?? '']?.next ?? []
  return [begin, ...next.map(({ to }) => to)].filter((path) => typeof path === 'string')
}

/** Returns the step after the choice of a language. */
export const afterLanguage = (flow: Pick<Flow, 'steps'>): string => {
  const step = flow.steps[stepThat(flow, 'begins') ?? '']
  const arm = step?.do && follow(step.next, { outcome: rules[step.do].outcomes[0] })
  return (arm && targetOf(arm, {})) || '/'
}
