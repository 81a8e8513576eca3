import type { Place, PlaceKind } from '../../../schema/calls/tables'
import type { Who } from '../../../schema/guest'
import type { RegionGuest } from '../region/region-guest'
import type { CharacterFault } from '../text/transliteration'

/** What is wrong with one answer for an official file. */
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
 * What stops a file: whose answer (`field` by the record's name), the rule it breaks, and the answer as `text`. `limit`
 * is the most characters a cell takes, `refused` the characters it cannot hold. `checkin` 0 is the host's settings.
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

/**
 * A place with no official code yet: `kind` says which look-up wants it, `candidates` what it may be. The host is
 * asked.
 */
export type MissingCode = RecordFault & { rule: 'place'; kind: PlaceKind; candidates: Place[] }

/**
 * What the office would refuse, or should be looked at, although the file is well formed; the host decides. `checkin`
 * is set where it is about a check-in, `day` (`YYYY-MM-DD`) where it is about a day, `file` where it is about another
 * file.
 */
export type Warning = { rule: string; checkin?: number; day?: string; file?: string }

/**
 * One finished file: its name, its text, and the ids of the check-ins in it. A tourism file also says whom the region
 * has from it, and whom no more.
 */
export type OfficialFile = {
  name: string
  text: string
  ids: number[]
  sent?: readonly RegionGuest[]
  eliminated?: readonly RegionGuest[]
}

/** All or nothing: there are files only while nothing is missing and nothing is wrong. Warnings come with either. */
export type Export = { files: OfficialFile[]; missing: MissingCode[]; faults: RecordFault[]; warnings: Warning[] }

/** Faults apart from places that only miss a code. */
export const separateMissing = (faults: readonly RecordFault[]): { missing: MissingCode[]; faults: RecordFault[] } => ({
  missing: faults.filter((fault): fault is MissingCode => 'kind' in fault),
  faults: faults.filter((fault) => !('kind' in fault)),
})
