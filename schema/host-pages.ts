/** The addresses of the host's pages, in the order of the menu. A step may lead to one. */
export const hostPaths = [
  '/admin-today',
  '/admin',
  '/new-checkin',
  '/admin-sending',
  '/admin-arrivals',
  '/admin-settings',
  '/ross1000-settings',
  '/admin-flow',
  '/admin-statistics',
  '/admin-tax',
  '/admin-guide',
  '/admin-login',
] as const

export type HostPath = (typeof hostPaths)[number]

/** Returns whether an address is a host's page. */
export const isHostPath = (path: string): path is HostPath => hostPaths.some((one) => one === path)

/** The only page that is shown without a sign-in. */
export const signInPath: HostPath = '/admin-login'
