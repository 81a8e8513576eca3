import { useEffect, useState } from 'react'
import type { EmailState } from '../../../../schema/calls/api'
import type { ExportedFile } from '../../../../schema/calls/exports'
import type { CardFault } from '../../../../schema/calls/party-states'
import { type Checkin, fieldOf } from '../../../../schema/checkin'
import { displayId } from '../../../core/checkin/checkin-states'
import { party } from '../../../core/checkin/party'
import { codeFault, disagreements } from '../../../core/fiscal-code/fiscal-code'
import { partyState } from '../../../core/police/police-state'
import { Button, TextButton } from '../../look/parts'
import { birthTables, loadBirthTables } from '../../shared/birth-tables'
import { useStore } from '../../shared/page-store'
import { plural, say, today } from '../../shared/published'
import { releaseEmails, showReason } from '../checkins/actions'
import { type CardPart, guestName, inLine, labelOf, moment, partsOf, shownOf } from '../checkins/card-fields'
import { exportLog, filedStates, recordFaults } from '../checkins/results'
import { printPaper } from '../dialogs/dialog'
import { callAsHost, hostSettings, titleOfGuest } from '../session/host'
import { GuestStates, guestStandings } from '../standing/guest-states'

const letterWords = ({ status, at, next, error }: EmailState) =>
  [
    say(`consult.letter.${status}`, { at: moment(at) }),
    error,
    status === 'queued' && error && next && say('consult.letter.next', { at: moment(next) }),
  ]
    .filter(Boolean)
    .join(' ')

type PartProps = {
  part: CardPart
  checkin: Checkin
  faults?: readonly CardFault[] | undefined
  emails?: readonly EmailState[] | undefined
}

/** One part of a check-in as a list of labels and answers; an answer with a fault is marked. */
export const PartList = ({ part: { heading, who, fields }, checkin, faults = [], emails = [] }: PartProps) => (
  <section className="record-part">
    <h4>{who ? titleOfGuest(who) : say(heading)}</h4>
    {who && <p className="who">{guestName(checkin, who) || say('consult.nameless')}</p>}
    <dl>
      {fields.map((field) => {
        const shown = shownOf(checkin, field)
        const isFaulty = faults.some((fault) => fault.field === field)
        return (
          <div key={field} className={isFaulty ? 'lack' : undefined}>
            <dt>{labelOf(field)}</dt>
            <dd>{shown || <span className="none">—</span>}</dd>
          </div>
        )
      })}
      {emails.map((email) => (
        <div key={email.arrival ? 'arrival' : email.addressee}>
          <dt>{say(`consult.letter.${email.arrival ? 'arrival' : email.addressee}`)}</dt>
          <dd>
            {letterWords(email)}
            {email.status === 'held' && (
              <TextButton text={say('consult.letter.release')} onClick={() => releaseEmails(checkin.id)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

/** Warns of guests whose codice fiscale is invalid or disagrees with their answers; blocks nothing. */
export const CodeDoubts = ({ checkin }: { checkin: Checkin }) => {
  const tables = useStore(birthTables)
  const guests = party(checkin).filter((who) => checkin[fieldOf(who, 'fiscalCode') as 'mainGuestFiscalCode'])
  const hasCode = guests.length > 0
  useEffect(() => {
    if (hasCode) loadBirthTables().catch(console.error)
  }, [hasCode])
  const doubts = guests.flatMap((who) => {
    const wrong = disagreements(checkin, who, today(), tables).map((short) => labelOf(fieldOf(who, short)))
    const what = codeFault(checkin, who, today()) ? say('consult.codeFault') : wrong.join(', ')
    return what ? [{ who, what }] : []
  })
  if (!doubts.length) return null
  return (
    <section className="doubts">
      <h4>{say('consult.codeDiffers')}</h4>
      <ul>
        {doubts.map(({ who, what }) => (
          <li key={who}>
            {titleOfGuest(who)}: <strong>{what}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

type LoggedFile = ExportedFile & { note: number }

/** The official files a check-in was in, so that the host can prove what was made and when. */
export const ExportLogPart = ({ id }: { id: number }) => {
  const { of, counts, files } = useStore(exportLog)
  const [all, setAll] = useState<readonly LoggedFile[]>()
  const notes = all ?? (of[id] ?? []).flatMap((note) => (files[note] ? [{ note, ...files[note] }] : []))
  if (!notes.length) return null
  const showAll = () =>
    callAsHost('GET /api/checkin/:id/exports', { params: { id } })
      .then(({ data }) => setAll(data))
      .catch(showReason)
  return (
    <section className="record-part audit">
      <h4>{say('consult.part.exports')}</h4>
      <ul>
        {notes.map(({ note, at, file, sha256, count, replacedBy }) => (
          <li key={note}>
            {moment(at)} · <strong>{file}</strong> · {plural('consult.madeOf', count)}
            {replacedBy && <em> · {say('consult.replacedBy', { file: replacedBy })}</em>}
            <br />
            <code>SHA-256 {sha256}</code>
          </li>
        ))}
      </ul>
      {!all && counts[id] && (
        <Button text={say('consult.madeAll', { count: counts[id] })} kind="small" onClick={() => void showAll()} />
      )}
    </section>
  )
}

const CheckinSheet = ({ checkin }: { checkin: Checkin }) => {
  const faults = useStore(recordFaults)[checkin.id] ?? []
  const filed = useStore(filedStates)[checkin.id]
  const guests = guestStandings(checkin, faults, filed)
  const state = partyState(guests.map((one) => one.state))
  return (
    <div className="paper-sheet">
      <header>
        <h1>{guestName(checkin) || say('consult.nameless')}</h1>
        <p>
          {inLine([
            hostSettings.get()?.companyName,
            say('consult.paper', { id: displayId(checkin) }),
            say(`today.state.${state}`),
          ])}
        </p>
      </header>
      <GuestStates guests={guests} />
      <div className="columns">
        {partsOf(checkin).map((part) => (
          <PartList key={part.heading} {...{ part, checkin }} />
        ))}
        <ExportLogPart id={checkin.id} />
      </div>
    </div>
  )
}

/** Prints check-ins, each on a sheet. */
export const printCheckins = (checkins: readonly Checkin[]) =>
  printPaper(checkins.map((checkin) => <CheckinSheet key={checkin.id} checkin={checkin} />))
