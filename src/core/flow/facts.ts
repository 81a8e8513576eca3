import type { Draft } from '../../../schema/checkin'

/**
 * What is known: the draft's answers, `settings.name`, and the `outcome` of the step's effect. Unanswered is absent or
 * empty.
 */
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
const settingFacts = new WeakMap<object, Facts>()
const readSettings = (settings: object): Facts =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `settings.${name}`,
      Array.isArray(value) ? undefined : asFact(value),
    ]),
  )

const factsOfSettings = (settings: object) =>
  settingFacts.get(settings) ?? settingFacts.set(settings, readSettings(settings)).get(settings)!

/**
 * The facts of a draft under the given settings; flags read `yes` and `no`. Loops, because a screen asks for them at
 * every keystroke.
 */
export const facts = (draft: Draft, settings: object = none, outcome?: string): Facts => {
  const known: Record<string, string | undefined> = { ...factsOfSettings(settings) }
  for (const name in draft) known[name] = asFact(draft[name])
  known.outcome = outcome
  return known
}

/** What is known along a journey, kept as it grows: the answers, and the facts they make under the given settings. */
export const journeyFacts = (settings: object, draft: Draft) => {
  const answers: Draft = {}
  const known: Record<string, string | undefined> = Object.create(factsOfSettings(settings))
  let differs = false
  return {
    answers,
    known: known as Facts,
    /** Whether every answer so far stands in the draft as it is; a `set` may have written another. */
    isOfDraft: () => !differs,
    /** Sets the outcome of a step's effect, for the arms that ask for it. */
    setOutcome: (outcome: string | undefined) => void (known.outcome = outcome),
    /** Adds an answer; an empty one removes it. */
    add: (name: string, value: string | null | undefined) => {
      if (value) answers[name] = value
      else if (name in answers) delete answers[name]
      known[name] = asFact(value)
      if (value && value !== draft[name]) differs = true
    },
  }
}
