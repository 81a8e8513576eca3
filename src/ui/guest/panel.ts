import type { Draft } from '../../../schema/checkin'
import type { Stop } from '../../core/flow/trail'

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
