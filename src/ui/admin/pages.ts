import type { ReactNode } from 'react'
import type { PageProps } from './admin'

/** The host's pages by address; `open` ones need no sign-in. */
export const pages: Record<string, { Page: (props: PageProps) => ReactNode; open?: true }> = {}
