import { useEffect } from 'react'
import { dayPartsOf, dayTasks } from '../../../core/checkin/host-day'
import { plural, say } from '../../shared/published'
import { useStore } from '../../shared/store'
import { hostSettings } from '../shell/host'
import { hostDay, readDay } from './data'

/** What today's page would say is due, in one line with the way to it; nothing while that is not known. */
export const DueLine = () => {
  const day = useStore(hostDay)
  const settings = useStore(hostSettings)
  useEffect(() => void readDay().catch(() => {}), [])
  if (!day) return null
  const { review, identify, send, file, old, fix, unknown, late } = dayTasks(day.parties, day.day, day.at, settings)
  const due = [review, identify, send, file, old, fix, unknown].flat().length
  const words = [
    plural('today.arrivals', dayPartsOf(day.parties, day.day).arrivals.length),
    due ? plural('today.due', due) : say('today.done'),
    late.length && plural('today.late', late.length),
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
