import { useEffect } from 'react'
import { type Checkin, fieldOf } from '../../../../schema/checkin'
import { party } from '../../../core/checkin/party'
import { codeFault, disagreements } from '../../../core/fiscal-code/disagreements'
import { birthTables, loadBirthTables } from '../../shared/birth-tables'
import { useStore } from '../../shared/page-store'
import { say, today } from '../../shared/published'
import { labelOf } from '../checkins/card-fields'
import { titleOfGuest } from '../session/host'

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
