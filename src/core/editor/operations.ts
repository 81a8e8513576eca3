import type { Who } from '../../../schema/guest'
import type { Language } from '../../../schema/languages'
import type { Arm, Exception, Excusable, Flow, Guard, Step, When } from '../../../schema/steps'
import type { OwnFormat, Purpose } from '../../../schema/vocabulary'

export type Texts = Partial<Record<Language, string>>

/** Without `when` it is the arm "otherwise". */
export type ArmName = Pick<Arm, 'when' | 'to'>

export type ArmList = 'next' | 'back'

export type GuardName = Pick<Guard, 'at' | 'when'>

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

export const hasOptions = (kind: OwnKind): boolean => kind === 'choice' || kind === 'several'

export const hasLimits = (kind: OwnKind): boolean => kind === 'number' || kind === 'decimal'

export const textFormats = ['letters', 'digits', 'plate'] as const satisfies readonly OwnFormat[]

/** Lengths are in characters; `when` is the condition to ask it. */
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

/** `null` removes a member. `choices`: the options offered, by question. */
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

export type ExcusedThing = { step: string; rule: Excusable } & Pick<Exception, 'guest' | 'field' | 'to'>

/** Names its target, never an index, because it is replayed on other versions of the flow. */
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

/** `args` are the parameters of its sentence. */
export type RefusedEdit = { refused: RefusalReason; args: Record<string, string> }

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

/** A side effect, which the host confirms first. */
export type Consequence = { kind: ConsequenceKind; args: Record<string, string> }

export type EditOutcome = { flow: Flow; along: Consequence[] } | RefusedEdit

export type ShippedWords = Partial<Record<Language, { readonly [key: string]: string }>>
