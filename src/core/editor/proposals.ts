import { type Language, languages } from '../../../schema/languages'
import type { Arm, Flow } from '../../../schema/steps'
import worked from '../../data/templates.json'
import { fieldNamesOf } from '../flow/fields'
import { nameResolver, shortOf } from '../flow/names'
import { stepGuests } from '../lint/domains'
import type { Finding } from '../lint/findings'
import type { ArmList, Operation } from './operations'

const unescaped = (part: string) => part.replace(/~1/g, '/').replace(/~0/g, '~')

const stepOf = (at: string) => (at.startsWith('/steps/') ? unescaped(at.split('/')[2]!) : '')

const armAt = (flow: Flow, at: string): { step: string; list: ArmList; arm: Arm } | undefined => {
  const [, , path = '', list = '', place = ''] = at.split('/')
  const step = unescaped(path)
  if (!at.startsWith('/steps/') || (list !== 'next' && list !== 'back')) return undefined
  const arm = flow.steps[step]?.[list]?.[Number(place)]
  return arm && { step, list, arm }
}

const removeArm = (flow: Flow, { at }: Finding): Operation | undefined => {
  const found = armAt(flow, at)
  if (!found) return undefined
  const { when, to } = found.arm
  return { kind: 'setEntry', in: found.list, step: found.step, entry: { ...(when && { when }), to } }
}

const useNearestPath = (flow: Flow, { at, nearest }: Finding): Operation | undefined => {
  const found = armAt(flow, at)
  if (!found || !nearest) return undefined
  const { step, list, arm } = found
  return { kind: 'setEntry', in: list, step, entry: arm, becomes: { ...arm, to: nearest } }
}

/** Requires the field where the journey asks it, else adds it to the finding's step. */
const requireField = (flow: Flow, { at, args, journey }: Finding): Operation | undefined => {
  const { who, short } = shortOf(args.field ?? '')
  const asks = (path: string, list: readonly string[] | undefined) =>
    list?.includes(short) && (!who || stepGuests(flow.steps[path]!).includes(who))
  const route = (journey ?? Object.keys(flow.steps)).filter((path) => flow.steps[path])
  const optionalStep = route.find((path) => asks(path, flow.steps[path]!.optional))
  if (optionalStep !== undefined)
    return { kind: 'placeQuestion', field: short, from: optionalStep, to: optionalStep, optional: false }
  const stepPath = stepOf(at)
  const isAsked = route.some((path) => asks(path, fieldNamesOf(flow.steps[path]!)))
  const isOwn = Boolean(flow.steps[stepPath] && (!who || stepGuests(flow.steps[stepPath]).includes(who)))
  return isAsked || !isOwn || !flow.fields[short] ? undefined : { kind: 'placeQuestion', field: short, to: stepPath }
}

const offerAll = (flow: Flow, { at, args }: Finding): Operation | undefined =>
  flow.steps[stepOf(at)]?.choices?.[args.field ?? '']
    ? { kind: 'setStep', step: stepOf(at), members: { choices: { [args.field!]: null } } }
    : undefined

const useShippedWord = (_flow: Flow, { args: { word, language } }: Finding): Operation | undefined =>
  word && languages.includes(language as Language)
    ? { kind: 'setWord', key: word, language: language as Language, text: null }
    : undefined

const withdrawExcuse = (flow: Flow, { at }: Finding): Operation | undefined => {
  const exception = flow.exceptions[Number(at.split('/').at(-1))]
  if (!exception) return undefined
  const { at: step, when: _when, because: _because, ...thing } = exception
  return { kind: 'excuse', step, ...thing, because: null }
}

const correctionOf: { [rule: string]: (flow: Flow, finding: Finding) => Operation | undefined } = {
  armAfterAlways: removeArm,
  armNeverHolds: removeArm,
  unknownPath: useNearestPath,
  unrecorded: requireField,
  answerLost: offerAll,
  idleException: withdrawExcuse,
  unusedWord: useShippedWord,
}

/** Returns the correction of a finding, if one is known. */
export const mendingOperation = (flow: Flow, finding: Finding): Operation | undefined =>
  Object.hasOwn(correctionOf, finding.rule) ? correctionOf[finding.rule]!(flow, finding) : undefined

/** Where a host corrects a finding: a step, perhaps a question (short name) or an arm (index in `next`), or a text. */
export type FindingPlace = { step: string; question?: string; arm?: number } | { word: string }

/** Returns the place in the editor for a finding, if it has one. */
export const placeOfFinding = (flow: Flow, { at, rule, args, journey }: Finding): FindingPlace | undefined => {
  const word = args.word
  if (word && rule === 'wordMissing') return { word }
  const named = [stepOf(at), args.path, word?.replace(/\.\w+$/, ''), journey?.at(-1)]
  const step = named.find((path) => path && flow.steps[path])
  if (!step) return word ? { word } : undefined
  const [, , , list, place] = at.split('/')
  if (stepOf(at) === step && list === 'next' && place) return { step, arm: Number(place) }
  const name = nameResolver(stepGuests(flow.steps[step]!)[0])
  const question = fieldNamesOf(flow.steps[step]!).find((field) => field === args.field || name(field) === args.field)
  return { step, ...(question && { question }) }
}

export type TemplateName = keyof typeof worked

export const templates = worked as unknown as { readonly [name in TemplateName]: readonly Operation[] }

export const templateNames = Object.keys(worked) as TemplateName[]
