import type { Language } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { type Clause, pointer } from './domains'
import { nearestWord } from './nearest'
import type { Visit } from './walk'

/** Everything that can be wrong with a `steps.json`: first with its shape, then with its meaning. */
export const findingRules = [
  'unreadable',
  'notJson',
  'writtenTwice',
  'shape',
  'unknownWord',
  'notInList',
  'wordLacking',
  'unknownField',
  'fieldWithoutSchema',
  'ruleNotInList',
  'unknownFact',
  'unknownOutcome',
  'impossibleValue',
  'unknownPath',
  'unknownForm',
  'wordMissing',
  'askedLater',
  'guestAskedLater',
  'armAfterAlways',
  'armNeverHolds',
  'unreached',
  'stuck',
  'endless',
  'guardLoop',
  'many',
  'backIsNoWayIn',
  'backIsDeadEnd',
  'unrecorded',
  'unsent',
  'answerErased',
  'answerOverwritten',
  'guestLost',
  'guestUncounted',
  'answersInvented',
  'effectTooEarly',
  'effectUnproved',
  'askedOfAnother',
  'neverShown',
  'unanswerable',
  'answerLost',
  'readyAnswer',
  'noPrivacyNote',
  'labelOfAnother',
  'unknownPlaceholder',
  'aliasTaken',
  'nothingOffered',
  'sharedAnswer',
  'ownRuleOverProject',
  'reservedName',
  'noPurpose',
  'effectLacking',
  'formLacking',
  'questionLacking',
  'wrongSubject',
  'unusedWord',
  'idleException',
] as const
export type FindingRule = (typeof findingRules)[number]

/**
 * What the checker has to say: where (a JSON pointer), which rule, the words of its sentence, a near miss, and the
 * shortest journey that shows it.
 */
export type Finding = {
  severity: 'error' | 'warning'
  rule: FindingRule
  at: string
  args: Record<string, string>
  nearest?: string
  journey?: string[]
  /** The place of the named exception that allows it. */
  excusedBy?: number
  /** How many more findings go away once this one is corrected. */
  follows?: number
  /** Where in the file, counted from 1. */
  line?: number
  column?: number
}

/** The words of every language, the host's own laid over the project's. */
export type Words = Record<Language, Record<string, string>>

/** What the checker needs to know besides the file. */
export type LintOptions = {
  words: Words
  isCountry: (name: string) => boolean
  elsewhere: readonly string[]
  /** The host pages' Italian words; without them the host's side is not looked at. */
  hostWords?: { readonly [key: string]: string }
  /** The project's own words for guests by language, without the file's; without them no host's word is compared. */
  shipped?: Words
  /** The project's own Italian words for guests, without the file's; without them nobody looks for unused ones. */
  projectWords?: { readonly [key: string]: string }
}

/** A flow opened up for the rules: its conditions, and every way through it. */
export type LintContext = LintOptions & {
  flow: Flow
  clauses: Clause[]
  first: Visit
  routes: Map<Visit, Visit[]>
}
export type LintRule = (context: LintContext) => Finding[]

/** The JSON pointer of a step. */
export const stepAt = (path: string) => `/steps/${pointer(path)}`

/** A finding that keeps a flow from being served. */
export const error = (
  rule: FindingRule,
  at: string,
  args: Record<string, string> = {},
  more: Partial<Finding> = {},
): Finding => ({ severity: 'error', rule, at, args, ...more })

/** The word that was probably meant, if one is near. */
export const hint = (word: string, list: Iterable<string>) => {
  const nearest = nearestWord(word, list)
  return nearest ? { nearest } : {}
}

/** A finding of a value that a field cannot take, with those it can. */
export const impossible = (at: string, field: string, value: string, values: readonly string[] = [], near = values) =>
  error('impossibleValue', at, { field, value, values: values.join(', ') }, hint(value, near))
