import type { Draft } from '../../../schema/checkin'
import type { Stop } from '../../core/flow/trail'

/** What a panel is given. */
export type PanelProps = {
  path: string
  answers: Draft
  /** The guest's journey so far. */
  stops: readonly Stop[]
  /** Milliseconds are running and then the guest leaves this page. */
  leaving: boolean
  /** Stop that clock. */
  hold: () => void
  /** The step asks something besides. */
  beside: boolean
}
