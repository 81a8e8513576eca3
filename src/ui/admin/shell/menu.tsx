import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type HostPath, hostPaths } from '../../../../schema/host-pages'
import { dueParties } from '../../../core/police/host-day'
import { Icon, type IconName } from '../../look/icon'
import { Initials } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { whileVisible } from '../../shared/visible'
import { showReason } from '../checkins/actions'
import { dayLife, hostSettings, isDayOld, loadedDay, optional, type Route, readDay } from '../session/host'
import { confirmLeaving } from './unsaved'

export type PageProps = { path: string; query: Record<string, string> }

/** The application passes its router and what is shown at an unknown address. */
export type HostProps = PageProps & { go: Route; lost: ReactNode }

const leave = () =>
  confirmLeaving(() => call('POST /api/admin/logout')).then(
    (isLeaving) => isLeaving && location.assign('/'),
    showReason,
  )

/** The pages in the menu: the word of each and its icon. */
const rows: { [path in HostPath]?: { word: string; icon?: IconName } } = {
  '/admin-today': { word: 'menu.today', icon: 'heroicons:sun' },
  '/admin': { word: 'menu.checkins', icon: 'heroicons:list-bullet' },
  '/new-checkin': { word: 'menu.new', icon: 'heroicons:plus' },
  '/admin-sending': { word: 'menu.sending', icon: 'heroicons:paper-airplane' },
  '/admin-arrivals': { word: 'menu.arrivals', icon: 'heroicons:calendar-days' },
  '/admin-settings': { word: 'menu.settings', icon: 'heroicons:cog-6-tooth' },
  '/ross1000-settings': { word: 'menu.ross1000', icon: 'heroicons:building-office-2' },
  '/admin-flow': { word: 'menu.flow', icon: 'heroicons:map' },
  '/admin-statistics': { word: 'menu.statistics', icon: 'heroicons:chart-bar' },
}

/** How many pages stand in a phone's bottom bar; the others open from its last place. */
const inBar = 4

const DueBadge = () => {
  const day = useStore(loadedDay)
  useEffect(() => {
    // The page Oggi reads the day more often.
    if (location.pathname === '/admin-today') return undefined
    const look = async () => {
      if (isDayOld()) await readDay().catch(optional('the number is only a reminder'))
    }
    return whileVisible(dayLife, look)
  }, [])
  const due = day ? dueParties(day).length : 0
  if (!due) return null
  return (
    <>
      <b aria-hidden="true">{due}</b>
      <span className="unseen">, {plural('today.due', due)}</span>
    </>
  )
}

const PageLink = ({ to }: { to: HostPath }) => {
  const { word, icon } = rows[to]!
  return (
    <a href={to} aria-current={location.pathname === to ? 'page' : undefined}>
      {icon && <Icon name={icon} />}
      <span>{say(word)}</span>
      {to === '/admin-today' && <DueBadge />}
    </a>
  )
}

const named = hostPaths.filter((path) => rows[path])

/** The pages that do not fit a phone's bar, with Exit. */
const OtherPages = ({ isOpen, close }: { isOpen: boolean; close: () => void }) => (
  <div id="other-pages" className={isOpen ? 'others open' : 'others'}>
    {named.slice(inBar).map((to) => (
      <PageLink key={to} to={to} />
    ))}
    <button
      type="button"
      className="leave"
      onClick={() => {
        close()
        void leave()
      }}
    >
      <Icon name="heroicons:arrow-right-start-on-rectangle" />
      <span>{say('menu.leave')}</span>
    </button>
  </div>
)

/** The menu of the host's pages, with Exit: a sidebar on wide screens, a bar of five places on phones. */
export const Menu = () => {
  const settings = useStore(hostSettings)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!settings) return null
  const { logoUrl, companyName } = settings
  const house = companyName || 'Benvenuto'
  const isElsewhere = !named.slice(0, inBar).some((path) => path === location.pathname)
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    <nav
      className="menu"
      aria-label={say('menu.label')}
      onKeyDown={key}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}
    >
      <p className="house">
        {logoUrl ? <img src={logoUrl} alt="" /> : <Initials name={house} />}
        <strong>{house}</strong>
      </p>
      {named.slice(0, inBar).map((to) => (
        <PageLink key={to} to={to} />
      ))}
      <button
        ref={button}
        type="button"
        className="other"
        aria-expanded={isOpen}
        aria-controls="other-pages"
        data-current={isElsewhere || undefined}
        onClick={() => setOpen((now) => !now)}
      >
        <Icon name="heroicons:ellipsis-horizontal" />
        <span>{say('card.more')}</span>
      </button>
      <OtherPages isOpen={isOpen} close={() => setOpen(false)} />
    </nav>
  )
}

type TabsProps = {
  label: string
  names: readonly string[]
  current: string
  pick: (name: string) => void
  children: (name: string) => ReactNode
}

/** Tabs with the panel of the chosen one; arrows, Home and End move along them. */
export const Tabs = ({ label, names, current, pick, children }: TabsProps) => {
  const list = useRef<HTMLDivElement>(null)
  const at = names.indexOf(current)
  useEffect(() => {
    const row = list.current!
    const watch = new ResizeObserver(() => {
      const tab = row.querySelector<HTMLElement>('[aria-selected=true]')!
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - 40
    })
    watch.observe(row)
    return () => watch.disconnect()
  }, [current])
  const steps: { [key: string]: number } = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }
  const key = (event: KeyboardEvent) => {
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    const name = names[(next + names.length) % names.length]!
    pick(name)
    list.current?.querySelector<HTMLElement>(`#tab-${name}`)?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="tabs" onKeyDown={key}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
            aria-selected={name === current}
            tabIndex={name === current ? 0 : -1}
            onClick={() => pick(name)}
          >
            {say(`tabs.${name}`)}
          </button>
        ))}
      </div>
      {names.map((name) => (
        <div
          key={name}
          role="tabpanel"
          id={`panel-${name}`}
          aria-labelledby={`tab-${name}`}
          tabIndex={-1}
          hidden={name !== current}
          className="stack apart panels"
        >
          {children(name)}
        </div>
      ))}
    </>
  )
}
