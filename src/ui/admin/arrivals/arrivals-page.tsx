import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { BookingState, ExpectedStay } from '../../../../schema/bookings'
import { type PastedStay, pastedStays } from '../../../core/bookings/pasted-stays'
import { TextBox } from '../../look/boxes'
import { Button, FaultLine } from '../../look/parts'
import { announce } from '../../shared/card'
import { plural, say } from '../../shared/published'
import { whileVisible } from '../../shared/visible'
import { inLine } from '../checkins/card-fields'
import { ask, RowsSection } from '../dialogs/dialog'
import { Unread, useKeptFocus, useShownAnswer, type Work } from '../dialogs/page-hooks'
import { confirmDanger, FormDialog } from '../dialogs/questions'
import { Page } from '../forms/form-frames'
import { callAsHost } from '../session/host'
import { useDialogForm } from '../shell/unsaved'
import { StayInvite } from '../stays/invite-dialog'
import { StayRow } from '../stays/stay-row'
import { invitedStates, stayDays, stayName } from '../stays/stay-words'
import { Feeds } from './feeds'
import { StayDialog, stayFaultWords } from './stay-dialog'

const shown = 8

/** Limit of stays in one call. */
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

/** Sends the rows, many of them in several calls. Sent again, only rows with nothing but days are added twice. */
const sendPasted = async (rows: readonly PastedStay[]) => {
  for (let from = 0; from < rows.length; from += most) {
    const stays = rows.slice(from, from + most).map(({ fields }) => fields)
    await callAsHost('POST /api/bookings', { body: { stays, pasted: true } })
  }
}

/** Adds stays from rows copied from a spreadsheet. Wrong rows are listed. */
const PasteDialog = ({ close }: { close: (isSaved: boolean) => void }) => {
  const [text, setText] = useState('')
  const [added, setAdded] = useState('')
  const rows = useMemo(() => (text.trim() ? pastedStays(text) : []), [text])
  const right = rows?.filter(({ faults }) => !faults.length) ?? []
  const wrong = rows?.filter(({ faults }) => faults.length) ?? []
  const isReady = !added && right.length > 0
  const put = (typed: string) => {
    setText(typed)
    setAdded('')
  }
  const send = async () => {
    if (!isReady) return
    await sendPasted(right)
    const said = plural('stays.added', right.length)
    // Wrong rows stay for correction; added rows are not added again.
    if (wrong.length) return setAdded(said)
    announce(said)
    close(true)
  }
  const isChanged = Boolean(text.trim()) && !added
  const { dialog, failure } = useDialogForm({ title: say('stays.paste'), isChanged, send, close: () => close(true) })
  return (
    <FormDialog
      {...dialog}
      yes={right.length ? plural('stays.pasteAdd', right.length) : say('stays.add')}
      no={added ? say('close') : undefined}
      isReady={dialog.isReady && isReady}
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

/** The page's parts by state. Doubts and remarks come first. */
const parts: readonly (readonly [name: string, states: readonly BookingState[]])[] = [
  ['open', ['missing', 'today', 'expected']],
  ['registered', ['registered']],
  ['cancelled', ['cancelled']],
  ['past', ['absent']],
]

/** Returns functions that open the dialogs; `read` reads the `stays` again after a change. */
const dialogs = (stays: readonly ExpectedStay[], read: () => unknown) => {
  const asked = (dialog: (close: (isSaved?: boolean) => void) => ReactNode) =>
    void ask<boolean>(dialog).then((isSaved) => isSaved && read())
  return {
    edit: (stay?: ExpectedStay) => asked((close) => <StayDialog {...{ stay, stays, close }} />),
    invite: (stay: ExpectedStay) => asked((close) => <StayInvite stay={stay} close={() => close(true)} />),
    paste: () => asked((close) => <PasteDialog close={close} />),
  }
}

type Dialogs = ReturnType<typeof dialogs>

type PartProps = Dialogs & { name: string; stays: readonly ExpectedStay[]; work: Work }

const Part = ({ name, stays, work, edit, invite }: PartProps) => {
  const remove = async (stay: ExpectedStay) => {
    if (!(await confirmDanger('stays.remove', { name: stayName(stay) }))) return
    await work(async () => {
      await callAsHost('DELETE /api/bookings/:id', { params: { id: stay.id } })
      announce(say('stays.removed'))
    })
  }
  const resend = (stay: ExpectedStay) =>
    work(async () => {
      await callAsHost('POST /api/bookings/:id/invitation', { params: { id: stay.id }, body: {} })
      announce(say('stayInvite.resent', { name: stayName(stay) }))
    })
  if (!stays.length) return null
  return (
    <RowsSection id={name} title={say(`stays.part.${name}`)} count={plural('stays.count', stays.length)}>
      <ul className="rows">
        {stays.map((stay) => (
          <StayRow
            key={stay.id}
            stay={stay}
            work={(task) => void work(task)}
            open={() => edit(stay)}
            invite={() => invite(stay)}
            more={
              <>
                {stay.email && invitedStates.has(stay.state) && (
                  <Button text={say('stayInvite.resend')} onClick={() => void resend(stay)} />
                )}
                <Button text={say('stays.edit')} onClick={() => edit(stay)} />
                <Button text={say('stays.remove')} kind="danger-text" onClick={() => void remove(stay)} />
              </>
            }
          />
        ))}
      </ul>
    </RowsSection>
  )
}

const HeadActions = ({ edit, paste }: Dialogs) => (
  <div className="buttons">
    <Button text={say('stays.paste')} icon="heroicons:clipboard-document-list" onClick={paste} />
    <Button text={say('stays.add')} icon="heroicons:plus" kind="primary" onClick={() => edit()} />
  </div>
)

const pollMs = 60_000

/** The page of expected arrivals: stays and calendars. */
export const ArrivalsPage = () => {
  const reading = useShownAnswer(async () => (await callAsHost('GET /api/bookings')).data)
  const { answer: data, work, read } = reading
  useEffect(() => whileVisible(pollMs, read, pollMs), [])
  const open = dialogs(data?.stays ?? [], read)
  const box = useKeptFocus()
  return (
    <Page title={say('stays.title')} subtitle={say('stays.subtitle')} actions={data && <HeadActions {...open} />}>
      <div ref={box} className="stack apart today arrivals">
        <Unread {...reading} />
        {data && !data.stays.length && (
          <p className="empty">
            {say('stays.none')}
            <span>{say('stays.noneHow')}</span>
          </p>
        )}
        {data &&
          parts.map(([name, states]) => (
            <Part
              key={name}
              {...{ name, work, ...open }}
              stays={data.stays.filter(({ state }) => states.includes(state))}
            />
          ))}
        {data && <Feeds states={data.feeds} work={work} />}
      </div>
    </Page>
  )
}
