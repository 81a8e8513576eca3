import { hostCall as call } from '../../shared/api'
import { house } from '../../shared/published'
import { useStore } from '../../shared/store'
import { hostSettings } from './host'
import { mayLeave } from './unsaved'

/** The host's own pages, in the order a day needs them. */
const places = [
  ['/admin', 'menu.checkins'],
  ['/new-checkin', 'menu.new'],
  ['/admin-settings', 'menu.settings'],
  ['/ross1000-settings', 'menu.ross1000'],
  ['/admin-flow', 'menu.flow'],
] as const

const leave = async () => {
  if (!(await mayLeave())) return
  await call('POST /api/admin/logout').catch(() => {})
  location.assign('/')
}

/** The way from any of the host's pages to the others, and out. */
export const Menu = () => {
  const { say } = house.get().speak
  if (!useStore(hostSettings)) return null
  return (
    <nav className="menu" aria-label={say('menu.label')}>
      {places.map(([to, word]) => (
        <a key={to} href={to} aria-current={location.pathname === to ? 'page' : undefined}>
          {say(word)}
        </a>
      ))}
      <button type="button" className="link" onClick={() => void leave()}>
        {say('menu.leave')}
      </button>
    </nav>
  )
}
