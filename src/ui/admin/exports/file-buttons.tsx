import { useState } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import { monthDays } from '../../../core/text/dates'
import { Button } from '../../look/parts'
import { say, today } from '../../shared/published'
import { downloadCsv, showReason } from '../checkins/actions'
import { readCheckins } from '../checkins/stream'
import { asHost } from '../session/host'
import { tourismOfMonth } from './export'

const csvOf = (checkins: readonly Checkin[]) => downloadCsv(checkins).catch(showReason)

/** Independent of the list shown. */
const csvOfMonth = async (month: string) => {
  const days = monthDays(month)
  const query = { date: days[0]!, to: days.at(-1)!, searchType: 'arrival' } as const
  const all: Checkin[] = []
  try {
    await asHost(() => {
      all.length = 0
      return readCheckins(query, (some) => all.push(...some))
    })
    await downloadCsv(
      all.sort((a, b) => (a.arrivalDate ?? '').localeCompare(b.arrivalDate ?? '') || a.id - b.id),
      month,
    )
  } catch (error) {
    showReason(error)
  }
}

type Props = { inOrder: () => readonly Checkin[] }

/** Buttons for the CSV of the list and the files of a month. The police file is at each day's heading. */
export const FileButtons = ({ inOrder }: Props) => {
  const [month, setMonth] = useState(() => today().slice(0, 7))
  return (
    <div className="files">
      <Button onClick={() => void csvOf(inOrder())}>{say('consult.csv')}</Button>
      <span className="monthly">
        <input
          type="month"
          aria-label={say('consult.month')}
          value={month}
          onChange={({ target }) => setMonth(target.value)}
        />
        <Button disabled={!month} onClick={() => void tourismOfMonth(month)}>
          {say('consult.monthly')}
        </Button>
        <Button disabled={!month} onClick={() => void csvOfMonth(month)}>
          {say('consult.monthCsv')}
        </Button>
      </span>
      <a className="link" href="/ross1000-settings">
        <span>{say('consult.settingsOf')}</span>
        {say('consult.ross1000')}
      </a>
    </div>
  )
}
