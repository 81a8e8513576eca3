import { type ReactNode, useEffect, useRef } from 'react'
import type { TypedPlace } from '../../../../schema/calls/tables'
import { Button, FaultLine } from '../../look/parts'
import { announce } from '../../shared/card'
import { store, useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { useAttempt } from '../dialogs/page-hooks'
import { confirmDanger } from '../dialogs/questions'
import { callAsHost, dayShown, failureReason } from '../session/host'

const typedCodes = store<readonly TypedPlace[]>([])
const columns = ['name', 'kind', 'code', 'official'] as const

/** Loads the typed codes with the tables' entries for them. */
export const loadTypedCodes = async () => typedCodes.set((await callAsHost('GET /api/istat-codes')).data)

const officialOf = ({ official, province }: TypedPlace) => {
  if (!official) return say(province ? 'typed.notThereIn' : 'typed.notThere', { province })
  const place = official.province ? `${official.name} (${official.province})` : official.name
  return official.until ? say('typed.ceased', { place, date: dayShown(official.until) }) : place
}
const cells: { [column in (typeof columns)[number]]: (one: TypedPlace) => string } = {
  name: ({ name }) => name,
  kind: ({ kind }) => say(`typed.kind.${kind}`),
  code: ({ code }) => code,
  official: officialOf,
}

type TableProps = { label: string; heads: readonly string[]; last?: ReactNode; children: ReactNode }

/** A table that scrolls sideways; `heads` are the words of its columns. */
export const ScrollTable = ({ label, heads, last, children }: TableProps) => (
  <div className="scrolls" tabIndex={0} role="region" aria-label={label}>
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {last}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

const CodesTable = ({ all, remove }: { all: readonly TypedPlace[]; remove: (one: TypedPlace) => void }) => (
  <ScrollTable
    label={say('typed.title')}
    heads={columns.map((column) => say(`typed.${column}`))}
    last={
      <th scope="col">
        <span className="unseen">{say('typed.actions')}</span>
      </th>
    }
  >
    {all.map((one) => (
      <tr key={one.key}>
        {columns.map((column) => (
          <td key={column} className={column === 'official' && !one.official ? 'lacking' : undefined}>
            {cells[column](one)}
          </td>
        ))}
        <td>
          <Button
            text={say('typed.delete')}
            aria-label={say('typed.deleteOf', { code: one.code, name: one.name })}
            onClick={() => remove(one)}
          />
        </td>
      </tr>
    ))}
  </ScrollTable>
)

/** The codes typed for unknown places, with what the tables say, and a button to delete each. */
export const TypedCodes = ({ emptied }: { emptied: () => void }) => {
  const all = useStore(typedCodes)
  const { failure, setFailure, attempt } = useAttempt()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => void loadTypedCodes().catch((error: unknown) => setFailure(failureReason(error))), [])

  const remove = async ({ key, code, name }: TypedPlace) => {
    if (!(await confirmDanger('typed.delete', { code, name }))) return
    await attempt(async () => {
      await callAsHost('DELETE /api/istat-codes/:name', { params: { name: key } })
      await loadTypedCodes()
      // The row disappears with its button.
      if (typedCodes.get().length) heading.current?.focus()
      else emptied()
      announce(say('typed.deleted'))
    })
  }

  const message = <FaultLine className="message">{failure}</FaultLine>
  if (!all.length) return message
  return (
    <div className="typed-codes">
      <h4 ref={heading} tabIndex={-1}>
        {say('typed.title')}
      </h4>
      <p className="hint">{say('typed.text')}</p>
      {message}
      <CodesTable all={all} remove={(one) => void remove(one)} />
    </div>
  )
}
