import type { Operation } from './operations'

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

/** Kinds of earlier versions of the program. */
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
