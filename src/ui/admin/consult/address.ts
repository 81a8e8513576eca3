import type { PoliceState } from '../../../../schema/office-answers'
import { type Status, statuses } from '../../../core/checkin/states'
import { policeStates } from '../../../core/police/police-state'
import { isCalendar } from '../../../core/text/dates'
import type { Query } from '../checkins/results'

/** What of the list is shown: by how it stands, by room, by what is searched. */
export type Filters = { status?: Status | undefined; state?: PoliceState | undefined; room: string; typed: string }

/** Nothing is left out. */
export const noFilters: Filters = { room: '', typed: '' }

const names = ['from', 'to', 'by', 'all', 'status', 'state', 'room', 'search'] as const
const oneOf = <T extends string>(list: readonly T[], given: string | null) => list.find((one) => one === given)
const dayIn = (given: string | null) => (given && isCalendar(given) ? given : '')

/** What the page's address asks to see; no query where it asks for none. */
export const readAddress = (search: string): { query?: Query; filters: Filters } => {
  const given = new URLSearchParams(search)
  const [date, to, all] = [dayIn(given.get('from')), dayIn(given.get('to')), given.get('all') === '1']
  const by = given.get('by') === 'departure' ? 'departure' : 'arrival'
  return {
    ...((all || date) && { query: { date, ...(to && { to }), all, by } }),
    filters: {
      status: oneOf(statuses, given.get('status')),
      state: oneOf(policeStates, given.get('state')),
      room: given.get('room') ?? '',
      typed: given.get('search') ?? '',
    },
  }
}

/** An address's query with what is asked and shown in it; what else stood there stays. */
export const writtenAddress = (search: string, query: Query | undefined, filters: Filters): string => {
  const written = new URLSearchParams(search)
  for (const name of names) written.delete(name)
  const values = {
    ...(query && { from: query.date, to: query.to, by: query.by === 'departure' ? 'departure' : '' }),
    all: query?.all ? '1' : '',
    status: filters.status,
    state: filters.state,
    room: filters.room,
    search: filters.typed,
  }
  for (const [name, value] of Object.entries(values)) if (value) written.set(name, value)
  const text = written.toString()
  return text ? `?${text}` : ''
}
