import type { ReactNode } from 'react'
import type { Draft } from '../../../../schema/checkin'
import type { PanelName } from '../../../../schema/vocabulary'
import type { Stop } from '../../../core/flow/trail'
import { firstControls } from '../../controls/first'
import { Icon } from '../../look/icon'
import { HostDoor } from '../../shared/card'
import { houseSettings } from '../../shared/house-settings'
import { house, say, start } from '../../shared/published'

export type PanelProps = {
  path: string
  answers: Draft
  stops: readonly Stop[]
  /** Seconds until the guest is redirected; undefined without a countdown. */
  secondsLeft: number | undefined
  stopCountdown: () => void
  hasQuestions: boolean
}

/** The panels shown above a step's questions; the others are shown below. */
export const panelsAbove: ReadonlySet<PanelName> = new Set([
  'warning',
  'text',
  'pay',
  'paypal',
  'payReturn',
  'receipt',
  'sample',
  'returning',
])

/** Panels by the names `steps.json` uses. */
export type PanelTable = { readonly [name in PanelName]?: (props: PanelProps) => ReactNode }

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
