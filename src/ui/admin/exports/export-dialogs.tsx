import { useState } from 'react'
import type { FileFault, Month, People, Warning } from '../../../../schema/calls/exports'
import type { Settings } from '../../../../schema/settings'
import { Button, FaultLine } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { house, plural, say, today } from '../../shared/published'
import { labelOf, namesInLine } from '../checkins/card-fields'
import { ask, Dialog } from '../dialogs/dialog'
import { useBusy } from '../dialogs/page-hooks'
import { askChoice, showDialog } from '../dialogs/questions'
import { changeSettings } from '../forms/form-results'
import {
  callAsHost,
  dayInWords,
  dayShown,
  failureReason,
  hostSettings,
  settingsNow,
  titleOfGuest,
} from '../session/host'

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

type Day = Month['structures'][number]['days'][number]

const column = (day: string) => new Date(day).getUTCDay() || 7
const week = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-06', '2024-01-07']
const keyOf = (structureCode: string, day: string) => `${structureCode} ${day}`

const About = ({ day: { rooms, isBusy }, closed }: { day: Day; closed: boolean }) => (
  <small>
    {isBusy ? (rooms ? plural('closed.rooms', rooms) : say('closed.leaving')) : closed ? say('closed.day') : '\u00a0'}
  </small>
)

type CalendarProps = { name: string; days: Day[]; isClosed: (day: string) => boolean; toggle: (day: string) => void }

/** A month in weeks. Days with guests are fixed; pressing others closes or opens them. */
const Calendar = ({ name, days, isClosed, toggle }: CalendarProps) => (
  <div className="calendar" role="group" aria-label={name}>
    {week.map((day) => (
      <span key={day} className="weekday" aria-hidden="true">
        {dayInWords(day, { weekday: 'short' })}
      </span>
    ))}
    {days.map((one, index) => {
      const closed = !one.isBusy && isClosed(one.day)
      return (
        <button
          key={one.day}
          type="button"
          disabled={one.isBusy}
          aria-pressed={one.isBusy ? undefined : closed}
          style={index ? undefined : { gridColumnStart: column(one.day) }}
          onClick={() => toggle(one.day)}
        >
          <span className="unseen">{dayInWords(one.day, { weekday: 'long', day: 'numeric', month: 'long' })}</span>
          <b aria-hidden="true">{Number(one.day.slice(8))}</b>
          <About day={one} closed={closed} />
        </button>
      )
    })}
  </div>
)

const keep = async (month: string, days: Settings['closedDays']) => {
  const { closedDays } = await settingsNow()
  const others = closedDays.filter(({ day }) => !day.startsWith(month))
  const value = [...others, ...days]
  if (value.length || closedDays.length)
    await changeSettings({ closedDays: value }, () =>
      call('PATCH /api/settings/:name', { params: { name: 'closedDays' }, body: { value } }),
    )
}

type StructureProps = Pick<CalendarProps, 'isClosed' | 'toggle'> & { structure: Month['structures'][number] }

const Structure = ({ structure: { code, rooms, beds, days }, isClosed, toggle }: StructureProps) => (
  <section>
    <h3>
      {say('closed.house', { code })}{' '}
      <small>
        {say('closed.holds', {
          rooms: plural('closed.holds.rooms', rooms),
          beds: plural('closed.holds.beds', beds),
        })}
      </small>
    </h3>
    <Calendar name={say('closed.house', { code })} days={days} isClosed={isClosed} toggle={toggle} />
  </section>
)

type MonthProps = { month: string; view: Month; answer: (kept?: true) => void }

const freeDays = (structures: Month['structures']) =>
  structures.flatMap(({ code, days }) =>
    days
      .filter(({ isBusy }) => !isBusy)
      .map(({ day, isClosed }) => ({ structureCode: code, day, isClosed, key: keyOf(code, day) })),
  )

const ClosedDaysDialog = ({ month, view: { structures, waiting }, answer }: MonthProps) => {
  const free = freeDays(structures)
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set(free.filter(({ isClosed }) => isClosed).map(({ key }) => key)),
  )
  const allClosed = free.every(({ key }) => closed.has(key))
  const { busy, once } = useBusy()
  const [wrong, setWrong] = useState('')
  const toggle = (key: string) =>
    setClosed((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]))
  const make = async () => {
    setWrong('')
    try {
      await keep(
        month,
        free.filter(({ key }) => closed.has(key)).map(({ structureCode, day }) => ({ structureCode, day })),
      )
      answer(true)
    } catch (error) {
      setWrong(say('closed.failed', { message: failureReason(error) }))
    }
  }
  return (
    <Dialog
      title={say('closed.title', { month: dayInWords(`${month}-01`, { month: 'long', year: 'numeric' }) })}
      subtitle={say('closed.text')}
      onClose={() => !busy && answer()}
      className="closing"
    >
      {waiting > 0 && <p className="info warns">{plural('closed.waiting', waiting)}</p>}
      {today().slice(0, 7) <= month && <p className="info">{say('closed.unfinished')}</p>}
      {structures.map((structure) => (
        <Structure
          key={structure.code}
          structure={structure}
          isClosed={(day) => closed.has(keyOf(structure.code, day))}
          toggle={(day) => toggle(keyOf(structure.code, day))}
        />
      ))}
      <FaultLine className="message">{wrong}</FaultLine>
      <footer className="actions">
        {free.length > 0 && (
          <Button kind="every" onClick={() => setClosed(new Set(allClosed ? [] : free.map(({ key }) => key)))}>
            {say(allClosed ? 'closed.openAll' : 'closed.closeAll')}
          </Button>
        )}
        <Button onClick={() => answer()}>{say('host.cancel')}</Button>
        <Button kind="primary" data-first aria-busy={busy || undefined} onClick={() => void once(make)}>
          {say('closed.make')}
        </Button>
      </footer>
    </Dialog>
  )
}

/** Asks for and saves the closed days of a month `YYYY-MM`; resolves to whether the host continues. */
export const askClosedDays = async (month: string): Promise<boolean> => {
  const { data: view } = await callAsHost('GET /api/tourism-month', { query: { month } })
  return (await ask<true>((answer) => <ClosedDaysDialog {...{ month, view, answer }} />)) === true
}
