import type { PublicSettings } from '../../schema/settings'
import { call } from './api'
import { house, start } from './house'
import { store } from './store'
import { toast } from './toast'

/** The settings as the guest's browser knows them: those the page came with, which are the defaults where the server could not read them. */
export const settings = store<PublicSettings>(start.settings)

/** Ask for the settings again; on failure those known stay and a notice says so, in the words given. */
export const reload = async (failure = 'toast.settingsReloadFailed') => {
  try {
    const { data } = await call<{ data: PublicSettings }>('GET', '/api/settings')
    if (JSON.stringify(data) !== JSON.stringify(settings.get())) settings.set(data)
  } catch {
    toast.show({ tone: 'bad', title: house.get().speak.say('toast.error.title'), text: house.get().speak.say(failure) })
  }
}

/** Keep the settings fresh: asked at the start when the page had only the defaults, and whenever the page is seen again. */
export const watchSettings = () => {
  if (!start.known) void reload('toast.settingsFailed')
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void reload())
}
