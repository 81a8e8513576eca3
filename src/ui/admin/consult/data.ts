import type { Lack, LetterState, Made } from '../../../../schema/api'
import type { Checkin } from '../../../../schema/checkin'
import type { ReservationCode } from '../../../../schema/code'
import { codeEntries } from '../../../core/checkin/code-entry'
import { findable } from '../../../core/checkin/search'
import { hostCall as call, Offline } from '../../shared/api'
import { store } from '../../shared/store'
import { isSignedOut } from '../shell/host'
import { readCheckins } from './stream'

/** What the host asks to see. */
export type Query = { date: string; all: boolean; by: 'arrival' | 'departure' }

const knowing = new WeakMap<readonly ReservationCode[], (checkin: Checkin) => boolean>()
const knower = (codes: readonly ReservationCode[]) => {
  const entry = codeEntries(codes)
  return (checkin: Checkin) => !codes.length || Boolean(entry(checkin))
}

/** Whether a check-in's reservation code is one of the host's: the tourism file of any other is refused. Without codes every one is. */
export const isCodeKnown = (codes: readonly ReservationCode[]) =>
  knowing.get(codes) ?? knowing.set(codes, knower(codes)).get(codes)!

/** The codes of a house that has none. */
export const noCodes: readonly ReservationCode[] = []

/** The search being typed; it stays while the host is on another page. */
export const query = store<Query>({ date: '', all: false, by: 'arrival' })

/** What was found, by number, and the query it answers; undefined until something was asked. */
export const found = store<{ query: Query; checkins: ReadonlyMap<number, Checkin> } | undefined>(undefined)
export const lacking = store<Readonly<Record<number, readonly Lack[]>>>({})
export const made = store<Made>({ of: {}, counts: {}, files: {} })

/** How the letters stand, by the check-in's number. */
export const letters = store<Readonly<Record<number, readonly LetterState[]>>>({})

/** How the page stands with the server: following it, without a network, or signed out. */
export const line = store<'open' | 'offline' | 'closed'>('open')

/** The check-ins that came in while the page was open. */
export const arrivedNow = store<ReadonlySet<number>>(new Set())

const texts = new WeakMap<Checkin, string>()

/** What a check-in can be found by, worked out once. */
export const textOf = (checkin: Checkin) => texts.get(checkin) ?? texts.set(checkin, findable(checkin)).get(checkin)!

let at: string | undefined

const news = async (since?: string) =>
  (await call('GET /api/checkins/changes', { query: { ...(since && { since }) } })).data

const queryOf = ({ date, all, by }: Query) => ({ ...(!all && date && { date }), searchType: by })

const readLetters = async () => {
  const { data } = await call('GET /api/letters')
  const now: Record<number, LetterState[]> = {}
  for (const letter of data) (now[letter.checkinId] ??= []).push(letter)
  if (JSON.stringify(now) !== JSON.stringify(letters.get())) letters.set(now)
}

/** What the records lack and the files they are in, for the cards already shown. Without them the cards still stand. */
const readMore = async (asked: Query) => {
  const [lacks, files] = await Promise.all([
    call('GET /api/lacks', { query: queryOf(asked) }),
    call('GET /api/exports'),
  ])
  if (found.get()?.query !== asked) return
  lacking.set(lacks.data)
  made.set(files.data)
}

/** Ask the server; answers how many were found. Throws Refused or Offline, and what was shown stays. */
export const consult = async (asked: Query): Promise<number> => {
  const before = (await news()).at
  const checkins = new Map<number, Checkin>()
  await readCheckins(queryOf(asked), (some) => {
    for (const checkin of some) {
      textOf(checkin)
      checkins.set(checkin.id, checkin)
    }
  })
  lacking.set({})
  arrivedNow.set(new Set())
  found.set({ query: asked, checkins })
  // From before the list was read: what changed meanwhile is heard once more rather than missed.
  at = before
  void readMore(asked).catch(() => {})
  void readLetters().catch(() => {})
  return checkins.size
}

const fits = ({ all, date, by }: Query, checkin: Checkin) => all || checkin[`${by}Date`] === date

/** Take changed check-ins into the list; answers how many are new to it. */
export const take = (
  changed: readonly Checkin[],
  removed: readonly number[] = [],
  lacks: Readonly<Record<number, readonly Lack[]>> = {},
): number => {
  const now = found.get()
  if (!now || (!changed.length && !removed.length)) return 0
  const checkins = new Map(now.checkins)
  const lack = { ...lacking.get() }
  const fresh = changed.filter((checkin) => fits(now.query, checkin) && !checkins.has(checkin.id)).map(({ id }) => id)
  for (const id of [...removed, ...changed.map((checkin) => checkin.id)]) delete lack[id]
  for (const id of removed) checkins.delete(id)
  for (const checkin of changed) {
    if (fits(now.query, checkin)) checkins.set(checkin.id, checkin)
    else checkins.delete(checkin.id)
    if (lacks[checkin.id]) lack[checkin.id] = lacks[checkin.id]!
  }
  lacking.set(lack)
  found.set({ ...now, checkins })
  if (fresh.length) arrivedNow.set(new Set([...arrivedNow.get(), ...fresh]))
  return fresh.length
}

/** Look for news once; answers how many check-ins came in. Never throws: how it went stands in `line`. */
export const look = async (): Promise<number> => {
  try {
    const { at: now, reset, changed = [], removed, lacking: lacks } = await news(at)
    const asked = found.get()?.query
    line.set('open')
    if (reset && asked) return await consult(asked).then(() => 0)
    at = now
    if (asked) void readLetters().catch(() => {})
    return take(changed, removed, lacks)
  } catch (error) {
    line.set(isSignedOut(error) ? 'closed' : 'offline')
    if (!isSignedOut(error) && !(error instanceof Offline)) console.error(error)
    return 0
  }
}

/** The files made so far, asked again after an export. */
export const readMade = async () => made.set((await call('GET /api/exports')).data)
