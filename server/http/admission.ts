import type { Request } from 'polka'
import type { Rule } from '../../schema/calls/call'
import { type AnyContext, numberOf, type Services } from '../api/handlers'
import { say } from '../shared/messages'
import { mustExist, notFound, Refusal, tooMany } from '../shared/refusal'

/** Whose page sends the call (`X-As: guest` or `host`); other clients say nothing. */
const saidOf = (req: Request) => req.headers['x-as']

/**
 * Whether a call is made as the host. A browser may hold both cookies: our pages say which they mean; otherwise the
 * guest's goes first where guests may call.
 */
export const meansHost = (req: Request, { who }: Rule, guest: unknown) => {
  const said = saidOf(req)
  return said === 'host' || (said !== 'guest' && (who === 'host' || !guest))
}

/** Refuses a call with 401 without a session, 404 for another guest's check-in. */
export const admit = async ({ store }: Services, { who }: Rule, { req, guest, isHost, params }: AnyContext) => {
  if (who === 'anyone' || isHost) return
  if (who === 'host' || !guest || saidOf(req) === 'host') throw new Refusal(401, say('server.unauthorized'))
  if (who !== 'owner') return
  const { owner } = mustExist(await store.checkin(numberOf({ params: { id: params.id ?? '' } })))
  if (owner !== guest.owner) throw notFound()
}

const payerOf = ({ guest, address }: AnyContext) => guest?.owner ?? address

/** Refuses (429) a guest whose daily share is used up. */
export const mustHaveShare = ({ throttle, now }: Services, { costs }: Rule, context: AnyContext): void => {
  const wait = costs && !context.isHost ? throttle.wait(costs, payerOf(context), now().getTime()) : 0
  if (wait) throw tooMany(wait)
}

/** Counts an answered call; a refused one costs nothing. */
export const countShare = async ({ throttle, now }: Services, { costs }: Rule, context: AnyContext): Promise<void> => {
  if (costs && !context.isHost) await throttle.fail(costs, payerOf(context), now().getTime())
}
