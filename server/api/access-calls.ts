import type { Settings } from '../../schema/settings'
import { attempts } from '../auth/attempts'
import { isPin, same } from '../auth/pin'
import { roomOf } from '../checkin/intake'
import { wordOf } from '../http/body'
import { type AnyContext, type Handlers, type Services, tooMany } from '../http/call'
import { Refusal } from '../http/refusal'
import { say } from '../messages'
import { allSettings } from '../settings/settings'

type Names = 'POST /api/reservation-code' | 'POST /api/admin/login' | 'POST /api/admin/logout'

/** The calls by which someone comes in and goes: a guest with a code, the host with the PIN or the access code. */
export const accessCalls = (services: Services): Handlers<Names> => {
  const { store, sessions, throttle, now } = services
  const settings = () => allSettings(store)
  const clock = () => now().getTime()
  const tried = attempts(services)
  const enter = ({ secure }: Pick<AnyContext, 'secure'>, { adminPin }: Settings) => [
    sessions.hostCookie(secure),
    sessions.deviceCookie(secure, adminPin),
  ]

  return {
    'POST /api/reservation-code': async (context) => {
      const typed = wordOf(context.body.code)
      if (!typed) throw new Refusal(400, say('reservationCode.required'))
      if ([...typed].length > 4) throw new Refusal(400, say('reservationCode.maxLength'))
      const all = await settings()
      const accepted = roomOf(all, typed)
      const isConfigured = accepted && all.reservationCodes.length > 0
      // With no codes configured any is accepted, so being accepted must not spare a try at the access code its count.
      const asksForHost = !isConfigured && all.adminAccessCode && /^[0-9]{4}$/.test(typed)
      const access = asksForHost
        ? await tried('access', context, all.adminPin, () => same(typed, all.adminAccessCode))
        : { right: false, wait: 0 }
      if (access.right) return { data: { kind: 'admin' }, cookies: enter(context, all) }
      // What was not compared must not be called wrong; a code that lets a guest in needs no comparing.
      const wait = Math.max(throttle.wait('code', context.address, clock()), accepted ? 0 : access.wait)
      if (wait) throw tooMany(wait)
      if (!accepted) {
        throttle.fail('code', context.address, clock())
        throw new Refusal(404, say('toast.codeUnknown'))
      }
      return {
        data: { kind: 'checkin', ...accepted },
        cookies: [sessions.guestCookie(accepted.reservationCode, context.guest, context.secure)],
      }
    },
    'POST /api/admin/login': async (context) => {
      const pin = wordOf(context.body.pin)
      if (!/^[0-9]{4}$/.test(pin)) throw new Refusal(400, say('access.pin.pattern'))
      const all = await settings()
      const { right, wait } = await tried('pin', context, all.adminPin, () => isPin(pin, all.adminPin))
      if (wait) throw tooMany(wait)
      if (!right) throw new Refusal(401, say('access.pin.unknown'))
      return { cookies: enter(context, all) }
    },
    'POST /api/admin/logout': async ({ cookies, secure }) => ({ cookies: [sessions.leave(cookies, secure)] }),
  }
}
