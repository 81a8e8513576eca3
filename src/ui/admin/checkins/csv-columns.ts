import { type Checkin, fieldOf } from '../../../../schema/checkin'
import { guests } from '../../../../schema/guest'
import { displayId } from '../../../core/checkin/display-id'
import { shortOf } from '../../../core/flow/names'
import type { Speech } from '../session/host'
import { fieldGroups, labelOf, ownFields, shownOf } from './card-fields'

const { person, seldom, contact, booking, company, paid, system, changed } = fieldGroups

const csvColumns: string[] = [
  ...guests.flatMap((who) => ['lastName', 'name', ...person, ...seldom].map((field) => fieldOf(who, field))),
  ...contact,
  ...booking,
  'invoiceType',
  ...company,
  ...paid,
  ...system,
  ...changed,
]

/** Returns check-ins as rows; the first row has the column names. Files are Italian in every language of the host. */
export const csvRows = (checkins: readonly Checkin[], speech: Speech): string[][] => {
  const { say, label } = speech.speak
  const fields = [...csvColumns, ...new Set(checkins.flatMap(ownFields))]
  const title = (field: string) => {
    const { who } = shortOf(field)
    return who ? `${say(`guest.${who}`)}: ${label(field)}` : labelOf(field, speech)
  }
  return [
    [say('consult.number'), ...fields.map(title)],
    ...checkins.map((checkin) => [displayId(checkin), ...fields.map((field) => shownOf(checkin, field, speech))]),
  ]
}
