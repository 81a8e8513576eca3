import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findingSentence } from '../../src/core/lint/finding-words'
import sentences from '../../src/text/findings.it.json'
import type { Services } from '../api/handlers'
import { arrivalEnvelopes, openArrivals } from '../arrival/arrivals'
import { invitations } from '../auth/guest-entry'
import { type DeviceBook, deviceBook, readSignIns, saveSignIns } from '../auth/host-sessions'
import { sessions } from '../auth/sessions'
import { type Throttle, throttle } from '../auth/throttle'
import { openBookings } from '../bookings/calendar-feeds'
import { type AutomaticLetters, automaticLetters, lettersOfStays, stayEnvelopes } from '../bookings/stay-letters'
import { forgetSentCounters } from '../checkin/caps'
import { type GuestLinks, guestLinks } from '../checkin/guest-links'
import { nextRemoval, removals } from '../checkin/removals'
import type { DraftParts } from '../editor/drafts'
import { workbooks } from '../excel/workbooks'
import { cachedReading, readInWorker } from '../flow/cache'
import { openFlowFolder, ownFlow } from '../flow/own-flow'
import { type Serving, serveFlow, trials } from '../flow/serve'
import { app } from '../http/app'
import { type MailQueue, openMailQueue } from '../mail/queue'
import type { MailServer } from '../mail/smtp'
import { type OfficePlaces, openOffices } from '../offices/open-offices'
import { type OutgoingLimits, outgoingLimits } from '../outgoing/guarded-request'
import { namedTables } from '../places/imported-tables'
import { places } from '../places/places'
import { accessLog } from '../privacy/access-log'
import { privacyNotices } from '../privacy/notices'
import { retention } from '../privacy/retention-clock'
import { programKeys } from '../programs/keys'
import { standings } from '../programs/webhook-looks'
import { openWebhooks, type Webhooks } from '../programs/webhooks'
import { openPush } from '../push/push'
import { allSettings } from '../settings/all-settings'
import { cookieKey, firstSecrets } from '../settings/pin'
import { everyMinute } from '../shared/clock'
import { builtFile } from '../shared/environment'
import { type Disk, machineDisk } from '../store/sealed/disk'
import { restoredAt } from '../store/sealed/sealed-backup'
import type { DataKeys } from '../store/sealed/sealing'
import { withSealedSecrets } from '../store/sealed/secrets'
import type { Fold } from '../store/sqlite/fold-files'
import { foldInWorker } from '../store/sqlite/folding'
import { openStore } from '../store/sqlite/open'
import { changeFeed, type Store, withCachedNotes } from '../store/store'

export type HouseOptions = {
  dir: string
  store?: () => Promise<Store>
  flow: { steps: string; texts: string }
  built: string
  name?: string
  pin: string | undefined
  backups: number | undefined
  /** Writes snapshots and backups; by default in another thread. */
  fold?: Fold
  keys?: DataKeys | undefined
  trustProxy: boolean
  isPublic: boolean
  now?: () => Date
  at: OfficePlaces
  /** Limits of requests to addresses that the host typed. */
  outgoing?: OutgoingLimits
  mail: MailServer
  /** Called with what the operator reads this once: the first PIN and recovery key. */
  tell: (line: string) => void
  log: (line: string) => void
  report: (line: string) => void
}

/** Serves the house's flow and reports each reading. */
const flowOf = ({ dir, flow, built, log, report }: HouseOptions): Promise<Serving> =>
  serveFlow(
    { ...flow, own: ownFlow(dir) },
    ({ findings, published, words }) => {
      for (const finding of findings) report(findingSentence(finding, sentences, words?.it))
      log(
        published
          ? `flow: ${published.journeys} journeys, version ${published.version}`
          : 'flow: not published, guests keep the last good one',
      )
    },
    {
      begin: cachedReading(join(built, 'server.mjs'), join(built, 'flow.cache')),
      read: readInWorker(join(built, builtFile('flow-reader.mjs'))),
    },
  )

/** Milliseconds between two looks at the offices' deadlines and at calendars. */
const watch = 1_800_000

type Working = {
  mailQueue: Pick<MailQueue, 'list' | 'nextOfStays'>
  letters: Pick<AutomaticLetters, 'next'>
  links: Pick<GuestLinks, 'nextSweep'>
  webhooks: Pick<Webhooks, 'nextDue'>
}

