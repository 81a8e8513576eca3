import type { Reported } from '../../schema/office-answers'
import { policeReported } from '../../src/core/offices/reported'
import type { KnownFiling } from '../../src/core/police/police-state'
import type { Places } from '../places/places'
import type { Store } from '../store/store'
import { filedStatesOf, readFiled } from './filed'
import { checkinsOf } from './looked-at'
import { regionRegister } from './region-register'

type Parts = {
  store: Store
  places: Pick<Places, 'book'>
  wireOf: (checkin: number) => Promise<NonNullable<KnownFiling['wire']>>
}

/** Returns what police and region hold of some check-ins, by number; nothing for unknown ones. */
export const reportedOf = async (
  { store, places, wireOf }: Parts,
  ids: readonly number[],
): Promise<Record<number, Reported>> => {
  const checkins = await checkinsOf(store, ids)
  const [files, atRegion] = [await readFiled(store, checkins), await regionRegister({ store, places }).known()]
  const found: Record<number, Reported> = {}
  for (const checkin of checkins) {
    const { id, told } = checkin
    const states = filedStatesOf(checkin, files.get(id) ?? [], await wireOf(id))
    const police = policeReported(states, told)
    if (police || atRegion.has(id)) found[id] = { ...(police && { police }), ...(atRegion.has(id) && { region: true }) }
  }
  return found
}
