type HostPage = {
  /** The word of the page's name in the menu; pages without one are not in the menu. */
  menu?: string
  /** Shown without a sign-in. */
  open?: true
}

/** The host's pages by address, in the order of the menu. A step may lead to one. */
export const hostPages = {
  '/admin-today': { menu: 'menu.today' },
  '/admin': { menu: 'menu.checkins' },
  '/new-checkin': { menu: 'menu.new' },
  '/admin-sending': { menu: 'menu.sending' },
  '/admin-arrivals': { menu: 'menu.arrivals' },
  '/admin-settings': { menu: 'menu.settings' },
  '/ross1000-settings': { menu: 'menu.ross1000' },
  '/admin-flow': { menu: 'menu.flow' },
  '/admin-statistics': { menu: 'menu.statistics' },
  '/admin-tax': {},
  '/admin-guide': {},
  '/admin-login': { open: true },
} as const satisfies { [path: string]: HostPage }

export type HostPath = keyof typeof hostPages

/** Returns whether an address is a host's page. */
export const isHostPath = (path: string): path is HostPath => Object.hasOwn(hostPages, path)

/** Returns the row of a host's page. */
export const hostPage = (path: HostPath): HostPage => hostPages[path]

export const hostPaths = Object.keys(hostPages) as HostPath[]
