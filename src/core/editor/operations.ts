import type { Who } from '../../../schema/guest'
import type { Language } from '../../../schema/languages'
import type { Arm, Exception, Excusable, Flow, Guard, Step, When } from '../../../schema/steps'
import type { Effect, OwnFormat, PanelName, Purpose } from '../../../schema/vocabulary'

/** A text in each language it is written in. */
export type Texts = Partial<Record<Language, string>>

/** An arm by what it says: its condition (none is "otherwise") and where it leads. */
export type ArmName = Pick<Arm, 'when' | 'to'>

/** The two lists of arms a step has: where it leads on, and where Back leads. */
export type ArmList = 'next' | 'back'

/** A guard by what it says: the address it watches and its condition. */
export type GuardName = Pick<Guard, 'at' | 'when'>

/** The kinds of question a host can make. */
export const ownKinds = [
  'text',
  'longText',
  'number',
  'decimal',
  'choice',
  'several',
  'yesNo',
  'consent',
  'date',
] as const
export type OwnKind = (typeof ownKinds)[number]

/** Whether a kind of question offers answers that the host writes. */
export const hasOptions = (kind: OwnKind): boolean => kind === 'choice' || kind === 'several'

/** Whether the answer to a kind of question is a number, which can be limited. */
export const hasLimits = (kind: OwnKind): boolean => kind === 'number' || kind === 'decimal'

/** What a short text can be limited to. */
export const textFormats = ['letters', 'digits', 'plate'] as const satisfies readonly OwnFormat[]

/**
 * A question of the host's: its kind, what its answer is for (without, the checker warns), what a short text is limited
 * to, the shortest and longest text in characters, the least and greatest number, its answers, and the name of the
 * question whose answer decides whether it is asked.
 */
export type OwnQuestion = {
  kind: OwnKind
  purpose?: Purpose
  format?: (typeof textFormats)[number]
  minLength?: number
  maxLength?: number
  least?: number
  greatest?: number
  options?: string[]
  when?: When
}

/** The words of a question: its label, its hint, and each answer's. */
export type OwnWords = { label: Texts; hint?: Texts; options?: Record<string, Texts> }

/** One change of a flow. Everything is called by its name in the file, never by its place in a list. */
export type Operation =
  | StepOperation
  | QuestionOperation
  | BranchOperation
  | SettingOperation
  | WordOperation
  | ExceptionOperation

/**
 * Changes of a step as a whole. `arm` is the way on the new step comes into; without it, the only one or all of them.
 */
export type StepOperation =
  | { kind: 'addStep'; step: string; after: string; arm?: ArmName; guest?: Who; title?: Texts }
  /** Whoever came to the step goes on `to`; without it, as the step itself led on. */
  | { kind: 'removeStep'; step: string; to?: string }
  | { kind: 'moveStep'; step: string; after: string; arm?: ArmName }
  | { kind: 'renameStep'; step: string; to: string }

/**
 * Changes of what a step asks. `after` is the question it comes after, `null` the first place; without it, the last.
 */
export type QuestionOperation =
  | { kind: 'addQuestion'; step: string; field: string; optional?: boolean; after?: string | null }
  | { kind: 'removeQuestion'; step: string; field: string }
  /** Within its step, or to another: `to`. */
  | { kind: 'moveQuestion'; step: string; field: string; to?: string; after?: string | null }
  | { kind: 'setOptional'; step: string; field: string; optional: boolean }
  /** The answers the step offers; `null` are all. */
  | { kind: 'setChoices'; step: string; field: string; choices: string[] | null }
  /** A new question; with `perGuest` one for each guest, under the names that `ownNames` gives. */
  | { kind: 'makeQuestion'; field: string; question: OwnQuestion; words: OwnWords; perGuest?: boolean }
  | { kind: 'changeQuestion'; field: string; question: OwnQuestion }
  /** No longer asked anywhere; its definition stays, so that what was collected can be read. */
  | { kind: 'archiveQuestion'; field: string }

