import { createContext, type ReactNode } from 'react'
import type { HostPanel } from '../../../../schema/vocabulary'

/** What a panel of a host form is given: how to go to another page. */
export type HostPanelProps = { go: (to: string, replace?: boolean) => void }

/** A panel for each name `steps.json` may use. */
export type HostPanelTable = Record<HostPanel, (props: HostPanelProps) => ReactNode>

/** The panels a form can show, given from above: a panel may itself hold a form. */
export const HostPanels = createContext<Partial<HostPanelTable>>({})
