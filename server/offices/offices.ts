import { type MailServer, mailServer } from '../mail/smtp'
import type { Places } from '../places/places'
import type { Disk } from '../store/sealed/disk'
import type { Store } from '../store/store'
import { officeAccess } from './access'
import { automaticSending } from './automatic'
import { policeClient } from './police-client'
import { policeOffice } from './police-office'
import { policeReceipts } from './receipts/receipts'
import { regionOffice } from './region-office'
import { reminderPost } from './reminders'
import { sendingLog } from './sending-log'
import { certificates } from './soap'

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
}

const minute = 60_000

/**
 * Sending to the police and the region, whole: what a crash left without an end is marked as unknown before anything
 * else is done. `begin` starts what is done by itself; `stop` waits for what is under way.
 */
export const openOffices = async ({ store, places, dir, now, report, at = {}, server, patience, disk }: Parts) => {
  const listeners: ((checkin: number) => void)[] = []
  const log = sendingLog(store, (checkins) => {
    for (const checkin of checkins) for (const listener of listeners) listener(checkin)
  })
  const access = officeAccess(store, now)
  const client = policeClient({
    ...(at.policeUrl && { url: at.policeUrl }),
    ca: at.ca,
    now: () => now().getTime(),
    ...(patience && { patience }),
  })
  const police = policeOffice({ store, places, client, access, log, now })
  const receipts = policeReceipts({ store, dir, client, office: police, log, now, ...(disk && { disk }) })
  const region = regionOffice({
    store,
    places,
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
  const automatic = automaticSending({ store, police, receipts, region, remind, now })
  await police.sending.recover()
  let timer: NodeJS.Timeout | undefined
  return {
    police,
    receipts,
    region,
    access,
    log,
    /** Does now what is due by itself. */
    tick: automatic.tick,
    isWaiting: automatic.isWaiting,
    /** Told of a check-in whenever something about its sending is written down. */
    listen: (listener: (checkin: number) => void) => void listeners.push(listener),
    begin: () => {
      timer = setInterval(
        () => void automatic.tick().catch((error: Error) => report(`sending by itself: ${error.name}`)),
        minute,
      )
      timer.unref()
    },
    stop: async () => {
      clearInterval(timer)
      await Promise.all([automatic.idle(), region.idle()])
    },
  }
}

export type Offices = Awaited<ReturnType<typeof openOffices>>
