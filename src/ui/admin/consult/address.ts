import type { PoliceState } from '../../../../schema/offices'
import { type CheckinStatus, statuses } from '../../../core/checkin/checkin-states'
import { policeStates } from '../../../core/police/police-state'
import { isCalendar } from '../../../core/text/dates'
import type { ConsultQuery } from '../checkins/results'

export type Filters = {
  status?: CheckinStatus | undefined
  state?: PoliceState | undefined
  room: string
  typed: string
}

export const noFilters: Filters = { room: '', typed: '' }

const names = ['from', 'to', 'by', 'all', 'status', 'state', 'room', 'search'] as const
const oneOf = <T extends string>(list: readonly T[], given: string | null) => list.find((one) => one === given)
const dayIn = (given: string | null) => (given && isCalendar(given) ? given : '')

/** Reads query (if any) and filters from the page's address. */
export const readAddress = (search: string): { query?: ConsultQuery; filters: Filters } => {
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

/** Returns the address's search part with this query and these filters; its other parameters stay. */
export const writtenAddress = (search: string, query: ConsultQuery | undefined, filters: Filters): string => {
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
