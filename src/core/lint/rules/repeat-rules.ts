import { furtherGuest, partyFlag } from '../../../../schema/guest'
import type { Flow, SetWords } from '../../../../schema/steps'
import { fieldNamesOf } from '../../flow/fields'
import { isNumbered, isRepeated } from '../../flow/further-guests'
import { nameResolver } from '../../flow/names'
import { type Clause, pointer } from '../domains'
import { error, type Finding, type LintRule, stepAt } from '../findings'

/*
 * The walk follows one further guest; these rules make it stand for all: a section writes and reads only its guest, and
 * outside it only whether the fourth guest came is read, the same for every larger party.
 */

const own = nameResolver(furtherGuest)
const sourcesOf = (set: SetWords = {}) =>
  Object.values(set).flatMap((value) => (value && typeof value === 'object' ? [value.from] : []))

/** The step that asks whether one more guest comes. */
const entryOf = ({ steps }: Flow) =>
  Object.keys(steps).find((path) => isRepeated(steps[path]!) && steps[path]!.guest !== furtherGuest)

const isInside = ({ steps }: Flow, path: unknown) =>
  typeof path === 'string' && steps[path] !== undefined && isRepeated(steps[path])

/** A path with the guest's number in it, which no step outside the section has. */
const badPaths = (flow: Flow): Finding[] =>
  Object.keys(flow.steps).flatMap((path) => {
    const keyword = isInside(flow, path) ? !isNumbered(path) && 'lacks' : /guest-\d+(-|$)/.test(path) && 'taken'
    return keyword ? [error('repeatPath', stepAt(path), { path, keyword })] : []
  })

/** A section step runs no effect, and asks and writes only what is its guest's. */
const shared = (flow: Flow): Finding[] =>
  Object.entries(flow.steps).flatMap(([path, step]) => {
    if (!isRepeated(step)) return []
    const writes = step.next.flatMap(({ set }) => Object.keys(set ?? {}))
    const others = [...fieldNamesOf(step), ...writes].filter((field) => !isNumbered(own(field)))
    return [...others, ...(step.do ? [step.do] : [])].map((field) =>
      error('repeatShared', stepAt(path), { field, path }),
    )
  })

const isOfSection = (flow: Flow, { path, at, kind }: Clause) =>
  kind === 'guard' ? isNumbered(flow.guards[Number(at.split('/').at(-1))]?.at ?? '') : isInside(flow, path)

/** Outside the section a condition reads only whether the fourth guest came; its own guards write nothing else. */
const outside = (flow: Flow, clause: Clause): Finding[] => {
  const { at, when, set, name, path = '' } = clause
  const written = Object.keys(set ?? {}).map(name)
  if (isOfSection(flow, clause))
    return written.filter((field) => !isNumbered(field)).map((field) => error('repeatShared', at, { field, path }))
  return Object.keys(when ?? {})
    .map(name)
    .filter((field) => field !== partyFlag(furtherGuest))
    .concat(sourcesOf(set).map(name), written)
    .filter(isNumbered)
    .map((field) => error('repeatRead', at, { field }))
}

/** A definition outside the section does not depend on a further guest's answer. */
const defaults = ({ fields }: Flow): Finding[] =>
  Object.entries(fields).flatMap(([name, { default: ready, forgets = [] }]) => {
    const from = Array.isArray(ready) ? ready.flatMap((one) => (typeof one === 'string' ? [] : one.from)) : []
    const read = [...from, ...forgets].filter((field) => isNumbered(field) && !isNumbered(name))
    return read.map((field) => error('repeatRead', `/fields/${pointer(name)}`, { field }))
  })

/** The section is entered at its question, and `again` leads there from its last step. */
const joins = (flow: Flow, { at, path, to, kind, again }: Clause): Finding[] => {
  if (kind === 'back' || typeof to !== 'string') return []
  const entry = entryOf(flow)
  const [isFromInside, isToInside] = [isInside(flow, path), isInside(flow, to)]
  if (again && !(isFromInside && path !== entry && to === entry)) return [error('repeatOutside', at, { path: to })]
  return isToInside && to !== entry && !isFromInside ? [error('repeatEntered', at, { path: to })] : []
}

/** Checks that the proof of one further guest holds for all of them. */
export const repeatRules: LintRule = ({ flow, clauses }) => [
  ...badPaths(flow),
  ...shared(flow),
  ...defaults(flow),
  ...clauses.flatMap((clause) => [...outside(flow, clause), ...joins(flow, clause)]),
]
