import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DataOf } from '../../../../schema/calls/api'
import type { OfficialRow, TableChanges, TableInUse, TableKind } from '../../../../schema/calls/tables'
import { Button, FaultLine } from '../../look/parts'
import { announce } from '../../shared/card'
import { say } from '../../shared/published'
import { Dialog } from '../dialogs/dialog'
import { useAttempt } from '../dialogs/page-hooks'
import { addStates, callAsHost, dayShown, failureReason, hostLocale, refresh } from '../session/host'
import { loadTypedCodes, ScrollTable, TypedCodes } from './typed-codes'

/** The file name of each table, and the setting with the path of an imported one. */
const tables: { [kind in TableKind]: { file: string; setting: string } } = {
  comuni: { file: 'comuni.csv', setting: 'excelIstatComuniPath' },
  stati: { file: 'stati.csv', setting: 'excelIstatStatiPath' },
}
const kinds = Object.keys(tables) as TableKind[]
const columns = ['code', 'name', 'province', 'until'] as const
const changes = ['added', 'removed', 'changed'] as const

const largestBytes = 2_000_000

type State = DataOf<'GET /api/tables'>
type Row = OfficialRow & { before?: OfficialRow }
type Chosen = { kind: TableKind; csv: string; found: TableChanges }

const why = (error: unknown) => failureReason(error, 'tables.unreadable')

