import { useState } from 'react'
import type { Month } from '../../../../schema/calls/exports'
import type { Settings } from '../../../../schema/settings'
import { Button, FaultLine } from '../../look/parts'
import { plural, say, today } from '../../shared/published'
import { ask, Dialog } from '../dialogs/dialog'
import { useAttempt } from '../dialogs/page-hooks'
import { saveEach } from '../forms/form-results'
import { callAsHost, dayInWords, failureReason, settingsNow } from '../session/host'

type Day = Month['structures'][number]['days'][number]

const column = (day: string) => new Date(day).getUTCDay() || 7
const week = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-06', '2024-01-07']
const keyOf = (structureCode: string, day: string) => `${structureCode} ${day}`

const dayState = ({ rooms, isBusy }: Day, isClosed: boolean) => {
  if (isBusy) return rooms ? plural('closed.rooms', rooms) : say('closed.leaving')
  return isClosed ? say('closed.day') : '\u00a0'
}

const saveDays = async (month: string, days: Settings['closedDays']) => {
  const { closedDays } = await settingsNow()
  const value = [...closedDays.filter(({ day }) => !day.startsWith(month)), ...days]
  const failed = value.length || closedDays.length ? await saveEach({ closedDays: value }) : undefined
  if (failed) throw failed.error
}

type StructureProps = {
  structure: Month['structures'][number]
  isClosed: (day: string) => boolean
  toggle: (day: string) => void
}

/** A month of a structure in weeks. Days with guests are fixed; pressing others closes or opens them. */
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
    <div className="month-days" role="group" aria-label={say('closed.house', { code })}>
      {week.map((day) => (
        <span key={day} className="weekday" aria-hidden="true">
          {dayInWords(day, { weekday: 'short' })}
        </span>
      ))}
      {days.map((one, index) => (
        <button
          key={one.day}
          type="button"
          disabled={one.isBusy}
          aria-pressed={one.isBusy ? undefined : isClosed(one.day)}
          style={index ? undefined : { gridColumnStart: column(one.day) }}
          onClick={() => toggle(one.day)}
        >
          <span className="unseen">{dayInWords(one.day, { weekday: 'long', day: 'numeric', month: 'long' })}</span>
          <b aria-hidden="true">{Number(one.day.slice(8))}</b>
          <small>{dayState(one, isClosed(one.day))}</small>
        </button>
      ))}
    </div>
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
  const { busy, failure, attempt } = useAttempt((error) => say('closed.failed', { message: failureReason(error) }))
  const toggle = (key: string) =>
    setClosed((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]))
  const make = async () => {
    const days = free.filter(({ key }) => closed.has(key)).map(({ structureCode, day }) => ({ structureCode, day }))
    await saveDays(month, days)
    answer(true)
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
      <FaultLine className="message">{failure}</FaultLine>
      <footer className="actions">
        {free.length > 0 && (
          <Button
            text={say(allClosed ? 'closed.openAll' : 'closed.closeAll')}
            kind="every"
            onClick={() => setClosed(new Set(allClosed ? [] : free.map(({ key }) => key)))}
          />
        )}
        <Button text={say('host.cancel')} onClick={() => answer()} />
        <Button text={say('closed.make')} kind="primary" data-first isBusy={busy} onClick={() => void attempt(make)} />
      </footer>
    </Dialog>
  )
}

/** Asks for and saves the closed days of a month `YYYY-MM`; resolves to whether the host continues. */
export const askClosedDays = async (month: string): Promise<boolean> => {
  const { data: view } = await callAsHost('GET /api/tourism-month', { query: { month } })
  return (await ask<true>((answer) => <ClosedDaysDialog {...{ month, view, answer }} />)) === true
}
