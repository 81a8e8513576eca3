type HostPage = {
  /** The key of the page's name in the host's menu; a page without one is not in it. */
  menu?: string
  /** Shown to whoever is not signed in. */
  open?: true
}

/** The host's pages by address, in the order of the menu. They are no steps, but a step may lead to one. */
export const hostPages = {
  '/admin-today': { menu: 'menu.today' },
  '/admin': { menu: 'menu.checkins' },
  '/new-checkin': { menu: 'menu.new' },
  '/admin-sending': { menu: 'menu.sending' },
  '/admin-settings': { menu: 'menu.settings' },
  '/ross1000-settings': { menu: 'menu.ross1000' },
  '/admin-flow': { menu: 'menu.flow' },
  '/admin-statistics': { menu: 'menu.statistics' },
  '/admin-tax': {},
  '/admin-guide': {},
  '/admin-login': { open: true },
} as const satisfies { [path: string]: HostPage }

export type HostPath = keyof typeof hostPages

/** Whether an address is that of one of the host's pages. */
export const isHostPath = (path: string): path is HostPath => Object.hasOwn(hostPages, path)

/** What is true of a page of the host's. */
export const hostPage = (path: HostPath): HostPage => hostPages[path]

/** Every address of the host's. */
export const hostPaths = Object.keys(hostPages) as HostPath[]
