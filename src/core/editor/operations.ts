import type { Who } from '../../../schema/guest'
import type { Language } from '../../../schema/languages'
import type { Arm, Exception, Excusable, Flow, Guard, Step, When } from '../../../schema/steps'
import type { OwnFormat, Purpose } from '../../../schema/vocabulary'

export type Texts = Partial<Record<Language, string>>

/** Identifies an arm by its condition (none: "otherwise") and target. */
export type ArmName = Pick<Arm, 'when' | 'to'>

/** The two lists of arms: onward, and for Back. */
export type ArmList = 'next' | 'back'

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

export const textFormats = ['letters', 'digits', 'plate'] as const satisfies readonly OwnFormat[]

/** A host's question. Lengths are in characters; `when` is the condition to ask it. */
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

/** The members of a step that are replaced as they are; `null` removes. `choices`: the options offered, by question. */
export type StepMembers = {
  [M in 'guest' | 'panel' | 'do' | 'on' | 'wait' | 'home']?: Step[M] | null
} & { choices?: { [field: string]: readonly string[] | null } }

/** Lists whose entries are tried in order. */
type Entries =
  | { in: ArmList; step: string; entry?: ArmName; becomes?: Arm; before?: ArmName | null }
  | { in: 'guards'; entry?: GuardName; becomes?: Guard; before?: GuardName | null }
  /** Where Home leads from the addresses that `at` covers. */
  | { in: 'homes'; entry?: Pick<Home, 'at'>; becomes?: Home; before?: null }
type Home = Flow['homes'][number]

/** What an exception allows: a rule at a step, and the guest, field or target. */
export type ExcusedThing = { step: string; rule: Excusable } & Pick<Exception, 'guest' | 'field' | 'to'>

/** One change of a flow. It names its target, never an index: it is replayed on other versions of the flow. */
export type Operation =
  /** Inserted at `arm`; without it at the only arm, or all. */
  | { kind: 'addStep'; step: string; after: string; arm?: ArmName; guest?: Who; title?: Texts }
  | { kind: 'moveStep'; step: string; after: string; arm?: ArmName }
  /** Guests continue at `to`; without it, at the step's own targets. */
  | { kind: 'removeStep'; step: string; to?: string }
  | { kind: 'renameStep'; step: string; to: string }
  | { kind: 'setStep'; step: string; members: StepMembers }
  /** Without `from` it is added, without `to` removed. It comes after `after`, first (`null`) or last. */
  | { kind: 'placeQuestion'; field: string; from?: string; to?: string; after?: string | null; optional?: boolean }
  /** With `perGuest` one for each guest, named by `ownNames`. */
  | { kind: 'makeQuestion'; field: string; question: OwnQuestion; words: OwnWords; perGuest?: boolean }
  /** `null`: no step asks it, but its definition stays, so that stored answers can be read. */
  | { kind: 'changeQuestion'; field: string; question: OwnQuestion | null }
  /** Adds `becomes`, puts it in the place of `entry`, moves `entry` before another (`null`: last), or removes it. */
  | ({ kind: 'setEntry' } & Entries)
  /** `null`: the shipped text, without `language` in all languages. */
  | { kind: 'setWord'; key: string; language?: Language; text: string | null }
  /** Adds an exception to a rule of the checker, never for a field the law needs; `null` withdraws it. */
  | ({ kind: 'excuse'; because: string | null } & ExcusedThing)

export type OperationKind = Operation['kind']

/** Returns the step whose guest owns the operation's short names. */
export const stepOfOperation = (operation: Operation): string | undefined =>
  operation.kind === 'placeQuestion'
    ? (operation.from ?? operation.to)
    : 'step' in operation
      ? operation.step
      : undefined

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

export type RefusedEdit = { refused: RefusalReason; args: Record<string, string> }

export const sideEffectKinds = [
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
export type SideEffectKind = (typeof sideEffectKinds)[number]

/** A side effect, shown before the operation is done. */
export type SideEffect = { kind: SideEffectKind; args: Record<string, string> }

export type EditOutcome = { flow: Flow; sideEffects: SideEffect[] } | RefusedEdit

export type ShippedWords = Partial<Record<Language, { readonly [key: string]: string }>>

/** An operation recorded in a draft or version, perhaps by an earlier version of the program. */
export type RecordedOperation = { readonly kind: string; readonly [member: string]: unknown }

type Reading = (recorded: RecordedOperation) => RecordedOperation

const setStep = (step: unknown, members: object) => ({ kind: 'setStep', step, members })

const armEntry: Reading = ({ step, list = 'next', arm, becomes, before }) => ({
  kind: 'setEntry',
  in: list,
  step,
  entry: arm,
  becomes,
  before,
})
const guardEntry: Reading = ({ guard, becomes }) => ({ kind: 'setEntry', in: 'guards', entry: guard, becomes })

/** The readers of kinds that earlier versions of the program recorded. */
const readings: { readonly [kind: string]: Reading } = {
  addQuestion: ({ step, optional = false, ...rest }) => ({ ...rest, kind: 'placeQuestion', to: step, optional }),
  removeQuestion: ({ step, field }) => ({ kind: 'placeQuestion', field, from: step }),
  moveQuestion: ({ step, to = step, ...rest }) => ({ ...rest, kind: 'placeQuestion', from: step, to }),
  setOptional: ({ step, field, optional }) => ({ kind: 'placeQuestion', field, from: step, to: step, optional }),
  setChoices: ({ step, field, choices }) => setStep(step, { choices: { [String(field)]: choices } }),
  archiveQuestion: ({ field }) => ({ kind: 'changeQuestion', field, question: null }),
  addArm: ({ arm, ...rest }) => armEntry({ ...rest, becomes: arm }),
  changeArm: armEntry,
  removeArm: armEntry,
  moveArm: armEntry,
  addGuard: ({ guard, ...rest }) => ({ ...rest, kind: 'setEntry', in: 'guards', becomes: guard }),
  changeGuard: guardEntry,
  removeGuard: guardEntry,
  setHomes: ({ at, to }) => ({
    kind: 'setEntry',
    in: 'homes',
    entry: { at },
    ...(to !== null && { becomes: { at, to } }),
  }),
  setGuest: ({ step, guest }) => setStep(step, { guest }),
  setPanel: ({ step, panel }) => setStep(step, { panel }),
  setWait: ({ step, wait }) => setStep(step, { wait }),
  setHome: ({ step, home }) => setStep(step, { home }),
  setEffect: ({ step, effect, onEnter }) => setStep(step, { do: effect, on: effect && onEnter ? 'enter' : null }),
  shipWord: (recorded) => ({ ...recorded, kind: 'setWord', text: null }),
  withdrawExcuse: (recorded) => ({ ...recorded, kind: 'excuse', because: null }),
}

/** Returns the operation in today's kinds; an unknown kind, of a later version, stays. */
export const readOperation = (recorded: object): Operation => {
  const { kind } = recorded as RecordedOperation
  const reading = Object.hasOwn(readings, kind) ? readings[kind] : undefined
  return (reading?.(recorded as RecordedOperation) ?? recorded) as Operation
}
