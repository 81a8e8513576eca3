import type { Draft } from '../../schema/checkin'
import { guestNumber, isLater, type Later } from '../../schema/guest'
import { guestJourney } from '../../src/core/checkin/own-phone'
import { wrongCodes } from '../auth/wrong-codes'
import { roomNow } from '../checkin/entry'
import { answersOfGuest } from '../checkin/intake'
import { currentFlow } from '../flow/current'
import { allSettings } from '../settings/all-settings'
import { wordOf } from '../shared/body'
import { say } from '../shared/messages'
import { notFound, Refusal, tooMany } from '../shared/refusal'
import type { AnyContext, Context, Handlers, Services } from './handlers'

type Names =
  | 'POST /api/guest-links'
  | 'GET /api/guest-links'
  | 'DELETE /api/guest-links/:guest'
  | 'POST /api/guest-link'
  | 'POST /api/guest-link/answers'

/** Refuses (404) what is no guest but the first. */
const laterGuest = (name: unknown): Later => {
  if (!isLater(name)) throw notFound()
  return name
}

/** Whose cards a token opens. A wrong token counts like a wrong code, 404; a spent one is told why, 410. */
const opening = (services: Services) => {
  const { sessions, links } = services
  const wrong = wrongCodes(services)
  return async ({ body, address, cookies, secure }: Pick<AnyContext, 'body' | 'address' | 'cookies' | 'secure'>) => {
    const token = wordOf(body.token)
    const link = await links.find(token)
    if (link?.over) throw new Refusal(410, say('server.link.over'), { over: link.over })
    if (link) return { token, guest: link.guest }
    const sender = await wrong.sender(address, sessions.visitor(cookies, secure))
    const wait = wrong.wait(sender)
    if (wait) throw tooMany(wait)
    await wrong.count(sender)
    throw new Refusal(404, say('server.link.unknown'))
  }
}

/** The links to guests' own phones. */
export const linkCalls = (services: Services): Handlers<Names> => {
  const { store, links, now } = services
  const current = currentFlow(services)
  const open = opening(services)
  // A host's page has no guest, even in a browser with a guest's cookie.
  const guestOf = ({ guest, isHost }: Pick<Context, 'guest' | 'isHost'>) => {
    if (!guest || isHost) throw new Refusal(401, say('server.unauthorized'))
    return guest
  }
  return {
    'POST /api/guest-links': async (context) => {
      const sender = guestOf(context)
      const all = await allSettings(store)
      roomNow(all, now(), context)
      const guest = laterGuest(context.body.guest)
      const { flow } = await current()
      if (guestNumber(guest) > all.mostGuests || !guestJourney(flow, guest)) throw notFound()
      return { data: { token: await links.make(sender, guest, all.reservationCodes.length > 0) } }
    },
    'GET /api/guest-links': async (context) => ({ data: await links.list(guestOf(context).owner) }),
    'DELETE /api/guest-links/:guest': async (context) => {
      await links.drop(guestOf(context).owner, laterGuest(context.params.guest))
      return {}
    },
    'POST /api/guest-link': async (context) => {
      const { guest } = await open(context)
      if (!guestJourney((await current()).flow, guest)) throw new Refusal(404, say('server.link.unknown'))
      return { data: { guest } }
    },
    'POST /api/guest-link/answers': async (context) => {
      const { token, guest } = await open(context)
      const answers: Draft = answersOfGuest(await current(), await allSettings(store), guest, context.body)
      if (!(await links.answer(token, answers))) throw new Refusal(410, say('server.link.over'), { over: 'answered' })
      return {}
    },
  }
}
