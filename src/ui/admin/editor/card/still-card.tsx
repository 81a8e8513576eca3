import type { Flow } from '../../../../../schema/steps'
import { houseSettings } from '../../../shared/house-settings'
import { start } from '../../../shared/published'
import { type Session, sessionWords } from '../draft/session'
import { CardFrame } from './card-frame'
import { happened, scenes } from './scenes'

type StillCardProps = { flow: Flow; now: Session; path: string; title: string }

/** One card of a flow as a family meets it, in the host's language: to look at, not to press. */
export const StillCard = ({ flow, now, path, title }: StillCardProps) => (
  <CardFrame
    still
    title={title}
    scene={{
      flow,
      words: sessionWords({ ...now, flow })[start.hostLanguage],
      language: start.hostLanguage,
      settings: houseSettings.get(),
      known: { ...scenes.italians!(), ...happened },
      path,
      faults: false,
      trial: false,
    }}
  />
)
