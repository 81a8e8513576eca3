import { hostCall as call } from '../../shared/api'
import { asHost } from '../session/host'

/** Say that the police have been told of check-ins, or take it back; answers of how many. Throws Refused or Offline. */
export const setTold = async (ids: readonly number[], told: boolean): Promise<number> =>
  (await asHost(() => call('POST /api/told', { body: { ids: [...ids], told } }))).data.told
