import type { PublicSettings } from '../../../schema/settings'
import { guestCall } from './api'
import { store } from './page-store'
import { house, start } from './published'
import { toast } from './toast'

/**
 * The settings as the guest's browser knows them: those the page came with, which are the defaults where the server
 * could not read them.
 */
export const houseSettings = store<PublicSettings>(start.settings)

/** Ask for the settings again; on failure those known stay, and a notice says so in the words given, if any. */
export const reload = async (failure?: string) => {
  try {
    const { data } = await guestCall('GET /api/settings')
    // A guest's page is answered what anyone may know.
    if (!('lettersInCodes' in data)) return
    if (JSON.stringify(data) !== JSON.stringify(houseSettings.get())) houseSettings.set(data)
  } catch {
    if (!failure) return
    toast.show({ tone: 'bad', title: house.get().speak.say('toast.error.title'), text: house.get().speak.say(failure) })
  }
}

/** Whether the host takes payments by PayPal and has said where. */
export const isPayPalReady = () =>
  houseSettings.get().enablePayPal && /^https?:\/\//i.test(houseSettings.get().paypalLink)

/** Whether a guest can pay by card now, in any of the ways the host has set up. */
export const isCardPossible = () => houseSettings.get().enableStripe || isPayPalReady()

/**
 * Keep the settings fresh: asked at the start when the page had only the defaults, and whenever the page is seen again.
 */
export const watchSettings = () => {
  if (!start.known) void reload('toast.settingsFailed')
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && void reload('toast.settingsReloadFailed'),
  )
}
