import type { Draft } from '../../../schema/checkin'
import { thanks } from '../../../schema/vocabulary'
import { calendar } from '../../core/exports/ics'
import { italian } from '../../core/text/dates'
import { writtenDate } from '../controls/choices'
import { house } from '../shared/published'
import { settings } from '../shared/settings'
import type { PanelProps } from './panel'

const save = (file: string) => {
  const href = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }))
  Object.assign(document.createElement('a'), { href, download: 'soggiorno.ics' }).click()
  // The browser may still be reading it when the press is over.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

/** The stay as a file for the guest's calendar. */
const calendarOf = (
  { checkInId, roomDescription, arrivalDate = '', departureDate = '' }: Draft,
  description: string,
) => {
  const { companyName } = settings.get()
  const summary = [companyName || house.get().speak.say('review.stay'), roomDescription].filter(Boolean).join(' · ')
  const stay = {
    id: checkInId ?? '',
    facility: companyName || location.hostname,
    arrival: arrivalDate,
    departure: departureDate,
    summary,
    description,
  }
  return checkInId ? calendar(stay, new Date().toISOString()) : undefined
}

/** What a guest takes away: thanks, reference, stay, and what comes next; and the clock that leads on, which can be stopped. */
export const Receipt = ({ answers, leaving, hold }: PanelProps) => {
  const { speak } = house.get()
  const { say } = speak
  const { thanksMessage } = settings.get()
  const { checkInId, roomDescription, arrivalDate, departureDate, numberOfNights } = answers
  const reference = checkInId && `${checkInId}${arrivalDate ? `-${italian(arrivalDate).replaceAll('/', '')}` : ''}`
  const file = calendarOf(answers, `${say('receipt.reference')}: ${reference}`)
  const rows: [string, string | undefined][] = [
    [say('receipt.reference'), reference],
    [say('receipt.room'), roomDescription],
    [speak.label('arrivalDate'), arrivalDate && writtenDate(arrivalDate)],
    [speak.label('departureDate'), departureDate && writtenDate(departureDate)],
    [speak.label('numberOfNights'), numberOfNights],
  ]
  return (
    <>
      <p className="thanks">{thanksMessage === thanks ? say('receipt.thanks') : thanksMessage}</p>
      {(leaving || answers.finished !== 'yes') && (
        <p className="leaving" role="status">
          {leaving && (
            <>
              {say('receipt.leaving')}{' '}
              <button
                type="button"
                className="link"
                onClick={() => {
                  hold()
                  document.querySelector('h1')?.focus()
                }}
              >
                {say('receipt.stay')}
              </button>
            </>
          )}
        </p>
      )}
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
      <h2>{say('receipt.next')}</h2>
      <p>{say('receipt.nextText')}</p>
      <div className="choices print">
        <button
          type="button"
          className="choice"
          onClick={() => {
            hold()
            print()
          }}
        >
          {say('receipt.print')}
        </button>
        {file && (
          <button
            type="button"
            className="choice"
            onClick={() => {
              hold()
              save(file)
            }}
          >
            {say('receipt.calendar')}
          </button>
        )}
      </div>
    </>
  )
}
