import { languages } from '../../../../schema/languages'
import type { Arm, Flow, Step, When } from '../../../../schema/steps'
import type {
  ArmName,
  Consequence,
  ConsequenceKind,
  EditOutcome,
  GuardName,
  Operation,
  OperationKind,
  RefusalReason,
  RefusedEdit,
  ShippedWords,
  Texts,
} from '../operations'

/** How one kind of operation is done. `shipped` are the project's words, which a renamed step takes along. */
export type Edit<K extends OperationKind> = (
  flow: Flow,
  operation: Extract<Operation, { kind: K }>,
  shipped: ShippedWords,
) => EditOutcome

/** A refusal, with the words of its sentence. */
export const refused = (reason: RefusalReason, args: Record<string, string> = {}): RefusedEdit => ({
  refused: reason,
  args,
})

/** A flow with what went along with its change. */
export const changed = (flow: Flow, along: Consequence[] = []) => ({ flow, along })

/** One thing that goes along. */
export const goesAlong = (kind: ConsequenceKind, args: Record<string, string>): Consequence => ({ kind, args })

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, sorted(one)]),
        )
      : value

/** Whether two JSON values say the same, in whatever order their names stand. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** An object's members with one taken out. */
export const without = <T>(members: Record<string, T>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name !== key))

/** An object's members with one put right after another; last where that one is not there. */
export const withAfter = <T>(members: Record<string, T>, after: string, key: string, value: T): Record<string, T> => {
  const entries = Object.entries(members).filter(([name]) => name !== key)
  const place = entries.findIndex(([name]) => name === after)
  entries.splice(place < 0 ? entries.length : place + 1, 0, [key, value])
  return Object.fromEntries(entries)
}

/** The order in which the words of a step are written. */
const order = ['guest', 'fields', 'optional', 'choices', 'panel', 'do', 'on', 'wait', 'next', 'back', 'home']

/** A step with some of its words written anew: nothing, an empty list and an empty table take the word out. */
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

/** The flow with one step changed. */
export const withStep = (flow: Flow, path: string, parts: Parameters<typeof stepWith>[1]): Flow => ({
  ...flow,
  steps: { ...flow.steps, [path]: stepWith(flow.steps[path]!, parts) },
})

/** The steps with each arm of their lists changed, or replaced by several; a list left empty goes. */
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

/** The place of an arm in a list, by what it says; -1 where there is none. */
export const placeOfArm = (arms: readonly Arm[] | undefined, { when, to }: ArmName) =>
  (arms ?? []).findIndex((arm) => isSame(arm.when ?? null, when ?? null) && isSame(arm.to, to))

/** The place of a guard, by what it says; -1 where there is none. */
export const placeOfGuard = (flow: Flow, { at, when }: GuardName) =>
  flow.guards.findIndex((guard) => guard.at === at && isSame(guard.when, when))

/** A list with something put in at a place. */
export const putIn = <T>(list: readonly T[], place: number, one: T): T[] => [
  ...list.slice(0, place),
  one,
  ...list.slice(place),
]

/** The flow with texts under a key laid over the project's words. */
export const withTexts = (flow: Flow, key: string, texts: Texts | undefined): Flow => {
  const words = { ...flow.words }
  for (const language of languages) {
    const text = texts?.[language]
    if (text?.trim()) words[language] = { ...words[language], [key]: text }
  }
  return { ...flow, words }
}

/** The flow without the keys of its words that `drops` names, and without languages that have none left. */
export const withoutTexts = (flow: Flow, drops: (key: string) => boolean): Flow => ({
  ...flow,
  words: Object.fromEntries(
    Object.entries(flow.words)
      .map(
        ([language, words]) =>
          [language, Object.fromEntries(Object.entries(words).filter(([key]) => !drops(key)))] as const,
      )
      .filter(([language, words]) => Object.keys(words).length || !Object.keys(flow.words[language as 'it']!).length),
  ),
})

/** The facts a condition looks at. */
export const factsOf = (when: When | undefined) => Object.keys(when ?? {})
