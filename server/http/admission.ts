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

/** Who a call's cost is counted for: the guest by their cookie, else the address. */
const payerOf = ({ guest, address }: AnyContext) => guest?.owner ?? address

/** Refuses (429) a guest whose share for today is used up; a call of the host costs nothing. */
export const mustHaveShare = ({ throttle, now }: Services, { costs }: Rule, context: AnyContext): void => {
  const wait = costs && !context.isHost ? throttle.wait(costs, payerOf(context), now().getTime()) : 0
  if (wait) throw tooMany(wait)
}

/** Counts a call that was done; a refused call costs nothing. */
export const countShare = async ({ throttle, now }: Services, { costs }: Rule, context: AnyContext): Promise<void> => {
  if (costs && !context.isHost) await throttle.fail(costs, payerOf(context), now().getTime())
}
