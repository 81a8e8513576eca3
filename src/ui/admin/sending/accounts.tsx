import type { ReactNode } from 'react'
import type { AccessTried } from '../../../../schema/offices'
import { Icon } from '../../look/icon'
import { Button, RowMenu } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { RowName } from '../dialogs/dialog'
import { useBusy } from '../dialogs/page-hooks'
import { confirmDanger, showDialog } from '../dialogs/questions'
import { saveAccounts, showFailure } from '../forms/form-results'
import { askForm } from '../forms/host-form'
import { asAnswers } from '../forms/values'
import { hostSettings } from '../session/host'
import { startWork, useRunning } from './works'

const Tried = ({ end, words = '', skew, apartments = [] }: AccessTried) => (
  <>
    {end === 'access' && <p>{say('sending.okErrors')}</p>}
    {end === 'signIn' && <p>{say('sending.refused', { words })}</p>}
    {end === 'failed' && <p>{say('sending.noAccess', { words })}</p>}
    {skew !== undefined && <p className="info warns">{say('sending.skew', { minutes: Math.abs(skew) })}</p>}
    {apartments.length > 0 && (
      <p>
        {say('sending.apartments', {
          list: apartments.map(({ id, name }) => `${id.padStart(6, '0')} ${name}`).join(', '),
        })}
      </p>
    )}
  </>
)

const tryAccess = async (id: string) => {
  const data = await startWork('police/try', () => call('POST /api/police/try', { body: { id } }))
  const title = say(data.end === 'access' ? 'sending.ok' : 'toast.error.title')
  await showDialog({ title }, <Tried {...data} />)
}

type List = 'policeAccounts' | 'regionStructures'
const forms = { policeAccounts: 'account', regionStructures: 'structure' } as const

/** Returns functions to open the form of an account, a new one without `id`, and to remove one. */
export const accountActions = (list: List, changed: () => void) => {
  const edit = async (id?: string) => {
    const entry = (hostSettings.get()?.[list] ?? []).find((one) => one.id === id)
    const values = entry ? asAnswers(entry) : {}
    if (await askForm({ name: forms[list], values, ...(entry && { about: { id: entry.id } }) })) changed()
  }
  const remove = async (id: string, name: string) => {
    if (!(await confirmDanger('sending.remove', { name }))) return
    const without = (now: { id: string }[]) => now.filter((one) => one.id !== id)
    showFailure(await saveAccounts(list, (now) => without(now) as typeof now, 'removed'))
    changed()
  }
  return { edit, remove }
}

type RowProps = {
  title: string
  lines: readonly string[]
  warn?: string | undefined
  edit: () => void
  remove: () => void
  children: ReactNode
  below?: ReactNode
}

/** An account: name, details, warning, its first action and a menu; the name opens the form. */
export const AccountRow = ({ title, lines, warn, edit, remove, children, below }: RowProps) => (
  <li className="row">
    <div className="who">
      <Icon name="heroicons:building-office-2" />
      <RowName name={title} open={edit} />
    </div>
    <p className="two">{lines.join(' · ')}</p>
    <div className="act">
      {children}
      <RowMenu label={say('today.moreOf', { name: title })}>
        <Button text={say('sending.edit')} onClick={edit} />
        <Button text={say('sending.remove')} kind="danger-text" onClick={remove} />
      </RowMenu>
    </div>
    {warn && <p className="info warns wide">{warn}</p>}
    {below}
  </li>
)

type ListProps = { empty: string; add: string; edit: (id?: string) => Promise<void>; children: readonly ReactNode[] }

/** The rows of all accounts, or that there is none, and a button for a new one. */
export const AccountList = ({ empty, add, edit, children }: ListProps) => (
  <>
    {children.length ? <ul className="rows">{children}</ul> : <p className="empty">{empty}</p>}
    <p>
      <Button text={add} kind="primary" onClick={() => void edit()} />
    </p>
  </>
)

/** Tests an account's credentials. */
export const TryButton = ({ id, changed }: { id: string; changed: () => void }) => {
  const { busy: isTrying, once } = useBusy()
  const isRunning = useRunning('police/try', id)
  const busy = isTrying || isRunning
  const run = () => void once(() => tryAccess(id).catch(showReason).then(changed))
  return <Button text={say('sending.try')} isOff={busy} isBusy={busy} onClick={run} />
}
