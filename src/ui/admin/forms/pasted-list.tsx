import { useEffect, useId, useMemo, useState } from 'react'
import { guests } from '../../../../schema/guest'
import { type ListField, listFields } from '../../../core/lists/list-columns'
import { type ListedGuest, listAnswers, listedGuest, readList } from '../../../core/lists/pasted-list'
import { fieldId } from '../../controls/field'
import { useTowns } from '../../controls/places'
import { PickList, TextBox } from '../../look/boxes'
import { Button, FaultLine } from '../../look/parts'
import { house, say, today } from '../../shared/published'
import { textOf } from '../tables/tables'
import type { HostPanelProps } from './use-host-form'

/** Bytes; a list of thirty guests has some 5,000. */
const largest = 200_000

type Row = { at: number; cells: string[]; guest: ListedGuest }

/** Cells by `row:column`, fields of columns, rows taken out. */
type Changes = {
  cells: { [cell: string]: string }
  columns: { [column: number]: ListField | undefined }
  gone: readonly number[]
}
const unchanged: Changes = { cells: {}, columns: {}, gone: [] }

/** Undefined if the text contains no list. */
const useList = (text: string, changes: Changes) => {
  const isTown = useTowns()
  const context = useMemo(() => ({ today: today(), isTown }), [isTown])
  const list = useMemo(() => readList(text, context), [text, context])
  if (!list) return undefined
  const columns = list.columns.map((field, column) => (column in changes.columns ? changes.columns[column] : field))
  const rows = list.rows
    .map((row, at) => ({ at, cells: row.map((cell, column) => changes.cells[`${at}:${column}`] ?? cell) }))
    .filter(({ at }) => !changes.gone.includes(at))
    .map((row, place): Row => ({ ...row, guest: listedGuest(row.cells, columns, place % guests.length, context) }))
  return { headings: list.headings, columns, rows }
}

type List = NonNullable<ReturnType<typeof useList>>

/** Not understood, or empty where the police need it. */
const faultOf = ({ guest: { unread, missing } }: Row, column: number, field: ListField | undefined) =>
  unread.includes(column) ? say('list.unread') : field && missing.includes(field) ? say('list.missing') : ''

type TableProps = { list: List; change: (changes: (before: Changes) => Partial<Changes>) => void }

const ColumnPick = ({ list, change, column }: TableProps & { column: number }) => {
  const { label } = house.get().speak
  const pick = (field: string) =>
    change(({ columns }) => ({
      columns: {
        ...columns,
        // A field has one column: the former one becomes unused.
        ...Object.fromEntries(list.columns.flatMap((one, i) => (one && one === field ? [[i, undefined]] : []))),
        [column]: (field || undefined) as ListField | undefined,
      },
    }))
  return (
    <PickList
      aria-label={`${say('list.column', { number: column + 1 })} ${list.headings?.[column] ?? ''}`.trim()}
      value={list.columns[column] ?? ''}
      none={say('list.unused')}
      picks={listFields.map((value) => ({ value, text: label(value) }))}
      pick={pick}
    />
  )
}

const Cell = ({ list, row, column, change }: TableProps & { row: Row; column: number }) => {
  const id = useId()
  const field = list.columns[column]
  const fault = faultOf(row, column, field)
  const name = field ? house.get().speak.label(field) : say('list.column', { number: column + 1 })
  return (
    <td className={field ? '' : 'unused'}>
      <input
        value={row.cells[column] ?? ''}
        aria-label={`${name}, ${row.at + 1}`}
        aria-invalid={Boolean(fault) || undefined}
        aria-describedby={fault ? id : undefined}
        onChange={({ target }) =>
          change(({ cells }) => ({ cells: { ...cells, [`${row.at}:${column}`]: target.value } }))
        }
      />
      {fault && (
        <span id={id} className="fault">
          {fault}
        </span>
      )}
    </td>
  )
}

const ListRow = ({ row, ...table }: TableProps & { row: Row }) => {
  const { label } = house.get().speak
  const lacks = row.guest.missing.filter((field) => !table.list.columns.includes(field))
  return (
    <tr>
      <th scope="row">{row.at + 1}</th>
      {[...row.cells.keys()].map((column) => (
        <Cell key={column} {...table} row={row} column={column} />
      ))}
      <td className="to-complete">{lacks.map(label).join(', ')}</td>
      <td>
        <Button
          icon="heroicons:user-minus"
          kind="quiet"
          aria-label={say('list.remove', { number: row.at + 1 })}
          onClick={() => table.change(({ gone }) => ({ gone: [...gone, row.at] }))}
        />
      </td>
    </tr>
  )
}

const ListTable = (table: TableProps) => (
  <div className="scrolls pasted" tabIndex={0} role="region" aria-label={say('sections.list')}>
    <table>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{say('list.rows')}</span>
          </th>
          {[...table.list.columns.keys()].map((column) => (
            <th key={column} scope="col">
              <span className="hint">{table.list.headings?.[column]}</span>
              <ColumnPick {...table} column={column} />
            </th>
          ))}
          <th scope="col">{say('list.lacks')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {table.list.rows.map((row) => (
          <ListRow key={row.at} {...table} row={row} />
        ))}
      </tbody>
    </table>
  </div>
)

const Source = ({ text, take }: { text: string; take: (text: string) => void }) => {
  const id = useId()
  const read = async (file: File | undefined) => {
    // `PK`, the first bytes of a workbook, gives the message for a text without a list.
    if (file) take(file.size > largest ? 'PK' : await textOf(file))
  }
  return (
    <>
      <p className="hint">{say('list.text')}</p>
      <TextBox rows={4} label={say('list.rows')} value={text} spellCheck={false} put={take} />
      <p className="buttons">
        <input
          type="file"
          id={id}
          className="unseen"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ target }) => void read(target.files?.[0])}
        />
        <label htmlFor={id} className="button">
          {say('list.file')}
        </label>
      </p>
    </>
  )
}

/** Fills the form with guests from rows copied from a spreadsheet. */
export const PastedListPanel = ({ fill, most }: Pick<HostPanelProps, 'fill' | 'most'>) => {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [changes, setChanges] = useState(unchanged)
  const [filled, setFilled] = useState<{ count: number }>()
  // The first guest moves up when the table closes.
  useEffect(() => void (filled && document.getElementById(fieldId('mainGuestName'))?.focus()), [filled])
  const list = useList(text, changes)
  const count = list?.rows.length ?? 0
  const take = (pasted: string) => {
    setText(pasted)
    setChanges(unchanged)
  }
  const put = () => {
    fill(listAnswers(list!.rows.map(({ guest }) => guest)))
    setFilled({ count })
    setOpen(false)
  }
  const fault = count > most ? say('list.tooMany', { count, most }) : text.trim() && !list ? say('list.none') : ''
  return (
    <div className="stack">
      <p role="status">{!open && filled && say('list.filled', filled)}</p>
      <p className="buttons">
        <Button text={say('list.open')} aria-expanded={open} onClick={() => setOpen(!open)} />
      </p>
      {open && <Source text={text} take={take} />}
      <FaultLine>{open && fault}</FaultLine>
      {open && list && (
        <>
          <p>{say('list.read', { count })}</p>
          <ListTable list={list} change={(make) => setChanges((before) => ({ ...before, ...make(before) }))} />
          <p className="buttons">
            <Button text={say('list.fill')} isOff={count > most || !count} onClick={put} />
          </p>
        </>
      )}
    </div>
  )
}
