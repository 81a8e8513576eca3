import { type RegionRun, type RegionStructureSetting, regions } from '../../schema/offices'
import { afterMoves, type Region } from '../../src/core/exports/region-ids'
import { earliestArrival, structuresOf } from '../../src/core/exports/tourism-stays'
import {
  type RegionDay,
  type RegionDayNote,
  type RegionDayState,
  regionDayState,
  regionDays,
} from '../../src/core/offices/region-days'
import { serialQueue } from '../../src/core/tasks'
import { addDays } from '../../src/core/text/dates'
import { checkinsFrom } from '../exports/filed'
import type { RegionRegister } from '../exports/region-register'
import type { Places } from '../places/places'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import { printDigest } from '../shared/digests'
import { runSliced } from '../shared/scheduling'
import { keepNote, type Store } from '../store/store'
import type { OfficeAccess } from './access'
import { type Answered, sendMovements } from './region-client'

/** Older months are consolidated. */
const longest = 92

type Parts = {
  store: Store
  places: Places
  register: RegionRegister
  access: OfficeAccess
  now: () => Date
  url?: string | undefined
  ca?: readonly string[] | undefined
  patience?: number | undefined
}

type RegionDayView = { day: string; state: RegionDayState; note?: Omit<RegionDayNote, 'structure' | 'day'> }

const movementsIn = (content: string) => content.slice(content.indexOf('<movimento>'))

const notesOf = async ({ store }: Parts, structure: string) => {
  const latest = new Map<string, RegionDayNote & { id: number }>()
  for (const note of await store.notes('region-day')) {
    if (note.structure !== structure) continue
    const older = latest.get(note.day)
    latest.set(note.day, note)
    if (older) await store.removeNote('region-day', older.id)
  }
  return latest
}

const daysOf = async (parts: Parts, { structureCode, firstDay }: RegionStructureSetting) => {
  const { store, places, register, now } = parts
  const settings = await allSettings(store)
  const code = structureCode.trim().toUpperCase()
  const structure = structuresOf(settings).find((one) => one.code === code)
  const today = italianDay(now())
  const oldest = addDays(today, -longest)
  const from = firstDay > oldest ? firstDay : oldest
  const to = addDays(today, -1)
  const all = await checkinsFrom(store, earliestArrival(from))
  const region = await register.region(all, settings)
  const book = await places.book()
  const notes = await notesOf(parts, code)
  // Numbers that the region refused are not kept.
  const sentWith = (day: string) => (notes.get(day)?.end === 'sent' ? notes.get(day) : undefined)
  const wanted = { all, book, settings, region, sentWith, from, to }
  const days = structure ? await runSliced(regionDays({ structure, ...wanted })) : []
  return { code, region, days, notes }
}

const printOf = ({ text }: RegionDay) => printDigest(text)
const credentialsOf = ({ url }: Parts, { user, password, region }: RegionStructureSetting) => [
  user,
  password,
  url ?? regions[region],
]
const isDue = (state: RegionDayState) => state !== 'sent' && state !== 'incomplete'

type DayToSend = {
  structure: RegionStructureSetting
  code: string
  one: RegionDay
  before: (RegionDayNote & { id: number }) | undefined
}

/** Returns the verdicts: eliminated, refused, and taken so far. */
export const verdictsOf = ({ one, before }: DayToSend, guests: readonly Answered[]) => {
  const answered = guests.map((guest, index) => ({ ...guest, of: one.moved[index]! }))
  // A guest the region never had need not be taken back.
  const wasTaken = new Set(before?.taken ?? [])
  const isOver = ({ kind, id, isTaken }: (typeof answered)[number]) =>
    kind === 'eliminazione' && (isTaken || !wasTaken.has(id))
  const gone = new Set(answered.filter(isOver).map(({ id }) => id))
  const refusals = answered
    .filter((answer) => !answer.isTaken && !isOver(answer))
    .map(({ kind, error = '', of }) => ({ kind, checkin: of.checkin, guest: of.guest, text: error }))
  for (const { kind, id, isTaken } of answered) if (kind === 'arrivo' && isTaken) wasTaken.add(id)
  return { gone, refusals, taken: [...wasTaken].filter((id) => !gone.has(id)) }
}

