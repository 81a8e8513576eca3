import type { Place, PlaceKind } from '../../../schema/calls/tables'
import type { Who } from '../../../schema/guest'
import type { CharacterFault } from '../text/transliteration'
import type { RegionGuest } from './region-guest'

export type RecordRule =
  | CharacterFault
  | 'required'
  | 'maxLength'
  | 'sex'
  | 'date'
  | 'nights'
  | 'document'
  | 'issueTown'
  | 'place'
  | 'province'
  | 'structureCode'
  | 'reservationCode'

/**
 * A fault that stops a file. `limit`: the cell's width; `refused`: characters it cannot hold; `checkin` 0: settings.
 */
export type RecordFault = {
  checkin: number
  guest: Who
  field: string
  rule: RecordRule
  text: string
  limit?: number
  refused?: string
}

/** A place without an official code: `kind` is the look-up, `candidates` are offered to the host. */
export type MissingCode = RecordFault & { rule: 'place'; kind: PlaceKind; candidates: Place[] }

/** A warning about a well-formed file, for the host to decide. */
export type Warning = { rule: string; checkin?: number; day?: string; file?: string }

/** A finished file with its check-ins. A region's file also lists the guests it sends and eliminates. */
export type OfficialFile = {
  name: string
  text: string
  ids: number[]
  sent?: readonly RegionGuest[]
  eliminated?: readonly RegionGuest[]
}

/** The result of an export: no file if anything is missing or wrong. */
export type Export = { files: OfficialFile[]; missing: MissingCode[]; faults: RecordFault[]; warnings: Warning[] }

/** Separates places without a code from other faults. */
export const separateMissing = (faults: readonly RecordFault[]): { missing: MissingCode[]; faults: RecordFault[] } => ({
  missing: faults.filter((fault): fault is MissingCode => 'kind' in fault),
  faults: faults.filter((fault) => !('kind' in fault)),
})
