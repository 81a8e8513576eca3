import { noticeKinds, type PushAddress } from '../../schema/calls/access'
import type { Settings } from '../../schema/settings'
import { stepDoing } from '../../src/core/flow/arms'
import { deviceLetter } from '../../src/core/mail/letters'
import { guestEntry } from '../auth/guest-entry'
import { browserName, deviceId, hasSignedIn, keepSignedIn } from '../auth/host-sessions'
import { attempts, type Caller, confirmedBy } from '../auth/throttle'
import { roomOf } from '../checkin/intake'
import { allSettings } from '../settings/all-settings'
import { isAccessCode, isPin, isRecoveryKey, renewRecoveryKey } from '../settings/pin'
import { wordOf } from '../shared/body'
import { mustExist, mustNotWait, notFound, Refusal, say, spokenLanguage } from '../shared/messages'
import type { AnyContext, Handlers, Services } from './handlers'

const longestName = 60

/** The calls about the devices that have signed in. */
export const deviceCalls = (services: Services) => {
  const { store, sessions, devices } = services
  const confirmed = confirmedBy(services)
  const deviceOf = async ({ cookies, secure }: Pick<AnyContext, 'cookies' | 'secure'>) =>
    sessions.device(cookies, secure, (await allSettings(store)).adminPin)
  return {
    'GET /api/devices': async (context) => ({ data: devices.list(await deviceOf(context)) }),
    'PATCH /api/devices/:device': async ({ params, body }) => {
      const name = wordOf(body.name).trim()
      if (!name || [...name].length > longestName) throw new Refusal(400, say('server.deviceName'))
      if (!(await devices.rename(params.device, name))) throw notFound('server.device')
    },
    'POST /api/devices/:device/out': async (context) => {
      const { device } = context.params
      const own = await deviceOf(context)
      if (own && deviceId(own) === device) throw new Refusal(409, say('server.thisDevice'))
      await confirmed(context)
      sessions.endDevice(device)
      if (!(await devices.remove(device))) throw notFound('server.device')
    },
  } satisfies Partial<Handlers>
}

/** Limit of a push address, in characters. */
const longestAddress = 1000

/** Bytes: an uncompressed point of P-256, and the secret of RFC 8291. */
const lengths = { p256dh: 65, auth: 16 }

const isKey = (text: string, bytes: number) =>
  /^[\w-]+={0,2}$/.test(text) && Buffer.from(text, 'base64url').length === bytes

/** Returns a subscription. Refuses (400) an invalid one; each sending checks where its address leads. */
const addressIn = ({ endpoint, keys }: { endpoint?: unknown; keys?: unknown }): PushAddress => {
  const { p256dh, auth } = (typeof keys === 'object' && keys ? keys : {}) as { [name: string]: unknown }
  const given = { endpoint: wordOf(endpoint), keys: { p256dh: wordOf(p256dh), auth: wordOf(auth) } }
  const isAddress =
    given.endpoint.length <= longestAddress &&
    URL.canParse(given.endpoint) &&
    /^https?:$/.test(new URL(given.endpoint).protocol)
  if (!isAddress || !isKey(given.keys.p256dh, lengths.p256dh) || !isKey(given.keys.auth, lengths.auth))
    throw new Refusal(400, say('push.address'))
  return given
}

/** The calls about push notices; each is about the device that makes the call. */
export const deviceNoticeCalls = ({ push, sessions }: Services) => {
  const deviceOf = ({ cookies, secure }: Pick<AnyContext, 'cookies' | 'secure'>) => {
    const device = sessions.hostDevice(cookies, secure)
    if (!device) throw notFound()
    return device
  }
  return {
    'GET /api/push': async (context) => ({ data: await push.state(deviceOf(context)) }),
    'POST /api/push': async (context) => {
      const device = deviceOf(context)
      const asked: readonly unknown[] = Array.isArray(context.body.kinds) ? context.body.kinds : []
      const kinds = noticeKinds.filter((kind) => asked.includes(kind))
      const address = addressIn(context.body)
      await push.keep(device, { ...address, kinds, language: spokenLanguage(), origin: context.origin })
      return { data: await push.state(device) }
    },
    'DELETE /api/push': async (context) => push.gone(deviceOf(context)),
    'POST /api/push/test': async (context) => ({ data: { sent: await push.test(deviceOf(context)) } }),
  } satisfies Partial<Handlers>
}

