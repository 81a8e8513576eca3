import type { DataOf } from '../../../../schema/calls/api'
import type { Checkin } from '../../../../schema/checkin'
import { hostCall as call } from '../../shared/api'
import { say } from '../../shared/published'
import { asHost } from '../session/host'
import { guestName } from './card-fields'

type ByNumber = DataOf<'POST /api/checkins/reported'>

/** Returns what the police and the region have of check-ins. Throws Refused or Offline. */
export const readReported = async (checkins: readonly Checkin[]): Promise<ByNumber> =>
  (await asHost(() => call('POST /api/checkins/reported', { body: { ids: checkins.map(({ id }) => id) } }))).data

/** Returns the main guests' names. */
export const namesOf = (checkins: readonly Checkin[]) =>
  checkins.map((checkin) => guestName(checkin) || say('consult.nameless')).join(', ')

const police = ['told', 'unknown', 'inFile'] as const

/** Lists what the police and the region have of check-ins to be deleted, and what the law requires. */
export const ReportedLines = ({ checkins, reported }: { checkins: readonly Checkin[]; reported: ByNumber }) => {
  const linesOf = [
    ...police.map((kind) => [kind, checkins.filter(({ id }) => reported[id]?.police === kind)] as const),
    ['region', checkins.filter(({ id }) => reported[id]?.region)] as const,
  ]
  const lines = linesOf.filter(([, those]) => those.length)
  const isAtPolice = lines.some(([kind]) => kind !== 'region')
  if (!lines.length) return null
  return (
    <div className="info warns reported">
      {lines.map(([kind, those]) => (
        <p key={kind}>{say(`reported.${kind}`, { names: namesOf(those) })}</p>
      ))}
      {isAtPolice && <p>{say('reported.law')}</p>}
    </div>
  )
}
