import { useEffect } from 'react'
import { dayPartsOf, dayTasks, dueParties, nextTerm } from '../../../core/police/host-day'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { moment } from '../checkins/card-fields'
import { optional } from '../session/failure'
import { hostSettings } from '../session/host'
import { readDay, shownDay } from './read-day'

/** What is due today in one line with a link; nothing while unknown. */
export const DueLine = () => {
  const day = useStore(shownDay)
  const settings = useStore(hostSettings)
  useEffect(() => void readDay().catch(optional('the line is only a reminder')), [])
  if (!day) return null
  const { late } = dayTasks(day, settings)
  const due = dueParties(day).length
  const term = nextTerm(day)
  const words = [
    plural('today.arrivals', dayPartsOf(day.parties, day.day).arrivals.length),
    due ? plural('today.due', due) : say('today.done'),
    late.length && plural('today.late', late.length),
    term && say('today.until', { at: moment(term.at) }),
  ].filter(Boolean)
  return (
    <p className={late.length ? 'due-line late' : 'due-line'}>
      <span>{words.join(' · ')}</span>
      <a className="button" href="/admin-today">
        {say('today.go')}
      </a>
    </p>
  )
}
