import { type ReactNode, useState } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import { isTestGuest } from '../../../core/checkin/checkin-states'
import { Button } from '../../look/parts'
import { say, today } from '../../shared/published'
import { allCheckins } from '../checkins/results'
import { dayInWords } from '../session/host'

/** Reads all check-ins but the guide's test guest. Throws Refused or Offline. */
export const readAll = async (): Promise<readonly Checkin[]> =>
  (await allCheckins({})).filter((one) => !isTestGuest(one))

/** The month `YYYY-MM` of a page, at first the current one. */
export const useMonth = () => useState(() => today().slice(0, 7))

/** Returns a month in words, `novembre 2026`. */
export const monthWords = (month: string) => dayInWords(`${month}-01`, { month: 'long', year: 'numeric' })

type BarProps = { month: string; choose: (month: string) => void; children: ReactNode }

/** The month input and the page's buttons. */
export const MonthBar = ({ month, choose, children }: BarProps) => (
  <p className="bar month-bar">
    <label htmlFor="month">{say('numbers.month')}</label>
    <input
      id="month"
      type="month"
      min="2000-01"
      max="2099-12"
      // While the first digit of a year is typed, the value is 0002-05.
      defaultValue={month}
      onChange={({ target }) => /^20\d\d-\d\d$/.test(target.value) && choose(target.value)}
    />
    <Button text={say('numbers.print')} onClick={() => print()} />
    {children}
  </p>
)

type TableProps = {
  title: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  foot?: readonly string[]
}

/** Returns the words of columns, `KEY.COLUMN`. */
export const columnWords = (key: string, ...columns: readonly string[]) =>
  columns.map((column) => say(`${key}.${column}`))

/** Whether a cell is aligned right: numbers, amounts, dates, days beyond the month (`30 →`), and empty cells. */
const isNumber = (cell = '') => /^[-–—\d.,\s€%/←→]*$/.test(cell)
const numeric = (cell?: string) => (isNumber(cell) ? 'number' : undefined)

/** On a phone a table with more columns shows each row as a block, its cells below one another with their headings. */
const fittingColumns = 3

/** A table of numbers; the first column names the row. */
export const Table = ({ title, head, rows, foot }: TableProps) => (
  <div
    className={head.length > fittingColumns ? 'scrolls stacks' : 'scrolls'}
    tabIndex={0}
    role="region"
    aria-label={title}
  >
    <table>
      <thead>
        <tr>
          {head.map((cell, column) => (
            <th
              key={cell}
              scope="col"
              className={column > 0 && rows.every((row) => isNumber(row[column])) ? 'number' : undefined}
            >
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own, and none of them keeps anything
          <tr key={row}>
            <th scope="row">{first}</th>
            {cells.map((cell, column) => (
              <td key={head[column + 1]} data-head={head[column + 1]} className={numeric(cell)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {foot && (
        <tfoot>
          <tr>
            {foot.map((cell, column) => (
              <td key={head[column]} data-head={column > 0 ? head[column] : undefined} className={numeric(cell)}>
                {cell}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  </div>
)
