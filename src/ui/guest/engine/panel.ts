import type { ReactNode } from 'react'
import type { Draft } from '../../../../schema/checkin'
import type { PanelName } from '../../../../schema/vocabulary'
import type { Stop } from '../../../core/flow/trail'

/** What a panel is given. */
export type PanelProps = {
  path: string
  answers: Draft
  /** The guest's journey so far. */
  stops: readonly Stop[]
  /** The seconds until the guest leaves this page, where a clock runs. */
  leaving: number | undefined
  /** Stop that clock. */
  hold: () => void
  /** The step asks something besides. */
  beside: boolean
}

/** The panels that stand above a step's questions; the others stand below. */
export const above: ReadonlySet<PanelName> = new Set([
  'warning',
  'text',
  'pay',
  'paypal',
  'payReturn',
  'receipt',
  'sample',
])

/** Panels by the names `steps.json` uses. */
export type PanelTable = { readonly [name in PanelName]?: (props: PanelProps) => ReactNode }