/** Returns when the next letter, event, retention night, deletion, or look at office or calendar is due (ms). */
const nextWork = async (
  store: Store,
  { mailQueue, letters, links, webhooks }: Working,
  now: number,
): Promise<number | undefined> => {
  const { policeAccounts, regionStructures, calendarFeeds } = await allSettings(store)
  const isWatching = [policeAccounts, regionStructures, calendarFeeds].some((list) => list.length)
  const queued = mailQueue
    .list()
    .flatMap(({ status, next }) => (status === 'queued' ? [next ? Date.parse(next) : now] : []))
  const counters = await store.counters()
  const others = [await links.nextSweep(), await letters.next(), await webhooks.nextDue()]
  const due = [counters.retention?.next, nextRemoval(counters), ...others].filter((at) => at !== undefined)
  const times = [...queued, ...mailQueue.nextOfStays(), ...due, ...(isWatching ? [now + watch] : [])]
  return times.length ? Math.min(...times) : undefined
}

const diskOf = ({ keys }: Pick<HouseOptions, 'keys'>): Disk => ({ ...machineDisk, keys })

const storeIn = ({ dir, built, backups, report, keys, now = () => new Date(), ...options }: HouseOptions) => {
  const { fold = foldInWorker(join(built, builtFile('fold-worker.mjs')), keys) } = options
  return openStore({ dir, disk: diskOf({ keys }), now, ...(backups !== undefined && { backups }), fold, report })
}

const signedIn = async (store: Store, { isKnown }: Pick<DeviceBook, 'isKnown'>, isOneOfMany: boolean) => {
  const [key, clock] = [await cookieKey(store), () => Date.now()]
  if (!isOneOfMany) return sessions(key, clock, isKnown)
  return sessions(key, clock, isKnown, await readSignIns(store), (all) => saveSignIns(store, all))
}

