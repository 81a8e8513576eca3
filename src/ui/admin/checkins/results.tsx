import type { EmailState, QueryOf } from '../../../../schema/calls/api'
import type { ExportLog } from '../../../../schema/calls/exports'
import type { CardFault, FiledStates } from '../../../../schema/calls/party-states'
import type { Checkin } from '../../../../schema/checkin'
import type { ReservationCode } from '../../../../schema/code'
import { codeEntries } from '../../../core/checkin/code-entry'
import { findable } from '../../../core/checkin/search'
import { remembered } from '../../../core/remember'
import { Button } from '../../look/parts'
import { hostCall as call, Offline } from '../../shared/api'
import { announce } from '../../shared/card'
import { store } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { asHost, isSignedOut, optional } from '../session/host'
import { readCheckins, yieldToPage } from './stream'

/** Whether the server answers, and whether the session is open. */
export type Connection = 'open' | 'offline' | 'closed'

/** Says that the server does not answer, or that the session is over, with a button to sign in. */
export const ConnectionNotice = ({ how, signIn }: { how: Connection; signIn: () => void }) =>
  how !== 'open' && (
    <p className="notice" role="status">
      {say(`consult.${how}`)}
      {how === 'closed' && <Button text={say('consult.signIn')} onClick={signIn} />}
    </p>
  )

/** Check-ins about to be deleted: by id, the time in milliseconds until which the host can undo it. */
export const pendingRemovals = store<ReadonlyMap<number, number>>(new Map())

/** Stores the pending deletions of the server, in milliseconds left by id. */
const setPendingRemovals = (left: Readonly<Record<number, number>> = {}) => {
  const before = pendingRemovals.get()
  const ids = Object.keys(left).map(Number)
  if (ids.length === before.size && ids.every((id) => before.has(id) && left[id]! > 0)) return
  pendingRemovals.set(new Map(ids.map((id) => [id, Date.now() + left[id]!])))
}

/** A query: the check-ins that arrive or depart on a day `YYYY-MM-DD`, or from it `to` another, or all. */
export type ConsultQuery = { date: string; to?: string | undefined; all: boolean; by: 'arrival' | 'departure' }

type FaultsById = Readonly<Record<number, readonly CardFault[]>>

export const noCodes: readonly ReservationCode[] = []

/** Returns a test of a check-in's code: the region refuses unknown ones. A house without codes accepts any. */
export const isCodeKnown = remembered((codes: readonly ReservationCode[]) => {
  const entry = codeEntries(codes)
  return (checkin: Checkin) => !codes.length || Boolean(entry(checkin))
})

/** The query being typed; it survives a change of page. */
export const typedQuery = store<ConsultQuery>({ date: '', all: false, by: 'arrival' })

/** The check-ins found by id, and their query; undefined before the first. */
export const results = store<{ query: ConsultQuery; checkins: ReadonlyMap<number, Checkin> } | undefined>(undefined)

/** What prevents a police file, by check-in. */
export const recordFaults = store<FaultsById>({})

export const exportLog = store<ExportLog>({ of: {}, counts: {}, files: {} })

export const filedStates = store<FiledStates>({})

export const searchText = store('')

export const emailStates = store<Readonly<Record<number, readonly EmailState[]>>>({})

export const connection = store<Connection>('open')

export const newArrivals = store<ReadonlySet<number>>(new Set())

/** Returns the text a check-in is searched by, cached. */
export const searchTextOf = remembered((checkin: Checkin) => findable(checkin))

/** The check-in the host has just created, until it is shown. */
export const createdCheckin = store<{ id: number; arrivalDate: string } | undefined>(undefined)

let cursor: string | undefined

/** Announces the number of deleted check-ins. */
export const announceDeleted = (count: number) =>
  announce(count === 1 ? say('consult.deleted') : plural('consult.deletedMany', count))

const fetchChanges = async (since?: string) => {
  const { data } = await call('GET /api/checkins/changes', { query: { ...(since && { since }) } })
  const due = data.removed?.filter((id) => pendingRemovals.get().has(id)) ?? []
  setPendingRemovals(data.leaving)
  if (due.length) announceDeleted(due.length)
  return data
}

const wireQuery = ({ date, to, all, by }: ConsultQuery) => ({
  ...(!all && date && { date, ...(to && { to }) }),
  searchType: by,
})

/** Loads the state of the e-mails. */
export const readEmailStates = async () => {
  const { data } = await call('GET /api/letters')
  const now: Record<number, EmailState[]> = {}
  for (const email of data) (now[email.checkinId] ??= []).push(email)
  if (JSON.stringify(now) !== JSON.stringify(emailStates.get())) emailStates.set(now)
}

