import type { BodyOf } from '../../schema/calls/api'
import type { Warning } from '../../schema/calls/exports'
import type { Checkin } from '../../schema/checkin'
import { isEnabled } from '../../src/core/checkin/checkin-states'
import { fullName, party } from '../../src/core/checkin/party'
import { police } from '../../src/core/exports/police'
import type { Export } from '../../src/core/exports/record-layout'
import { emptyRegion, type Region } from '../../src/core/exports/region-ids'
import { arrivals, departures, monthly } from '../../src/core/exports/ross1000'
import { monthView } from '../../src/core/exports/tourism-stays'
import { printsOf } from '../../src/core/police/police-state'
import type { Sliced } from '../../src/core/tasks'
import { addDays, isCalendar, monthDays } from '../../src/core/text/dates'
import type { Places } from '../places/places'
import { allSettings } from '../settings/all-settings'
import { italianDay, italianTime } from '../shared/clock'
import { printDigest, sha256 } from '../shared/digests'
import { Refusal, say } from '../shared/messages'
import { eventLoopYield, runSliced } from '../shared/scheduling'
import type { Store } from '../store/store'
import { checkinsNear, checkinsOf } from './filed'
import { type LinesOf, type Replacing, replacingFiles } from './pending-files'
import { type RegionRegister, regionRegister } from './region-register'

const printsIn = async (ids: readonly number[], all: readonly Checkin[]) => {
  const wanted = new Set(ids)
  const yieldIfDue = eventLoopYield()
  const prints: Record<number, ReturnType<typeof printsOf>> = {}
  for (const checkin of all.filter(({ id }) => wanted.has(id))) {
    prints[checkin.id] = printsOf(checkin, printDigest)
    await yieldIfDue()
  }
  return prints
}

const joinedExport = (parts: Export[]): Export => ({
  files: parts.every(({ files }) => files.length) ? parts.flatMap(({ files }) => files) : [],
  missing: parts.flatMap(({ missing }) => missing),
  faults: parts.flatMap(({ faults }) => faults),
  warnings: parts.flatMap(({ warnings }) => warnings),
})

const monthOf = (given: unknown) => {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(String(given))) throw new Refusal(400, say('server.month'))
  return String(given)
}

const unique = <T>(list: T[]): T[] => [...new Map(list.map((one) => [JSON.stringify(one), one])).values()]

const peopleOf = (checkins: readonly Checkin[], mentioned: ReadonlySet<number>) =>
  Object.fromEntries(
    checkins
      .filter(({ id }) => mentioned.has(id))
      .map((checkin) => [checkin.id, Object.fromEntries(party(checkin).map((who) => [who, fullName(checkin, who)]))]),
  )

type Wanted = { [field in keyof BodyOf<'POST /api/export'>]?: unknown }

type Parts = {
  store: Store
  places: Places
  now: () => Date
  linesOf?: LinesOf
  register?: RegionRegister
  /** Called with each check-in of a police file. */
  filed?: (checkin: number) => void
}

const chosen = (all: readonly Checkin[], ids: unknown) => {
  const byId = new Map(all.map((checkin) => [checkin.id, checkin]))
  const wanted = [...new Set(Array.isArray(ids) ? ids.map(Number) : [])].flatMap((id) => byId.get(id) ?? [])
  if (!wanted.length) throw new Refusal(400, say('export.nobody'))
  if (!wanted.some(isEnabled)) throw new Refusal(400, say('server.enabled'))
  return wanted
}

/** Refuses (400) an unknown kind. */
const make = async (
  { store, places, now }: Parts,
  { kind, ids, month }: Wanted,
  all: readonly Checkin[],
  { region, madeToday = 0 }: { region: Region; madeToday?: number | undefined },
): Promise<Export> => {
  const [book, settings, moment] = [await places.book(), await allSettings(store), now()]
  const kinds: Record<string, () => Sliced<Export>> = {
    police: () =>
      police(chosen(all, ids), book, {
        settings,
        today: italianDay(moment),
        time: italianTime(moment),
        madeToday,
      }),
    tourism: function* () {
      const [checkin] = chosen(all, ids).filter(isEnabled)
      return joinedExport([
        yield* arrivals(checkin!, all, book, settings, region),
        yield* departures(checkin!, all, book, settings, region),
      ])
    },
    monthly: () => monthly(monthOf(month), all, book, settings, region),
  }
  const run = typeof kind === 'string' && Object.hasOwn(kinds, kind) && kinds[kind]
  if (!run) throw new Refusal(400, say('server.export'))
  return runSliced(run())
}

