import { shortOf } from '../../flow/names'
import { error, stepAt } from '../findings'
import type { MomentRule } from './forward'

/** Who comes is the guest's answer: no write goes before the question, nor after the answer or the guest's cards. */
export const partyKept: MomentRule = ({ subject, before, store, visit, what, route }) => {
  const { flag: field, who } = subject
  const journey = () => route().map(({ path }) => path)
  if (!field) return []
  if (what === 'sent' && store.isSeen && !store.flag) {
    const card = route().find(({ asks }) => asks.some((one) => shortOf(one).who === who))!
    return [error('guestUncounted', stepAt(card.path), { field, who }, { journey: journey() })]
  }
  if (typeof what !== 'object' && before.flagWrite && visit.asks.includes(field)) {
    const { at, value } = before.flagWrite
    return [error('guestLost', at, { field, who, value: String(value), keyword: 'ready' }, { journey: journey() })]
  }
  if (typeof what !== 'object' || what.write.field !== field || !(store.flag || store.isSeen)) return []
  const { at, value } = what.write
  const written = value === null ? 'no' : value
  if (written === store.flag) return []
  const keyword = written === 'no' ? 'dropped' : 'changed'
  return [
    error(
      'guestLost',
      at,
      { field, who, value: typeof written === 'string' ? written : written.from, keyword },
      { journey: journey() },
    ),
  ]
}
