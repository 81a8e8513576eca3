import type { ReactNode } from 'react'
import type { PanelName } from '../../../schema/vocabulary'
import { localeOf } from '../../core/text/speaker'
import { HostDoor } from '../shared/host-door'
import { house, start } from '../shared/published'
import { isPayPalReady, settings } from '../shared/settings'
import { NoticeLink } from './notice-link'
import type { PanelProps } from './panel'
import { Receipt } from './receipt'
import { Review } from './review'

const Text = ({ say, small = false }: { say: string; small?: boolean }) => (
  <p className={small ? 'panel' : 'lead'}>{house.get().speak.say(say)}</p>
)

/** Who greets, how long it takes and what to have at hand; and, after the languages, what the answers are for. */
const Welcome = () => {
  const { logoUrl, companyName } = settings.get()
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

/** The read-only pieces a step can show, by the names `steps.json` uses. */
export const panels: Record<PanelName, (props: PanelProps) => ReactNode> = {
  privacy: Welcome,
  codeHelp: () => <Text say="codeHelp.text" small />,
  warning: () => {
    const { say } = house.get().speak
    return (
      <div className="warning">
        <strong>{say('warning.title')}</strong>
        <p>{say('warning.text')}</p>
      </div>
    )
  },
  review: Review,
  pay: () => {
    const { enableStripe, paymentAmount, paymentCurrency, paymentDescription } = settings.get()
    if (!enableStripe) return isPayPalReady() ? null : <Text say="pay.none" />
    const amount = new Intl.NumberFormat(localeOf(house.get().language), {
      style: 'currency',
      currency: paymentCurrency,
    }).format(Number(paymentAmount.replace(',', '.')))
    return (
      <p className="panel">
        {paymentDescription} · {house.get().speak.say('pay.amount', { amount })}
      </p>
    )
  },
  payReturn: () => <Text say="payReturn.text" />,
  paypal: ({ leaving }) => <Text say={!isPayPalReady() ? 'paypal.none' : leaving ? 'paypal.opening' : 'paypal.text'} />,
  receipt: Receipt,
  sample: () => <Text say="sample.text" />,
}

/** The panels that stand above a step's questions; the others stand below. */
export const above: ReadonlySet<PanelName> = new Set(['warning', 'pay', 'paypal', 'payReturn', 'receipt', 'sample'])
