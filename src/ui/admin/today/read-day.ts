import type { DayParty, HostDay } from '../../../../schema/calls/api'
import type { Checkin } from '../../../../schema/checkin'
import { hostCall as call, Refused } from '../../shared/api'
import { store } from '../../shared/page-store'
import { asHost } from '../session/host'

/** The host's day as last loaded; undefined before. */
export const shownDay = store<HostDay | undefined>(undefined)

/** Loads the day. Throws Refused or Offline, and keeps the old one. */
export const readDay = async () => shownDay.set((await call('GET /api/day')).data)

/** Returns whether anything changed since a cursor, and the new cursor. */
export const dayChangesSince = async (cursor?: string) => {
  const { data } = await call('GET /api/checkins/changes', { query: { ...(cursor && { since: cursor }) } })
  return { cursor: data.at, isChanged: Boolean(data.reset || data.changed?.length || data.removed?.length) }
}

/** Returns the whole record of a party; undefined if it is gone. Throws Refused or Offline. */
export const readRecord = async ({ id }: Pick<DayParty, 'id'>): Promise<Checkin | undefined> => {
  try {
    return (await asHost(() => call('GET /api/checkin/:id', { params: { id } }))).data
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}