/** Returns a file's text: the portal writes UTF-8, older spreadsheets write Windows-1252. */
export const textOf = async (file: File) => {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const send = async (kind: TableKind, csv: string, take: boolean) =>
  (await callAsHost('POST /api/tables', { body: { kind, csv, take } })).data

const written = (row: OfficialRow, column: (typeof columns)[number]) =>
  (column === 'until' && row.until ? dayShown(row.until) : row[column]) || '—'
const cellOf = (row: Row, column: (typeof columns)[number]) =>
  row.before && row.before[column] !== row[column]
    ? `${written(row.before, column)} → ${written(row, column)}`
    : written(row, column)

const Part = ({ name, count, first }: { name: (typeof changes)[number]; count: number; first: Row[] }) => (
  <section>
    <h3>{say(`tables.${name}`, { count: count.toLocaleString(hostLocale()) })}</h3>
    {name === 'removed' && <p className="info warns">{say('tables.removedText')}</p>}
    {count > first.length && <p className="hint">{say('tables.first', { shown: first.length })}</p>}
    <ScrollTable label={say(`tables.${name}`, { count })} heads={columns.map((column) => say(`tables.${column}`))}>
      {first.map((row) => (
        <tr key={row.code}>
          {columns.map((column) => (
            <td key={column}>{cellOf(row, column)}</td>
          ))}
        </tr>
      ))}
    </ScrollTable>
  </section>
)

const Preview = ({ kind, csv, found, done }: Chosen & { done: (taken: boolean) => void }) => {
  const { busy, failure, attempt } = useAttempt(why)
  const some = changes.filter((name) => found[name].count)
  const take = async () => {
    await send(kind, csv, true)
    done(true)
  }
  const close = () => !busy && done(false)
  return (
    <Dialog
      title={say('tables.title', { file: tables[kind].file })}
      subtitle={say('tables.subtitle')}
      onClose={close}
      className="table-changes"
    >
      {!some.length && <p>{say('tables.same')}</p>}
      {some.map((name) => (
        <Part key={name} name={name} {...found[name]} />
      ))}
      <FaultLine className="message">{failure}</FaultLine>
      <footer className="actions">
        <Button text={say('host.cancel')} data-first onClick={close} />
        <Button
          text={say(busy ? 'tables.importing' : 'tables.import')}
          kind="primary"
          isBusy={busy}
          onClick={() => void attempt(take)}
        />
      </footer>
    </Dialog>
  )
}

const dayOf = (at: string) =>
  new Intl.DateTimeFormat(hostLocale(), { dateStyle: 'long', timeZone: 'Europe/Rome' }).format(new Date(at))

const writtenUse = ({ rows, path, at, unread }: TableInUse) =>
  say(`tables.${unread ? 'unread' : at ? 'imported' : 'built'}`, {
    rows: rows.toLocaleString(hostLocale()),
    path,
    ...(at && { date: dayOf(at) }),
  })

const backToBuilt = (kind: TableKind) =>
  callAsHost('PATCH /api/settings/:name', { params: { name: tables[kind].setting }, body: { value: '' } })

type TableRowProps = {
  kind: TableKind
  use: string | undefined
  wrong: string | undefined
  button: RefObject<HTMLInputElement | null> | undefined
  choose: (input: HTMLInputElement) => void
}

const TableRow = ({ kind, use, wrong, button, choose }: TableRowProps) => (
  <li className="row">
    <strong>{say(`tables.${kind}`)}</strong>
    <span className="hint two" id={`table-${kind}-use`} role="status">
      {use}
    </span>
    <span className="act">
      <input
        ref={button}
        type="file"
        id={`table-${kind}`}
        className="unseen"
        accept=".csv,text/csv"
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={`table-${kind}-use${wrong !== undefined ? ` table-${kind}-wrong` : ''}`}
        onChange={({ target }) => choose(target)}
      />
      <label htmlFor={`table-${kind}`} className="button">
        {say('tables.choose', { file: tables[kind].file })}
      </label>
    </span>
    {wrong !== undefined && (
      <p id={`table-${kind}-wrong`} className="message wide" role="alert">
        <span>{say('tables.wrong', { file: tables[kind].file })}.</span> {wrong}
      </p>
    )}
  </li>
)

const useTables = () => {
  const [state, setState] = useState<State>()
  const [wrong, setWrong] = useState<{ kind?: TableKind; text: string }>()
  const failed = (error: unknown) => setWrong({ text: why(error) })
  const load = async () => {
    const { data } = await callAsHost('GET /api/tables')
    await addStates(data.states)
    setState(data)
  }
  useEffect(() => void load().catch(failed), [])
  const renew = () => Promise.all([load(), refresh(), loadTypedCodes()]).catch(failed)
  /** Returns to the built-in tables. `focus` focuses another button, because this one disappears. */
  const back = async (focus: () => void) => {
    setWrong(undefined)
    try {
      for (const kind of kinds) if (state?.[kind].path) await backToBuilt(kind)
      announce(say('tables.backDone'))
      focus()
    } catch (error) {
      failed(error)
    }
    await renew()
  }
  return { state, renew, back, wrong, setWrong }
}

/** The official tables: which are in use, and buttons to replace them. */
export const Tables = () => {
  const { state, renew, back, wrong, setWrong } = useTables()
  const [chosen, setChosen] = useState<Chosen>()
  const [reading, setReading] = useState<TableKind>()
  const first = useRef<HTMLInputElement>(null)
  const focusFirst = () => first.current?.focus()
  const choose = async (kind: TableKind, input: HTMLInputElement) => {
    const file = input.files?.[0]
    if (!file || reading) return
    setWrong(undefined)
    if (file.size > largestBytes) setWrong({ kind, text: say('tables.large') })
    else {
      setReading(kind)
      try {
        const csv = await textOf(file)
        setChosen({ kind, csv, found: await send(kind, csv, false) })
      } catch (error) {
        setWrong({ kind, text: why(error) })
      }
      setReading(undefined)
    }
    // The corrected file can be chosen again.
    input.value = ''
  }

  const done = (taken: boolean) => {
    setChosen(undefined)
    if (!taken) return
    announce(say('tables.taken'))
    void renew()
  }

  return (
    <div className="stack tables">
      <p className="info">{say('tables.text')}</p>
      <ul className="rows">
        {kinds.map((kind, index) => (
          <TableRow
            key={kind}
            kind={kind}
            use={reading === kind ? say('tables.reading') : state && writtenUse(state[kind])}
            wrong={wrong?.kind === kind ? wrong.text : undefined}
            button={index ? undefined : first}
            choose={(input) => void choose(kind, input)}
          />
        ))}
      </ul>
      <FaultLine className="message">{!wrong?.kind && wrong?.text}</FaultLine>
      {state && kinds.some((kind) => state[kind].path) && (
        <Button text={say('tables.back')} onClick={() => void back(focusFirst)} />
      )}
      <TypedCodes emptied={focusFirst} />
      {chosen && <Preview {...chosen} done={done} />}
    </div>
  )
}
