import { useEffect } from 'react'
import type { HostDay } from '../../../../schema/calls/party-states'
import {
  type DayMoment,
  dayPartsOf,
  dayTasks,
  dayTimeline,
  dueParties,
  isNothingOpen,
  nextTerm,
} from '../../../core/police/host-day'
import { DueLine } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { moment, wordsFor } from '../checkins/card-fields'
import { useAnswer } from '../dialogs/work'
import { hostSettings, loadedDay, optional, readDay } from '../session/host'
import { partyNames } from './work'

const timeOf = ({ kind, time }: DayMoment) =>
  kind === 'arrival' ? wordsFor('arrivalTimeSlot', time) : time || say('today.line.noTime')

/** The day by hours: departures, arrivals and deadlines; nothing without any. */
export const DayTimeline = ({ day }: { day: HostDay }) => {
  const moments = dayTimeline(day)
  if (moments.length < 2) return null
  return (
    <ol className="timeline" aria-label={say('today.line')}>
      {moments.map((moment) => (
        <li key={`${moment.kind} ${moment.time}`} className={moment.kind === 'deadline' ? 'deadline' : undefined}>
          <time>{timeOf(moment)}</time>
          {say(`today.line.${moment.kind}`, { names: partyNames(moment.parties) })}
        </li>
      ))}
    </ol>
  )
}

/** What is due today in one line with a link; nothing while unknown. */
export const TodayLine = () => {
  const day = useStore(loadedDay)
  const settings = useStore(hostSettings)
  useEffect(() => void readDay().catch(optional('the line is only a reminder')), [])
  if (!day) return null
  const { late } = dayTasks(day, settings)
  const due = dueParties(day).length
  const term = nextTerm(day)
  const words = [
    plural('today.arrivals', dayPartsOf(day.parties, day.day).arrivals.length),
    due ? plural('today.due', due) : isNothingOpen(day) && say('today.done'),
    late.length && plural('today.late', late.length),
    term && say('today.until', { at: moment(term.at) }),
  ].filter(Boolean)
  return <DueLine words={words.join(' · ')} to="/admin-today" go={say('today.go')} isLate={late.length > 0} />
}

/** The number of check-ins to be removed tonight. Only with retention on, because the server reads all check-ins. */
export const RetentionLine = () => {
  const read = async () => (await call('GET /api/retention')).data
  // Only information: the retention page shows the error.
  const { answer: plan } = useAnswer(read, [], () => {})
  const gone = plan?.next ? plan.due.identity + plan.due.record : 0
  if (!gone) return null
  return (
    <DueLine words={plural('retention.tomorrow', gone)} to="/admin-settings?tab=privacy" go={say('retention.see')} />
  )
}