/** Closes parts in reverse order, also when one fails. */
const openedParts = () => {
  const closings: (() => unknown)[] = []
  const close = async () => {
    const failures: unknown[] = []
    for (const closing of closings.splice(0).reverse()) {
      try {
        await closing()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length) throw failures[0]
  }
  return { closeWith: (closing: () => unknown) => void closings.push(closing), close }
}

type Open = ReturnType<typeof openedParts>

const openParts = async (store: Store, serving: Serving, options: HouseOptions, { closeWith }: Open) => {
  const { dir, at, mail, log, report, name, outgoing = outgoingLimits(false), now = () => new Date() } = options
  const disk = diskOf(options)
  const ofStays = lettersOfStays((): MailQueue => mailQueue)
  const { store: reportingStore, touch: matched } = changeFeed(store)
  const bookings = openBookings({ store: reportingStore, now, report, letters: ofStays, matched, limits: outgoing })
  closeWith(bookings.stop)
  const arrivals = openArrivals({ store, bookings, now })
  const arrival = arrivalEnvelopes({ arrivals, flow: serving.current })
  const stays = stayEnvelopes({ bookings, sentTo: ofStays.sentTo, flow: serving.current, now })
  const restored = await restoredAt(disk, dir)
  const queueParts = { store, server: mail, flow: serving.current, stays, arrival, restored, log, now }
  const mailQueue = await openMailQueue(queueParts)
  closeWith(mailQueue.close)
  const letters = automaticLetters({ store, bookings, mailQueue, now, restored, report })
  closeWith(letters.stop)
  const flowWords = () => serving.current().words.it
  const flowFields = () => serving.current().flow.fields
  const books = workbooks({ store, dir, report, disk, flowWords, flowFields })
  closeWith(books.stop)
  const book = places(store, () => namedTables({ store, dir, report }))
  const offices = await openOffices({ store, places: book, dir, now, report, at, server: mail, disk })
  closeWith(offices.stop)
  const push = openPush({ store, limits: outgoing, now, report })
  closeWith(push.stop)
  const devices = await deviceBook(store, now, push.gone)
  const who = await signedIn(store, devices, name !== undefined)
  // A sign-in that cannot be stored is asked for again.
  closeWith(() => who.stored().catch(() => {}))
  const links = guestLinks({ store, now })
  const programs = programKeys({ store, now })
  const standing = standings({ store, bookings, offices })
  const webhooks = await openWebhooks({ store, standing, limits: outgoing, now, report })
  closeWith(webhooks.stop)
  return {
    mailQueue,
    letters,
    links,
    programs,
    webhooks,
    workbooks: books,
    places: book,
    offices,
    bookings,
    arrivals,
    push,
    devices,
    sessions: who,
  }
}

/** Stores the flow of the house's own file and brings it up to this program. */
const takeOver = async (parts: DraftParts) => {
  const { houseDrafts } = await import('../editor/drafts')
  const { noteServed, upgradeServed } = await import('../editor/publishing')
  const drafts = houseDrafts(parts)
  await noteServed(parts, drafts)
  await upgradeServed(parts, drafts)
}

/** Deletes expired counts. Errors of the store are ignored: the next start tries again. */
const expire = (counts: Throttle, now: () => Date) => counts.forgetExpired(now().getTime()).catch(() => {})

const assemble = async (store: Store, options: HouseOptions & Required<Pick<Services, 'reportLoss'>>, open: Open) => {
  const { dir, built, pin, tell, log, report, reportLoss, trustProxy, isPublic, name, now = () => new Date() } = options
  const disk = diskOf(options)
  await openFlowFolder({ store, dir })
  await forgetSentCounters(store)
  // Hashed on another thread while this one reads the flow.
  const secrets = firstSecrets(store, pin, tell)
  secrets.catch(() => {}) // Awaited below.
  const serving = await flowOf(options)
  open.closeWith(serving.stop)
  await secrets
  const flowParts = { store, dir, serving, disk, now }
  if (existsSync(ownFlow(dir))) await takeOver(flowParts)
  const parts = await openParts(store, serving, options, open)
  const { mailQueue, letters, links, offices, bookings, webhooks } = parts
  const tried = trials(now)
  const removing = await removals({ store: changeFeed(store).store, mailQueue, now, report })
  open.closeWith(removing.stop)
  const counts = throttle(await store.counters(), store.saveCounter)
  const handler = app({
    ...parts,
    store,
    serving,
    trials: tried,
    removals: removing,
    throttle: counts,
    invitations: await invitations(store),
    notices: privacyNotices(store, serving.current, now),
    assets: join(built, 'public'),
    ...{ dir, disk, now, report, reportLoss },
    ...{ trustProxy, isPublic, log },
    ...(name && { name }),
  })
  const elsewhere = { ...offices, access: accessLog({ store, dir, disk }) }
  const terms = retention({ store: changeFeed(store).store, mailQueue, offices: elsewhere, now, report: log })
  const keep = () => void Promise.all([terms.turn(), links.sweep(), expire(counts, now)])
  const keeping = everyMinute(keep, terms.idle)
  keeping.begin()
  open.closeWith(keeping.stop)
  const due = () => [
    terms.turn(),
    links.sweep(),
    removing.turn(),
    offices.tick(),
    bookings.feeds.tick(),
    letters.tick().then(mailQueue.settled),
    webhooks.settled(),
  ]
  return {
    handler,
    begin: () => {
      for (const part of [offices, bookings, letters, webhooks]) part.begin()
    },
    /** Does the due work; resolves when it was tried. */
    work: async () => void (await Promise.all(due())),
    /** The time of its next own work, in milliseconds since 1970. */
    nextWork: () => nextWork(store, { mailQueue, letters, links, webhooks }, now().getTime()),
    letters: () => mailQueue.list().filter(({ status }) => status === 'queued').length,
    /** Whether closing would lose something: a party's minutes, a trial. */
    isWaiting: () => offices.isWaiting() || tried.isOpen(),
    close: open.close,
  }
}

/** Opens a house. `begin` starts automatic work; `close` resolves once all is on disk. Throws a sentence to print. */
export const openHouse = async (options: HouseOptions) => {
  const store = withCachedNotes(await (options.store?.() ?? storeIn(options)))
  const open = openedParts()
  open.closeWith(store.close)
  // Running work fails at the closed store, as intended: its errors are not reported.
  let { report } = options
  open.closeWith(() => void (report = () => {}))
  const parts = { ...options, report: (line: string) => report(line), reportLoss: options.report }
  try {
    return await assemble(await withSealedSecrets({ ...options, store, disk: diskOf(options) }), parts, open)
  } catch (error) {
    // The first error is the one to report.
    await open.close().catch(() => {})
    throw error
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>
