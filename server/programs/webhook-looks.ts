import type { Checkin } from '../../schema/checkin'
import { isTestGuest } from '../../src/core/checkin/checkin-states'
import {
  afterLook,
  type CheckinStanding,
  type SeenCheckin,
  sentGuestsOf,
  sentStateOf,
  withoutEvents,
} from '../../src/core/programs/webhook-events'
import { addDays } from '../../src/core/text/dates'
import type { Bookings } from '../bookings/calendar-feeds'
import { filedStatesOf, readFiled } from '../exports/filed'
import type { Offices } from '../offices/open-offices'
import { italianDay } from '../shared/clock'
import { hmacOf, randomToken } from '../shared/digests'
import { single } from '../shared/scheduling'
import { eachParsed, type Store } from '../store/store'
import type { WebhookBook } from './webhook-sender'

/** Days after departure in which changes of a check-in are sent. */
const reportedDays = 90

/** Limit of waiting events. Above it, all check-ins are compared again when half of them are delivered. */
const mostWaiting = 1000

const batch = 100

type Parts = { store: Store; book: WebhookBook; standing: Standings; seal: Buffer; now: () => Date }

/** Reads the current check-ins; undefined for the test guest and for deleted ones. */
const reader = ({ store, book, standing, seal }: Omit<Parts, 'now'>) => {
  const digest = (text: string) => hmacOf(seal, text).toString('base64url').slice(0, 22)
  return async (ids: readonly number[]) => {
    const found = new Map<number, Checkin>()
    for (const id of ids) {
      const checkin = await store.checkin(id)
      if (checkin && !isTestGuest(checkin)) found.set(id, checkin)
    }
    const standingOf = await standing([...found.values()])
    return async (id: number): Promise<SeenCheckin | undefined> => {
      const checkin = found.get(id)
      if (!checkin) return undefined
      const state = sentStateOf(checkin, await standingOf(checkin), book.seen(id)?.state)
      return { state, guests: digest(JSON.stringify(sentGuestsOf(checkin))) }
    }
  }
}

/** Compares check-ins with what was sent, and adds events for the changes. */
export const webhookLooks = ({ store, book, standing, seal, now }: Parts) => {
  const firstDay = () => addDays(italianDay(now()), -reportedDays)

  const read = reader({ store, book, standing, seal })

  /** Returns whether an unknown check-in was made, or its stay ends, after the webhook was set up. */
  const tellsUnknown = ({ state: { created, departure } }: SeenCheckin, since: string) => {
    const end = departure || italianDay(now())
    return end >= firstDay() && (created >= since || end >= italianDay(new Date(since)))
  }

  const recent = () => eachParsed(store.checkinSlices({ date: firstDay(), to: '9999-12-31', by: 'departure' }))

  return {
    lookAt: async (ids: readonly number[], since: string): Promise<void> => {
      const seenOf = await read(ids)
      for (const id of ids) {
        const seen = await seenOf(id)
        const look = {
          at: now().toISOString(),
          id: `msg_${randomToken()}`,
          tellsUnknown: Boolean(seen && tellsUnknown(seen, since)),
        }
        await book.change(id, (delivery) => afterLook(delivery, seen, look))
      }
    },
    /** Stores the current state of unfinished stays without events: only later changes are sent. */
    takeAsKnown: async (since: string): Promise<void> => {
      const ids: number[] = []
      for await (const { id, createdAt = '', departureDate = '' } of recent())
        if (createdAt <= since && departureDate >= italianDay(new Date(since))) ids.push(id)
      const seenOf = await read(ids)
      for (const id of ids) {
        const seen = await seenOf(id)
        await book.change(id, (delivery) => delivery ?? (seen && withoutEvents(seen, since)))
      }
    },
    /** Returns all check-ins to compare, and removes the deliveries of stays that ended long ago. */
    all: async (): Promise<number[]> => {
      const ids = new Set<number>()
      for await (const { id } of recent()) ids.add(id)
      for (const [id, { seen, waiting }] of book.all()) {
        const isOver = seen && !waiting.length && seen.state.departure < firstDay() && !ids.has(id)
        if (isOver) await book.change(id, () => undefined)
        else ids.add(id)
      }
      return [...ids]
    },
  }
}

type Looks = ReturnType<typeof webhookLooks>

/** The queue of check-ins to compare. `since`: when the webhook was set up (ISO instant); undefined while it is off. */
export const lookingAt = (looks: Looks, book: WebhookBook, since: () => string | undefined) => {
  const unseen = new Set<number>()
  let isBehind = false
  const compareAll = async () => {
    isBehind = false
    for (const id of await looks.all()) unseen.add(id)
  }
  const { run: look } = single(async () => {
    for (let from = since(); unseen.size && from; from = since()) {
      if (book.waiting() >= mostWaiting) {
        isBehind = true
        return unseen.clear()
      }
      const ids = [...unseen].slice(0, batch)
      for (const id of ids) unseen.delete(id)
      try {
        await looks.lookAt(ids, from)
      } catch (error) {
        for (const id of ids) unseen.add(id)
        throw error
      }
    }
  })
  return {
    unseen,
    compareAll,
    look,
    /** Called when the receiver answers again; adds events for what it missed. */
    catchUp: async () => {
      for (const [id, { missed }] of book.all()) if (missed) unseen.add(id)
      if (isBehind && book.waiting() < mostWaiting / 2) await compareAll()
      if (unseen.size) await look()
    },
  }
}

type StatesParts = { store: Store; bookings: Pick<Bookings, 'expected' | 'all'>; offices: Pick<Offices, 'police'> }

/** Returns a function that gives each check-in's expected stay and its guests' police states. */
export const standings =
  ({ store, bookings, offices }: StatesParts) =>
  async (checkins: readonly Checkin[]): Promise<(checkin: Checkin) => Promise<CheckinStanding>> => {
    // `expected` stores new matches, which are read below.
    await bookings.expected()
    const stays = await bookings.all()
    const files = await readFiled(store, checkins)
    return async (checkin) => {
      const stay = stays.find(({ checkins = [], erased }) => !erased && checkins.some(({ id }) => id === checkin.id))
      const reference = stay && (stay.theirs ?? stay.reference)
      const wire = await offices.police.wireOf(checkin)
      return {
        ...(stay && { stay: stay.id }),
        ...(reference && { reference }),
        filed: filedStatesOf(checkin, files.get(checkin.id) ?? [], wire),
      }
    }
  }

export type Standings = ReturnType<typeof standings>
