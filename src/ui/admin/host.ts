import type { Settings } from '../../../schema/settings'
import type { Validate } from '../../core/check'
import { call, Refused } from '../api'
import { formatsOf, furnish, house, start, type House, type Published } from '../house'
import { store } from '../store'

/** The published flow with all the host's forms and words, and the validators of what only a host changes. */
export type HostHouse = House & { validateSettings: Validate; validateCode: Validate }

/** The host's house; undefined until it is loaded. */
export const hostHouse = store<HostHouse | undefined>(undefined)

/** The settings as the signed-in host sees them; undefined when nobody is signed in. */
export const hostSettings = store<Settings | undefined>(undefined)

type HostPublished = Published & Record<'settingsValidator' | 'codeValidator', (given: object) => Validate>

/** Load the host's words and forms once; the whole application then speaks Italian. */
export const openHostHouse = async () => {
  if (hostHouse.get()) return
  const { default: published } = (await import(start.host)) as { default: HostPublished }
  const given = formatsOf(published)
  const furnished = { ...furnish(published), validateSettings: published.settingsValidator(given), validateCode: published.codeValidator(given) }
  document.documentElement.lang = 'it'
  house.set(furnished)
  hostHouse.set(furnished)
}

/** Ask for the settings as the host; answers whether anyone is signed in. Throws Offline when the server is away. */
export const loadHostSettings = async (): Promise<boolean> => {
  const { data } = await call<{ data: Settings }>('GET', '/api/settings')
  const isHost = 'reservationCodes' in data
  hostSettings.set(isHost ? data : undefined)
  return isHost
}

/** Whether a refusal says that the host's session is over. */
export const isSignedOut = (error: unknown) => error instanceof Refused && error.status === 401

