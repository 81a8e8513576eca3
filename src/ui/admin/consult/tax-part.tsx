import { useState } from 'react'
import type { StayTax } from '../../../../schema/calls/payments'
import { type Checkin, fieldOf } from '../../../../schema/checkin'
import type { Who } from '../../../../schema/guest'
import { defaults } from '../../../../schema/settings'
import { type TaxPayment, type TaxWay, taxWays } from '../../../../schema/tax'
import { displayId } from '../../../core/checkin/checkin-states'
import { cinOf } from '../../../core/checkin/code-entry'
import { euros } from '../../../core/checkin/money'
import { claimsOf, sum } from '../../../core/tax/party-tax'
import { collectedIn, collectedOf, receiptNumber } from '../../../core/tax/tax-payments'
import { taxOfStay } from '../../../core/tax/tax-report'
import { guestWords, nightWords } from '../../../core/tax/tax-words'
import { hasTax, taxSets } from '../../../core/tax/town-rules'
import { PickBox } from '../../look/boxes'
import { Button, TextButton, TextList } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { toast } from '../../shared/toast'
import { showReason } from '../checkins/actions'
import { guestName, inLine, wordsFor } from '../checkins/card-fields'
import { pollChanges } from '../checkins/results'
import { ask, printPaper } from '../dialogs/dialog'
import { useAnswer } from '../dialogs/page-hooks'
import { FormDialog } from '../dialogs/questions'
import { callAsHost, dayShown, hostSettings, hostSpeech, optional, refresh } from '../session/host'

type FormProps = { checkin: Checkin; cents: number; answer: (way?: TaxWay) => void }

const Form = ({ checkin, cents, answer }: FormProps) => {
  const [way, choose] = useState<TaxWay>(checkin.taxPaid ?? 'cash')
  return (
    <FormDialog
      title={say(cents > 0 ? 'tax.collect' : 'tax.giveBack', { amount: euros(Math.abs(cents)) })}
      subtitle={`${say('tax.onCard')} · ${guestName(checkin) || say('consult.nameless')}`}
      yes={say(cents > 0 ? 'tax.collect' : 'tax.giveBack', { amount: euros(Math.abs(cents)) })}
      send={() => answer(way)}
      cancel={() => answer()}
    >
      <PickBox
        label={say('tax.payWay')}
        value={way}
        picks={taxWays.map((value) => ({ value, text: wordsFor('taxPaid', value) }))}
        pick={(value) => choose(value as TaxWay)}
      />
    </FormDialog>
  )
}

/** Asks how the tax is paid, stores the payment and shows its receipt. Throws Refused or Offline. */
const collectTax = async (checkin: Checkin, amount: number, collected: number) => {
  const cents = amount - collected
  const way = await ask<TaxWay>((answer) => <Form {...{ checkin, cents, answer }} />)
  if (!way) return
  const body = { amount, cents, collected, way }
  try {
    const { data } = await callAsHost('POST /api/checkin/:id/tax', { params: { id: checkin.id }, body })
    toast.show({ tone: 'good', title: say('tax.receipt', { number: receiptNumber(data) }) })
  } finally {
    // A refused amount may come from rules that were changed elsewhere.
    await Promise.all([pollChanges(), refresh().catch(optional('the rules stay as they were'))])
  }
}

type Guests = StayTax['guests']

const readStayTax = async ({ id }: Checkin) => (await call('GET /api/checkin/:id/tax', { params: { id } })).data

const EachNight = ({ nights }: Pick<Guests[number], 'nights'>) => {
  const [isOpen, open] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>{say('tax.byNight')}</summary>
      <TextList lines={isOpen ? nightWords(nights, hostSpeech().speak, dayShown) : []} />
    </details>
  )
}

/** Returns whether a guest's relief comes from the guest; the host may have decided otherwise. */
const isClaimed = (checkin: Checkin, who: Who) => {
  const claim = claimsOf(checkin.taxClaims).get(who)
  return claim !== undefined && claim === checkin[fieldOf(who, 'taxRelief') as keyof Checkin]
}

