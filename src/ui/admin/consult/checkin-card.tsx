import { type KeyboardEvent, memo } from 'react'
import type { CardFault } from '../../../../schema/calls/party-states'
import type { Checkin } from '../../../../schema/checkin'
import type { Who } from '../../../../schema/guest'
import type { PoliceState } from '../../../../schema/offices'
import { displayId, isEnabled, isTestGuest, isUnconfirmed } from '../../../core/checkin/checkin-states'
import { requestedPayment } from '../../../core/checkin/money'
import { isUnderAge } from '../../../core/checkin/party'
import { hitsOf } from '../../../core/checkin/search'
import { partyState } from '../../../core/police/police-state'
import { Button, Chip } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { ArrivalPart } from '../arrival/arrival-part'
import { guestName, labelOf, partsOf, shownOf, systemPart } from '../checkins/card-fields'
import { paymentLine, stayLine } from '../checkins/checkin-lines'
import {
  emailStates,
  filedStates,
  isCodeKnown,
  noCodes,
  pollChanges,
  recordFaults,
  searchText,
} from '../checkins/results'
import { faultWords } from '../exports/export-dialogs'
import { hostSettings, titleOfGuest } from '../session/host'
import { GuestStates, guestStandings, StateChip } from '../standing/guest-states'
import { takeIdentificationBack } from '../standing/identify'
import { CardActions, type OpenForm, settleLeft } from './card-actions'
import { CodeDoubts, ExportLogPart, PartList } from './card-parts'
import { selected, tick } from './selection'
import { TaxPart } from './tax-part'

const faultsHeading = (faults: readonly CardFault[]) => {
  const missing = faults.filter(({ rule }) => rule === 'required').length
  return `consult.${missing === faults.length ? 'lacks' : missing ? 'flaws' : 'wrong'}`
}

/** One line for each guest and kind of fault. */
const Faults = ({ faults, code }: { faults: readonly CardFault[]; code?: string | undefined }) => {
  const alike = new Map<string, string[]>()
  for (const fault of faults) {
    const how = `${titleOfGuest(fault.guest)}, ${faultWords(fault)}`
    alike.set(how, [...(alike.get(how) ?? []), ...(fault.field ? [labelOf(fault.field)] : [])])
  }
  return (
    <section className="lacks">
      {faults.length > 0 && <h4>{plural(faultsHeading(faults), faults.length)}</h4>}
      {faults.length > 0 && (
        <ul>
          {[...alike].map(([how, fields]) => (
            <li key={how}>
              {how}
              {fields.length > 0 && ': '}
              <strong>{fields.join(', ')}</strong>
            </li>
          ))}
        </ul>
      )}
      {code !== undefined && <h4>{say('consult.codeUnknown')}</h4>}
      {code !== undefined && (
        <ul>
          <li>{say('consult.codeUnknownText', { code: code || '—' })}</li>
        </ul>
      )}
    </section>
  )
}

const takeBack = async (id: number, who: Who) => {
  if (await takeIdentificationBack(id, who)) await pollChanges()
}

/** The fields that match the search; nothing if the card's title shows the match. */
const Hits = ({ checkin }: { checkin: Checkin }) => {
  const typed = useStore(searchText)
  const hits = typed ? hitsOf(checkin, typed).filter((field) => !onTop.includes(field)) : []
  if (!hits.length) return null
  return (
    <p className="hits">
      {say('card.found')}{' '}
      {hits.map((field, at) => (
        <span key={field}>
          {at > 0 && ' · '}
          {labelOf(field)}: <mark>{shownOf(checkin, field)}</mark>
        </span>
      ))}
    </p>
  )
}

const onTop = ['mainGuestName', 'mainGuestLastName', 'id', 'reservationCode']

type CardProps = {
  checkin: Checkin
  isNew: boolean
  /** How many cards the day has, and which one this is, from 1. */
  setSize: number
  place: number
  open: OpenForm
  move: (event: KeyboardEvent<HTMLElement>) => void
}

const titleOf = ({ id }: Checkin) => `checkin-${id}`

type HeadProps = Pick<CardProps, 'checkin' | 'isNew' | 'open'> & { state: PoliceState }

