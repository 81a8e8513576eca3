import type { ReactNode } from 'react'
import type { Draft } from '../../../../schema/checkin'
import type { PanelName } from '../../../../schema/vocabulary'
import type { Stop } from '../../../core/flow/trail'

export type PanelProps = {
  path: string
  answers: Draft
  stops: readonly Stop[]
  /** Seconds until the guest is redirected; undefined without a countdown. */
  secondsLeft: number | undefined
  stopCountdown: () => void
  hasQuestions: boolean
}

/** The panels shown above a step's questions; the others are shown below. */
export const panelsAbove: ReadonlySet<PanelName> = new Set([
  'warning',
  'text',
  'pay',
  'paypal',
  'payReturn',
  'receipt',
  'sample',
  'returning',
])

/** Panels by the names `steps.json` uses. */
export type PanelTable = { readonly [name in PanelName]?: (props: PanelProps) => ReactNode }
