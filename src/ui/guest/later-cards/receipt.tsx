import { useEffect, useState } from 'react'
import type { Draft } from '../../../../schema/checkin'
import { thanks } from '../../../../schema/vocabulary'
import { paymentSeen } from '../../../core/checkin/payment-seen'
import type { CalendarStay } from '../../../core/exports/ics'
import { italian } from '../../../core/text/dates'
import { writtenDate } from '../../controls/choices'
import { houseSettings } from '../../shared/house-settings'
import { house } from '../../shared/published'
import type { PanelProps } from '../engine/panel'
import { NoticeLink } from '../first-cards/notice-link'

const save = (file: string) => {
  const href = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }))
  Object.assign(document.createElement('a'), { href, download: 'soggiorno.ics' }).click()
  // The browser may still be reading it when the press is over.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

/** The stay as an entry of the guest's calendar. */
const entryOf = (
  { checkInId, roomDescription, arrivalDate = '', departureDate = '' }: Draft,
  description: string,
): CalendarStay => {
  const { companyName } = houseSettings.get()
  const summary = [companyName || house.get().speak.say('review.stay'), roomDescription].filter(Boolean).join(' · ')
  return {
    id: checkInId ?? '',
    facility: companyName || location.hostname,
    arrival: arrivalDate,
    departure: departureDate,
    summary,
    description,
  }
}

/** The address of the built `core/exports/ics.ts`, which no guest needs before the end. */
declare const calendarFile: string

/**
 * The stay as a file for the guest's calendar, once what writes it has come; undefined until then, and where it does
 * not come.
 */
const useCalendar = (answers: Draft, description: string) => {
  const [file, setFile] = useState<string>()
  useEffect(() => {
    if (!answers.checkInId) return
    const made = import(calendarFile) as Promise<typeof import('../../../core/exports/ics')>
    made
      .then(({ calendar }) => setFile(calendar(entryOf(answers, description), new Date().toISOString())))
      .catch(console.error)
  }, [answers.checkInId])
  return file
}

/** How far the payment is, for who is to pay at all. */
export const paymentOf = ({ paymentMethod, paymentStatus }: Draft) => {
  const { say, option } = house.get().speak
  const seen = paymentSeen({ paymentMethod, paymentStatus })
  const words = { paid: 'receipt.paid', begun: 'receipt.unpaid', open: 'receipt.open', cash: '', portal: '' }
  const own = seen && words[seen.state]
  return own ? say(own) : paymentMethod && option('paymentMethod', paymentMethod)
}

/** What a guest wants to keep: the reference, the stay, the payment. */
const Facts = ({ answers, reference }: { answers: Draft; reference: string | undefined }) => {
  const { say, label } = house.get().speak
  const { roomDescription, arrivalDate, departureDate, numberOfNights } = answers
  const rows: [string, string | undefined][] = [
    [say('receipt.reference'), reference],
    [label('numberOfNights'), numberOfNights],
    [label('arrivalDate'), arrivalDate && writtenDate(arrivalDate)],
    [label('departureDate'), departureDate && writtenDate(departureDate)],
    [label('paymentMethod'), paymentOf(answers)],
    [say('receipt.room'), roomDescription],
  ]
  return (
    <section className="summary">
      <dl>
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

/** The clock that takes the guest away, and the card's main action while it runs: to stay. */
const Leaving = ({ leaving, hold }: Pick<PanelProps, 'leaving' | 'hold'>) => {
  const { say } = house.get().speak
  const stay = () => {
    hold()
    document.querySelector('h1')?.focus()
  }
  return (
    <div className="leaving">
      <p role="status">
        {leaving && say('receipt.leaving')}
        {leaving && <b aria-hidden="true"> {leaving}</b>}
      </p>
      {leaving && (
        <button type="button" className="choice primary" onClick={stay}>
          {say('receipt.stay')}
        </button>
      )}
    </div>
  )
}

/** The end of a check-in: thanks, what to keep, what happens next. */
export const Receipt = ({ answers, leaving, hold }: PanelProps) => {
  const { say } = house.get().speak
  const { thanksMessage } = houseSettings.get()
  const { checkInId, arrivalDate } = answers
  const reference = checkInId && `${checkInId}${arrivalDate ? `-${italian(arrivalDate).replaceAll('/', '')}` : ''}`
  const file = useCalendar(answers, `${say('receipt.reference')}: ${reference}`)
  const staying = (work: () => void) => () => {
    hold()
    work()
  }
  return (
    <>
      <div className="receipt">
        <p className="thanks">{thanksMessage === thanks ? say('receipt.thanks') : thanksMessage}</p>
        <Facts {...{ answers, reference }} />
        {(leaving || answers.finished !== 'yes') && <Leaving {...{ leaving, hold }} />}
      </div>
      <h2>{say('receipt.next')}</h2>
      <p>
        {say('receipt.nextText')} <NoticeLink />
      </p>
      <div className="choices print">
        <button type="button" className="choice" onClick={staying(print)}>
          {say('receipt.print')}
        </button>
        {file && (
          <button type="button" className="choice" onClick={staying(() => save(file))}>
            {say('receipt.calendar')}
          </button>
        )}
      </div>
    </>
  )
}
