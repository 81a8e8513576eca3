import type { RegionRun } from '../../schema/office-answers'
import type { RegionStructureSetting } from '../../schema/offices'
import { openRegionLedger } from '../exports/region-ledger'
import { regionRegister, registeredGuests } from '../exports/region-register'
import { type MailServer, mailServer } from '../mail/smtp'
import type { Places } from '../places/places'
import type { Disk } from '../store/sealed/disk'
import type { Store } from '../store/store'
import { officeAccess } from './access'
import { automaticSending } from './automatic'
import { policeClient } from './police-client'
import { type PoliceOffice, policeOffice } from './police-office'
import type { PlannedParty } from './police-plan'
import { policeReceipts } from './receipts'
import { regionKnown } from './region-known'
import { type RegionOffice, regionOffice } from './region-office'
import { reminderPost } from './reminders'
import { sendingLog } from './sending-log'
import { certificates, spoken } from './soap/soap'
import { type Asked, officeWorks } from './works'

/**
 * Where the offices' services are, when not at their own addresses, and which certificates are trusted beside the usual
 * ones.
 */
export type OfficePlaces = {
  policeUrl?: string | undefined
  regionUrl?: string | undefined
  ca?: readonly string[] | undefined
}

const isOffice = (address: string) => /^https:\/\/|^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\//.test(address)

/**
 * The offices the environment names (ALLOGGIATI_API, ROSS1000_API, OFFICES_CA), their own until then. Throws a sentence
 * for the operator: an address must be https, but for one of this machine.
 */
export const officePlaces = ({ ALLOGGIATI_API, ROSS1000_API, OFFICES_CA }: NodeJS.ProcessEnv): OfficePlaces => {
  for (const [name, address] of Object.entries({ ALLOGGIATI_API, ROSS1000_API }))
    if (address && !isOffice(address)) throw new Error(`${name} must begin with https://`)
  try {
    return {
      policeUrl: ALLOGGIATI_API || undefined,
      regionUrl: ROSS1000_API || undefined,
      ca: certificates(OFFICES_CA),
    }
  } catch (error) {
    throw new Error(`OFFICES_CA names a file that cannot be read (${(error as Error).message})`)
  }
}

type Parts = {
  store: Store
  places: Places
  dir: string
  now: () => Date
  report: (line: string) => void
  at?: OfficePlaces
  server?: MailServer
  /** Where receipts are written; the machine's disk, if not said. */
  disk?: Disk
  /** Milliseconds a call of an office is waited for, where not as long as usual. */
  patience?: { send: number; other: number }
  /** Milliseconds a call of the host's waits for its work, where not as long as usual. */
  wait?: number
}

/** What a run says to the host: why it stopped, in words. */
const spokenRun = ({ stopped, ...run }: RegionRun): RegionRun => ({
  ...run,
  ...(stopped && { stopped: { ...stopped, why: spoken(stopped.why) } }),
})

const sendingKey = (ids: readonly number[], again: readonly number[] = []) =>
  JSON.stringify([[...ids].sort((a, b) => a - b), again])

/** The works that send, as the host's calls and the clock ask for them. */
const worksOf = (police: Pick<PoliceOffice, 'send' | 'sendReady'>, region: Pick<RegionOffice, 'send'>) => ({
  /** Sends the police parties that were found ready. */
  sendReady: (ready: readonly PlannedParty[]): Asked<'police/send'> => ({
    kind: 'police/send',
    key: sendingKey(ready.map(({ lines }) => lines.checkin)),
    run: () => police.sendReady(ready),
  }),
  /** Sends check-ins to the police; `again` are those the host wants sent a second time. */
  sendToPolice: (ids: readonly number[], again: readonly number[] = []): Asked<'police/send'> => ({
    kind: 'police/send',
    key: sendingKey(ids, again),
    run: () => police.send(ids, again),
  }),
  /** Sends a structure's days up to yesterday to the region. */
  sendToRegion: (structure: RegionStructureSetting): Asked<'region/send'> => ({
    kind: 'region/send',
    key: structure.structureCode,
    about: structure.id,
    run: async () => spokenRun(await region.send(structure)),
  }),
})

/** The log of sending, and who is told of a check-in whenever something is written down about it. */
const heardLog = (store: Store) => {
  const listeners: ((checkin: number) => void)[] = []
  const log = sendingLog(store, (checkins) => {
    for (const checkin of checkins) for (const listener of listeners) listener(checkin)
  })
  return { log, listen: (listener: (checkin: number) => void) => void listeners.push(listener) }
}

/** Whom the region has from the house, and what it holds beyond the store. */
const regionRecords = async ({ store, places, dir, now, disk }: Parts) => {
  const ledger = await openRegionLedger(dir, () => registeredGuests(store), disk)
  const register = regionRegister({ store, places, ledger })
  return { register, known: regionKnown({ store, places, register, ledger, now }) }
}

const minute = 60_000

/** Looks every minute, from `begin` on, at what is due by itself; a look that fails is reported. */
const minutely = (tick: () => Promise<void>, report: (line: string) => void) => {
  let timer: NodeJS.Timeout | undefined
  const look = () => void tick().catch((error: Error) => report(`sending by itself: ${error.name}`))
  return {
    begin: () => {
      timer = setInterval(look, minute)
      timer.unref()
    },
    end: () => clearInterval(timer),
  }
}

/**
 * Sending to the police and the region, whole: what a crash left without an end is marked as unknown before anything
 * else is done. `begin` starts what is done by itself; `stop` waits for what is under way.
 */
export const openOffices = async (parts: Parts) => {
  const { store, places, dir, now, report, at = {}, server, patience, disk, wait } = parts
  const { log, listen } = heardLog(store)
  const access = officeAccess(store, now)
  const client = policeClient({
    ...(at.policeUrl && { url: at.policeUrl }),
    ca: at.ca,
    now: () => now().getTime(),
    ...(patience && { patience }),
  })
  const police = policeOffice({ store, places, client, access, log, now })
  const receipts = policeReceipts({ store, dir, client, office: police, log, now, ...(disk && { disk }) })
  const records = await regionRecords(parts)
  const region = regionOffice({
    store,
    places,
    register: records.register,
    access,
    now,
    url: at.regionUrl,
    ca: at.ca,
    ...(patience && { patience: patience.send }),
  })
  const remind = reminderPost({
    store,
    police,
    receipts,
    region,
    now,
    server: server ?? mailServer(process.env),
  })
  const works = officeWorks({ now, report, wait })
  const { sendReady, sendToPolice, sendToRegion } = worksOf(police, region)
  const automatic = automaticSending({
    store,
    police: { readyParty: police.readyParty, sendReady: (ready) => works.whole(sendReady(ready)) },
    receipts,
    region: { send: (structure) => works.whole(sendToRegion(structure)) },
    remind,
    now,
  })
  await police.sending.recover()
  const clock = minutely(automatic.tick, report)
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
    /** Does now what is due by itself. */
    tick: automatic.tick,
    isWaiting: () => automatic.isWaiting() || works.isRunning(),
    /** Told of a check-in whenever something about its sending is written down. */
    listen,
    begin: clock.begin,
    stop: async () => {
      clock.end()
      await Promise.all([automatic.idle(), works.idle()])
    },
  }
}

export type Offices = Awaited<ReturnType<typeof openOffices>>
