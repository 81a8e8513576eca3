import { useMemo } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import { policeStates } from '../../../core/checkin/police-state'
import { say } from '../../shared/published'
import type { Filters } from './address'

type FilterProps = { all: readonly Checkin[]; filters: Filters; put: (change: Partial<Filters>) => void }

/** What of the check-ins found is shown: by room, by how they stand with the police, by what is typed. */
export const FilterBoxes = ({ all, filters, put }: FilterProps) => {
  const rooms = useMemo(
    () => [...new Set(all.map(({ roomDescription = '' }) => roomDescription))].filter(Boolean).sort(),
    [all],
  )
  return (
    <div className="find">
      <label htmlFor="consult-search" className="unseen">
        {say('consult.search')}
      </label>
      <input
        id="consult-search"
        type="search"
        value={filters.typed}
        placeholder={say('consult.searchHint')}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => put({ typed: target.value })}
      />
      <select
        aria-label={say('filter.room')}
        value={filters.room}
        onChange={({ target }) => put({ room: target.value })}
      >
        <option value="">{say('filter.everyRoom')}</option>
        {[...new Set([...rooms, ...(filters.room ? [filters.room] : [])])].map((room) => (
          <option key={room}>{room}</option>
        ))}
      </select>
      <select
        aria-label={say('filter.state')}
        value={filters.state ?? ''}
        onChange={({ target }) => put({ state: policeStates.find((one) => one === target.value) })}
      >
        <option value="">{say('filter.everyState')}</option>
        {policeStates.map((state) => (
          <option key={state} value={state}>
            {say(`today.state.${state}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
