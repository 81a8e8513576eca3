import type { FileFault, Warning } from '../../../schema/calls/exports'
import type { Place, PlaceKind } from '../../../schema/calls/tables'
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

export type RecordFault = FileFault<RecordRule>

/** A place without an official code: `kind` is the look-up, `candidates` are offered to the host. */
export type MissingCode = RecordFault & { rule: 'place'; kind: PlaceKind; candidates: Place[] }

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
