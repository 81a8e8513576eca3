import { error, type Finding, journeyOf, stepAt } from '../findings'
import type { Moment, MomentRule } from './forward'
import { nameCardOf, type State, type Subject } from './provenance'

/** Returns whether the sent check-in can contain the guest. */
export const isComing = ({ flag }: Subject, store: State) =>
  !flag || store.flag === 'yes' || store.flag === 'maybe' || (store.isSeen && store.flag !== 'no')

const missingField = ({ subject, before, store, visit, route }: Moment, field: string): Finding[] => {
  const origin = store.origins[field]!
  if (origin.from === 'guest' || origin.from === 'country') return []
  const journey = journeyOf(route())
  const isNeeded = subject.needed.has(field)
  if (origin.from === 'erased')
    return [error('answerErased', origin.write.at, { field, keyword: isNeeded ? 'law' : 'required' }, journey)]
  if (before.isSent || !isNeeded) return []
  const at = stepAt(nameCardOf(store) ?? visit.path)
  if (origin.from === 'nobody') return [error('unrecorded', at, { field }, journey)]
  if (origin.from === 'excused') return [error('unrecorded', at, { field }, { excusedBy: origin.exception })]
  if (origin.from !== 'mayStayEmpty') return []
  return [error('unrecorded', stepAt(origin.step), { field, keyword: 'optional' }, journey)]
}

/** Checks that every sent check-in has the fields the law needs of its guests, and that no answer was erased. */
export const recorded: MomentRule = (moment) => {
  const { subject, store, what } = moment
  if (what !== 'sent') return []
  const found = subject.fields.flatMap((field) => missingField(moment, field))
  // An exception counts as used even if another rule finds that the guest is lost.
  return isComing(subject, store) ? found : found.filter(({ excusedBy }) => excusedBy !== undefined)
}
