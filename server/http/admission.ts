import type { Request } from 'polka'
import type { Rule } from '../../schema/calls/call'
import { type AnyContext, numberOf, type Services } from '../api/handlers'
import { say } from '../shared/messages'
import { mustExist, notFound, Refusal, tooMany } from '../shared/refusal'

/** Whose page asks, as our own pages say it (`X-As: guest`, `X-As: host`); other callers say nothing. */
const saidOf = (req: Request) => req.headers['x-as']

/**
 * Whether a call is made as the host. A browser may hold both cookies: our pages say which of them they mean, and of
 * those that say nothing a guest's cookie goes before the host's session wherever a guest may ask.
 */
export const meansHost = (req: Request, { who }: Rule, guest: unknown) => {
  const said = saidOf(req)
  return said === 'host' || (said !== 'guest' && (who === 'host' || !guest))
}

/** May whoever asks make this call? Refuses with 401 when nobody is known, 404 when the check-in is another's. */
export const admit = async ({ store }: Services, { who }: Rule, { req, guest, isHost, params }: AnyContext) => {
  if (who === 'anyone' || isHost) return
  if (who === 'host' || !guest || saidOf(req) === 'host') throw new Refusal(401, say('server.unauthorized'))
  if (who !== 'owner') return
  const { owner } = mustExist(await store.checkin(numberOf({ params: { id: params.id ?? '' } })))
  if (owner !== guest.owner) throw notFound()
}

/**
 * Does what a call asks, and counts it to whoever asks where the call costs something (the host pays nothing). Refuses
 * (429) a guest whose share for today is used up; what is refused for another reason uses up nobody's day.
 */
export const atCost = async <T>(
  { throttle, now }: Services,
  { costs }: Rule,
  { isHost, guest, address }: AnyContext,
  work: () => Promise<T>,
): Promise<T> => {
  if (!costs || isHost) return work()
  const who = guest?.owner ?? address
  const wait = throttle.wait(costs, who, now().getTime())
  if (wait) throw tooMany(wait)
  const done = await work()
  await throttle.fail(costs, who, now().getTime())
  return done
}
