import type { DayParty } from '../../../../schema/calls/party-states'
import type { Who } from '../../../../schema/guest'
import { hasTime } from '../../../core/checkin/checkin-states'
import { hoursToReport } from '../../../core/police/deadline'
import { type FilingOffer, offersIn } from '../../../core/police/filing-states'
import { lacksIdentification, urgencyOf } from '../../../core/police/host-day'
import type { IconName } from '../../look/icon'
import { Button, Chip, IconLink, Initials, RowMenu } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { inLine, labelOf, moment, timeShown, wordsFor } from '../checkins/card-fields'
import { paymentLine, taxLine } from '../checkins/checkin-lines'
import { RowTitle } from '../dialogs/dialog'
import { useBusy } from '../dialogs/page-hooks'
import { dayShown, hostSettings } from '../session/host'
import { GuestStates, StateChip } from '../standing/guest-states'
import type { Correct } from './tasks'
import { partyName } from './work'

/** The actions besides opening the record. */
export type RowAct = 'enable' | 'identify' | 'takeBack' | 'tell' | 'untell'

/** The other offers are tasks of a whole file. */
const actOf: { [offer in FilingOffer]?: RowAct } = { upload: 'tell', takeBack: 'untell' }

const isSentByWire = ({ wiredAt, state }: DayParty) => state === 'sent' && wiredAt !== undefined

const actsOf = (party: DayParty, day: string, onlyIdentified: boolean): RowAct[] => {
  if (party.arrivalDate > day) return []
  const [offer] = isSentByWire(party) ? [] : offersIn(party.state)
  const act = party.state === 'toReview' ? 'enable' : offer && actOf[offer]
  const next = act ? [act] : []
  const identify = lacksIdentification(party) ? (['identify'] as const) : []
  return act === 'enable' && !onlyIdentified && !party.atDoor ? [...next, ...identify] : [...identify, ...next]
}

type RowProps = {
  party: DayParty
  day: string
  now: string
  correct: Correct
  act: (party: DayParty, kind: RowAct, who?: Who) => Promise<unknown>
}

const fileWords = ({ file, state }: DayParty) =>
  file && state !== 'sent' && say(`today.file.${file.state}`, { file: file.name, at: moment(file.at) })

const Deadline = ({ party, day, now }: Pick<RowProps, 'party' | 'day' | 'now'>) => {
  const urgency = urgencyOf(party, day, now)
  if (isSentByWire(party)) return <small className="when">{say('today.wiredAt', { at: moment(party.wiredAt!) })}</small>
  const file = fileWords(party)
  return (
    <>
      {file && <small className="when">{file}</small>}
      {urgency !== 'none' && (
        <small className={`when ${urgency}`}>
          {urgency === 'due' && !hasTime(party.arrivalTimeSlot)
            ? say('today.untilHours', { hours: hoursToReport(party) })
            : say(urgency === 'late' ? 'today.overdue' : 'today.until', { at: moment(party.deadline!) })}
        </small>
      )}
    </>
  )
}

const stayWords = ({ numberOfNights, arrivalTimeSlot, departureDate }: DayParty) =>
  inLine([
    numberOfNights && plural('today.nights', Number(numberOfNights)),
    hasTime(arrivalTimeSlot) && wordsFor('arrivalTimeSlot', arrivalTimeSlot),
    departureDate && say('today.leaves', { date: dayShown(departureDate) }),
  ])

const guestWords = ({ guests }: DayParty) =>
  [
    plural('today.guests', guests.length),
    guests
      .slice(1)
      .map(({ name }) => name)
      .filter(Boolean)
      .join(', '),
  ]
    .filter(Boolean)
    .join(': + ')

/** Whether each guest has a line: one was identified, or has another state than the party. */
const isSaidOfEach = ({ guests, identified, state }: DayParty) =>
  guests.some((guest) => identified[guest.who] || guest.state !== state)

const actIcons: { [act in RowAct]?: IconName } = {
  enable: 'heroicons:check',
  identify: 'heroicons:identification',
  tell: 'heroicons:check',
  untell: 'heroicons:arrow-uturn-left',
}

type ActionsProps = Pick<RowProps, 'party' | 'day'> & { open: () => void; act: (kind: RowAct) => void }

const Actions = ({ party, day, open, act }: ActionsProps) => {
  const { phone, email } = party
  const name = partyName(party)
  const [first, ...rest] = actsOf(party, day, useStore(hostSettings)?.onlyIdentified ?? false)
  const actButton = (kind: RowAct) => (
    <Button key={kind} text={say(`today.act.${kind}`)} icon={actIcons[kind]} unseen={name} onClick={() => act(kind)} />
  )
  return (
    <div className="act">
      {first && actButton(first)}
      {phone && <IconLink icon="heroicons:phone" href={`tel:${phone}`} name={say('today.callOf', { name })} />}
      {email && <IconLink icon="heroicons:envelope" href={`mailto:${email}`} name={say('today.writeOf', { name })} />}
      <RowMenu label={say('today.moreOf', { name })}>
        {rest.map(actButton)}
        <Button text={say('today.correct')} icon="heroicons:pencil-square" onClick={open} />
      </RowMenu>
    </div>
  )
}

/** A party of the day: guests, stay, payment, state with the police, and actions. The name opens the record. */
export const PartyRow = ({ party, day, now, correct, act }: RowProps) => {
  const { once } = useBusy()
  const actOnce = (kind: RowAct, who?: Who) => void once(() => act(party, kind, who))
  const name = partyName(party)
  const open = () => correct(party, party.faults[0]?.field ?? 'reservationCode')
  return (
    <li className={`row party ${party.state}`} aria-label={name}>
      <RowTitle
        mark={<Initials name={name} />}
        {...{ name, open }}
        small={guestWords(party)}
        more={
          party.atDoor && (
            <Chip tone="warn" icon="heroicons:bell-alert">
              {say(`today.atDoor.${party.atDoor.by}`, { at: timeShown(party.atDoor.at) })}
            </Chip>
          )
        }
      />
      <p className="stay">
        {party.room}
        <small>{stayWords(party)}</small>
      </p>
      <p className="pay">
        {party.payment && <span className={`pay ${party.payment.state}`}>{paymentLine(party.payment)}</span>}
        {party.taxOpen && <span className="pay open">{taxLine(party.taxOpen)}</span>}
        {party.isUnconfirmed && <span className="unconfirmed">{say('money.unconfirmed')}</span>}
      </p>
      <p className="police">
        <StateChip state={party.state} />
        <Deadline {...{ party, day, now }} />
      </p>
      <Actions {...{ party, day, open }} act={actOnce} />
      {isSaidOfEach(party) && (
        <GuestStates
          guests={party.guests.map((guest) => ({ ...guest, identification: party.identified[guest.who] }))}
          takeBack={(who) => actOnce('takeBack', who)}
        />
      )}
      {party.guestChanged && (
        <p className="guest-changed">
          {say('today.guestChanged', {
            at: moment(party.guestChanged.at),
            fields: party.guestChanged.fields.map((field) => labelOf(field)).join(', '),
          })}
        </p>
      )}
    </li>
  )
}
