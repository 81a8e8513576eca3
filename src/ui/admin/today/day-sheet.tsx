import type { DayParty, HostDay } from '../../../../schema/calls/party-states'
import { dayParts, dayPartsOf, lacksIdentification } from '../../../core/police/host-day'
import { say } from '../../shared/published'
import { inLine, wordsFor } from '../checkins/card-fields'
import { paymentLine, taxLine } from '../checkins/checkin-lines'
import { printPaper } from '../dialogs/dialog'
import { dayShown, hostSettings } from '../session/host'
import { partyName } from './work'

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
