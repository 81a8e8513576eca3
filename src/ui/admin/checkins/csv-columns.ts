import { type Checkin, fieldOf } from '../../../../schema/checkin'
import { guests } from '../../../../schema/guest'
import { displayId } from '../../../core/checkin/display-id'
import { shortOf } from '../../../core/flow/names'
import { house } from '../../shared/published'
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

/** Returns check-ins as rows; the first row has the column names. */
export const csvRows = (checkins: readonly Checkin[]): string[][] => {
  const { say, label } = house.get().speak
  const fields = [...csvColumns, ...new Set(checkins.flatMap(ownFields))]
  const title = (field: string) => {
    const { who } = shortOf(field)
    return who ? `${say(`guest.${who}`)}: ${label(field)}` : labelOf(field)
  }
  return [
    [say('consult.number'), ...fields.map(title)],
    ...checkins.map((checkin) => [displayId(checkin), ...fields.map((field) => shownOf(checkin, field))]),
  ]
}
