import { fieldOf } from '../../../../schema/checkin'
import { error, type Finding, journeyOf, stepAt } from '../findings'
import type { Visit } from '../walk'
import type { Moment, MomentRule } from './forward'
import type { Known, Subject } from './provenance'

/** Whether the check-in that is sent may have the subject in it. */
export const isComing = ({ flag }: Subject, store: Known) =>
  !flag || store.flag === 'yes' || store.flag === 'maybe' || (store.isSeen && store.flag !== 'no')

/** Where a host looks for a lacking field: where the guest's name is asked, the guest's first card, or the end. */
const placeOf = ({ who }: Subject, route: readonly Visit[]) =>
  (who === 'stay' ? undefined : route.find(({ asks }) => asks.includes(fieldOf(who, 'name')))) ??
  route.find((visit) => visit.who === who) ??
  route.at(-1)!

const lacks = ({ subject, before, store, route }: Moment, field: string): Finding[] => {
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

/** Every check-in that is sent has what the law's files need of the guests in it, and no answer erased on the way. */
export const recorded: MomentRule = (moment) => {
  const { subject, store, what } = moment
  if (what !== 'sent') return []
  const found = subject.fields.flatMap((field) => lacks(moment, field))
  // An exception serves even where the guest it is about is lost for another reason.
  return isComing(subject, store) ? found : found.filter(({ excusedBy }) => excusedBy !== undefined)
}
