import { confirmedBy } from '../auth/confirmation'
import { deviceId } from '../auth/devices'
import { allSettings } from '../settings/all-settings'
import { wordOf } from '../shared/body'
import { say } from '../shared/messages'
import { Refusal } from '../shared/refusal'
import type { AnyContext, Handlers, Services } from './handlers'

type Names = 'GET /api/devices' | 'PATCH /api/devices/:device' | 'POST /api/devices/:device/out'

/** In characters. */
const longest = 60

/** The calls about the devices that have signed in. */
export const deviceCalls = (services: Services): Handlers<Names> => {
  const { store, sessions, devices } = services
  const confirmed = confirmedBy(services)
  const asking = async ({ cookies, secure }: Pick<AnyContext, 'cookies' | 'secure'>) =>
    sessions.device(cookies, secure, (await allSettings(store)).adminPin)
  const found = (isThere: boolean) => {
    if (!isThere) throw new Refusal(404, say('server.device'))
    return {}
  }
  return {
    'GET /api/devices': async (context) => ({ data: devices.list(await asking(context)) }),
    'PATCH /api/devices/:device': async ({ params, body }) => {
      const name = wordOf(body.name).trim()
      if (!name || [...name].length > longest) throw new Refusal(400, say('server.deviceName'))
      return found(await devices.rename(params.device, name))
    },
    'POST /api/devices/:device/out': async (context) => {
      const { params, body } = context
      const own = await asking(context)
      if (own && deviceId(own) === params.device) throw new Refusal(409, say('server.thisDevice'))
      await confirmed(context, body.current)
      sessions.endDevice(params.device)
      return found(await devices.remove(params.device))
    },
  }
}
