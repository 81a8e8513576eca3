import type { PublicSettings } from '../../../schema/settings'
import { guestCall } from './api'
import { store, useStore } from './page-store'
import { say, start } from './published'
import { toast } from './toast'

/** The public settings. At first those in the page, which are the defaults if the server could not read them. */
export const houseSettings = store<PublicSettings>(start.settings)

/** Reloads the settings. A failure keeps them, and shows the message `failure`, or without it logs the error. */
export const reloadSettings = async (failure?: string) => {
  try {
    const { data } = await guestCall('GET /api/settings')
    if (!('lettersInCodes' in data)) return
    if (JSON.stringify(data) !== JSON.stringify(houseSettings.get())) houseSettings.set(data)
  } catch (error) {
    if (!failure) return console.error(error)
    toast.show({ tone: 'bad', title: say('toast.error.title'), text: say(failure) })
  }
}

/** Whether PayPal is enabled and has a link. */
export const isPayPalReady = () =>
  houseSettings.get().enablePayPal && /^https?:\/\//i.test(houseSettings.get().paypalLink)

/** Whether a guest can pay by card now. */
export const isCardPossible = () => houseSettings.get().enableStripe || isPayPalReady()

/** Keeps the settings fresh: loads them now if the page has only defaults, and whenever the page becomes visible. */
export const watchSettings = () => {
  if (!start.known) void reloadSettings('toast.settingsFailed')
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && void reloadSettings('toast.settingsReloadFailed'),
  )
}

/** The house's logo and name in the title bar of every card but the first; without them the product's title. */
export const Brand = () => {
  const { logoUrl, companyName } = useStore(houseSettings)
  return (
    <p className="brand">
      {logoUrl && <img src={logoUrl} alt="" />}
      {companyName || (!logoUrl && say('/.title'))}
    </p>
  )
}
