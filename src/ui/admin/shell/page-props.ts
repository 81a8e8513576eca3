import type { ReactNode } from 'react'

/** What a page of the host is given: where it is, and how to go elsewhere. */
export type PageProps = { path: string; query: Record<string, string>; go: (to: string, replace?: boolean) => void }

/** What the host's pages are given as a whole: a page, and what stands where there is none. */
export type HostProps = PageProps & { lost: ReactNode }
