import type { PushAddress } from '../../schema/calls/push'
import { isNoticeKind } from '../push/push'
import { wordOf } from '../shared/body'
import { say, spokenLanguage } from '../shared/messages'
import { notFound, Refusal } from '../shared/refusal'
import type { AnyContext, Handlers, Services } from './handlers'

type Names = 'GET /api/push' | 'POST /api/push' | 'DELETE /api/push' | 'POST /api/push/test'

const longest = 1000

/** Bytes: an uncompressed point of P-256, and the secret of RFC 8291. */
const lengths = { p256dh: 65, auth: 16 }

const isKey = (text: string, bytes: number) =>
  /^[\w-]+={0,2}$/.test(text) && Buffer.from(text, 'base64url').length === bytes

/** Refuses (400) what is no subscription. Whether its address may be reached is asked at each sending. */
const addressIn = ({ endpoint, keys }: { endpoint?: unknown; keys?: unknown }): PushAddress => {
  const { p256dh, auth } = (typeof keys === 'object' && keys ? keys : {}) as { [name: string]: unknown }
  const given = { endpoint: wordOf(endpoint), keys: { p256dh: wordOf(p256dh), auth: wordOf(auth) } }
  const isAddress =
    given.endpoint.length <= longest &&
    URL.canParse(given.endpoint) &&
    /^https?:$/.test(new URL(given.endpoint).protocol)
  if (!isAddress || !isKey(given.keys.p256dh, lengths.p256dh) || !isKey(given.keys.auth, lengths.auth))
    throw new Refusal(400, say('push.address'))
  return given
}

/** The calls about notices to the device that makes them. */
export const deviceNoticeCalls = ({ push, sessions }: Services): Handlers<Names> => {
  const deviceOf = ({ cookies, secure }: Pick<AnyContext, 'cookies' | 'secure'>) => {
    const device = sessions.hostDevice(cookies, secure)
    if (!device) throw notFound()
    return device
  }
  return {
    'GET /api/push': async (context) => ({ data: await push.state(deviceOf(context)) }),
    'POST /api/push': async (context) => {
      const device = deviceOf(context)
      const kinds = Array.isArray(context.body.kinds) ? [...new Set(context.body.kinds.filter(isNoticeKind))] : []
      const address = addressIn(context.body)
      await push.keep(device, { ...address, kinds, language: spokenLanguage(), origin: context.origin })
      return { data: await push.state(device) }
    },
    'DELETE /api/push': async (context) => {
      await push.gone(deviceOf(context))
      return {}
    },
    'POST /api/push/test': async (context) => ({ data: { sent: await push.test(deviceOf(context)) } }),
  }
}
