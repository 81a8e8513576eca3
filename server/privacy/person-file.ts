import type { Checkin } from '../../schema/checkin'
import type { PersonFile } from '../../schema/privacy'
import { leavingOf, wasReported } from '../../src/core/data-protection/retention'
import { fieldsOf } from '../bookings/stays'
import { filesWith } from '../exports/filed'
import type { MailQueue } from '../mail/queue'
import { allSettings } from '../settings/all-settings'
import { printDigest } from '../shared/digests'
import type { Store } from '../store/store'

/** Returns everything kept about a check-in's guests; `undefined` when there is none. */
export const personFile = async (
  store: Store,
  mailQueue: Pick<MailQueue, 'status' | 'ofStay'>,
  id: number,
  at: Date,
): Promise<PersonFile | undefined> => {
  const found = await store.checkin(id)
  if (!found) return undefined
  // The owner is only the digest of a cookie, which lives two days.
  const { owner: _, ...record } = found
  const settings = await allSettings(store)
  const files = await filesWith(store, found)
  const region = (await store.notes('tourism-guests')).filter(({ checkin }) => checkin === id)
  const stays = (await store.notes('booking')).filter(({ checkins }) => checkins?.some((one) => one.id === id))
  const letters = [...mailQueue.status(id), ...stays.flatMap((stay) => mailQueue.ofStay(stay.id))]
  const leaving = settings.enableRetention
    ? leavingOf(record as Checkin, settings, wasReported(record as Checkin, printDigest))
    : undefined
  return {
    at: at.toISOString(),
    house: settings.companyName,
    record,
    letters: letters.map(({ addressee, status, at }) => ({ addressee, status, at })),
    files: files.map(({ at, file, sha256 }) => ({ at, file, sha256 })),
    region: region.reduce((sum, { guests }) => sum + guests.length, 0),
    stays: stays.map(fieldsOf),
    ...(leaving && { leaving }),
  }
}
