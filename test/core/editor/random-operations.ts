import { languages } from '../../../schema/languages'
import type { Arm, Flow } from '../../../schema/steps'
import { panelNames } from '../../../schema/vocabulary'
import { fieldNamesOf } from '../../../src/core/flow/fields'
import { fc } from '../../property'
import { type Operation, readOperation } from './recorded'

/** Returns random numbers from 0 to below 1, taken in order from a list. */
export type Dice = () => number

/** An arbitrary list of numbers for `count` random operations. */
export const rolls = (count: number) =>
  fc.array(fc.noBias(fc.integer({ min: 0, max: 999_999 })), { minLength: 12 * count, maxLength: 12 * count })

export const diceOf = (numbers: readonly number[]): Dice => {
  let i = 0
  return () => numbers[i++ % numbers.length]! / 1_000_000
}

const pick = <T>(dice: Dice, list: readonly T[]): T => list[Math.floor(dice() * list.length)]!
const names = ['/car', '/plate', '/extra', '/second-guest-hat']
const title = Object.fromEntries(languages.map((language) => [language, 'Auto']))

const makers: ((flow: Flow, dice: Dice, path: string) => Operation)[] = [
  (_flow, dice, path) => ({ kind: 'addStep', step: pick(dice, names), after: path, title }),
  (flow, dice, path) => ({
    kind: 'addStep',
    step: pick(dice, names),
    after: path,
    arm: pick(dice, flow.steps[path]!.next),
  }),
  (_flow, _dice, path) => ({ kind: 'removeStep', step: path }),
  (flow, dice, path) => ({ kind: 'removeStep', step: path, to: pick(dice, Object.keys(flow.steps)) }),
  (flow, dice, path) => ({ kind: 'moveStep', step: path, after: pick(dice, Object.keys(flow.steps)) }),
  (_flow, dice, path) => ({ kind: 'renameStep', step: path, to: pick(dice, names) }),
  (flow, dice, path) => ({
    kind: 'addQuestion',
    step: path,
    field: pick(
      dice,
      Object.keys(flow.fields).filter((name) => !name.includes('.')),
    ),
    optional: dice() < 0.5,
    ...(dice() < 0.5 && { after: null }),
  }),
  (flow, dice, path) => ({
    kind: 'removeQuestion',
    step: path,
    field: pick(dice, fieldNamesOf(flow.steps[path]!)) ?? 'x',
  }),
  (flow, dice, path) => ({
    kind: 'moveQuestion',
    step: path,
    field: pick(dice, fieldNamesOf(flow.steps[path]!)) ?? 'x',
    to: pick(dice, Object.keys(flow.steps)),
  }),
  (flow, dice, path) => ({
    kind: 'setOptional',
    step: path,
    field: pick(dice, fieldNamesOf(flow.steps[path]!)) ?? 'x',
    optional: dice() < 0.5,
  }),
  (flow, dice, path) => {
    const field = pick(dice, fieldNamesOf(flow.steps[path]!)) ?? 'x'
    const options = (flow.fields[field]?.options ?? []).map((one) => (typeof one === 'string' ? one : one.value))
    return { kind: 'setChoices', step: path, field, choices: dice() < 0.3 ? null : options.slice(0, 1) }
  },
  (_flow, dice) => ({
    kind: 'makeQuestion',
    field: pick(dice, ['carPlate', 'byCar', 'cats']),
    question: pick(dice, [
      { kind: 'yesNo' as const, purpose: 'stay' as const },
      { kind: 'text' as const, maxLength: 10 },
      { kind: 'number' as const, least: 1, greatest: 12 },
      { kind: 'choice' as const, options: ['A', 'B'] },
    ]),
    words: { label: title },
    perGuest: dice() < 0.3,
  }),
  (flow, dice) => ({
    kind: 'archiveQuestion',
    field: pick(dice, ['carPlate', ...Object.keys(flow.fields).slice(0, 2)]),
  }),
  (flow, dice, path) => ({
    kind: 'addArm',
    step: path,
    arm: randomArm(flow, dice),
    list: pick(dice, ['next', 'back']),
  }),
  (flow, dice, path) => ({
    kind: 'changeArm',
    step: path,
    arm: pick(dice, flow.steps[path]!.next),
    becomes: randomArm(flow, dice),
  }),
  (flow, dice, path) => ({ kind: 'removeArm', step: path, arm: pick(dice, flow.steps[path]!.next) }),
  (flow, dice, path) => ({
    kind: 'moveArm',
    step: path,
    arm: pick(dice, flow.steps[path]!.next),
    before: dice() < 0.5 ? null : pick(dice, flow.steps[path]!.next),
  }),
  (_flow, dice, path) => ({ kind: 'setGuest', step: path, guest: pick(dice, ['main', 'second', null]) }),
  (_flow, dice, path) => ({ kind: 'setPanel', step: path, panel: pick(dice, [...panelNames, null]) }),
  (_flow, dice, path) => ({ kind: 'setWait', step: path, wait: pick(dice, [0, 3000, null]) }),
  (flow, dice, path) => ({ kind: 'setHome', step: path, home: pick(dice, [null, ...Object.keys(flow.steps)]) }),
  (flow, dice) => ({
    kind: 'setHomes',
    at: pick(dice, ['/third-guest-', '/car']),
    to: pick(dice, Object.keys(flow.steps)),
  }),
  (flow, dice) => ({ kind: 'removeGuard', guard: pick(dice, flow.guards) ?? { at: '/', when: {} } }),
  (flow, dice, path) => ({
    kind: 'addGuard',
    guard: { at: path, when: { byCar: 'no' }, to: pick(dice, Object.keys(flow.steps)) },
  }),
  (_flow, dice, path) => ({
    kind: 'setWord',
    key: `${path}.title`,
    language: pick(dice, languages),
    text: `Ä "${dice()}"\n`,
  }),
  (_flow, _dice, path) => ({ kind: 'shipWord', key: `${path}.title` }),
  (_flow, _dice, path) => ({ kind: 'excuse', step: path, rule: 'unreached', because: 'It is for later, not for now.' }),
  (_flow, _dice, path) => ({ kind: 'withdrawExcuse', step: path, rule: 'unreached' }),
]

const randomArm = (flow: Flow, dice: Dice): Arm => ({
  ...(dice() < 0.7 && { when: { [pick(dice, ['byCar', 'residenceCountry'])]: pick(dice, ['Italia', 'yes', true]) } }),
  ...(dice() < 0.3 && { set: { fiscalCode: null } }),
  to: pick(dice, Object.keys(flow.steps)),
})

/** Returns a random operation on a flow, sometimes an impossible one; `path` is its step. */
export const randomOperation = (flow: Flow, dice: Dice, path = pick(dice, Object.keys(flow.steps))) =>
  readOperation(pick(dice, makers)(flow, dice, path))
