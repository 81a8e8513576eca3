import type { DayParty } from '../../../../schema/calls/api'
import type { Who } from '../../../../schema/guest'
import { lacksIdentification, urgencyOf } from '../../../core/police/host-day'
import { type FilingOffer, offersIn } from '../../../core/police/police-file'
import { Button } from '../../shared/button'
import { plural, say } from '../../shared/published'
import { labelOf, moment, wordsFor } from '../checkins/card-fields'
import { paymentLine } from '../checkins/stay-words'
import { dayShown } from '../session/host'
import { GuestStates } from '../standing/guest-states'
import type { Correct } from './tasks'
import { partyName } from './work'

/** What a row can do besides opening the record. */
export type RowAct = 'enable' | 'identify' | 'takeBack' | 'tell' | 'untell'

/** The offers about police files that a row handles; the others are tasks of a whole file. */
const actOf: { [offer in FilingOffer]?: RowAct } = { upload: 'tell', takeBack: 'untell' }

const actsOf = (party: DayParty, day: string): RowAct[] => {
  if (party.arrivalDate > day) return []
  const [offer] = party.wiredAt ? [] : offersIn(party.state)
  const act = party.state === 'toReview' ? 'enable' : offer && actOf[offer]
  return [...(act ? [act] : []), ...(lacksIdentification(party) ? (['identify'] as const) : [])]
}

type RowProps = {
  party: DayParty
  day: string
  now: string
  correct: Correct
  act: (party: DayParty, what: RowAct, who?: Who) => void
}

const fileWords = ({ file, state }: DayParty) =>
  file && state !== 'sent' && say(`today.file.${file.state}`, { file: file.name, at: moment(file.at) })

const Deadline = ({ party, day, now }: Pick<RowProps, 'party' | 'day' | 'now'>) => {
  const urgency = urgencyOf(party, day, now)
  if (party.wiredAt && party.state === 'sent')
    return <span className="when">{say('today.wiredAt', { at: moment(party.wiredAt) })}</span>
  const file = fileWords(party)
  return (
    <>
      {file && <span className="when">{file}</span>}
      {urgency !== 'none' && (
        <span className={`when ${urgency}`}>
          {say(urgency === 'late' ? 'today.overdue' : 'today.until', { at: moment(party.deadline!) })}
        </span>
      )}
    </>
  )
}

const stayWords = ({ room, guests, numberOfNights, arrivalTimeSlot, departureDate }: DayParty) =>
  [
    room,
    plural('today.guests', guests.length),
    numberOfNights && plural('today.nights', Number(numberOfNights)),
    arrivalTimeSlot && wordsFor('arrivalTimeSlot', arrivalTimeSlot),
    departureDate && say('today.leaves', { date: dayShown(departureDate) }),
  ].filter(Boolean)

/** A party of the day: guests, states and actions. */
export const PartyRow = ({ party, day, now, correct, act }: RowProps) => {
  const name = partyName(party)
  return (
    <li className={`party ${party.state}`} aria-label={name}>
      <div className="who">
        <h3>{name}</h3>
        <GuestStates
          guests={party.guests.map((guest) => ({ ...guest, identification: party.identified[guest.who] }))}
          takeBack={(who) => act(party, 'takeBack', who)}
        />
      </div>
      <p className="stay">{stayWords(party).join(' · ')}</p>
      <p className="pay">
        {party.payment && <span className={`pay ${party.payment.state}`}>{paymentLine(party.payment)}</span>}
        {party.isUnconfirmed && <span className="unconfirmed">{say('money.unconfirmed')}</span>}
      </p>
      <p className="police">
        <span className={`state ${party.state}`}>{say(`today.state.${party.state}`)}</span>
        <Deadline {...{ party, day, now }} />
      </p>
      {party.guestChanged && (
        <p className="guest-changed">
          {say('today.guestChanged', {
            at: moment(party.guestChanged.at),
            fields: party.guestChanged.fields.map((field) => labelOf(field)).join(', '),
          })}
        </p>
      )}
      <p className="doors">
        {actsOf(party, day).map((what) => (
          <Button key={what} onClick={() => act(party, what)}>
            {say(what === 'enable' ? 'consult.enable' : `today.act.${what}`)}
            <span className="unseen"> {name}</span>
          </Button>
        ))}
        <Button onClick={() => correct(party, party.faults[0]?.field ?? 'reservationCode')}>
          {say('today.open')}
          <span className="unseen"> {name}</span>
        </Button>
        {party.phone && (
          <a className="button" href={`tel:${party.phone}`} aria-label={say('today.callOf', { name })}>
            {say('today.call')}
          </a>
        )}
        {party.email && (
          <a className="button" href={`mailto:${party.email}`} aria-label={say('today.writeOf', { name })}>
            {say('today.write')}
          </a>
        )}
      </p>
    </li>
  )
}
