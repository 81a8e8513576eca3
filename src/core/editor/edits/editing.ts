import { languages } from '../../../../schema/languages'
import type { Arm, Flow, Guard, Step } from '../../../../schema/steps'
import { copiedFrom } from '../../flow/arms'
import { fieldNamesOf } from '../../flow/fields'
import { nameResolver, shortOf } from '../../flow/names'
import type {
  ArmName,
  EditOutcome,
  GuardName,
  Operation,
  OperationKind,
  RefusalReason,
  RefusedEdit,
  ShippedWords,
  SideEffect,
  SideEffectKind,
  Texts,
} from '../operations'

/** The function of one kind of operation. `shipped` are the project's words, which a renamed step keeps. */
export type Edit<K extends OperationKind> = (
  flow: Flow,
  operation: Extract<Operation, { kind: K }>,
  shipped: ShippedWords,
) => EditOutcome

/** Returns a refusal with the parameters of its sentence. */
export const refuse = (reason: RefusalReason, args: Record<string, string> = {}): RefusedEdit => ({
  refused: reason,
  args,
})

/** Returns a changed flow with its side effects. */
export const editOutcome = (flow: Flow, sideEffects: SideEffect[] = []) => ({ flow, sideEffects })

/** Returns a side effect. */
export const sideEffect = (kind: SideEffectKind, args: Record<string, string>): SideEffect => ({ kind, args })

const sortedKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sortedKeys)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, sortedKeys((value as { [key: string]: unknown })[key])]),
        )
      : value

/** Returns whether two JSON values are equal, in any order of keys. */
export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(sortedKeys(one)) === JSON.stringify(sortedKeys(other))

/** Returns an object without a key. */
export const withoutKey = <T>(members: Record<string, T>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name !== key))

/** Returns an object with an entry right after another one, or last. */
export const withEntryAfter = <T>(
  members: Record<string, T>,
  after: string,
  key: string,
  value: T,
): Record<string, T> => {
  const entries = Object.entries(members).filter(([name]) => name !== key)
  const place = entries.findIndex(([name]) => name === after)
  entries.splice(place < 0 ? entries.length : place + 1, 0, [key, value])
  return Object.fromEntries(entries)
}

const order = ['guest', 'fields', 'optional', 'choices', 'panel', 'do', 'on', 'wait', 'next', 'back', 'home']

/** Returns a step with new members; an empty value removes a member. */
export const stepWith = (step: Step, parts: { [word in keyof Step]?: Step[word] | null | undefined }): Step => {
  const entries: [string, unknown][] = Object.entries(step)
  for (const [word, value] of Object.entries(parts)) {
    const at = entries.findIndex(([name]) => name === word)
    const isEmpty = value == null || (typeof value === 'object' && !Object.keys(value).length)
    if (at >= 0) entries.splice(at, 1, ...(isEmpty ? [] : [[word, value] as [string, unknown]]))
    else if (!isEmpty) {
      const next = entries.findIndex(([name]) => order.indexOf(name) > order.indexOf(word))
      entries.splice(next < 0 ? entries.length : next, 0, [word, value])
    }
  }
  return Object.fromEntries(entries) as Step
}

/** Returns a flow with one step changed. */
export const withStep = (flow: Flow, path: string, parts: Parameters<typeof stepWith>[1]): Flow => ({
  ...flow,
  steps: { ...flow.steps, [path]: stepWith(flow.steps[path]!, parts) },
})

/** Returns a flow with every arm replaced by any number of arms. */
export const withArms = (flow: Flow, change: (arm: Arm, list: 'next' | 'back', path: string) => Arm[]): Flow => ({
  ...flow,
  steps: Object.fromEntries(
    Object.entries(flow.steps).map(([path, step]) => {
      const next = step.next.flatMap((arm) => change(arm, 'next', path))
      const back = step.back?.flatMap((arm) => change(arm, 'back', path))
      const isKept = next.every((arm, i) => arm === step.next[i]) && next.length === step.next.length
      const isBackKept = !back || (back.every((arm, i) => arm === step.back![i]) && back.length === step.back!.length)
      if (isKept && isBackKept) return [path, step]
      return [path, stepWith(step, { ...(!isKept && { next }), ...(!isBackKept && { back }) })]
    }),
  ),
})

/** Returns the index of an arm, or -1. */
export const placeOfArm = (arms: readonly Arm[] | undefined, { when, to }: ArmName) =>
  (arms ?? []).findIndex((arm) => isSame(arm.when ?? null, when ?? null) && isSame(arm.to, to))

/** Returns the index of a guard, or -1. */
export const placeOfGuard = (guards: readonly Guard[], { at, when }: GuardName) =>
  guards.findIndex((guard) => guard.at === at && isSame(guard.when, when))

/** Returns a list with an entry inserted at an index. */
export const insertAt = <T>(list: readonly T[], place: number, one: T): T[] => [
  ...list.slice(0, place),
  one,
  ...list.slice(place),
]

/** Returns a flow with the house's texts for a key. */
export const withTexts = (flow: Flow, key: string, texts: Texts | undefined): Flow => {
  const words = { ...flow.words }
  for (const language of languages) {
    const text = texts?.[language]
    if (text?.trim()) words[language] = { ...words[language], [key]: text }
  }
  return { ...flow, words }
}

/** Returns a flow without the texts whose keys `drops` accepts, and without empty languages. */
export const withoutTexts = (flow: Flow, drops: (key: string, language: string) => boolean): Flow => ({
  ...flow,
  words: Object.fromEntries(
    Object.entries(flow.words)
      .map(
        ([language, words]) =>
          [language, Object.fromEntries(Object.entries(words).filter(([key]) => !drops(key, language)))] as const,
      )
      .filter(([language, words]) => Object.keys(words).length || !Object.keys(flow.words[language as 'it']!).length),
  ),
})

/** Returns whether another step asks the same guest a question of this step. */
export const isAskedElsewhere = (flow: Flow, path: string, field: string) =>
  Object.entries(flow.steps).some(
    ([other, step]) =>
      other !== path && fieldNamesOf(step).includes(field) && isSame(step.guest, flow.steps[path]!.guest),
  )

/** Returns an arm's target, and whether it ends a further guest's part (`again`). */
export const targetIn = ({ to, again }: Arm): Pick<Arm, 'to' | 'again'> => ({ ...(again && { again }), to })

const singleGuest = ({ guest }: Step) => (typeof guest === 'object' ? undefined : guest)

/** Returns an arm with the short names of another step, which may be about another guest. */
export const armForStep = (arm: Arm, from: Step, to: Step): Arm => {
  if (isSame(from.guest, to.guest)) return arm
  const full = nameResolver(singleGuest(from))
  const rename = (name: string) => {
    const fullName = full(name)
    const { who, short } = shortOf(fullName)
    return who && who === singleGuest(to) ? short : fullName
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
  Object.keys(arm.when ?? {}).some((fact) => fact === 'outcome' || fieldNamesOf(step).includes(fact))

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
