import type { Who } from '../../../schema/guest'
import type { Traces } from './likeness'

/**
 * A guest the region has: the id (`idswh`), check-in and position, kind, arrival (`YYYY-MM-DD`) and structure. Name,
 * birth and traces are sealed, as first sent or as the host confirmed.
 */
export type RegionGuest = {
  idswh: string
  checkin: number
  who: Who
  type: string
  arrival: string
  structure: string
  name: string
  birth: string
  /** Absent in old notes. */
  traces?: Traces
}
