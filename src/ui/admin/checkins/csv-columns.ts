import { type Checkin, fieldOf } from '../../../../schema/checkin'
import { guests, namedGuests, type Who } from '../../../../schema/guest'
import { displayId } from '../../../core/checkin/checkin-states'
import { cinOf } from '../../../core/checkin/code-entry'
import { guestTitle, party } from '../../../core/checkin/party'
import { shortOf } from '../../../core/flow/names'
import type { Speech } from '../session/host'
import { fieldGroups, kindOfParty, labelOf, ownFields, shownOf } from './card-fields'

const { person, seldom, contact, booking, company, paid, system, changed } = fieldGroups

const csvColumns = (some: readonly Who[]): string[] => [
  ...some.flatMap((who) => ['lastName', 'name', ...person, ...seldom].map((field) => fieldOf(who, field))),
  ...contact,
  ...booking,
  'invoiceType',
  ...company,
  ...paid,
  ...system,
  ...changed,
]

/** Returns check-ins as rows; the first has the column names, in Italian as in all files. */
export const csvRows = (
  checkins: readonly Checkin[],
  speech: Speech,
  settings: Parameters<typeof cinOf>[0],
): string[][] => {
  const { say, label } = speech.speak
  const most = Math.max(namedGuests.length, ...checkins.map((checkin) => party(checkin).length))
  const said = kindOfParty.filter((field) => checkins.some((checkin) => checkin[field]))
  const fields = [...csvColumns(guests.slice(0, most)), ...said, ...new Set(checkins.flatMap(ownFields))]
  const title = (field: string) => {
    const { who } = shortOf(field)
    return who ? `${guestTitle(speech.speak, who)}: ${label(field)}` : labelOf(field, speech)
  }
  return [
    [say('consult.number'), ...fields.map(title), label('code.cin')],
    ...checkins.map((checkin) => [
      displayId(checkin),
      ...fields.map((field) => shownOf(checkin, field, speech)),
      cinOf(settings, checkin),
    ]),
  ]
}
