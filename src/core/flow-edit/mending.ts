import type { Arm, Flow } from '../../../schema/steps'
import { shortOf } from '../flow/names'
import { guestsOf } from '../lint/answer-space'
import type { Finding } from '../lint/findings'
import type { ArmList, Operation } from './operations'

const unescaped = (part: string) => part.replace(/~1/g, '/').replace(/~0/g, '~')

/** The arm a finding points at. */
const armAt = (flow: Flow, at: string): { step: string; list: ArmList; arm: Arm } | undefined => {
  const [, , path = '', list = '', place = ''] = at.split('/')
  const step = unescaped(path)
  if (!at.startsWith('/steps/') || (list !== 'next' && list !== 'back')) return undefined
  const arm = flow.steps[step]?.[list]?.[Number(place)]
  return arm && { step, list, arm }
}

const withoutArm = (flow: Flow, { at }: Finding): Operation | undefined => {
  const found = armAt(flow, at)
  if (!found) return undefined
  const { when, to } = found.arm
  return { kind: 'removeArm', step: found.step, list: found.list, arm: { ...(when && { when }), to } }
}

const withNearest = (flow: Flow, { at, nearest }: Finding): Operation | undefined => {
  const found = armAt(flow, at)
  if (!found || !nearest) return undefined
  const { step, list, arm } = found
  return { kind: 'changeArm', step, list, arm, becomes: { ...arm, to: nearest } }
}

/** A field the law needs that some step asks without insisting: it insists. */
const insisted = (flow: Flow, { args }: Finding): Operation | undefined => {
  const { who, short } = shortOf(args.field ?? '')
  const path = Object.keys(flow.steps).find((path) => {
    const step = flow.steps[path]!
    return step.optional?.includes(short) && (!who || guestsOf(step).includes(who))
  })
  return path === undefined ? undefined : { kind: 'setOptional', step: path, field: short, optional: false }
}

const withdrawn = (flow: Flow, { at }: Finding): Operation | undefined => {
  const [, , place = '', ...rest] = at.split('/')
  const exception = flow.exceptions[Number(place)]
  return exception && !rest.length ? { kind: 'withdrawExcuse', step: exception.at, rule: exception.rule } : undefined
}

/** How the findings of each rule are mended, where one way is known. */
const mends: { [rule: string]: (flow: Flow, finding: Finding) => Operation | undefined } = {
  armAfterAlways: withoutArm,
  armNeverHolds: withoutArm,
  unknownPath: withNearest,
  unrecorded: insisted,
  idleException: withdrawn,
  unusedWord: (_flow, { args }) => (args.word ? { kind: 'shipWord', key: args.word } : undefined),
}

/** The operation that mends a finding, where one is known; it is done, shown and undone like any other. */
export const mendingOperation = (flow: Flow, finding: Finding): Operation | undefined =>
  Object.hasOwn(mends, finding.rule) ? mends[finding.rule]!(flow, finding) : undefined
