import { firstControls } from '../../controls/first'
import { Icon } from '../../look/icon'
import { HostDoor } from '../../shared/card'
import { houseSettings } from '../../shared/house-settings'
import { house, say, start } from '../../shared/published'

/** A sentence as a panel. */
export const Text = ({ text, small = false }: { text: string; small?: boolean }) => (
  <p className={small ? 'panel' : 'lead'}>{say(text)}</p>
)

/** Link to the privacy notice, which opens in a tab of its own. */
export const NoticeLink = () => (
  <a className="aside" href={`/privacy-notice?lang=${house.get().language}`} target="_blank" rel="noreferrer">
    {say('privacy.more')}
  </a>
)

/** Greets the guest in the title bar, with the house's logo and name, and says what to have ready. */
export const Greeting = () => {
  const { logoUrl, companyName } = houseSettings.get()
  return (
    <div className="welcome">
      {logoUrl && <img className="logo" src={logoUrl} alt={companyName} />}
      <p className="house">{companyName ? say('/.greeting', { house: companyName }) : say('/.welcome')}</p>
      <p>{say('/.about')}</p>
    </div>
  )
}

const Privacy = () => (
  <>
    <p className="panel privacy">
      <Icon name="heroicons:lock-closed" />
      <span>
        {say('privacy.text')} <NoticeLink />
      </span>
    </p>
    {start.isNewHost && <HostDoor say={say} />}
  </>
)

export const firstPanels = {
  privacy: Privacy,
  codeHelp: () => <Text text="codeHelp.text" small />,
}

/** Controls and panels of the first cards; none of their answers has a warning. */
export const firstCards = {
  controls: firstControls,
  panels: firstPanels,
  cautionOf: () => undefined,
  Below: () => null,
}
