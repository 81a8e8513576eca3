import { shortOf } from '../../flow/names'
import { error, journeyOf, stepAt } from '../findings'
import type { MomentRule } from './forward'

/** Only the guest says who comes: no write precedes the question or changes the answer. */
export const partyUnchanged: MomentRule = ({ subject: { flag: field, who }, before, store, visit, what, route }) => {
  if (!field) return []
  const lost = (at: string, value: string, keyword: string) => [
    error('guestLost', at, { field, who, value, keyword }, journeyOf(route())),
  ]
  if (what === 'sent' && store.isSeen && !store.flag) {
    const card = route().find(({ asks }) => asks.some((one) => shortOf(one).who === who))!
    return [error('guestUncounted', stepAt(card.path), { field, who }, journeyOf(route()))]
  }
  if (typeof what !== 'object') {
    const write = visit.asks.includes(field) ? before.flagWrite : undefined
    return write ? lost(write.at, String(write.value), 'ready') : []
  }
  if (what.write.field !== field || !(store.flag || store.isSeen)) return []
  const written = what.write.value ?? 'no'
  if (written === store.flag) return []
  return lost(
    what.write.at,
    typeof written === 'string' ? written : written.from,
    written === 'no' ? 'dropped' : 'changed',
  )
}
