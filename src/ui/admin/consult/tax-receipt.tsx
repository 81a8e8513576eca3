import type { StayTax } from '../../../../schema/calls/tax'
import type { Checkin } from '../../../../schema/checkin'
import { defaults } from '../../../../schema/settings'
import type { TaxPayment } from '../../../../schema/tax'
import { displayId } from '../../../core/checkin/checkin-states'
import { cinOf } from '../../../core/checkin/code-entry'
import { collectedIn, receiptNumber } from '../../../core/tax/tax-payments'
import { nightWords } from '../../../core/tax/tax-words'
import { euros } from '../../../core/text/money'
import { say } from '../../shared/published'
import { guestName, inLine, wordsFor } from '../checkins/card-fields'
import { printPaper } from '../dialogs/dialog'
import { dayShown, hostSettings, hostSpeech } from '../session/host'

/** Returns a receipt in one line: number, amount, way, day. */
export const receiptLine = (payment: TaxPayment) =>
  say(payment.cents < 0 ? 'tax.returned' : 'tax.received', {
    number: receiptNumber(payment),
    amount: euros(Math.abs(payment.cents)),
    way: wordsFor('taxPaid', payment.way),
    day: dayShown(payment.day),
  })

type Printed = { checkin: Checkin; tax: StayTax; payment: TaxPayment }

/** A stay that changed since shows no nights. */
const Nights = ({ checkin, tax }: Pick<Printed, 'checkin' | 'tax'>) => (
  <>
    {tax.guests.map(({ who, nights }) => (
      <section key={who} className="part-list">
        <h4>{guestName(checkin, who) || say('consult.nameless')}</h4>
        <ul>
          {nightWords(nights, hostSpeech().speak, dayShown).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    ))}
    <p>{say('tax.ofStay', { amount: euros(tax.amount) })}</p>
  </>
)

const Sheet = ({ checkin, tax, payment }: Printed) => {
  const settings = hostSettings.get() ?? defaults
  const { companyName, houseAddress } = settings
  const cin = cinOf(settings, checkin)
  const soFar = tax.payments.slice(0, tax.payments.indexOf(payment) + 1)
  const [from, until] = [checkin.arrivalDate, checkin.departureDate].map((day = '') => dayShown(day))
  return (
    <div className="paper-sheet">
      <header>
        <h1>{say('tax.receipt', { number: receiptNumber(payment) })}</h1>
        <p>{inLine([companyName, houseAddress, cin && `CIN ${cin}`])}</p>
      </header>
      <h2>{say('tax.onCard')}</h2>
      <p>{inLine([guestName(checkin), say('consult.paper', { id: displayId(checkin) })])}</p>
      <p>{say('tax.stayOf', { from, until })}</p>
      {collectedIn(soFar) === tax.amount && <Nights {...{ checkin, tax }} />}
      {soFar.slice(0, -1).map((one) => (
        <p key={receiptNumber(one)}>{receiptLine(one)}</p>
      ))}
      <p>
        <strong>{receiptLine(payment)}</strong>
      </p>
    </div>
  )
}

/** Prints a receipt of the tourist tax. */
export const printTaxReceipt = (receipt: Printed) => printPaper(<Sheet {...receipt} />)
