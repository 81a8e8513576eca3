import { createContext, type ReactNode } from 'react'
import type { HostPanel } from '../../../../schema/vocabulary'

/** Properties of a panel. */
export type HostPanelProps = { go: (to: string, replace?: boolean) => void }

/** Panels by the names `steps.json` uses. */
export type HostPanelTable = Record<HostPanel, (props: HostPanelProps) => ReactNode>

/** The panels of a form, as a context: a panel may contain a form. */
export const HostPanels = createContext<Partial<HostPanelTable>>({})
