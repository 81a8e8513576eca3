import { useEffect } from 'react'
import type { DayParty, HostDay } from '../../../../schema/calls/party-states'
import {
  type DayMoment,
  dayParts,
  dayPartsOf,
  dayTasks,
  dayTimeline,
  dueParties,
  isNothingOpen,
  lacksIdentification,
  nextTerm,
} from '../../../core/police/host-day'
import { DueLine } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { inLine, moment, wordsFor } from '../checkins/card-fields'
import { paymentLine, taxLine } from '../checkins/checkin-lines'
import { printPaper } from '../dialogs/dialog'
import { useAnswer } from '../dialogs/page-hooks'
import { dayShown, hostSettings, loadedDay, optional, readDay } from '../session/host'
import { partyName, partyNames } from './work'

const columns: { name: string; write: (party: DayParty) => string }[] = [
  { name: 'room', write: ({ room }) => room },
  {
    name: 'guests',
    write: ({ guests, partyKind }) =>
      inLine([
        guests.map(({ name }) => name || say('consult.nameless')).join(', '),
        partyKind && wordsFor('partyKind', partyKind),
      ]),
  },
  {
    name: 'slot',
    write: ({ arrivalTimeSlot }) => (arrivalTimeSlot ? wordsFor('arrivalTimeSlot', arrivalTimeSlot) : ''),
  },
  { name: 'nights', write: ({ numberOfNights }) => numberOfNights },
  // Without the year, which is clear.
  { name: 'leaves', write: ({ departureDate }) => departureDate && dayShown(departureDate).slice(0, 5) },
  {
    name: 'payment',
    write: ({ payment, isUnconfirmed, taxOpen }) =>
      inLine([paymentLine(payment), isUnconfirmed && say('money.unconfirmed'), taxLine(taxOpen)]),
  },
  { name: 'police', write: ({ state }) => say(`today.state.${state}`) },
  { name: 'door', write: (party) => say(lacksIdentification(party) ? 'sheet.no' : 'sheet.yes') },
  { name: 'phone', write: ({ phone }) => phone },
]

const Table = ({ title, parties }: { title: string; parties: readonly DayParty[] }) => (
  <table>
    <caption>
      {title} ({parties.length})
    </caption>
    <thead>
      <tr>
        {columns.map(({ name }) => (
          <th key={name} scope="col" className={`of-${name}`}>
            {say(`sheet.${name}`)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {parties.map((party) => (
        <tr key={party.id} aria-label={partyName(party)}>
          {columns.map(({ name, write }) => (
            <td key={name} className={`of-${name}`}>
              {write(party)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Prints the day, a table for each part. */
export const printDay = (day: HostDay, title: string) => {
  const { companyName, houseCin } = hostSettings.get() ?? {}
  const parts = dayPartsOf(day.parties, day.day)
  printPaper(
    <div className="day-sheet">
      <header>
        <h1>{title}</h1>
        <p>{inLine([companyName, houseCin && `CIN ${houseCin}`])}</p>
      </header>
      {dayParts
        .filter((part) => parts[part].length)
        .map((part) => (
          <Table key={part} title={say(`today.part.${part}`)} parties={parts[part]} />
        ))}
    </div>,
  )
}

const timeOf = ({ kind, time }: DayMoment) =>
  kind === 'arrival' ? wordsFor('arrivalTimeSlot', time) : time || say('today.line.noTime')

/** The day by hours: departures, arrivals and deadlines; nothing without any. */
export const DayTimeline = ({ day }: { day: HostDay }) => {
  const moments = dayTimeline(day)
  if (moments.length < 2) return null
  return (
    <ol className="timeline" aria-label={say('today.line')}>
      {moments.map((moment) => (
        <li key={`${moment.kind} ${moment.time}`} className={moment.kind === 'deadline' ? 'deadline' : undefined}>
          <time>{timeOf(moment)}</time>
          {say(`today.line.${moment.kind}`, { names: partyNames(moment.parties) })}
        </li>
      ))}
    </ol>
  )
}

/** What is due today in one line with a link; nothing while unknown. */
export const TodayLine = () => {
  const day = useStore(loadedDay)
  const settings = useStore(hostSettings)
  useEffect(() => void readDay().catch(optional('the line is only a reminder')), [])
  if (!day) return null
  const { late } = dayTasks(day, settings)
  const due = dueParties(day).length
  const term = nextTerm(day)
  const words = inLine([
    plural('today.arrivals', dayPartsOf(day.parties, day.day).arrivals.length),
    due ? plural('today.due', due) : isNothingOpen(day) && say('today.done'),
    late.length && plural('today.late', late.length),
    term && say('today.until', { at: moment(term.at) }),
  ])
  return <DueLine words={words} to="/admin-today" go={say('today.go')} isLate={late.length > 0} />
}

/** The number of check-ins to be removed tonight. Only with retention on, because the server reads all check-ins. */
export const RetentionLine = () => {
  const read = async () => (await call('GET /api/retention')).data
  // Only information: the retention page shows the error.
  const { answer: plan } = useAnswer(read, [], () => {})
  const gone = plan?.next ? plan.due.identity + plan.due.record : 0
  if (!gone) return null
  return (
    <DueLine words={plural('retention.tomorrow', gone)} to="/admin-settings?tab=privacy" go={say('retention.see')} />
  )
}