/** Whether a check-in belongs to a query. */
export const isInQuery = (
  { all, date, to = date, by }: ConsultQuery,
  checkin: Pick<Checkin, 'arrivalDate' | 'departureDate'>,
) => {
  const day = checkin[`${by}Date`] ?? ''
  return all || (day >= date && day <= (to || date))
}

const fetchDetails = async (asked: ConsultQuery) => {
  const before = results.get()
  const [faults, log, filed] = await Promise.all([
    call('GET /api/lacks', { query: wireQuery(asked) }),
    call('GET /api/exports'),
    call('GET /api/filed', { query: wireQuery(asked) }),
  ])
  const now = results.get()
  if (now?.query !== asked) return
  // A poll may have brought newer faults and states of a check-in meanwhile.
  const isAsRead = (id: string) => now.checkins.get(Number(id)) === before?.checkins.get(Number(id))
  const merged = <T,>(read: Readonly<Record<number, T>>, known: Readonly<Record<number, T>>): Record<number, T> =>
    Object.fromEntries([
      ...Object.entries(read).filter(([id]) => isAsRead(id)),
      ...Object.entries(known).filter(([id]) => !isAsRead(id)),
    ])
  recordFaults.set(merged(faults.data, recordFaults.get()))
  exportLog.set(log.data)
  filedStates.set(merged(filed.data, filedStates.get()))
}

let details = Promise.resolve()

/** The query whose details could not be read. */
let undetailed: ConsultQuery | undefined

const readDetails = (asked: ConsultQuery) => {
  undetailed = undefined
  details = fetchDetails(asked)
  details.catch(() => {
    undetailed = asked
  })
  return details
}

const readDetailsLater = (asked: ConsultQuery) =>
  void readDetails(asked).catch(optional('the next look at the changes reads them again'))

/** Returns the faults of the check-ins shown; undefined if another query has started. Throws Refused or Offline. */
export const knownFaults = async (): Promise<FaultsById | undefined> => {
  const asked = results.get()?.query
  await details.catch(() => asked && readDetails(asked))
  return results.get()?.query === asked ? recordFaults.get() : undefined
}

const makeFindable = async (checkins: Iterable<Checkin>) => {
  await new Promise((done) => setTimeout(done))
  const pause = yieldToPage()
  for (const checkin of checkins) {
    searchTextOf(checkin)
    await pause()
  }
}

/** Reads all check-ins of a query, signing in if necessary. Throws Refused or Offline. */
export const allCheckins = (query: QueryOf<'GET /api/checkins'>): Promise<Checkin[]> =>
  asHost(async () => {
    const all: Checkin[] = []
    await readCheckins(query, (some) => all.push(...some))
    return all
  })

/** Runs a query and returns the number of check-ins found. Throws Refused or Offline, and keeps the list. */
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
  // A cursor from before the list was read: a change may be read twice but is never missed.
  cursor = before
  readDetailsLater(asked)
  void readEmailStates().catch(optional('the list is complete without these details'))
  void makeFindable(checkins.values())
  return checkins.size
}

/** Merges changes into the list and returns how many check-ins are new. */
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
  const added = changed.filter((checkin) => isInQuery(now.query, checkin) && !checkins.has(checkin.id))
  for (const id of [...removed, ...changed.map((checkin) => checkin.id)]) delete faults[id]
  for (const id of removed) checkins.delete(id)
  for (const checkin of changed) {
    if (isInQuery(now.query, checkin)) checkins.set(checkin.id, checkin)
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

/** Loads the changes once and returns how many check-ins are new. Never throws: `connection` has the result. */
export const pollChanges = async (): Promise<number> => {
  try {
    const { at, reset, changed = [], removed, lacking, filed } = await fetchChanges(cursor)
    const asked = results.get()?.query
    connection.set('open')
    if (reset && asked) return await runQuery(asked).then(() => 0)
    cursor = at
    if (asked && asked === undetailed) readDetailsLater(asked)
    if (asked) void readEmailStates().catch(optional('the list is complete without these details'))
    return applyChanges(changed, removed, lacking, filed)
  } catch (error) {
    connection.set(isSignedOut(error) ? 'closed' : 'offline')
    if (!isSignedOut(error) && !(error instanceof Offline)) console.error(error)
    return 0
  }
}

/** Reloads the exported files and the guests' states after an export. */
export const reloadExportLog = async () => {
  const asked = results.get()?.query
  if (asked) return readDetails(asked)
  exportLog.set((await call('GET /api/exports')).data)
}
