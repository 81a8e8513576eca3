import type { Who } from '../../../schema/guest'
import type { Traces } from './likeness'

/**
 * A guest the region has from an earlier file: under which id (`idswh`), of which check-in and place in its party, as
 * which kind of guest, since which day (`YYYY-MM-DD`) in which structure. Name, birth and traces are sealed: they tell
 * the same person and say nothing. They are those the id was first sent with, or those the host confirmed since.
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
  /** Absent in a note older than traces. */
  traces?: Traces
}
