import type { Flow } from '../../../../../schema/steps'
import { houseSettings } from '../../../shared/house-settings'
import { start } from '../../../shared/published'
import { type Session, sessionWords } from '../draft/session'
import { CardFrame } from './card-frame'
import { effectResults, scenes } from './scenes'

type StillCardProps = { flow: Flow; session: Session; path: string; title: string }

/** A card of a flow as a picture, in the host's language. */
export const StillCard = ({ flow, session, path, title }: StillCardProps) => (
  <CardFrame
    still
    title={title}
    scene={{
      flow,
      words: sessionWords({ ...session, flow })[start.hostLanguage],
      language: start.hostLanguage,
      settings: houseSettings.get(),
      known: { ...scenes.italians!(), ...effectResults },
      path,
      faults: false,
      trial: false,
    }}
  />
)
