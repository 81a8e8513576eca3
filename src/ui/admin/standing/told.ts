import { hostCall as call } from '../../shared/api'
import { asHost } from '../session/host'

/** Marks check-ins as reported to the police, or not; returns their number. Throws Refused or Offline. */
export const setTold = async (ids: readonly number[], told: boolean): Promise<number> =>
  (await asHost(() => call('POST /api/told', { body: { ids: [...ids], told } }))).data.told
