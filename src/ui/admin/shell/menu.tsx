import type { ReactNode } from 'react'
import { type HostPath, hostPage, hostPaths } from '../../../../schema/host-pages'
import { Icon, type IconName } from '../../look/icon'
import { hostCall as call } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { hostSettings, optional } from '../session/host'
import { confirmLeaving } from './unsaved'

/** Properties of a host's page. */
export type PageProps = { path: string; query: Record<string, string>; go: (to: string, replace?: boolean) => void }

/** Properties of the host's pages; `lost` is shown at an unknown address. */
export type HostProps = PageProps & { lost: ReactNode }

const leave = async () => {
  if (!(await confirmLeaving())) return
  await call('POST /api/admin/logout').catch(optional('the session ends by itself'))
  location.assign('/')
}

const icons: { [path in HostPath]?: IconName } = {
  '/admin-today': 'heroicons:sun',
  '/admin': 'heroicons:list-bullet',
  '/new-checkin': 'heroicons:plus',
  '/admin-sending': 'heroicons:paper-airplane',
  '/admin-settings': 'heroicons:cog-6-tooth',
  '/ross1000-settings': 'heroicons:building-office-2',
  '/admin-flow': 'heroicons:map',
  '/admin-statistics': 'heroicons:chart-bar',
}

/** The menu of the host's pages, with Exit. */
export const Menu = () => {
  if (!useStore(hostSettings)) return null
  return (
    <nav className="menu" aria-label={say('menu.label')}>
      {hostPaths.map((to) => {
        const word = hostPage(to).menu
        const icon = icons[to]
        return (
          word && (
            <a key={to} href={to} aria-current={location.pathname === to ? 'page' : undefined}>
              {icon && <Icon name={icon} />}
              {say(word)}
            </a>
          )
        )
      })}
      <button type="button" className="link" onClick={() => void leave()}>
        {say('menu.leave')}
      </button>
    </nav>
  )
}
