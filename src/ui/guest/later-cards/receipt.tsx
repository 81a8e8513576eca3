import { useEffect, useState } from 'react'
import type { Draft } from '../../../../schema/checkin'
import { thanks } from '../../../../schema/vocabulary'
import { paymentSeen } from '../../../core/checkin/payment-seen'
import type { CalendarStay } from '../../../core/exports/ics'
import { italian } from '../../../core/text/dates'
import { writtenDate } from '../../controls/choices'
import { houseSettings } from '../../shared/house-settings'
import { house, say } from '../../shared/published'
import { NoticeLink } from '../first-cards/first-cards'
import type { PanelProps } from '../state/panel'

const save = (file: string) => {
  const href = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }))
  Object.assign(document.createElement('a'), { href, download: 'soggiorno.ics' }).click()
  // The browser may still be reading it after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

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

/** The address of the built `core/exports/ics.ts`, loaded at the end only. */
declare const calendarFile: string

/** The stay as a file for the guest's calendar; undefined until the code that writes it is loaded. */
const useCalendar = (answers: Draft, description: string) => {
  const [file, setFile] = useState<string>()
  useEffect(() => {
    if (!answers.checkInId) return
    const loading = import(calendarFile) as Promise<typeof import('../../../core/exports/ics')>
    loading
      .then(({ calendar }) => setFile(calendar(entryOf(answers, description), new Date().toISOString())))
      .catch(console.error)
  }, [answers.checkInId])
  return file
}

/** Returns the state of the payment in words; undefined if nothing is to pay. */
export const paymentOf = ({ paymentMethod, paymentStatus }: Draft) => {
  const { say, option } = house.get().speak
  const seen = paymentSeen({ paymentMethod, paymentStatus })
  const words = { paid: 'receipt.paid', begun: 'receipt.unpaid', open: 'receipt.open', cash: '', portal: '' }
  const key = seen && words[seen.state]
  return key ? say(key) : paymentMethod && option('paymentMethod', paymentMethod)
}

const Facts = ({ answers, reference }: { answers: Draft; reference: string | undefined }) => {
  const { say, label } = house.get().speak
  const { roomDescription, arrivalDate, departureDate, numberOfNights } = answers
  const rows: [string, string | undefined][] = [
    [say('receipt.reference'), reference],
    [label('numberOfNights'), numberOfNights],
    [label('arrivalDate'), arrivalDate && writtenDate(arrivalDate, 'short')],
    [label('departureDate'), departureDate && writtenDate(departureDate, 'short')],
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

const Leaving = ({ secondsLeft, stopCountdown }: Pick<PanelProps, 'secondsLeft' | 'stopCountdown'>) => {
  const stay = () => {
    stopCountdown()
    document.querySelector('h1')?.focus()
  }
  return (
    <div className="leaving">
      <p role="status">
        {secondsLeft && say('receipt.leaving')}
        {secondsLeft && <b aria-hidden="true"> {secondsLeft}</b>}
      </p>
      {secondsLeft && (
        <button type="button" className="choice primary" onClick={stay}>
          {say('receipt.stay')}
        </button>
      )}
    </div>
  )
}

/** The end of a check-in: thanks, the reference and the stay, what happens next. */
export const Receipt = ({ answers, secondsLeft, stopCountdown }: PanelProps) => {
  const { thanksMessage } = houseSettings.get()
  const { checkInId, arrivalDate } = answers
  const reference = checkInId && `${checkInId}${arrivalDate ? `-${italian(arrivalDate).replaceAll('/', '')}` : ''}`
  const file = useCalendar(answers, `${say('receipt.reference')}: ${reference}`)
  const staying = (work: () => void) => () => {
    stopCountdown()
    work()
  }
  return (
    <>
      <div className="receipt">
        <p className="thanks">{thanksMessage === thanks ? say('receipt.thanks') : thanksMessage}</p>
        <Facts {...{ answers, reference }} />
        {(secondsLeft || answers.finished !== 'yes') && <Leaving {...{ secondsLeft, stopCountdown }} />}
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