/** Returns the days of a month, or the days of one check-in now and at the region. */
const daysOf = async (store: Store, register: RegionRegister, { kind, ids, month }: Wanted): Promise<string[]> => {
  if (kind === 'monthly') return monthDays(monthOf(month))
  const [checkin] = await checkinsOf(store, Array.isArray(ids) ? ids.slice(0, 1) : [])
  const { arrivalDate = '', numberOfNights = '' } = checkin ?? {}
  const reported = checkin ? await register.arrivals(checkin.id) : []
  return [arrivalDate, addDays(arrivalDate, Number(numberOfNights)), ...reported].filter(isCalendar).sort()
}

const concernedCheckins = async (store: Store, register: RegionRegister, wanted: Wanted): Promise<Checkin[]> => {
  const ids = Array.isArray(wanted.ids) ? wanted.ids : []
  if (wanted.kind !== 'tourism' && wanted.kind !== 'monthly') return checkinsOf(store, ids)
  const days = await daysOf(store, register, wanted)
  const named = await register.concerned(days)
  return checkinsNear(store, days, new Set([...named, ...ids.map(Number)]))
}

const outcomeOf = (
  result: Export,
  files: readonly { name: string; text: string; sha256: string }[],
  all: Checkin[],
) => {
  const problems = { missing: unique(result.missing), faults: unique(result.faults), warnings: unique(result.warnings) }
  const mentioned = new Set(
    [...problems.missing, ...problems.faults, ...problems.warnings].flatMap(({ checkin }) => checkin ?? []),
  )
  return {
    files: files.map(({ name, text, sha256 }) => ({ name, text, sha256 })),
    ...problems,
    people: peopleOf(all, mentioned),
  }
}

/** Makes the official files and stores a note of each. */
export const officialFiles = (parts: Parts) => {
  const { store, places, now, filed = () => {} } = parts
  const register = parts.register ?? regionRegister({ store, places })
  const linesOf = parts.linesOf ?? (async () => ({}))

  /** Returns the files that a police file replaces, and the unanswered warnings about repeats. */
  const besides = async (wanted: Wanted, reason: string): Promise<Partial<Replacing> & { warnings: Warning[] }> => {
    if (wanted.kind !== 'police') return { warnings: [] }
    const found = await replacingFiles({ ...parts, linesOf }, await concernedCheckins(store, register, wanted))
    const isKnown = reason !== '' || wanted.replace === true
    return { ...found, warnings: [...(isKnown ? [] : found.replacements), ...(reason ? [] : found.repeats)] }
  }

  /** With warnings there are files only if the host is `sure`. */
  const run = async (asked: Wanted) => {
    const reason = typeof asked.reason === 'string' ? asked.reason.trim().slice(0, 300) : ''
    const { ids: whole = asked.ids, replaces = [], madeToday, warnings } = await besides(asked, reason)
    const wanted = { ...asked, ids: whole }
    const all = await concernedCheckins(store, register, wanted)
    const isTourism = wanted.kind === 'tourism' || wanted.kind === 'monthly'
    const region = isTourism ? await register.region(all, await allSettings(store)) : emptyRegion
    const done = await make(parts, wanted, all, { region, madeToday })
    done.warnings.push(...warnings)
    const held = done.warnings.length > 0 && wanted.sure !== true
    const files = (held ? [] : done.files).map((file) => ({ ...file, sha256: sha256(file.text) }))
    // The register first: a surplus guest can be eliminated later, an unknown one cannot.
    if (isTourism && files.length)
      await register.keep(region, {
        sent: files.flatMap(({ sent = [] }) => sent),
        eliminated: files.flatMap(({ eliminated = [] }) => eliminated),
      })
    for (const { name, ids, sha256 } of files)
      await store.note('export', {
        at: now().toISOString(),
        ids,
        file: name,
        sha256,
        ...(wanted.kind === 'police' && { prints: await printsIn(ids, all) }),
        ...(replaces.length && { replaces }),
        ...(isTourism && { register: true as const }),
        ...(reason && { reason }),
      })
    if (wanted.kind === 'police') for (const { ids } of files) ids.forEach(filed)
    return outcomeOf(done, files, all)
  }

  return {
    run,
    /** Returns a month, so that the host can set its closed days. */
    month: async (month: unknown) => {
      const wanted = { kind: 'monthly', month: monthOf(month) }
      const [all, settings] = [await concernedCheckins(store, register, wanted), await allSettings(store)]
      const region = await register.region(all, settings)
      return runSliced(monthView(wanted.month, all, await places.book(), settings, region))
    },
  }
}
