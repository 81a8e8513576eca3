import type { CardFault, EmailState, FiledStates } from '../../../../schema/calls/api'
import type { ExportLog } from '../../../../schema/calls/exports'
import type { Checkin } from '../../../../schema/checkin'
import type { ReservationCode } from '../../../../schema/code'
import { codeEntries } from '../../../core/checkin/code-entry'
import { findable } from '../../../core/checkin/search'
import { hostCall as call, Offline } from '../../shared/api'
import { store } from '../../shared/page-store'
import { optional } from '../session/failure'
import { isSignedOut } from '../session/host'
import { learnLeaving } from './leaving'
import { pageTurns, readCheckins } from './stream'

/**
 * What the host asks to see: the check-ins that arrive or depart on a day `YYYY-MM-DD` or from it to another, or all.
 */
export type ConsultQuery = { date: string; to?: string | undefined; all: boolean; by: 'arrival' | 'departure' }

/** The faults of records by the check-in's number; a check-in without any is not there. */
type FaultsById = Readonly<Record<number, readonly CardFault[]>>

/** The codes of a house that has none. */
export const noCodes: readonly ReservationCode[] = []

const codeChecks = new WeakMap<readonly ReservationCode[], (checkin: Checkin) => boolean>()
const codeCheck = (codes: readonly ReservationCode[]) => {
  const entry = codeEntries(codes)
  return (checkin: Checkin) => !codes.length || Boolean(entry(checkin))
}

/**
 * Whether a check-in's reservation code is one of the host's: the tourism file of any other is refused. Without codes
 * every one is.
 */
export const isCodeKnown = (codes: readonly ReservationCode[]) =>
  codeChecks.get(codes) ?? codeChecks.set(codes, codeCheck(codes)).get(codes)!

/** The query being typed; it stays while the host is on another page. */
export const query = store<ConsultQuery>({ date: '', all: false, by: 'arrival' })

/** The check-ins found, by number, and the query they answer; undefined until something was asked. */
export const results = store<{ query: ConsultQuery; checkins: ReadonlyMap<number, Checkin> } | undefined>(undefined)

/** What keeps the check-ins found out of the police file. */
export const recordFaults = store<FaultsById>({})

/** The official files the check-ins found are in. */
export const exportLog = store<ExportLog>({ of: {}, counts: {}, files: {} })

/** How the guests of the check-ins found stand by the police files. */
export const filedStates = store<FiledStates>({})

/** What is searched for in the check-ins found. */
export const searched = store('')

/** How the e-mails stand, by the check-in's number. */
export const emailStates = store<Readonly<Record<number, readonly EmailState[]>>>({})

/** How the page stands with the server: following it, without a network, or signed out. */
export const connection = store<'open' | 'offline' | 'closed'>('open')

/** The check-ins that came in while the page was open. */
export const newArrivals = store<ReadonlySet<number>>(new Set())

const searchTexts = new WeakMap<Checkin, string>()

/** What a check-in can be found by, worked out once. */
export const searchTextOf = (checkin: Checkin) =>
  searchTexts.get(checkin) ?? searchTexts.set(checkin, findable(checkin)).get(checkin)!

/** The check-in the host has just made or copied, until it is shown. */
export const justMade = store<{ id: number; arrivalDate: string } | undefined>(undefined)

/** How far the server's changes have been followed. */
let cursor: string | undefined

const fetchChanges = async (since?: string) => {
  const { data } = await call('GET /api/checkins/changes', { query: { ...(since && { since }) } })
  learnLeaving(data.leaving)
  return data
}

const wireQuery = ({ date, to, all, by }: ConsultQuery) => ({
  ...(!all && date && { date, ...(to && { to }) }),
  searchType: by,
})

/** Read how the e-mails stand. */
export const readEmailStates = async () => {
  const { data } = await call('GET /api/letters')
  const now: Record<number, EmailState[]> = {}
  for (const email of data) (now[email.checkinId] ??= []).push(email)
  if (JSON.stringify(now) !== JSON.stringify(emailStates.get())) emailStates.set(now)
}

/** Whether a query finds a check-in. */
export const finds = (
  { all, date, to = date, by }: ConsultQuery,
  checkin: Pick<Checkin, 'arrivalDate' | 'departureDate'>,
) => {
  const day = checkin[`${by}Date`] ?? ''
  return all || (day >= date && day <= (to || date))
}

