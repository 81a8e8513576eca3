import type { HostDay } from '../../../../schema/calls/api'
import { type DayMoment, dayTimeline } from '../../../core/police/day-timeline'
import { say } from '../../shared/published'
import { wordsFor } from '../checkins/card-fields'
import { partyNames } from './work'

const timeOf = ({ kind, time }: DayMoment) =>
  kind === 'arrival' ? wordsFor('arrivalTimeSlot', time) : time || say('today.line.noTime')

/** The day in the order of its hours: who leaves, who comes, what must be reported by when; nothing without any. */
export const DayTimeline = ({ day }: { day: HostDay }) => {
  const moments = dayTimeline(day)
  if (moments.length < 2) return null
  return (
    <ol className="timeline" aria-label={say('today.line')}>
      {moments.map((moment) => (
        <li key={`${moment.kind} ${moment.time}`} className={moment.kind}>
          <time>{timeOf(moment)}</time>
          {say(`today.line.${moment.kind}`, { names: partyNames(moment.parties) })}
        </li>
      ))}
    </ol>
  )
}