const CardHead = ({ checkin, isNew, state, open }: HeadProps) => {
  const picked = useStore(selected).has(checkin.id)
  const isReleased = isEnabled(checkin)
  const isTest = isTestGuest(checkin)
  const payment = requestedPayment(checkin)
  return (
    <header>
      <div>
        <h3>
          <button type="button" className="name-link" title={say('consult.edit')} onClick={() => open('edit', checkin)}>
            <span id={titleOf(checkin)}>{guestName(checkin) || say('consult.nameless')}</span>
          </button>
        </h3>
        <p>
          <span className="number">{displayId(checkin)}</span>
          <span>{say('consult.code', { code: checkin.reservationCode || '—' })}</span>
          {isNew && <Chip tone="go">{say('consult.new')}</Chip>}
        </p>
        <p className="stay">{stayLine(checkin)}</p>
        <p className="police">
          {isTest ? <span>{say('card.testGuestText')}</span> : <StateChip state={state} />}
          {payment && <span className={`pay ${payment.state}`}>{paymentLine(payment)}</span>}
          {isUnconfirmed(checkin) && <span className="unconfirmed">{say('money.unconfirmed')}</span>}
        </p>
        {checkin.specialRequests && (
          <p className="notes">
            <span className="unseen">{say('card.notes')} </span>
            {checkin.specialRequests}
          </p>
        )}
        <Hits checkin={checkin} />
      </div>
      <label className="pick">
        <input type="checkbox" checked={picked} onChange={() => tick(checkin.id, !picked)} />
        <span className="unseen">{say('card.pick', { name: guestName(checkin) || displayId(checkin) })}</span>
      </label>
      {isTest ? (
        <Chip tone="go" className="badge">
          {say('card.testGuest')}
        </Chip>
      ) : (
        <Chip tone={isReleased ? 'good' : 'warn'} className="badge">
          {say(isReleased ? 'consult.enabled' : 'consult.toEnable')}
        </Chip>
      )}
    </header>
  )
}

/** A check-in as a card: name, state with the police, faults, every answer, and actions. */
export const ConsultCard = memo(({ checkin, isNew, setSize, place, open, move }: CardProps) => {
  const faults = useStore(recordFaults)[checkin.id]
  const emails = useStore(emailStates)[checkin.id]
  const unknown = !isCodeKnown(useStore(hostSettings)?.reservationCodes ?? noCodes)(checkin)
  const filed = useStore(filedStates)[checkin.id]
  const guests = guestStandings(checkin, faults ?? [], filed)
  const state = partyState(guests.map((one) => one.state))
  return (
    <article
      id={`card-${checkin.id}`}
      className={`checkin${isNew ? ' fresh' : ''}`}
      tabIndex={0}
      aria-labelledby={titleOf(checkin)}
      aria-setsize={setSize}
      aria-posinset={place}
      onKeyDown={(event) => event.target === event.currentTarget && move(event)}
    >
      <CardHead {...{ checkin, isNew, state, open }} />
      <div
        className="body"
        tabIndex={0}
        role="group"
        aria-label={say('consult.dataOf', { name: guestName(checkin) || displayId(checkin) })}
      >
        {(faults?.length || unknown) && (
          <Faults faults={faults ?? []} code={unknown ? (checkin.reservationCode ?? '') : undefined} />
        )}
        {isUnderAge(checkin.mainGuestBirthDate, checkin.arrivalDate) && !isTestGuest(checkin) && (
          <section className="doubts">
            <h4>{say('export.warning.underAge')}</h4>
          </section>
        )}
        {!isTestGuest(checkin) && <CodeDoubts checkin={checkin} />}
        {!isTestGuest(checkin) && <GuestStates guests={guests} takeBack={(who) => void takeBack(checkin.id, who)} />}
        {filed?.left && (
          <section className="doubts stack tight">
            <h4>{plural('reported.left', filed.left)}</h4>
            {state === 'sent' && (
              <Button text={say('today.leftDone')} kind="small" onClick={() => void settleLeft(checkin)} />
            )}
          </section>
        )}
        {partsOf(checkin).map((part) => (
          <PartList
            key={part.heading}
            {...{ part, checkin, faults }}
            emails={part.heading === systemPart ? emails : undefined}
          />
        ))}
        {!isTestGuest(checkin) && <ArrivalPart checkin={checkin} />}
        {!isTestGuest(checkin) && <TaxPart checkin={checkin} />}
        <ExportLogPart id={checkin.id} />
      </div>
      <CardActions {...{ checkin, state, open }} />
    </article>
  )
})