const GuestNights = ({ checkin, guests }: { checkin: Checkin; guests: Guests }) => (
  <ul className="tax-guests">
    {guests.map(({ who, nights }) => (
      <li key={who}>
        {say('tax.ofGuest', {
          name: guestName(checkin, who) || say('consult.nameless'),
          amount: euros(sum(nights.map(({ cents }) => cents))),
          why: guestWords(nights, hostSpeech().speak),
        })}
        {isClaimed(checkin, who) && <small> ({say('tax.claimed')})</small>}
        <EachNight nights={nights} />
      </li>
    ))}
  </ul>
)

/** Returns a receipt in one line: number, amount, way, day. */
const receiptLine = (payment: TaxPayment) =>
  say(payment.cents < 0 ? 'tax.returned' : 'tax.received', {
    number: receiptNumber(payment),
    amount: euros(Math.abs(payment.cents)),
    way: wordsFor('taxPaid', payment.way),
    day: dayShown(payment.day),
  })

type Printed = { checkin: Checkin; tax: StayTax; payment: TaxPayment }

/** Each guest's nights with their tax. */
const Nights = ({ checkin, tax }: Pick<Printed, 'checkin' | 'tax'>) => (
  <>
    {tax.guests.map(({ who, nights }) => (
      <section key={who} className="record-part">
        <h4>{guestName(checkin, who) || say('consult.nameless')}</h4>
        <TextList lines={nightWords(nights, hostSpeech().speak, dayShown)} />
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
      {/* If the stay has changed since, the nights of now do not explain the sum. */}
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

const Receipts = ({ checkin, tax }: { checkin: Checkin; tax: StayTax }) => (
  <ul>
    {tax.payments.map((payment) => (
      <li key={payment.at + payment.number}>
        {receiptLine(payment)}{' '}
        <TextButton
          text={say('consult.print')}
          aria-label={say('tax.printReceipt', { number: receiptNumber(payment) })}
          onClick={() => printPaper(<Sheet {...{ checkin, tax, payment }} />)}
        />
      </li>
    ))}
  </ul>
)

type AccountProps = { checkin: Checkin; amount: number; read: () => Promise<void> }

/** The amount to collect or refund. Older versions stored only how the tax was paid: then the card says that. */
const Account = ({ checkin, amount, read }: AccountProps) => {
  const collected = collectedOf(checkin)
  if (collected === undefined)
    return <p className="hint">{say('tax.oldMark', { way: wordsFor('taxPaid', checkin.taxPaid!) })}</p>
  const cents = amount - collected
  if (!cents) return null
  const size = { amount: euros(Math.abs(cents)) }
  return (
    <p>
      <strong>{say(cents > 0 ? 'tax.toCollect' : 'tax.toGiveBack', size)}</strong>{' '}
      <Button
        text={say(cents > 0 ? 'tax.collect' : 'tax.giveBack', size)}
        kind="small"
        onClick={() => void collectTax(checkin, amount, collected).catch(showReason).then(read)}
      />
    </p>
  )
}

/** The tax of a stay with reasons, the amount to collect, and receipts; nothing in a house without a tax. */
export const TaxPart = ({ checkin }: { checkin: Checkin }) => {
  const settings = useStore(hostSettings)
  const sets = settings ? taxSets(settings) : []
  const isOverStays = sets.some(({ count }) => count !== 'stay')
  const isNeeded = isOverStays || Boolean(checkin.taxReceipts)
  const { answer: taxOverStays, read } = useAnswer(
    async () => (isNeeded ? readStayTax(checkin) : undefined),
    [checkin, isNeeded],
    optional('the card shows the tax of the stay alone'),
  )
  const alone = taxOfStay(checkin, sets)
  if (!alone || !settings || !(hasTax(settings) || checkin.taxReceipts)) return null
  const { amount, guests } = (isOverStays && taxOverStays) || alone
  return (
    <section className="record-part">
      <h4>{say('tax.onCard')}</h4>
      <p className="who">{euros(amount)} €</p>
      <GuestNights {...{ checkin, guests }} />
      {(!isOverStays || taxOverStays) && <Account {...{ checkin, amount, read }} />}
      {taxOverStays && <Receipts checkin={checkin} tax={taxOverStays} />}
    </section>
  )
}
