import type { Checkin } from '../../schema/checkin'
import type { CheckinStanding } from '../../src/core/programs/webhook-events'
import type { Bookings } from '../bookings/open-bookings'
import { filedStatesOf, readFiled } from '../exports/filed'
import type { Offices } from '../offices/open-offices'
import type { Store } from '../store/store'

type Parts = { store: Store; bookings: Pick<Bookings, 'expected' | 'all'>; offices: Pick<Offices, 'police'> }

/** Tells of some check-ins which expected stay each belongs to, and how its guests stand with the police. */
export const standings =
  ({ store, bookings, offices }: Parts) =>
  async (checkins: readonly Checkin[]): Promise<(checkin: Checkin) => Promise<CheckinStanding>> => {
    // Sure matches are stored when somebody looks.
    await bookings.expected()
    const stays = await bookings.all()
    const files = await readFiled(store, checkins)
    return async (checkin) => {
      const stay = stays.find(({ checkins = [], erased }) => !erased && checkins.some(({ id }) => id === checkin.id))
      const reference = stay && (stay.theirs ?? stay.reference)
      const wire = await offices.police.wireOf(checkin)
      return {
        ...(stay && { stay: stay.id }),
        ...(reference && { reference }),
        filed: filedStatesOf(checkin, files.get(checkin.id) ?? [], wire),
      }
    }
  }

export type Standings = ReturnType<typeof standings>