/** Sends a day. What the region may hold afterwards is stored before the request. */
const sendDay = async (parts: Parts, sent: DayToSend, region: Region) => {
  const { register, now, url, ca, patience } = parts
  const { structure, code, one, before } = sent
  await register.keep(region, { sent: one.arriving, leaving: one.eliminated })
  const after = { ...region, guests: afterMoves(region.guests, { sent: one.arriving }) }
  const end = await sendMovements(
    { url: url ?? regions[structure.region], user: structure.user, password: structure.password },
    `<codice>${code}</codice><prodotto>Benvenuto</prodotto>${movementsIn(one.content)}`,
    one.moved.map(({ kind, id }) => ({ kind, id })),
    { ca, patience },
  )
  const storeNote = async (rest: Pick<RegionDayNote, 'end'> & Partial<RegionDayNote>) => {
    const note: RegionDayNote = {
      structure: code,
      day: one.day,
      rooms: one.rooms,
      beds: one.beds,
      at: now().toISOString(),
      print: printOf(one),
      refusals: [],
      taken: before?.taken ?? [],
      ...rest,
    }
    return { ...note, id: await keepNote(parts.store, 'region-day', before?.id, note) }
  }
  if (end.kind === 'empty') return { end, region: after, note: await storeNote({ end: 'sent' }) }
  if (end.kind !== 'answered') return { end, region: after, note: await storeNote({ end: 'failed', why: end.why }) }
  const { gone, refusals, taken } = verdictsOf(sent, end.guests)
  const eliminated = one.eliminated.filter(({ idswh }) => gone.has(idswh))
  if (eliminated.length) await register.keep(after, { eliminated })
  const note = await storeNote({ end: refusals.length ? 'refused' : 'sent', refusals, taken })
  return { end, region: { ...after, guests: afterMoves(after.guests, { eliminated }) }, note }
}

/**
 * Sends the due days, up to the first unanswered one: no day overtakes an earlier one. A refused day ends its month
 * only: the region consolidates whole months, and an old one must not hold back the newest days for ever.
 */
const sendAll = async (parts: Parts, structure: RegionStructureSetting): Promise<RegionRun> => {
  const { access } = parts
  const run: RegionRun = { structure: structure.structureCode, sent: 0, refused: 0, incomplete: 0 }
  if (!structure.password) return { ...run, stopped: { kind: 'signIn', why: 'secrets' } }
  const refused = await access.refusal('region', structure.structureCode, credentialsOf(parts, structure))
  if (refused) return { ...run, stopped: { kind: 'signIn', why: refused.words ?? '' } }
  const { code, days, notes, region: first } = await daysOf(parts, structure)
  let region: Region = first
  let refusal: RegionRun['stopped']
  let refusedMonth: string | undefined
  for (const one of days) {
    const state = regionDayState(one, printOf(one), notes.get(one.day))
    if (state === 'incomplete') run.incomplete++
    if (!isDue(state) || one.day.slice(0, 7) === refusedMonth) continue
    const done = await sendDay(parts, { structure, code, one, before: notes.get(one.day) }, region)
    region = done.region
    notes.set(one.day, done.note)
    if (done.end.kind === 'answered' || done.end.kind === 'empty') {
      run[done.note.end === 'sent' ? 'sent' : 'refused']++
      continue
    }
    const why = done.end.why
    if (done.end.kind === 'refused') {
      refusal ??= { kind: 'refused', why }
      refusedMonth = one.day.slice(0, 7)
      continue
    }
    if (done.end.kind === 'signIn')
      await access.keep('region', structure.structureCode, credentialsOf(parts, structure), 'signIn', { words: why })
    return { ...run, stopped: { kind: done.end.kind, why } }
  }
  if (run.sent + run.refused)
    await access.keep('region', structure.structureCode, credentialsOf(parts, structure), 'access')
  return { ...run, ...(refusal && { stopped: refusal }) }
}

/** The region's service as the house uses it. */
export const regionOffice = (parts: Parts) => {
  const queue = serialQueue()

  return {
    dayStates: async (structure: RegionStructureSetting): Promise<RegionDayView[]> => {
      const { days, notes } = await daysOf(parts, structure)
      return days
        .map((one) => {
          const found = notes.get(one.day)
          const { id: _, structure: __, day: ___, ...note } = found ?? ({} as RegionDayNote & { id: number })
          return { day: one.day, state: regionDayState(one, printOf(one), found), ...(found && { note }) }
        })
        .reverse()
    },
    send: (structure: RegionStructureSetting) => queue.run(() => sendAll(parts, structure)),
    refusal: (structure: RegionStructureSetting) =>
      parts.access.refusal('region', structure.structureCode, credentialsOf(parts, structure)),
  }
}

export type RegionOffice = ReturnType<typeof regionOffice>
