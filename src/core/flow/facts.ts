import type { Draft } from '../../../schema/checkin'
import { remembered } from '../remember'

/** The draft's answers, `settings.<name>`, and the `outcome` of the effect. No answer: absent or empty. */
export type Facts = { readonly [name: string]: string | undefined }

const flags = new Map([
  ['true', 'yes'],
  ['false', 'no'],
])
const asFact = (value: unknown) => {
  if (value == null || value === '') return undefined
  const text = String(value)
  return flags.get(text) ?? text
}

const none = {}
const factsOfSettings = remembered(
  (settings: object): Facts =>
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [
        `settings.${name}`,
        Array.isArray(value) ? undefined : asFact(value),
      ]),
    ),
)

/** Returns a draft's facts; booleans become `yes` and `no`. Plain loops: a screen calls it at every keystroke. */
export const facts = (draft: Draft, settings: object = none, outcome?: string): Facts => {
  const known: Record<string, string | undefined> = { ...factsOfSettings(settings) }
  for (const name in draft) known[name] = asFact(draft[name])
  known.outcome = outcome
  return known
}

/** Collects the answers and facts of a journey, step by step. */
export const journeyFacts = (settings: object, draft: Draft) => {
  const answers: Draft = {}
  const known: Record<string, string | undefined> = Object.create(factsOfSettings(settings))
  let whole: Draft | undefined = draft
  return {
    answers,
    known: known as Facts,
    /** The draft with the answers so far; the draft itself while no `set` has changed one. */
    whole: () => (whole ??= { ...draft, ...answers }),
    setOutcome: (outcome: string | undefined) => void (known.outcome = outcome),
    /** Adds an answer; an empty one removes it. */
    add: (name: string, value: string | null | undefined) => {
      if ((answers[name] ?? draft[name]) !== (value || draft[name])) whole = undefined
      if (value) answers[name] = value
      else if (name in answers) delete answers[name]
      known[name] = asFact(value)
    },
  }
}

/** The grammar allows no `;` in an option. */
const separator = ';'

/** Returns whether an answer has several parts. */
export const isSeveral = (answer: string): boolean => answer.includes(separator)

/** Joins answers into one. */
export const joined = (answers: readonly string[]): string => answers.join(separator)

/** Returns the parts of an answer. */
export const pickedOf = (answer: string): string[] => answer.split(separator).filter(Boolean)

/** Returns the answer with one option added or removed, in the order of the offer. */
export const withPick = (answer: string, one: string, offered: readonly string[]): string => {
  const before = pickedOf(answer)
  const isPicked = (value: string) => (value === one ? !before.includes(one) : before.includes(value))
  return joined(offered.filter(isPicked))
}