const fetchDetails = async (asked: ConsultQuery) => {
  const [faults, log, filed] = await Promise.all([
    call('GET /api/lacks', { query: wireQuery(asked) }),
    call('GET /api/exports'),
    call('GET /api/filed', { query: wireQuery(asked) }),
  ])
  if (results.get()?.query !== asked) return
  recordFaults.set(faults.data)
  exportLog.set(log.data)
  filedStates.set(filed.data)
}

let details = Promise.resolve()

/** The faults and files of the check-ins already shown. Without them the cards still stand. */
const readDetails = (asked: ConsultQuery) => (details = fetchDetails(asked))

/**
 * The faults of the check-ins shown, once they are known; asked for again where they did not come, and nothing where
 * another list has been asked for meanwhile. Throws Refused or Offline.
 */
export const knownFaults = async (): Promise<FaultsById | undefined> => {
  const asked = results.get()?.query
  await details.catch(() => asked && readDetails(asked))
  return results.get()?.query === asked ? recordFaults.get() : undefined
}

/** Works out what check-ins can be found by, once the first of them are shown: nobody searches before. */
const makeFindable = async (checkins: Iterable<Checkin>) => {
  await new Promise((done) => setTimeout(done))
  const rest = pageTurns()
  for (const checkin of checkins) {
    searchTextOf(checkin)
    await rest()
  }
}

/** Ask the server; answers how many were found. Throws Refused or Offline, and what was shown stays. */
export const runQuery = async (asked: ConsultQuery): Promise<number> => {
  const before = (await fetchChanges()).at
  const checkins = new Map<number, Checkin>()
  await readCheckins(wireQuery(asked), (some) => {
    for (const checkin of some) checkins.set(checkin.id, checkin)
  })
  recordFaults.set({})
  filedStates.set({})
  newArrivals.set(new Set())
  results.set({ query: asked, checkins })
  // From before the list was read: what changed meanwhile is heard once more rather than missed.
  cursor = before
  void readDetails(asked).catch(optional('the list is complete without these details'))
  void readEmailStates().catch(optional('the list is complete without these details'))
  void makeFindable(checkins.values())
  return checkins.size
}

/** Bring changed and removed check-ins into the list; answers how many are new to it. */
export const applyChanges = (
  changed: readonly Checkin[],
  removed: readonly number[] = [],
  faultsOf: FaultsById = {},
  filedOf?: FiledStates,
): number => {
  const now = results.get()
  if (!now || (!changed.length && !removed.length)) return 0
  const checkins = new Map(now.checkins)
  const faults = { ...recordFaults.get() }
  const added = changed.filter((checkin) => finds(now.query, checkin) && !checkins.has(checkin.id))
  for (const id of [...removed, ...changed.map((checkin) => checkin.id)]) delete faults[id]
  for (const id of removed) checkins.delete(id)
  for (const checkin of changed) {
    if (finds(now.query, checkin)) checkins.set(checkin.id, checkin)
    else checkins.delete(checkin.id)
    if (faultsOf[checkin.id]) faults[checkin.id] = faultsOf[checkin.id]!
  }
  recordFaults.set(faults)
  if (filedOf) {
    const filed = { ...filedStates.get(), ...filedOf }
    for (const { id } of changed) if (!filedOf[id]) delete filed[id]
    filedStates.set(filed)
  }
  results.set({ ...now, checkins })
  if (added.length) newArrivals.set(new Set([...newArrivals.get(), ...added.map(({ id }) => id)]))
  return added.length
}

/** Look for changes once; answers how many check-ins came in. Never throws: how it went stands in `connection`. */
export const pollChanges = async (): Promise<number> => {
  try {
    const { at, reset, changed = [], removed, lacking, filed } = await fetchChanges(cursor)
    const asked = results.get()?.query
    connection.set('open')
    if (reset && asked) return await runQuery(asked).then(() => 0)
    cursor = at
    if (asked) void readEmailStates().catch(optional('the list is complete without these details'))
    return applyChanges(changed, removed, lacking, filed)
  } catch (error) {
    connection.set(isSignedOut(error) ? 'closed' : 'offline')
    if (!isSignedOut(error) && !(error instanceof Offline)) console.error(error)
    return 0
  }
}

/**
 * Read the log of exported files anew, after an export, and how the guests shown stand by them and by the codes typed
 * meanwhile.
 */
export const reloadExportLog = async () => {
  const asked = results.get()?.query
  if (asked) return readDetails(asked)
  exportLog.set((await call('GET /api/exports')).data)
}
