import type { ReactNode } from 'react'
import type { BookingParty, ExpectedStay } from '../../../../schema/bookings'
import { Button, ButtonLink, Chip, IconLink, Initials, RowMenu, TextButton } from '../../look/parts'
import { say } from '../../shared/published'
import { RowTitle } from '../dialogs/dialog'
import { callAsHost, dayShown, hostSettings } from '../session/host'
import {
  invitedStates,
  messageLines,
  remarkWords,
  stayDays,
  stayDetails,
  stayName,
  stayOrigin,
  stayTone,
} from './stay-words'

const saveMatch = ({ id }: ExpectedStay, { id: checkin }: BookingParty, isIts: boolean) =>
  callAsHost('POST /api/bookings/:id/match', { params: { id }, body: { checkin, isIts } })

type LineProps = { stay: ExpectedStay; work: (task: () => Promise<unknown>) => void }

const Matched = ({ stay, work }: LineProps) =>
  stay.parties.map((party) => (
    <p key={party.id}>
      {say('stays.matched', { name: party.name || `n. ${party.id}`, how: say(`stays.how.${party.how}`) })}{' '}
      <TextButton
        text={say('stays.takeApart')}
        unseen={party.name}
        onClick={() => work(() => saveMatch(stay, party, false))}
      />
    </p>
  ))

const Doubts = ({ stay, work }: LineProps) =>
  stay.doubts.map((party) => {
    const text = say('stays.doubt', {
      name: party.name || `n. ${party.id}`,
      room: party.room || say('stays.noRoom'),
      arrival: dayShown(party.arrival),
      departure: dayShown(party.departure),
    })
    return (
      <div key={party.id} className="bar" role="group" aria-label={text}>
        <p>{text}</p>
        <p className="buttons">
          <Button text={say('stays.isIts')} kind="small" onClick={() => work(() => saveMatch(stay, party, true))} />
          <Button text={say('stays.isNot')} kind="small" onClick={() => work(() => saveMatch(stay, party, false))} />
        </p>
      </div>
    )
  })

const roomOf = ({ room, code }: ExpectedStay) => {
  const configured = hostSettings.get()?.reservationCodes.find((one) => one.code === code)
  return room ?? configured?.description ?? code ?? say('stays.noRoom')
}

const Below = ({ stay, work }: LineProps) => {
  const lines = messageLines(stay)
  if (!(stay.remarks.length + stay.parties.length + stay.doubts.length + lines.length)) return null
  return (
    <div className="wide stack">
      {stay.remarks.map(remarkWords).map((words) => (
        <p key={words} className="guest-changed">
          {words}
        </p>
      ))}
      {lines.length > 0 && (
        <p className="messages">
          {lines.map(({ text, isBad }) => (
            <span key={text} className={isBad ? 'bad' : undefined}>
              {text}
            </span>
          ))}
        </p>
      )}
      <Matched stay={stay} work={work} />
      <Doubts stay={stay} work={work} />
    </div>
  )
}

type RowProps = LineProps & {
  /** Opens the stay; without it the name is plain. */
  open?: () => void
  invite: () => void
  more?: ReactNode
}

type ActionsProps = Pick<RowProps, 'stay' | 'invite' | 'more'> & { name: string }

/** The invitation, the telephone, and a menu: one line, also on the smallest phone. */
const Actions = ({ stay: { phone, email, state }, name, invite, more }: ActionsProps) => (
  <div className="act">
    {invitedStates.has(state) && <Button text={say('stayInvite.open')} unseen={name} kind="small" onClick={invite} />}
    {phone && <IconLink icon="heroicons:phone" href={`tel:${phone}`} name={say('today.callOf', { name })} />}
    {(email || more) && (
      <RowMenu label={say('today.moreOf', { name })}>
        {more}
        {email && <ButtonLink text={say('today.writeOf', { name })} href={`mailto:${email}`} />}
      </RowMenu>
    )}
  </div>
)

/** The row of an expected stay. */
export const StayRow = ({ stay, work, open, invite, more }: RowProps) => {
  const name = stayName(stay)
  return (
    <li className={`row stay ${stay.state}`} aria-label={name}>
      <RowTitle mark={<Initials name={stay.name ?? '·'} />} {...{ name, open }} small={stayDetails(stay)} />
      <p className="two">
        {roomOf(stay)}
        <small>{stayDays(stay)}</small>
      </p>
      <p className="police">
        <Chip tone={stayTone[stay.state]}>{say(`stays.state.${stay.state}`)}</Chip>
        <small>{stayOrigin(stay)}</small>
      </p>
      <Actions {...{ stay, name, invite, more }} />
      <Below stay={stay} work={work} />
    </li>
  )
}
