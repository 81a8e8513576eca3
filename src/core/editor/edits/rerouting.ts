import type { Arm, Flow, SetWords, Step, When } from '../../../../schema/steps'
import { rules } from '../../../../schema/vocabulary'
import { copiedFrom } from '../../flow/arms'
import { fieldNamesOf } from '../../flow/fields'
import { nameResolver, shortOf } from '../../flow/names'
import { factsOf, isSame } from './editing'

/** Returns undefined if they share no value. */
const commonValues = (one: When[string], other: When[string]): When[string] | undefined => {
  if (isSame(one, other)) return one
  if (one === true || other === true) {
    const narrower = one === true ? other : one
    return narrower === false ? undefined : narrower
  }
  if (typeof one === 'boolean' || typeof other === 'boolean') return undefined
  const values = [one].flat().filter((value) => [other].flat().includes(value))
  return values.length > 1 ? values : values[0]
}

/** Returns `false` if both can never hold together. */
const commonCondition = (one: When | undefined, other: When | undefined): When | undefined | false => {
  if (!one || !other) return one ?? other
  const both: When = { ...one }
  for (const [fact, expected] of Object.entries(other)) {
    const match = fact in both ? commonValues(both[fact]!, expected) : expected
    if (match === undefined) return false
    both[fact] = match
  }
  return both
}

/** A copy in the second `set` reads what the first one wrote. */
const writesInSequence = (one: SetWords | undefined, other: SetWords | undefined): SetWords | undefined => {
  if (!one || !other) return one ?? other
  const later = Object.entries(other).map(([field, value]) => {
    const before = one[copiedFrom(value) ?? '']
    return [field, before === undefined ? value : before]
  })
  return { ...one, ...Object.fromEntries(later) }
}

/** Returns where an arm leads, and whether the part of a further guest ends there. */
export const targetIn = ({ to, again }: Arm): Pick<Arm, 'to' | 'again'> => ({ ...(again && { again }), to })

/** Returns one arm for two in sequence; undefined if their conditions exclude each other. */
export const combineArms = (first: Arm, second: Arm): Arm | undefined => {
  const when = commonCondition(first.when, second.when)
  if (when === false) return undefined
  const set = writesInSequence(first.set, second.set)
  return { ...(when && { when }), ...(set && { set }), ...targetIn(second) }
}

const singleGuest = ({ guest }: Step) => (typeof guest === 'object' ? undefined : guest)

/** Returns an arm with the short names of another step, which may be about another guest. */
export const armForStep = (arm: Arm, from: Step, to: Step): Arm => {
  if (isSame(from.guest, to.guest)) return arm
  const full = nameResolver(singleGuest(from))
  const rename = (name: string) => {
    const whole = full(name)
    const { who, short } = shortOf(whole)
    return who && who === singleGuest(to) ? short : whole
  }
  const renamed = <T>(table: Record<string, T>) =>
    Object.fromEntries(Object.entries(table).map(([name, value]) => [rename(name), value]))
  const set = arm.set && renamed(arm.set)
  for (const [name, value] of Object.entries(set ?? {})) {
    const source = copiedFrom(value)
    if (source) set![name] = { from: rename(source) }
  }
  return { ...(arm.when && { when: renamed(arm.when) }), ...(set && { set }), ...targetIn(arm) }
}

/** Returns whether an arm depends on the step's own answers or outcome. */
export const isDecidedAt = (step: Step, arm: Arm) =>
  factsOf(arm.when).some((fact) => fact === 'outcome' || fieldNamesOf(step).includes(fact))

/** Returns the target of the arm without a condition, else of the last arm. */
export const mainTarget = ({ next }: Step): Arm['to'] => (next.find(({ when }) => !when) ?? next.at(-1)!).to

/** Returns the arms that replace a removed step, and those dropped with it. */
export const replacementArms = (step: Step, to: string | undefined): { arms: Arm[]; dropped: Arm[] } => {
  const { next } = step
  if (to !== undefined) {
    const same = next.find((arm) => arm.to === to)
    const set = same?.set && !isDecidedAt(step, same) && { set: same.set }
    return { arms: [{ ...set, ...targetIn(same ?? { to }) }], dropped: [] }
  }
  const first = next.find(({ when }) => !when) ?? next[0]!
  if (next.every((arm) => isSame(arm.to, first.to) && isSame(arm.set, first.set))) {
    const { when: _, ...arm } = first
    return { arms: [arm], dropped: [] }
  }
  const dropped = next.filter((arm) => isDecidedAt(step, arm))
  return { arms: next.filter((arm) => !dropped.includes(arm)), dropped }
}

/** Returns whether an arm always applies. */
export const hasDefaultArm = (arms: readonly Arm[]) => arms.some(({ when }) => !when)

/** Returns the steps that lead to a path. */
export const stepsLeadingTo = (flow: Flow, path: string) =>
  Object.entries(flow.steps)
    .filter(([from, { next }]) => from !== path && next.some(({ to }) => to === path))
    .map(([from]) => from)

/** Returns the step before, if the effect can move there: the only predecessor, with one plain arm and no effect. */
export const effectTaker = (flow: Flow, path: string): string | undefined => {
  const arrivals = stepsLeadingTo(flow, path)
  const before = flow.steps[arrivals[0] ?? '']
  if (arrivals.length !== 1 || !before || before.do || before.wait || before.next.length !== 1) return undefined
  const isLedToElsewise = flow.guards.some(({ to }) => to === path)
  const begins = flow.steps[path]?.do && rules[flow.steps[path].do].begins
  return before.next[0]!.when || isLedToElsewise || begins ? undefined : arrivals[0]
}

/** Returns the arms without those that can never apply: repeated conditions, and all after an unconditional arm. */
export const reachableArms = (arms: readonly Arm[]): Arm[] => {
  const end = arms.findIndex(({ when }) => !when)
  return arms
    .slice(0, end < 0 ? arms.length : end + 1)
    .filter((arm, i, all) => all.findIndex((other) => isSame(other.when ?? null, arm.when ?? null)) === i)
}
