import { erasureReasons, type PersonFile } from '../../schema/privacy'
import { plannedRemoval, wasReported } from '../../src/core/data-protection/retention'
import { fieldsOf } from '../bookings/stays'
import { filesWith, reportedOf } from '../exports/filed'
import type { MailQueue } from '../mail/queue'
import { accessLog } from '../privacy/access-log'
import { retention } from '../privacy/retention-clock'
import { allSettings } from '../settings/all-settings'
import { numbersIn, wordOf } from '../shared/body'
import { printDigest } from '../shared/digests'
import { mustExist, notFound, Refusal, say } from '../shared/messages'
import { inBatches } from '../shared/scheduling'
import { type ChangeFeed, type Store, withoutOwner } from '../store/store'
import { type Handlers, numberOf, type Services } from './handlers'

const mostListed = 500

/** The calls of the host's page on privacy. */
export const privacyCalls = (services: Services, { store }: ChangeFeed) => {
  const { mailQueue, offices, bookings, removals, now, report } = services
  const log = accessLog(services)
  const terms = retention({ store, mailQueue, offices: { ...offices, access: log }, now, report })
  return {
    'GET /api/retention': async () => {
      const plan = await terms.plan()
      return { data: { ...plan, waiting: plan.waiting.slice(0, mostListed), held: plan.held.slice(0, mostListed) } }
    },
    'GET /api/access-log': async () => ({ data: await log.read() }),
    'GET /api/checkin/:id/person': async (context) => ({
      data: mustExist(await personFile(store, mailQueue, numberOf(context), now())),
    }),
    'POST /api/checkin/:id/erase': async (context) => {
      if (!erasureReasons.some((reason) => reason === context.body.reason))
        throw new Refusal(400, say('server.erasure'))
      const id = numberOf(context)
      mustExist(await store.checkin(id))
      // The stay first, because it is found by its check-in.
      await bookings.erase(id)
      if (!(await removals.remove(id))) throw notFound()
    },
    'POST /api/checkin/:id/hold': async (context) => {
      const reason = wordOf(context.body.reason).trim()
      if (reason.length > 300) throw new Refusal(400, say('server.reason'))
      mustExist(await store.updateCheckin(numberOf(context), { retentionHold: reason || null }))
    },
  } satisfies Partial<Handlers>
}

/** The calls that delete check-ins and take it back. */
export const removalCalls = (services: Services) => {
  const { removals, store, places, offices } = services
  return {
    'DELETE /api/checkin/:id': async (context) => {
      if (!(await removals.remove(numberOf(context)))) throw notFound()
    },
    'POST /api/checkins/delete': async ({ body }) => {
      const ids = numbersIn(body.ids, 'server.ids')
      if (body.later === true) return { data: { removed: await removals.removeLater(ids) } }
      const gone = await inBatches(ids, removals.remove)
      return { data: { removed: gone.filter(Boolean).length } }
    },
    'POST /api/checkins/keep': async ({ body }) => ({
      data: { kept: await removals.takeBack(numbersIn(body.ids, 'server.ids')) },
    }),
    'POST /api/checkins/reported': async ({ body }) => ({
      data: await reportedOf({ store, places, wireOf: offices.police.wireOf }, numbersIn(body.ids, 'server.ids')),
    }),
  } satisfies Partial<Handlers>
}

/** Returns everything kept about a check-in's guests; `undefined` when there is none. */
export const personFile = async (
  store: Store,
  mailQueue: Pick<MailQueue, 'status' | 'ofStay'>,
  id: number,
  at: Date,
): Promise<PersonFile | undefined> => {
  const found = await store.checkin(id)
  if (!found) return undefined
  const record = withoutOwner(found)
  const settings = await allSettings(store)
  const files = await filesWith(store, found)
  const region = (await store.notes('tourism-guests')).filter(({ checkin }) => checkin === id)
  const stays = (await store.notes('booking')).filter(({ checkins }) => checkins?.some((one) => one.id === id))
  const letters = [...mailQueue.status(id), ...stays.flatMap((stay) => mailQueue.ofStay(stay.id))]
  const leaving = settings.enableRetention
    ? plannedRemoval(record, settings, wasReported(record, printDigest))
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
