import { useMemo, useState } from 'react'
import { type PastedStay, pastedStays } from '../../../core/bookings/pasted-stays'
import { TextBox } from '../../look/boxes'
import { FaultLine } from '../../look/parts'
import { announce } from '../../shared/keyboard'
import { plural, say } from '../../shared/published'
import { inLine } from '../checkins/card-fields'
import { FormDialog } from '../dialogs/questions'
import { callAsHost, failureReason } from '../session/host'
import { useDialogForm } from '../shell/unsaved'
import { stayDays } from '../stays/stay-words'
import { stayFaultWords } from './stay-dialog'

const shown = 8

const most = 1000

const Read = ({ rows }: { rows: readonly PastedStay[] }) => (
  <ul className="plain">
    {rows.slice(0, shown).map(({ line, fields }) => (
      <li key={line}>
        <strong>{fields.name ?? fields.reference ?? say('stays.nameless')}</strong>{' '}
        {inLine([stayDays(fields), fields.people && plural('stays.people', fields.people), fields.room ?? fields.code])}
      </li>
    ))}
    {rows.length > shown && <li>{say('stays.pasteMore', { count: rows.length - shown })}</li>}
  </ul>
)

const Wrong = ({ rows }: { rows: readonly PastedStay[] }) => (
  <div role="alert">
    {rows.slice(0, shown).map(({ line, faults }) => (
      <p key={line} className="fault">
        {say('stays.pasteFault', { line, faults: faults.map(stayFaultWords).join('; ') })}
      </p>
    ))}
    {rows.length > shown && <p>{say('stays.pasteMore', { count: rows.length - shown })}</p>}
  </div>
)

const sendPasted = (rows: readonly PastedStay[]) =>
  callAsHost('POST /api/bookings', { body: { stays: rows.map(({ fields }) => fields), pasted: true } })

/** Adds stays from rows copied from a spreadsheet. Wrong rows are listed; rows pasted again are not added twice. */
export const PasteDialog = ({ close }: { close: (isSaved: boolean) => void }) => {
  const [text, setText] = useState('')
  const [failure, setFailure] = useState('')
  const [added, setAdded] = useState('')
  const rows = useMemo(() => (text.trim() ? pastedStays(text) : []), [text])
  const right = rows?.filter(({ faults }) => !faults.length).slice(0, most) ?? []
  const wrong = rows?.filter(({ faults }) => faults.length) ?? []
  const isReady = !added && right.length > 0
  const put = (typed: string) => {
    setText(typed)
    setAdded('')
  }
  const send = async () => {
    if (!isReady) return
    setFailure('')
    try {
      await sendPasted(right)
      const said = plural('stays.added', right.length)
      if (!wrong.length) announce(said)
      if (!wrong.length) return close(true)
      // The wrong rows stay for correction; added rows are not added again.
      setAdded(said)
    } catch (error) {
      setFailure(failureReason(error))
    }
  }
  const isChanged = Boolean(text.trim()) && !added
  const form = useDialogForm({ title: say('stays.paste'), isChanged, send, close: () => close(true) })
  return (
    <FormDialog
      {...form}
      yes={right.length ? plural('stays.pasteAdd', right.length) : say('stays.add')}
      no={added ? say('close') : undefined}
      isReady={form.isReady && isReady}
    >
      <div className="scroll stack">
        <p>{say('stays.pasteText')}</p>
        <TextBox rows={6} label={say('stays.pasteRows')} value={text} spellCheck={false} put={put} />
        <FaultLine>{!rows && say('stays.pasteNone')}</FaultLine>
        {wrong.length > 0 && <Wrong rows={wrong} />}
        {right.length > 0 && <Read rows={right} />}
        <p role="status">{added}</p>
        <FaultLine>{failure}</FaultLine>
      </div>
    </FormDialog>
  )
}
