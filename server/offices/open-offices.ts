import { randomUUID } from 'node:crypto'
import type { OfficeWork, Running, WorkKind, WorkResults } from '../../schema/calls/sendings'
import type { RegionRun, RegionStructureSetting } from '../../schema/offices'
import { openRegionLedger } from '../exports/region-ledger'
import { regionRegister, registeredGuests } from '../exports/region-register'
import type { MailServer } from '../mail/smtp'
import type { Places } from '../places/places'
import { everyMinute, italianDay } from '../shared/clock'
import type { Disk } from '../store/sealed/disk'
import type { Store } from '../store/store'
import { officeAccess } from './access'
import { automaticSending } from './automatic-sending'
import { guestsAtRegion } from './guests-at-region'
import { reminderPost } from './host-reminders'
import { policeClient } from './police-client'
import { type PoliceOffice, policeOffice } from './police-office'
import type { PlannedParty } from './police-plan'
import { sendingLog } from './police-sending'
import { policeReceipts } from './receipts'
import { type RegionOffice, regionOffice } from './region-office'
import { certificates, failureSentence } from './soap'

export type OfficePlaces = {
  policeUrl?: string | undefined
  regionUrl?: string | undefined
  ca?: readonly string[] | undefined
}

const isOffice = (address: string) => /^https:\/\/|^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\//.test(address)

/** Reads ALLOGGIATI_API, ROSS1000_API and OFFICES_CA. Throws a sentence if an address is neither https nor local. */
export const officePlaces = ({ ALLOGGIATI_API, ROSS1000_API, OFFICES_CA }: NodeJS.ProcessEnv): OfficePlaces => {
  for (const [name, address] of Object.entries({ ALLOGGIATI_API, ROSS1000_API }))
    if (address && !isOffice(address)) throw new Error(`${name} must begin with https://`)
  return {
    policeUrl: ALLOGGIATI_API || undefined,
    regionUrl: ROSS1000_API || undefined,
    ca: certificates(OFFICES_CA),
  }
}

type Parts = {
  store: Store
  places: Places
  dir: string
  now: () => Date
  report: (line: string) => void
  at?: OfficePlaces
  server: MailServer
  disk?: Disk
  patience?: { send: number; other: number }
  /** Milliseconds a call of the host waits for its work. */
  wait?: number | undefined
}

/** Milliseconds until a call answers that its work is running. */
const answerWithin = 8_000

/** How many finished works the pages still show. */
const endedShown = 20

/** `key` identifies the work, so that it is not begun twice; `about` is the account or structure. */
type WorkRequest<K extends WorkKind> = {
  kind: K
  key: string
  about?: string
  run: () => Promise<WorkResults[K]>
}

type Entry = { work: OfficeWork; key: string; done: Promise<unknown> }

/** The works of a house with the offices. They outlive the call that began them, but not a crash. */
export const officeWorks = ({ now, report, wait = answerWithin }: Pick<Parts, 'now' | 'report' | 'wait'>) => {
  let entries: readonly Entry[] = []
  const running = () => entries.filter(({ work }) => !work.ended)

  const begin = <K extends WorkKind>({ kind, key, about, run }: WorkRequest<K>): Entry => {
    const id = randomUUID()
    const ended = (more: object) => {
      entries = entries.map((one) =>
        one.work.id === id ? { ...one, work: { ...one.work, ...more, ended: now().toISOString() } } : one,
      )
    }
    const done = run().then(
      (result) => {
        ended({ result })
        return result
      },
      (error: Error) => {
        ended({})
        report(`${kind}: ${error.name}`)
        throw error
      },
    )
    done.catch(() => {}) // Reported above; a joined caller hears of it.
    const work = { id, kind, since: now().toISOString(), ...(about !== undefined && { about }) } as OfficeWork
    const entry = { work, key, done }
    const over = entries.filter(({ work }) => work.ended)
    entries = [...entries.filter((one) => !over.slice(0, -endedShown).includes(one)), entry]
    return entry
  }

  const entryOf = <K extends WorkKind>(asked: WorkRequest<K>) =>
    running().find(({ work, key }) => work.kind === asked.kind && key === asked.key) ?? begin(asked)

  return {
    result: <K extends WorkKind>(asked: WorkRequest<K>) => entryOf(asked).done as Promise<WorkResults[K]>,

    /** Resolves with the work's id when it is not over in time. */
    run: <K extends WorkKind>(asked: WorkRequest<K>) =>
      new Promise<WorkResults[K] | Running>((answer, fail) => {
        const { work, done } = entryOf(asked)
        const timer = setTimeout(() => answer({ running: work.id }), wait)
        ;(done as Promise<WorkResults[K]>).then(answer, fail).finally(() => clearTimeout(timer))
      }),

    all: (): OfficeWork[] => entries.map(({ work }) => work),

    isRunning: () => running().length > 0,

    idle: async () => void (await Promise.allSettled(running().map(({ done }) => done))),
  }
}

