import { error, stepAt } from '../findings'
import type { MomentRule } from './forward'

/** Once the party's question is answered, or a card was about the guest, no write changes who comes. */
export const partyKept: MomentRule = ({ subject, store, what, route }) => {
  const { flag: field, who } = subject
  const journey = () => route().map(({ path }) => path)
  if (!field) return []
  if (what === 'sent' && store.isSeen && !store.flag) {
    const card = route().find((visit) => visit.who === who)!
    return [error('guestUncounted', stepAt(card.path), { field, who }, { journey: journey() })]
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
