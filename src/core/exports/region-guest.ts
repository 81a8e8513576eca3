import type { Who } from '../../../schema/guest'

/**
 * A guest the region has from an earlier file: under which id (`idswh`), of which check-in and place in its party, as
 * which kind of guest, since which day (`YYYY-MM-DD`) in which structure. Name and birth are sealed: they tell the same
 * person and say nothing.
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
}
