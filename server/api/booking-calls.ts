import {
  type Booking,
  type BookingFields,
  bookingSources,
  handedWays,
  type StayLetter,
  type StoredBooking,
  stayLetters,
} from '../../schema/bookings'
import type { SentFault, TypedStay } from '../../schema/calls/bookings'
import { bookingFieldNames, bookingFrom } from '../../src/core/bookings/booking-fields'
import { addDays } from '../../src/core/text/dates'
import { languageOfStay, letterOfStay } from '../bookings/stay-letters'
import { fieldsOf, mostStays } from '../bookings/stays'
import { allSettings } from '../settings/all-settings'
import { canSend } from '../settings/switches'
import { numbersIn } from '../shared/body'
import { italianDay } from '../shared/clock'
import { mustExist, Refusal, say } from '../shared/messages'
import { type Handlers, numberOf, type Services } from './handlers'

/** Limit of the hand-overs stored for a stay. */
const mostHanded = 20

/** Limit of stays in one call. */
const mostSent = 1000

const refused = (faults: readonly SentFault[]) => new Refusal(400, say('server.stay'), { faults })

const typedStays = (given: unknown): BookingFields[] => {
  const list = Array.isArray(given) ? given : []
  if (!list.length || list.length > mostSent) throw new Refusal(400, say('server.stays', { most: mostSent }))
  const read = list.map((one: unknown) =>
    bookingFrom(typeof one === 'object' && one !== null ? (one as TypedStay) : {}),
  )
  const faults = read.flatMap(({ faults }, at) => faults.map((fault): SentFault => ({ at, ...fault })))
  if (faults.length) throw refused(faults)
  return read.map(({ fields }) => fields)
}

const [byHand, fromList] = bookingSources

/** Returns a stay or check-in; refuses (404) if another window has removed it. */
const present = <T>(value: T | undefined): T => mustExist(value, 'server.stayGone')

/**
 * Returns a key that is equal for the same stay; undefined for a cancelled stay and one with its days only. Address and
 * telephone count only without other details, because they are often added later.
 */
const keyOf = (stay: BookingFields & Partial<Booking>) => {
  const { arrival, departure, code, room, name, reference, phone, email } = stay
  const details = (code ?? room ?? name ?? reference) ? [code, room, name, reference] : [phone, email]
  return details.some(Boolean) && !stay.cancelled ? JSON.stringify([arrival, departure, ...details]) : undefined
}

/** Returns a stay with the fields that the host sent; later readings do not overwrite her changes. */
const changed = <B extends Booking>(before: B, sent: TypedStay): B => {
  const typed = typedStays([{ ...fieldsOf(before), ...sent }])[0]!
  const after: { [field: string]: unknown } = { ...before }
  const edited = new Set(before.edited)
  for (const field of bookingFieldNames) {
    if (!(field in sent) || typed[field] === before[field]) continue
    edited.add(field)
    after[field] = typed[field]
  }
  return { ...after, ...(edited.size && { edited: [...edited] }) } as B
}

type PreviewRequest = { origin: string; query: { language?: string } }

/** An invented guest, for a preview. */
const example = { id: 0, source: 'hand', made: '', name: 'Maria Rossi', link: { token: 'abc', made: '' } } as const

const letterCalls = ({ bookings, store, mailQueue, serving, now }: Services) => {
  const preview = async (about: StayLetter, stay: StoredBooking, { origin, query }: PreviewRequest) => {
    const all = await allSettings(store)
    const place = { base: all.publicAddress || origin, language: languageOfStay(stay, query.language) }
    const { subject, text } = letterOfStay(about, stay, all, serving.current(), place).letter
    return { data: { subject, text } }
  }
  return {
    'GET /api/bookings/:id/invitation': async (context) =>
      preview('invitation', present(await bookings.one(numberOf(context))), context),
    'GET /api/stay-letters/:about': async (context) => {
      const about = present(stayLetters.find((one) => one === context.params.about))
      const [room] = (await allSettings(store)).reservationCodes
      const day = italianDay(now())
      const days = { arrival: addDays(day, 7), departure: addDays(day, 9) }
      return preview(about, { ...example, ...days, ...(room && { room: room.description }) }, context)
    },
    'POST /api/bookings/:id/invitation': async (context) => {
      const bookingId = numberOf(context)
      const all = await allSettings(store)
      const stay = present(await bookings.one(bookingId))
      if (!stay.email) throw new Refusal(409, say('server.invite.noAddress'))
      if (!canSend(all)) throw new Refusal(409, say('server.invite.off'))
      if (!(await bookings.links.make(bookingId, all, false))) throw new Refusal(409, say('server.invite.withdrawn'))
      const language = languageOfStay(stay, context.body.language)
      const letter = { bookingId, about: 'invitation', byHost: true, base: context.origin, language } as const
      if (!(await mailQueue.enqueueOfStay(letter))) throw new Refusal(409, say('server.invite.underWay'))
    },
  } satisfies Partial<Handlers>
}

