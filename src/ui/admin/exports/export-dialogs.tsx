import type { FileFault, People, Warning } from '../../../../schema/calls/exports'
import { house, say } from '../../shared/published'
import { labelOf, namesInLine } from '../checkins/card-fields'
import { askChoice, showDialog } from '../dialogs/questions'
import { dayShown, hostSettings, titleOfGuest } from '../session/host'

type Found = Pick<FileFault<string>, 'checkin' | 'rule' | 'text'>

const placeOf = ({ checkin, text }: Found) =>
  checkin || hostSettings.get()?.reservationCodes.some(({ structureCode }) => structureCode === text)
    ? 'tabs.codes'
    : 'forms.ross1000.title'

const isOfSettings = ({ rule }: Found) => rule === 'structureCode' || rule === 'reservationCode'

/** Returns what the host must do before a file can be made: complete data, correct data, or change a setting. */
export const whatToDo = (faults: readonly Found[]): string => {
  const own = faults.filter((fault) => !isOfSettings(fault))
  const missing = own.filter(({ rule }) => rule === 'required').length
  const places = new Set(faults.filter(({ rule }) => rule === 'structureCode').map(placeOf))
  return [
    own.length && say(`export.faultsText.${missing === own.length ? 'missing' : missing ? 'both' : 'wrong'}`),
    faults.some(({ rule }) => rule === 'reservationCode') && say('export.faultsText.code'),
    ...[...places].map((where) => say('export.faultsText.structure', { where: say(where) })),
    say('export.faultsText.again'),
  ]
    .filter(Boolean)
    .join(' ')
}

type Fault = FileFault<string>

/** Returns the guest a fault is about: the name, or which guest of which check-in. */
export const personOf = (people: People, { checkin, guest }: Pick<Fault, 'checkin' | 'guest'>) =>
  people[checkin]?.[guest] || `${titleOfGuest(guest)}, ${say('export.checkin', { id: checkin })}`

type Faulty = Pick<Fault, 'rule' | 'limit' | 'refused'> & { field?: string; said?: string }

/** Returns the sentence of a fault; invisible refused characters are shown as `␣`. */
export const faultWords = ({ rule, field, limit, refused, said }: Faulty) => {
  const { has } = house.get().speak
  const own = `export.fault.${rule}.${field}`
  return say(has(own) ? own : `export.fault.${rule}`, {
    limit,
    said,
    refused: [...(refused ?? '')].map((sign) => (/\p{C}/u.test(sign) ? '␣' : sign)).join(' '),
  })
}

/** Lists the faults that prevent a file, by guest and field. */
export const showFaults = (faults: readonly Fault[], people: People) => {
  const guests = new Map<string, Fault[]>()
  for (const fault of faults) {
    const person = fault.checkin ? personOf(people, fault) : say('export.ofSettings')
    guests.set(person, [...(guests.get(person) ?? []), fault])
  }
  return showDialog(
    { title: say('export.faults'), className: 'long' },
    <>
      <p>{whatToDo(faults)}</p>
      <div className="list" tabIndex={0} role="group" aria-label={say('export.faults')}>
        {[...guests].map(([person, list]) => (
          <section key={person}>
            <h3>{list[0]!.checkin ? say('export.lineOf', { guest: person }) : person}</h3>
            <ul>
              {list.map((fault) => (
                <li key={fault.field + fault.rule}>
                  <strong>{labelOf(fault.field)}</strong>: {faultWords(fault)}{' '}
                  {fault.text && <q>{fault.text.slice(0, 120)}</q>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>,
  )
}

/** Lists what the portal would refuse; resolves to whether the host continues. */
export const confirmWarnings = (warnings: readonly Warning[], people: People) => {
  const rules = new Map<string, Warning[]>()
  for (const warning of warnings) rules.set(warning.rule, [...(rules.get(warning.rule) ?? []), warning])
  const about = ({ checkin, day, file }: Warning) =>
    file ?? (day ? dayShown(day) : checkin ? `${people[checkin]?.main || '—'} (${checkin})` : '')
  return askChoice(
    { title: say('export.warnings'), yes: say('export.goOn'), danger: true, className: 'long' },
    <>
      <p>{say('export.warningsText')}</p>
      <div className="list" tabIndex={0} role="group" aria-label={say('export.warnings')}>
        <ul>
          {[...rules].map(([rule, list]) => (
            <li key={rule}>
              <strong>{say(`export.warning.${rule}`)}</strong>
              <span>{namesInLine(list.map(about).filter(Boolean))}</span>
            </li>
          ))}
        </ul>
      </div>
    </>,
  )
}
