import type { Who } from '../../../schema/guest'
import type { Language } from '../../../schema/languages'
import type { Arm, Exception, Excusable, Flow, Guard, Step, When } from '../../../schema/steps'
import type { Effect, OwnFormat, PanelName, Purpose } from '../../../schema/vocabulary'

/** A text by language. */
export type Texts = Partial<Record<Language, string>>

/** Identifies an arm by its condition (none: "otherwise") and target. */
export type ArmName = Pick<Arm, 'when' | 'to'>

/** The two lists of arms: onward, and for Back. */
export type ArmList = 'next' | 'back'

/** Identifies a guard by its address and condition. */
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

/** Returns whether the host writes the options of this kind. */
export const hasOptions = (kind: OwnKind): boolean => kind === 'choice' || kind === 'several'

/** Returns whether the answer is a number with limits. */
export const hasLimits = (kind: OwnKind): boolean => kind === 'number' || kind === 'decimal'

/** The formats of a short text. */
export const textFormats = ['letters', 'digits', 'plate'] as const satisfies readonly OwnFormat[]

/**
 * A host's question. Lengths are in characters; `when` is the condition to ask it. The checker warns without `purpose`.
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

export type OwnWords = { label: Texts; hint?: Texts; options?: Record<string, Texts> }

/** One change of a flow. It names its target, never an index: the list is replayed on other versions of the flow. */
export type Operation =
  | StepOperation
  | QuestionOperation
  | BranchOperation
  | SettingOperation
  | WordOperation
  | ExceptionOperation

/** Changes of a step. `arm` is the arm to insert at; without it the only arm, or all. */
export type StepOperation =
  | { kind: 'addStep'; step: string; after: string; arm?: ArmName; guest?: Who; title?: Texts }
  /** Its guests continue at `to`; without it, at the step's own targets. */
  | { kind: 'removeStep'; step: string; to?: string }
  | { kind: 'moveStep'; step: string; after: string; arm?: ArmName }
  | { kind: 'renameStep'; step: string; to: string }

/** Changes of a step's questions. `after`: the question before it; `null` first, absent last. */
export type QuestionOperation =
  | { kind: 'addQuestion'; step: string; field: string; optional?: boolean; after?: string | null }
  | { kind: 'removeQuestion'; step: string; field: string }
  /** `to` is another step. */
  | { kind: 'moveQuestion'; step: string; field: string; to?: string; after?: string | null }
  | { kind: 'setOptional'; step: string; field: string; optional: boolean }
  /** The options the step offers; `null` is all. */
  | { kind: 'setChoices'; step: string; field: string; choices: string[] | null }
  /** With `perGuest` it makes one question for each guest, named by `ownNames`. */
  | { kind: 'makeQuestion'; field: string; question: OwnQuestion; words: OwnWords; perGuest?: boolean }
  | { kind: 'changeQuestion'; field: string; question: OwnQuestion }
  /** No step asks it any longer. Its definition stays, so that stored answers can be read. */
  | { kind: 'archiveQuestion'; field: string }

/** Changes of a step's arms. `before`: the arm after the new place; `null` is last. */
export type BranchOperation =
  | { kind: 'addArm'; step: string; list?: ArmList; arm: Arm; before?: ArmName | null }
  | { kind: 'changeArm'; step: string; list?: ArmList; arm: ArmName; becomes: Arm }
  | { kind: 'removeArm'; step: string; list?: ArmList; arm: ArmName }
  | { kind: 'moveArm'; step: string; list?: ArmList; arm: ArmName; before: ArmName | null }

/** Changes of a step's other members, of guards and of homes; `null` removes. */
export type SettingOperation =
  | { kind: 'setGuest'; step: string; guest: Step['guest'] | null }
  | { kind: 'setPanel'; step: string; panel: PanelName | null }
  | { kind: 'setEffect'; step: string; effect: Effect | null; onEnter?: boolean }
  | { kind: 'setWait'; step: string; wait: NonNullable<Step['wait']> | null }
  | { kind: 'setHome'; step: string; home: string | null }
  /** Where Home leads from the addresses that `at` covers. */
  | { kind: 'setHomes'; at: string; to: string | null }
  | { kind: 'addGuard'; guard: Guard; before?: GuardName | null }
  | { kind: 'changeGuard'; guard: GuardName; becomes: Guard }
  | { kind: 'removeGuard'; guard: GuardName }

/** Changes of words; without `language` all languages return to the shipped text. */
export type WordOperation =
  | { kind: 'setWord'; key: string; language: Language; text: string }
  | { kind: 'shipWord'; key: string; language?: Language }

/** Named exceptions to the checker's rules, but not for a field the law needs. */
export type ExceptionOperation =
  | ({ kind: 'excuse'; because: string } & ExcusedThing)
  | ({ kind: 'withdrawExcuse' } & ExcusedThing)

/** What an exception allows: a rule at a step, and the guest, field or target. */
export type ExcusedThing = { step: string; rule: Excusable } & Pick<Exception, 'guest' | 'field' | 'to'>

export type OperationKind = Operation['kind']

/** Why an operation is refused. */
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

/** A refused operation, with the parameters of its sentence. */
export type RefusedEdit = { refused: RefusalReason; args: Record<string, string> }

/** Side effects of an operation. */
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

/** A side effect, shown before the operation is done. */
export type Consequence = { kind: ConsequenceKind; args: Record<string, string> }

/** The flow after an operation with its side effects, or the refusal. */
export type EditOutcome = { flow: Flow; along: Consequence[] } | RefusedEdit

/** The project's words by language and key. */
export type ShippedWords = Partial<Record<Language, { readonly [key: string]: string }>>
