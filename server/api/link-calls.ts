import type { Draft } from '../../schema/checkin'
import { guestNumber, isLater, type Later } from '../../schema/guest'
import { guestJourney } from '../../src/core/checkin/link-journeys'
import { refusingLinks, roomNow, roomOfStay } from '../auth/guest-entry'
import { answersOfGuest, attemptOf } from '../checkin/intake'
import { currentFlow } from '../flow/serve'
import { allSettings } from '../settings/all-settings'
import { wordOf } from '../shared/body'
import { notFound, Refusal, say } from '../shared/messages'
import type { AnyContext, Context, Handlers, Services } from './handlers'

/** Returns a later guest; refuses (404) another name. */
const laterGuest = (name: unknown): Later => {
  if (!isLater(name)) throw notFound()
  return name
}

type Refuse = ReturnType<typeof refusingLinks>

const opening =
  ({ links }: Services, refuse: Refuse) =>
  async (context: Pick<AnyContext, 'body'> & Asker) => {
    const token = wordOf(context.body.token)
    const link = await links.find(token)
    if (link?.over) throw new Refusal(410, say('server.link.over'), { over: link.over })
    return link ? { token, guest: link.guest } : refuse(context)
  }

type Asker = Parameters<Refuse>[0]

/** A stay's link signs the guest in for one attempt, without a code. */
const stayOpening = ({ store, sessions, bookings }: Services, refuse: Refuse) =>
  ({
    'POST /api/stay-link': async (context) => {
      const { body, guest, secure } = context
      const attempt = attemptOf(body.draftId)
      if (!attempt) throw new Refusal(400, say('server.link.unknown'))
      const opened = await bookings.links.open(wordOf(body.token), { owner: guest?.owner ?? '', attempt })
      if (!opened) return refuse(context)
      const { stay, mark } = opened
      const { bookedArrival: arrival = stay.arrival, ...room } = roomOfStay(await allSettings(store), stay)
      return {
        data: { ...room, arrival, departure: stay.departure },
        cookies: [sessions.guestCookie(room.reservationCode, guest, secure, attempt, mark)],
      }
    },
  }) satisfies Partial<Handlers>

/** The calls about links to other guests' phones, and about stay links. */
export const linkCalls = (services: Services) => {
  const { store, links } = services
  const current = currentFlow(services)
  const refuse = refusingLinks(services)
  const open = opening(services, refuse)
  // A host's page has no guest, even in a browser with a guest's cookie.
  const guestOf = ({ guest, isHost }: Pick<Context, 'guest' | 'isHost'>) => {
    if (!guest || isHost) throw new Refusal(401, say('server.unauthorized'))
    return guest
  }
  return {
    ...stayOpening(services, refuse),
    'POST /api/guest-links': async (context) => {
      const sender = guestOf(context)
      const all = await allSettings(store)
      await roomNow(services, all, context)
      const guest = laterGuest(context.body.guest)
      const { flow } = await current()
      if (guestNumber(guest) > all.mostGuests || !guestJourney(flow, guest)) throw notFound()
      return { data: { token: await links.make(sender, guest, all.reservationCodes.length > 0) } }
    },
    'GET /api/guest-links': async (context) => ({ data: await links.list(guestOf(context).owner) }),
    'DELETE /api/guest-links/:guest': async (context) =>
      links.drop(guestOf(context).owner, laterGuest(context.params.guest)),
    'POST /api/guest-link': async (context) => {
      const { guest } = await open(context)
      if (!guestJourney((await current()).flow, guest)) throw notFound('server.link.unknown')
      return { data: { guest } }
    },
    'POST /api/guest-link/answers': async (context) => {
      const { token, guest } = await open(context)
      const answers: Draft = answersOfGuest(await current(), await allSettings(store), guest, context.body)
      if (!(await links.answer(token, answers))) throw new Refusal(410, say('server.link.over'), { over: 'answered' })
    },
  } satisfies Partial<Handlers>
}
