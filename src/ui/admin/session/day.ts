import type { HostDay } from '../../../../schema/calls/api'
import { hostCall as call } from '../../shared/api'
import { store } from '../../shared/page-store'

/** The host's day as last loaded; undefined before. */
export const loadedDay = store<HostDay | undefined>(undefined)

/** Loads the day. Throws Refused or Offline, and keeps the old one. */
export const readDay = async () => loadedDay.set((await call('GET /api/day')).data)
