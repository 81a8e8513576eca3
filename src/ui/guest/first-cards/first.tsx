import { firstControls } from '../../controls/first'
import { HostDoor } from '../../shared/host-door'
import { houseSettings } from '../../shared/house-settings'
import { house, start } from '../../shared/published'
import { NoticeLink } from './notice-link'

/** A sentence as a panel. */
export const Text = ({ say, small = false }: { say: string; small?: boolean }) => (
  <p className={small ? 'panel' : 'lead'}>{house.get().speak.say(say)}</p>
)

/** Who greets, how long it takes and what to have at hand; and, after the languages, what the answers are for. */
const Welcome = () => {
  const { logoUrl, companyName } = houseSettings.get()
  const { say } = house.get().speak
  return (
    <>
      <div className="welcome">
        {logoUrl && <img className="logo" src={logoUrl} alt={companyName} />}
        <p className="house">{companyName ? say('/.greeting', { house: companyName }) : say('/.welcome')}</p>
        <p className="lead">{say('/.about')}</p>
      </div>
      <p className="panel">
        {say('privacy.text')} <NoticeLink />
      </p>
      {start.isNewHost && <HostDoor say={say} />}
    </>
  )
}

/** The panels of the first cards. */
export const firstPanels = {
  privacy: Welcome,
  codeHelp: () => <Text say="codeHelp.text" small />,
}

/** What the first cards are made of, until the rest of the journey has come; no answer of theirs is warned of. */
export const first = { controls: firstControls, panels: firstPanels, cautionOf: () => undefined }