const linkCalls = ({ bookings, store, now }: Services) =>
  ({
    'POST /api/bookings/:id/link': async (context) => {
      const isAnew = context.body.renew === true
      const token = await bookings.links.make(numberOf(context), await allSettings(store), isAnew)
      return { data: { token } }
    },
    'POST /api/bookings/:id/handed': async (context) => {
      const way = handedWays.find((one) => one === context.body.way)
      const about = stayLetters.find((one) => one === context.body.about)
      if (!way || !about) throw new Refusal(400, say('server.invite.handed'))
      await bookings.alone(async () => {
        const stay = present(await bookings.one(numberOf(context)))
        const handed = [...(stay.handed ?? []), { about, way, at: now().toISOString() }]
        await bookings.save({ ...stay, handed: handed.slice(-mostHanded) })
      })
    },
    'DELETE /api/bookings/:id/link': async (context) => bookings.links.withdraw(numberOf(context)),
  }) satisfies Partial<Handlers>

/** The calls about expected stays and their calendars. */
export const expectedStayCalls = (services: Services) =>
  ({
    ...letterCalls(services),
    ...linkCalls(services),
    ...stayCalls(services),
  }) satisfies Partial<Handlers>

const stayCalls = ({ bookings, store, now }: Services) =>
  ({
    'GET /api/bookings': async () => {
      const { day, stays } = await bookings.expected()
      return { data: { day, stays, feeds: await bookings.feeds.states() } }
    },
    'POST /api/bookings': async ({ body }) => {
      const typed = typedStays(body.stays)
      const source = body.pasted === true ? fromList : byHand
      const made = now().toISOString()
      const ids = await bookings.alone(async () => {
        const stored = await bookings.all()
        const known = new Map(stored.map((one) => [keyOf(one), one.id]))
        // A stay without a key is never a repeated one.
        known.delete(undefined)
        const idOf = (fields: BookingFields) => known.get(keyOf(fields))
        const isNew = (fields: BookingFields) => idOf(fields) === undefined
        if (stored.length + typed.filter(isNew).length > mostStays)
          throw new Refusal(409, say('server.stays.full', { most: mostStays }))
        const added: number[] = []
        for (const fields of typed) added.push(idOf(fields) ?? (await bookings.add({ ...fields, source, made })))
        return added
      })
      return { data: { ids } }
    },
    'PATCH /api/bookings/:id': async (context) => {
      const id = numberOf(context)
      const after = await bookings.alone(async () => {
        const stay = changed(present(await bookings.one(id)), context.body)
        await bookings.save(stay)
        return stay
      })
      return { data: { id, ...fieldsOf(after) } }
    },
    'DELETE /api/bookings/:id': async (context) =>
      bookings.alone(async () => bookings.remove(present(await bookings.one(numberOf(context))))),
    'POST /api/bookings/:id/match': async (context) => {
      const { checkin, isIts } = context.body
      const id = numberOf(context)
      present(await bookings.one(id))
      present(await store.checkin(Number(checkin) || 0))
      await bookings.match(id, Number(checkin), isIts === true)
    },
    'POST /api/feeds/read': async () => {
      await bookings.feeds.readAll()
      return { data: { feeds: await bookings.feeds.states() } }
    },
    'POST /api/feeds/:feed/lost': async ({ params, body }) => {
      const ids = numbersIn(body.ids, 'server.ids')
      if (!(await bookings.feeds.answerLost(params.feed, ids, body.cancelled === true)))
        throw new Refusal(409, say('server.lost'))
    },
  }) satisfies Partial<Handlers>
