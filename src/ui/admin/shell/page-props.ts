import type { ReactNode } from 'react'

/** Properties of a host's page. */
export type PageProps = { path: string; query: Record<string, string>; go: (to: string, replace?: boolean) => void }

/** Properties of the host's pages; `lost` is shown at an unknown address. */
export type HostProps = PageProps & { lost: ReactNode }