/** Changes of the arms of a step. `before` is the arm the new place is in front of, `null` the last place. */
export type BranchOperation =
  | { kind: 'addArm'; step: string; list?: ArmList; arm: Arm; before?: ArmName | null }
  | { kind: 'changeArm'; step: string; list?: ArmList; arm: ArmName; becomes: Arm }
  | { kind: 'removeArm'; step: string; list?: ArmList; arm: ArmName }
  | { kind: 'moveArm'; step: string; list?: ArmList; arm: ArmName; before: ArmName | null }

/** Changes of whose answers a step takes, of what it shows and does, and of guards and homes; `null` takes away. */
export type SettingOperation =
  | { kind: 'setGuest'; step: string; guest: Step['guest'] | null }
  | { kind: 'setPanel'; step: string; panel: PanelName | null }
  | { kind: 'setEffect'; step: string; effect: Effect | null; onEnter?: boolean }
  | { kind: 'setWait'; step: string; wait: NonNullable<Step['wait']> | null }
  | { kind: 'setHome'; step: string; home: string | null }
  /** Where Home leads from the addresses `at` covers. */
  | { kind: 'setHomes'; at: string; to: string | null }
  | { kind: 'addGuard'; guard: Guard; before?: GuardName | null }
  | { kind: 'changeGuard'; guard: GuardName; becomes: Guard }
  | { kind: 'removeGuard'; guard: GuardName }

/** Changes of words; without `language` every language goes back to the shipped wording. */
export type WordOperation =
  | { kind: 'setWord'; key: string; language: Language; text: string }
  | { kind: 'shipWord'; key: string; language?: Language }

/** Named exceptions to the checker's rules; a field the law needs cannot be excused from here. */
export type ExceptionOperation =
  | ({ kind: 'excuse'; because: string } & ExcusedThing)
  | ({ kind: 'withdrawExcuse' } & ExcusedThing)

/** The one thing that an exception allows: a rule at a step, and what of it the exception names. */
export type ExcusedThing = { step: string; rule: Excusable } & Pick<Exception, 'guest' | 'field' | 'to'>

export type OperationKind = Operation['kind']

/** Why an operation cannot be done. */
export const refusals = [
  'noStep',
  'stepExists',
  'badPath',
  'isStart',
  'whichArm',
  'whereTo',
  'doesSomething',
  'noQuestion',
  'questionExists',
  'questionHere',
  'notOwn',
  'badName',
  'badQuestion',
  'noArm',
  'armExists',
  'lastArm',
  'noGuard',
  'guardExists',
  'noHome',
  'noExcuse',
  'excuseExists',
  'whichExcuse',
  'lawsField',
  'noWord',
  'badShape',
  'nothingChanges',
] as const
export type RefusalReason = (typeof refusals)[number]

/** An operation that cannot be done, with the words of its sentence. */
export type RefusedEdit = { refused: RefusalReason; args: Record<string, string> }

/** What can go along with an operation. */
export const consequenceKinds = [
  'arrivalRewired',
  'armDropped',
  'effectMoved',
  'backRepaired',
  'guardRepaired',
  'guardDropped',
  'guardJoins',
  'homeRepaired',
  'homeDropped',
  'excuseDropped',
  'excuseMoved',
  'wordsDropped',
  'wordsMoved',
  'questionGone',
  'choicesDropped',
  'alsoAsked',
] as const
export type ConsequenceKind = (typeof consequenceKinds)[number]

/** One thing that goes along with an operation, to be told before it is done. */
export type Consequence = { kind: ConsequenceKind; args: Record<string, string> }

/** The flow after an operation and what went along, or why it cannot be done. */
export type EditOutcome = { flow: Flow; along: Consequence[] } | RefusedEdit

/** The shipped words by language and key: a renamed step takes them along. */
export type ShippedWords = Partial<Record<Language, { readonly [key: string]: string }>>