const hostEntry =
  ({ store, sessions, devices, mailQueue, now }: Services) =>
  async ({ req, cookies, secure }: Pick<AnyContext, 'req' | 'cookies' | 'secure'>, all: Settings) => {
    if (!(await hasSignedIn(store))) await store.saveSettings({ letterLanguage: spokenLanguage() })
    await keepSignedIn(store)
    const device = sessions.device(cookies, secure, all.adminPin) ?? sessions.newDevice()
    const name = browserName(req.headers['user-agent'])
    // The sign-in does not wait for the letter.
    if (await devices.seen(device, name)) void mailQueue.tell(all, (style) => deviceLetter(style, name, now()))
    return [sessions.hostCookie(secure, device), sessions.deviceCookie(secure, all.adminPin, device)]
  }

const hostSignInCalls = (services: Services, enter: ReturnType<typeof hostEntry>) => {
  const { store, sessions, push } = services
  const tried = attempts(services)
  const confirmed = confirmedBy(services)
  return {
    'POST /api/admin/login': async (context) => {
      const { body } = context
      const all = await allSettings(store)
      const key = wordOf(body.key)
      if (key) {
        // Wrong keys are not counted: a key is too long to guess, and strangers cannot lock the host out.
        if (!sessions.takeLink(key) && !(await isRecoveryKey(store, key))) throw new Refusal(401, say('server.key'))
        return { cookies: await enter(context, all) }
      }
      const pin = wordOf(body.pin)
      if (!/^[0-9]{4}$/.test(pin)) throw new Refusal(400, say('access.pin.pattern'))
      const { right, wait } = await tried('pin', context, all.adminPin, () => isPin(pin, all.adminPin, context.address))
      mustNotWait(wait)
      if (!right) throw new Refusal(401, say('access.pin.unknown'))
      return { cookies: await enter(context, all) }
    },
    'POST /api/admin/logout': async ({ cookies, secure }) => {
      const known = sessions.device(cookies, secure, (await allSettings(store)).adminPin)
      const device = sessions.hostDevice(cookies, secure) ?? (known && deviceId(known))
      if (device) await push.gone(device)
      return { cookies: [sessions.leave(cookies, secure)] }
    },
    'POST /api/admin/link': async (context) => {
      await confirmed(context)
      return { data: { path: `/admin-login#${sessions.link()}` } }
    },
    'POST /api/admin/recovery-key': async (context) => {
      await confirmed(context)
      return { data: { key: await renewRecoveryKey(store) } }
    },
  } satisfies Partial<Handlers>
}

/** The calls that sign guests and the host in. */
export const accessCalls = (services: Services) => {
  const { store, invitations } = services
  const settings = () => allSettings(store)
  const tried = attempts(services)
  const asGuest = guestEntry(services)
  const enter = hostEntry(services)
  /** Without configured codes a typed PIN must not start a check-in. */
  const isPinAsCode = async (context: Caller, typed: string, all: Settings) =>
    !all.reservationCodes.length &&
    /^[0-9]{4}$/.test(typed) &&
    (await tried('pinAsCode', context, all.adminPin, () => isPin(typed, all.adminPin, context.address))).right

  return {
    'POST /api/reservation-code': async (context) => {
      const typed = wordOf(context.body.code)
      if (!typed) throw new Refusal(400, say('server.code'))
      if ([...typed].length > 4) throw new Refusal(400, say('reservationCode.maxLength'))
      const all = await settings()
      const room = roomOf(all, typed)
      const isConfigured = room && all.reservationCodes.length > 0
      // Without configured codes every code is accepted, but a try of the access code must still count.
      const asksForHost = !isConfigured && all.adminAccessCode && /^[0-9]{4}$/.test(typed)
      const asHost = async () => {
        const access = asksForHost
          ? await tried('access', context, all.adminPin, () => isAccessCode(store, typed, all.adminAccessCode))
          : { right: false, wait: 0 }
        if (!access.right && (await isPinAsCode(context, typed, all))) throw notFound('toast.codeUnknown')
        return access
      }
      return (
        (await asGuest(context, all, room, asHost)) ?? {
          data: { kind: 'admin', todayFirst: all.todayFirst },
          cookies: await enter(context, all),
        }
      )
    },
    'POST /api/guest/logout': async ({ secure }) => ({ cookies: [services.sessions.guestLeaves(secure)] }),
    ...hostSignInCalls(services, enter),
    'GET /api/invitation/:code': async ({ params }) => {
      const { reservationCode: code } = mustExist(roomOf(await settings(), params.code), 'toast.codeUnknown')
      const card = stepDoing(services.serving.current().flow, 'acceptCode') ?? '/'
      // The fragment reaches no proxy log and no other site.
      return { data: { path: `${card}?code=${code}#${invitations.tokenOf(code)}` } }
    },
  } satisfies Partial<Handlers>
}