const runInWords = ({ stopped, ...run }: RegionRun): RegionRun => ({
  ...run,
  ...(stopped && { stopped: { ...stopped, why: failureSentence(stopped.why) } }),
})

const sendingKey = (ids: readonly number[], again: readonly number[] = []) =>
  JSON.stringify([[...ids].sort((a, b) => a - b), again])

const worksOf = (police: Pick<PoliceOffice, 'send' | 'sendReady'>, region: Pick<RegionOffice, 'send'>) => ({
  sendReady: (ready: readonly PlannedParty[]): WorkRequest<'police/send'> => ({
    kind: 'police/send',
    key: sendingKey(ready.map(({ lines }) => lines.checkin)),
    run: () => police.sendReady(ready),
  }),
  sendToPolice: (ids: readonly number[], again: readonly number[] = []): WorkRequest<'police/send'> => ({
    kind: 'police/send',
    key: sendingKey(ids, again),
    run: () => police.send(ids, again),
  }),
  sendToRegion: (structure: RegionStructureSetting): WorkRequest<'region/send'> => ({
    kind: 'region/send',
    key: structure.structureCode,
    about: structure.id,
    run: async () => runInWords(await region.send(structure)),
  }),
})

const logWithListeners = (store: Store) => {
  const listeners: ((checkin: number, isRefused: boolean) => void)[] = []
  const log = sendingLog(store, (checkins, refused) => {
    for (const checkin of checkins) for (const listener of listeners) listener(checkin, refused.includes(checkin))
  })
  return { log, listen: (listener: (typeof listeners)[number]) => void listeners.push(listener) }
}

const regionRefusals = (now: () => Date) => {
  const listeners: (() => void)[] = []
  const reportedOn = new Map<string, string>()
  return {
    listen: (listener: () => void) => void listeners.push(listener),
    after: ({ id }: RegionStructureSetting, run: RegionRun) => {
      const day = italianDay(now())
      if ((run.refused || run.stopped?.kind === 'refused') && reportedOn.get(id) !== day) {
        reportedOn.set(id, day)
        for (const listener of listeners) listener()
      }
      return run
    },
  }
}

const regionRecords = async ({ store, places, dir, now, disk }: Parts) => {
  const ledger = await openRegionLedger(dir, () => registeredGuests(store), disk)
  const register = regionRegister({ store, places, ledger })
  return { register, guestsAtRegion: guestsAtRegion({ store, places, register, ledger, now }) }
}

/** Opens sending to both offices; sendings left open by a crash become unknown first. `stop` waits for running work. */
export const openOffices = async (parts: Parts) => {
  const { store, places, dir, now, report, at = {}, server, patience, disk, wait } = parts
  const { log, listen } = logWithListeners(store)
  const access = officeAccess(store, now)
  const client = policeClient({ url: at.policeUrl, ca: at.ca, now: () => now().getTime(), patience })
  const police = policeOffice({ store, places, client, access, log, now })
  const receipts = policeReceipts({ store, dir, client, office: police, log, now, disk })
  const records = await regionRecords(parts)
  const region = regionOffice({
    store,
    places,
    register: records.register,
    access,
    now,
    url: at.regionUrl,
    ca: at.ca,
    patience: patience?.send,
  })
  const remind = reminderPost({ store, police, receipts, region, now, server })
  const works = officeWorks({ now, report, wait })
  const { sendReady, sendToPolice, sendToRegion } = worksOf(police, region)
  const refusals = regionRefusals(now)
  const automatic = automaticSending({
    store,
    police: { readyParty: police.readyParty, sendReady: (ready) => works.result(sendReady(ready)) },
    receipts,
    region: { send: async (structure) => refusals.after(structure, await works.result(sendToRegion(structure))) },
    remind,
    now,
  })
  await police.recover()
  const look = () => void automatic.tick().catch((error: Error) => report(`sending by itself: ${error.name}`))
  return {
    police,
    receipts,
    region,
    ...records,
    access,
    log,
    works,
    sendToPolice,
    sendToRegion,
    tick: automatic.tick,
    isWaiting: () => automatic.isWaiting() || works.isRunning(),
    /** Called with a check-in when its sending is logged, and whether a line of it was refused. */
    listen,
    /** Called when the region refused an automatic sending, once a day for each structure. */
    listenRegion: refusals.listen,
    ...everyMinute(look, () => Promise.all([automatic.idle(), works.idle()]), false),
  }
}

export type Offices = Awaited<ReturnType<typeof openOffices>>
