import { useMemo } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import { type PoliceState, policeStates } from '../../../../schema/offices'
import { type CheckinStatus, statuses } from '../../../core/checkin/checkin-states'
import { isCalendar, monthDays } from '../../../core/text/dates'
import { PickList, TextBox, Tick } from '../../look/boxes'
import { Button } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { say, today } from '../../shared/published'
import { type ConsultQuery, typedQuery } from '../checkins/results'
import { submit } from '../forms/form-frames'

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

type FilterProps = { all: readonly Checkin[]; filters: Filters; put: (change: Partial<Filters>) => void }

/** Filters the loaded check-ins by search text, room and state with the police. */
export const FilterBoxes = ({ all, filters, put }: FilterProps) => {
  const rooms = useMemo(
    () => [...new Set(all.map(({ roomDescription = '' }) => roomDescription))].filter(Boolean).sort(),
    [all],
  )
  return (
    <div className="find">
      <input
        id="consult-search"
        type="search"
        aria-label={say('consult.search')}
        value={filters.typed}
        placeholder={say('consult.searchHint')}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => put({ typed: target.value })}
      />
      <PickList
        aria-label={say('filter.room')}
        value={filters.room}
        none={say('filter.everyRoom')}
        picks={rooms.map((value) => ({ value, text: value }))}
        pick={(room) => put({ room })}
      />
      <PickList
        aria-label={say('filter.state')}
        value={filters.state ?? ''}
        none={say('filter.everyState')}
        picks={policeStates.map((value) => ({ value, text: say(`today.state.${value}`) }))}
        pick={(state) => put({ state: (state as PoliceState) || undefined })}
      />
    </div>
  )
}

/** The form that loads the check-ins of a day, of several days, or all. */
export const QueryBoxes = ({ busy, run }: { busy: boolean; run: () => void }) => {
  const asked = useStore(typedQuery)
  const put = (change: Partial<ConsultQuery>) => typedQuery.set({ ...asked, ...change })
  const wholeMonth = () => {
    const days = monthDays((asked.date || today()).slice(0, 7))
    put({ date: days[0]!, to: days.at(-1) })
  }
  return (
    <form className="controls" onSubmit={submit(run)}>
      <TextBox
        id="consult-date"
        label={say(`consult.date.${asked.by}`)}
        type="date"
        value={asked.date}
        disabled={asked.all}
        put={(date) => put({ date })}
      />
      <TextBox
        id="consult-to"
        label={say('filter.to')}
        type="date"
        value={asked.to ?? ''}
        min={asked.date}
        disabled={asked.all || !asked.date}
        put={(to) => put({ to: to || undefined })}
      />
      <Button text={say('filter.month')} disabled={asked.all} onClick={wholeMonth} />
      <fieldset>
        <legend className="name">{say('consult.by')}</legend>
        <div className="either">
          {(['arrival', 'departure'] as const).map((by) => (
            <label key={by}>
              <input type="radio" name="by" checked={asked.by === by} onChange={() => put({ by })} />
              <span>{say(`consult.by.${by}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Tick label={say('consult.all')} value={asked.all} set={(all) => put({ all })} />
      <Button
        text={say('consult.run')}
        type="submit"
        kind="primary"
        disabled={!asked.all && !asked.date}
        isOff={busy}
        isBusy={busy}
      />
    </form>
  )
}

type StatusProps = Pick<Filters, 'status'> & {
  counts: { [status: string]: number }
  put: (change: Partial<Filters>) => void
}

/** The number of check-ins by status; pressing one shows only those. */
export const StatusButtons = ({ counts, status, put }: StatusProps) => (
  <div className="status" role="group" aria-label={say('consult.status')}>
    {statuses.map((one) => (
      <button
        key={one}
        type="button"
        aria-pressed={status === one}
        onClick={() => put({ status: status === one ? undefined : one })}
      >
        <b>{counts[one]}</b> <span>{say(`consult.status.${one}`)}</span>
      </button>
    ))}
  </div>
)
