import { useEffect, useState } from 'react'
import type { Checkin, Draft } from '../../../../schema/checkin'
import type { ShownTax } from '../../../../schema/tax'
import { inDecimals } from '../../../core/checkin/money'
import { fullName, guestTitle } from '../../../core/checkin/party'
import { nightRunWords } from '../../../core/tax/tax-words'
import { Icon } from '../../look/icon'
import { guestCall } from '../../shared/api'
import { houseSettings } from '../../shared/house-settings'
import { useStore } from '../../shared/page-store'
import { house, say } from '../../shared/published'
import { asGuest } from './sending'

const moreOf = ({ amount, paid, guests }: ShownTax) => {
  if (guests.some(({ runs }) => runs.some(({ why }) => why.key === 'unpriced'))) return say('stayTax.unpriced')
  if (amount > 0 && paid >= amount) return say('stayTax.paid')
  const { taxPayWay } = houseSettings.get()
  return amount > 0 && taxPayWay && say(`taxPay.${taxPayWay}`)
}

/** The tourist tax of a stay, with the reason for each guest's nights. */
export const TaxSummary = ({ tax, answers }: { tax: ShownTax; answers: Draft }) => {
  const { speak, language } = useStore(house)
  const written = (cents: number) => inDecimals(cents, language)
  const more = moreOf(tax)
  return (
    <section className="summary stay-tax">
      <header>
        <Icon name="heroicons:banknotes" />
        <h2>{speak.say('stayTax.title', { amount: written(tax.amount) })}</h2>
      </header>
      <dl>
        {tax.guests.map(({ who, runs }) => (
          <div key={who}>
            <dt>{fullName(answers as unknown as Checkin, who) || guestTitle(speak, who)}</dt>
            <dd>
              {runs.map((run) => (
                <p key={run.from}>{nightRunWords(run, speak, written)}</p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {more && <p>{more}</p>}
      {tax.isOverStays && <p>{speak.say('stayTax.earlier')}</p>}
      <p className="hint">{speak.say('stayTax.hint')}</p>
    </section>
  )
}

/** The answers on which the tax depends. */
const taxFields = /BirthDate$|Residence(Country|City)$|^add|^(arrivalDate|numberOfNights|taxClaims)$/

/** The tax of unsent answers; nothing if it is unknown. */
export const TaxOfAnswers = ({ answers }: { answers: Draft }) => {
  const [tax, set] = useState<ShownTax>()
  const { hasTax } = useStore(houseSettings)
  const body = Object.fromEntries(Object.entries(answers).filter(([field]) => taxFields.test(field)))
  const facts = JSON.stringify(body)
  useEffect(() => {
    let isNow = true
    if (hasTax)
      asGuest(answers, () => guestCall('POST /api/stay-tax', { body })).then(
        ({ data }) => isNow && set(data.tax),
        (error: unknown) => console.info('the review is shown without the tax:', error),
      )
    return () => void (isNow = false)
  }, [facts, hasTax])
  return tax ? <TaxSummary {...{ tax, answers }} /> : null
}
