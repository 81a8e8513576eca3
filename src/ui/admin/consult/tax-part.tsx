import type { Checkin } from '../../../../schema/checkin'
import { party } from '../../../core/checkin/party'
import { taxSets } from '../../../core/tax/first-rules'
import { partyTax, sum } from '../../../core/tax/party-tax'
import { taxParty } from '../../../core/tax/tax-report'
import { guestWords } from '../../../core/tax/tax-words'
import { euros } from '../../../core/text/money'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { guestName } from '../checkins/card-fields'
import { hostSettings, hostSpeech } from '../session/host'

/** The tourist tax of a stay with the reason for each guest, once the house has rules. */
export const TaxPart = ({ checkin }: { checkin: Checkin }) => {
  const settings = useStore(hostSettings)
  const asked = taxParty(checkin)
  if (!asked || !settings || !(settings.taxRules.length || settings.taxRate)) return null
  const sets = taxSets(settings)
  const guests = partyTax(sets, asked)
  const cents = (at: number) => sum(guests[at]!.map((night) => night.cents))
  const { speak } = hostSpeech()
  return (
    <section className="part-list">
      <h4>{say('tax.onCard')}</h4>
      <p className="who">{euros(sum(guests.map((_, at) => cents(at))))} €</p>
      <ul className="tax-guests">
        {party(checkin).map((who, at) => (
          <li key={who}>
            {say('tax.ofGuest', {
              name: guestName(checkin, who) || say('consult.nameless'),
              amount: euros(cents(at)),
              why: guestWords(guests[at]!, speak),
            })}
          </li>
        ))}
      </ul>
      {sets.some(({ count }) => count !== 'stay') && <p className="hint">{say('tax.alone')}</p>}
    </section>
  )
}
