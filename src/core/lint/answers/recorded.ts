import { fieldOf } from '../../../../schema/checkin'
import { error, type Finding, journeyOf, stepAt } from '../findings'
import type { Visit } from '../walk'
import type { Moment, MomentRule } from './forward'
import type { State, Subject } from './provenance'

/** Returns whether the sent check-in can contain the guest. */
export const isComing = ({ flag }: Subject, store: State) =>
  !flag || store.flag === 'yes' || store.flag === 'maybe' || (store.isSeen && store.flag !== 'no')

/** A host looks for a missing field where the guest's name is asked, or on the guest's first card. */
const placeOf = ({ who }: Subject, route: readonly Visit[]) =>
  (who === 'stay' ? undefined : route.find(({ asks }) => asks.includes(fieldOf(who, 'name')))) ??
  route.find((visit) => visit.who === who) ??
  route.at(-1)!

const missingField = ({ subject, before, store, route }: Moment, field: string): Finding[] => {
  const origin = store.origins[field]!
  if (origin.from === 'guest' || origin.from === 'country') return []
  const journey = journeyOf(route())
  const isNeeded = subject.needed.has(field)
  if (origin.from === 'erased')
    return [error('answerErased', origin.write.at, { field, keyword: isNeeded ? 'law' : 'required' }, journey)]
  if (before.isSent || !isNeeded) return []
  const at = stepAt(placeOf(subject, route()).path)
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
