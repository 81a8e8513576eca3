import { createHash } from 'node:crypto'
import type { Checkin } from '../../schema/checkin'
import { fieldOf } from '../../schema/checkin'
import { guests } from '../../schema/guest'
import { printsOf } from '../../src/core/checkin/police-state'
import { isEnabled } from '../../src/core/checkin/states'
import type { Export, Warning } from '../../src/core/exports/outcome'
import { police } from '../../src/core/exports/police'
import { emptyRegion, type Region } from '../../src/core/exports/region'
import { arrivals, departures, monthly } from '../../src/core/exports/ross1000'
import { monthView } from '../../src/core/exports/stays'
import { italianDay, italianTime } from '../clock'
import { Refusal } from '../http/refusal'
import { say } from '../messages'
import type { Places } from '../places/places'
import { allSettings } from '../settings/settings'
import type { ExportNote } from '../store/notes'
import type { Store } from '../store/store'
import { regionRegister } from './region-register'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A short digest of what a record is made from: it tells a change, and proves nothing. */
export const printDigest = (text: string) => sha256(text).slice(0, 16)

const printsIn = (ids: readonly number[], all: readonly Checkin[]) =>
  Object.fromEntries(
    all.filter(({ id }) => ids.includes(id)).map((checkin) => [checkin.id, printsOf(checkin, printDigest)]),
  )

/** One after the other as one export: files only when each of them is whole. */
const together = (parts: Export[]): Export => ({
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

/** How many files a card shows at first: the first there was, which proves the term, and the latest. */
const shown = 3
const brief = ({ at, file, sha256, ids, reason }: ExportNote) => ({
  at,
  file,
  sha256,
  count: ids.length,
  ...(reason && { reason }),
})

/** The guests' names of the check-ins an answer speaks of, so that it can be put in words. */
const peopleOf = (checkins: readonly Checkin[], spoken: ReadonlySet<number>) =>
  Object.fromEntries(
    checkins
      .filter(({ id }) => spoken.has(id))
      .map((checkin) => [
        checkin.id,
        Object.fromEntries(
          guests.map((who) => [
            who,
            `${checkin[fieldOf(who, 'name')] ?? ''} ${checkin[fieldOf(who, 'lastName')] ?? ''}`.trim(),
          ]),
        ),
      ]),
  )

/** What the host asks for: the police file of some check-ins, the two tourism files of one, or the month's. */
export type Wanted = { kind?: unknown; ids?: unknown; month?: unknown; sure?: unknown; reason?: unknown }

/** The official files on the server. One line in the audit for each file that is handed out. */
export const officialFiles = ({ store, places, now }: { store: Store; places: Places; now: () => Date }) => {
  const chosen = (all: readonly Checkin[], ids: unknown) => {
    const known = new Map(all.map((checkin) => [checkin.id, checkin]))
    const wanted = [...new Set(Array.isArray(ids) ? ids.map(Number) : [])].flatMap((id) => known.get(id) ?? [])
    if (!wanted.length) throw new Refusal(400, say('export.nobody'))
    if (!wanted.some(isEnabled)) throw new Refusal(400, say('server.enabled'))
    return wanted
  }

  const register = regionRegister({ store, places })

  const make = async ({ kind, ids, month }: Wanted, all: readonly Checkin[], region: Region): Promise<Export> => {
    const [book, settings, moment] = [await places.book(), await allSettings(store), now()]
    const kinds: Record<string, () => Export> = {
      police: () => police(chosen(all, ids), book, { settings, today: italianDay(moment), time: italianTime(moment) }),
      tourism: () => {
        const [checkin] = chosen(all, ids).filter(isEnabled)
        return together([
          arrivals(checkin!, all, book, settings, region),
          departures(checkin!, all, book, settings, region),
        ])
      },
      monthly: () => monthly(monthOf(month), all, book, settings, region),
    }
    const run = typeof kind === 'string' && Object.hasOwn(kinds, kind) && kinds[kind]
    if (!run) throw new Refusal(400, say('server.export'))
    return run()
  }

  const notes = () => store.notes('export')

  /** The check-ins whose records were in an earlier police file: the portal has no way to take a record back. */
  const again = async (ids: readonly number[]): Promise<Warning[]> => {
    const before = new Set((await notes()).filter(({ file }) => file.endsWith('.txt')).flatMap((note) => note.ids))
    return ids.filter((id) => before.has(id)).map((checkin) => ({ rule: 'again', checkin }))
  }

  return {
    /** The files, or what is missing or wrong; with warnings there are files only for a host who is `sure`. */
    run: async (wanted: Wanted) => {
      const one = wanted.kind === 'police' && Array.isArray(wanted.ids) && wanted.ids.length <= 20
      const all = one
        ? (await Promise.all((wanted.ids as unknown[]).map((id) => store.checkin(Number(id) || 0)))).flatMap(
            (checkin) => checkin ?? [],
          )
        : await store.checkins()
      const isTourism = wanted.kind === 'tourism' || wanted.kind === 'monthly'
      const region = isTourism ? await register.region(all, await allSettings(store)) : emptyRegion
      const made = await make(wanted, all, region)
      const reason = typeof wanted.reason === 'string' ? wanted.reason.trim().slice(0, 300) : ''
      if (wanted.kind === 'police' && !reason)
        made.warnings.push(...(await again(made.files.flatMap(({ ids }) => ids))))
      const held = made.warnings.length > 0 && wanted.sure !== true
      const files = (held ? [] : made.files).map((file) => ({ ...file, sha256: sha256(file.text) }))
      // What the region has is kept before the file leaves: a guest too many there can be eliminated, one nobody knows of cannot.
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
          ...(wanted.kind === 'police' && { prints: printsIn(ids, all) }),
          ...(isTourism && { register: true as const }),
          ...(reason && { reason }),
        })
      const answer = { missing: unique(made.missing), faults: unique(made.faults), warnings: unique(made.warnings) }
      const spoken = new Set(
        [...answer.missing, ...answer.faults, ...answer.warnings].flatMap(({ checkin }) => checkin ?? []),
      )
      return {
        files: files.map(({ name, text, sha256 }) => ({ name, text, sha256 })),
        ...answer,
        people: peopleOf(all, spoken),
      }
    },

    /** A month as it will stand in its file, for the host to say which days were closed. */
    month: async (month: unknown) =>
      monthView(monthOf(month), await store.checkins(), await places.book(), await allSettings(store)),

    /** The audit as cards show it: of each check-in the first file and the latest ones, how many there are, and each file once. */
    made: async () => {
      const list = await notes()
      const all: Record<number, number[]> = {}
      for (const { id, ids } of list) for (const checkin of ids) (all[checkin] ??= []).unshift(id)
      const of = Object.fromEntries(
        Object.entries(all).map(([checkin, files]) => [
          checkin,
          files.length > shown ? [...files.slice(0, shown - 1), files.at(-1)!] : files,
        ]),
      )
      const counts = Object.fromEntries(
        Object.entries(all)
          .filter(([, files]) => files.length > shown)
          .map(([checkin, files]) => [checkin, files.length]),
      )
      const used = new Set(Object.values(of).flat())
      return {
        of,
        counts,
        files: Object.fromEntries(list.filter(({ id }) => used.has(id)).map(({ id, ...note }) => [id, brief(note)])),
      }
    },

    /** Every file a check-in was in, the latest first. */
    madeOf: async (checkin: number) =>
      (await notes())
        .filter(({ ids }) => ids.includes(checkin))
        .map(({ id, ...note }) => ({ note: id, ...brief(note) }))
        .reverse(),
  }
}
