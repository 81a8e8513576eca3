import type { DayParty, HostDay } from '../../../../schema/api'
import type { Checkin } from '../../../../schema/checkin'
import { hostCall as call } from '../../shared/api'
import { store } from '../../shared/store'
import { readCheckins } from '../consult/stream'
import { asHost } from '../shell/host'

/** The host's day as it was last read; undefined until it was. */
export const hostDay = store<HostDay | undefined>(undefined)

/** Read the day. Throws Refused or Offline, and what was shown stays. */
export const readDay = async () => hostDay.set((await call('GET /api/day')).data)

/** Whether anything changed since a moment of the server's, and the moment it is now. */
export const changesSince = async (cursor?: string) => {
  const { data } = await call('GET /api/checkins/changes', { query: { ...(cursor && { since: cursor }) } })
  return { cursor: data.at, isChanged: Boolean(data.reset || data.changed?.length || data.removed?.length) }
}

/** The whole record of a party, for a form; undefined where it is gone. */
export const recordOf = async ({ id, arrivalDate }: DayParty): Promise<Checkin | undefined> => {
  const records: Checkin[] = []
  await asHost(() => readCheckins({ date: arrivalDate, searchType: 'arrival' }, (some) => records.push(...some)))
  return records.find((record) => record.id === id)
}

/** How many check-ins are released at a time: the server makes one flush of those that come together. */
const together = 8

/** Release parties, or take that back; answers how many were. Those before one that fails stay as they became. */
export const setEnabled = async (ids: readonly number[], enabledForSending: 'yes' | 'no') => {
  for (let from = 0; from < ids.length; from += together)
    await Promise.all(
      ids
        .slice(from, from + together)
        .map((id) =>
          asHost(() => call('PATCH /api/checkin/:id/update', { params: { id }, body: { enabledForSending } })),
        ),
    )
}
