// The code of the later cards, loaded by engine/loader.ts.

import type { ReactNode } from 'react'
import { deposit } from '../../../../schema/code'
import { localeOf } from '../../../../schema/languages'
import type { PanelName } from '../../../../schema/vocabulary'
import { houseSettings, isPayPalReady } from '../../shared/house-settings'
import { house, say } from '../../shared/published'
import { Barcode } from '../aids/barcode'
import { Returning } from '../aids/returning'
import { firstPanels, type PanelProps, Text } from '../first-cards/first-cards'
import { HouseParts } from './arrival/house-parts'
import { DocumentPanel } from './document/document-panel'
import { Receipt } from './receipt'
import { Review } from './review'

export { partAt } from '../../../core/flow/parts'
export { controls } from '../../controls/table'
export { cautionOf } from '../aids/fiscal-code-aids'
export { sayFlowChanged } from '../state/failures'
export { receiptAddress } from './arrival/receipt-link'
export { effects } from './effects'
export { NotFound, Unfinished } from './extra-cards'
export { OwnPhone as Below } from './own-phone'
export { furnish } from './own-phone-house'
export { readDraft } from './read-draft'
export { openBeforeSending, send } from './sending'

const HouseText = ({ path }: Pick<PanelProps, 'path'>) => {
  const { has, say } = house.get().speak
  const key = `${path}.text`
  return <HouseParts text={has(key) ? say(key) : ''} of={key} />
}

/** All panels by the names `steps.json` uses. */
export const panels: Record<PanelName, (props: PanelProps) => ReactNode> = {
  ...firstPanels,
  warning: () => (
    <div className="warning">
      <strong>{say('warning.title')}</strong>
      <p>{say('warning.text')}</p>
    </div>
  ),
  text: HouseText,
  review: Review,
  pay: () => {
    const { enableStripe, paymentAmount, paymentCurrency, paymentDescription } = houseSettings.get()
    if (!enableStripe) return isPayPalReady() ? null : <Text text="pay.none" />
    const amount = new Intl.NumberFormat(localeOf(house.get().language), {
      style: 'currency',
      currency: paymentCurrency,
    }).format(Number(paymentAmount.replace(',', '.')))
    return (
      <p className="panel">
        {paymentDescription === deposit ? say('pay.deposit') : paymentDescription} · {say('pay.amount', { amount })}
      </p>
    )
  },
  payReturn: () => <Text text="payReturn.text" />,
  paypal: ({ secondsLeft }) => (
    <Text text={!isPayPalReady() ? 'paypal.none' : secondsLeft ? 'paypal.opening' : 'paypal.text'} />
  ),
  receipt: Receipt,
  sample: () => <Text text="sample.text" />,
  barcode: Barcode,
  returning: Returning,
  document: DocumentPanel,
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/**
 * Opens links of a new tab in this one where there are no tabs, as in the browsers inside other apps. OK leads to the
 * next card at the same press, so its link stays the browser's.
 */
addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[target=_blank]:not(.ok)')
  if (!link || event.defaultPrevented || !isPlain(event)) return
  event.preventDefault()
  const tab = open(link.href, '_blank')
  if (!tab) return location.assign(link.href)
  tab.opener = null
})
