import type { Checkin } from '../../schema/checkin'
import type { CheckinStanding } from '../../src/core/programs/webhook-events'
import type { Bookings } from '../bookings/open-bookings'
import { filedStatesOf, readFiled } from '../exports/filed'
import type { Offices } from '../offices/open-offices'
import type { Store } from '../store/store'

type Parts = { store: Store; bookings: Pick<Bookings, 'expected' | 'all'>; offices: Pick<Offices, 'police'> }

/** Returns a function that gives each check-in's expected stay and its guests' police states. */
export const standings =
  ({ store, bookings, offices }: Parts) =>
  async (checkins: readonly Checkin[]): Promise<(checkin: Checkin) => Promise<CheckinStanding>> => {
    // `expected` stores new matches, which are read below.
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
