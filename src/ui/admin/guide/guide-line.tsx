import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { hostSettings } from '../session/host'
import { isOffered, lackingSettings, left, shownGuideSteps } from './guide-steps'

/** The guide's progress with a link; nothing once it is done. */
export const GuideLine = () => {
  const settings = useStore(hostSettings)
  if (!settings || !isOffered(settings)) return null
  const count = { done: String(shownGuideSteps.length - left(settings).length), all: String(shownGuideSteps.length) }
  const lacks = left(settings).length ? [] : lackingSettings(settings)
  return (
    <p className="due-line">
      <span>
        {say('guide.progress', count)}
        {lacks.length > 0 &&
          ` · ${say('guide.lacksLine', { what: lacks.map((need) => say(`guide.need.${need}`)).join(', ') })}`}
      </span>
      <a className="button" href="/admin-guide">
        {say('guide.go')}
      </a>
    </p>
  )
}
