import { say } from '../../shared/published'
import { useStore } from '../../shared/store'
import { hostSettings } from '../shell/host'
import { isOffered, left, steps } from './steps'

/** How far the first days have come, with the way on; nothing once they are over. */
export const GuideLine = () => {
  const settings = useStore(hostSettings)
  if (!settings || !isOffered(settings)) return null
  return (
    <p className="due-line">
      <span>
        {say('guide.progress', { done: String(steps.length - left(settings).length), all: String(steps.length) })}
      </span>
      <a className="button" href="/admin-guide">
        {say('guide.go')}
      </a>
    </p>
  )
}
