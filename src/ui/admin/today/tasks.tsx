import { type ReactNode, useState } from 'react'
import type { DayParty } from '../../../../schema/api'
import type { DayTasks } from '../../../core/checkin/host-day'
import { plural, say } from '../../shared/published'
import { showError } from '../consult/actions'
import { labelOf } from '../consult/card-fields'
import { policeOfIds } from '../exports/export'
import { faultWords } from '../exports/export-dialogs'
import { reason } from '../forms/effects'
import { sendToPolice } from '../sending/send-dialog'
import type { PageProps } from '../shell/page'
import { reasonToRepeat } from '../standing/again'
import { setTold } from '../standing/told'
import { readDay, setEnabled } from './data'

/** A party's name, as the host calls it. */
export const partyName = ({ guests }: Pick<DayParty, 'guests'>) => guests[0]?.name || say('consult.nameless')

const namesOf = (parties: readonly DayParty[]) => parties.map(partyName).join(', ')
/** The same of one that waits to be released: who changed it since the last time must not go unseen. */
const nameToReview = (party: DayParty) =>
  party.guestChanged ? say('today.guestChangedName', { name: partyName(party) }) : partyName(party)
const idsOf = (parties: readonly DayParty[]) => parties.map(({ id }) => id).sort((a, b) => a - b)

/** Opens a party's record at one of its fields. */
export type Correct = (party: DayParty, field: string) => void

/** Who is left out of the file, and why; each reason opens the field it is about. */
const LeftOut = ({ parties, correct }: { parties: readonly DayParty[]; correct: Correct }) => (
  <div className="left-out">
    <h3>{plural('today.leftOut', parties.length)}</h3>
    <ul>
      {parties.map((party) => (
        <li key={party.id}>
          <strong>{partyName(party)}</strong>
          {party.faults.map((fault) => (
            <button
              key={`${fault.guest} ${fault.field}`}
              type="button"
              className="button small"
              onClick={() => correct(party, fault.field)}
            >
              {labelOf(fault.field)}: {faultWords(fault)}
            </button>
          ))}
        </li>
      ))}
    </ul>
  </div>
)

type TaskProps = {
  title: string
  text: string
  press: string
  primary: boolean
  busy: boolean
  run: () => void
  children?: ReactNode
}

const Task = ({ title, text, press, primary, busy, run, children }: TaskProps) => (
  <div className="task">
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
    <button
      type="button"
      className={primary ? 'button primary' : 'button'}
      aria-disabled={busy || undefined}
      onClick={run}
    >
      {press}
    </button>
    {children}
  </div>
)

type TasksProps = { tasks: DayTasks; correct: Correct; go: PageProps['go'] }

/** What is left to do for the police: a press for all of those who are ready, and who is not. */
export const Tasks = ({ tasks, correct, go }: TasksProps) => {
  const { review, identify, send, file, old, fix, changed, wired, unknown, told, again, late } = tasks
  const [busy, setBusy] = useState(false)
  const [released, setReleased] = useState<readonly number[]>([])
  const [said, setSaid] = useState<readonly number[]>([])
  // What is in a file has left the house: only what still waits for one can be taken back.
  const undoable = released.filter((id) => [...send, ...file].some((party) => party.id === id))
  const work = async (what: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    try {
      await what()
    } catch (error) {
      showError(reason(error))
    }
    await readDay().catch(() => {})
    setBusy(false)
  }
  const enable = () =>
    work(async () => {
      await setEnabled(idsOf(review), 'yes')
      setReleased(idsOf(review))
    })
  const undo = () => work(() => setEnabled(undoable, 'no'))
  const tell = () =>
    work(async () => {
      await setTold(idsOf(told), true)
      setSaid(idsOf(told))
    })
  const untell = () =>
    work(async () => {
      await setTold(said, false)
      setSaid([])
    })
  const repeat = async () => {
    const why = await reasonToRepeat(namesOf(again))
    if (why) await work(() => policeOfIds(idsOf(again), why))
  }
  const make = (parties: readonly DayParty[]) => work(() => policeOfIds(idsOf(parties)))
  const wire = (parties: readonly DayParty[], twice = false) => work(() => sendToPolice(idsOf(parties), twice))
  const isDone = ![review, identify, send, file, old, fix, changed, wired, unknown].some(({ length }) => length)
  return (
    <section className="tasks" aria-labelledby="tasks-title">
      <h2 id="tasks-title">{say('today.tasks')}</h2>
      {late.length > 0 && (
        <p className="late" role="alert">
          {plural('today.late', late.length)}: {namesOf(late)}
        </p>
      )}
      {isDone && <p className="done">{say('today.done')}</p>}
      {review.length > 0 && (
        <Task
          title={plural('today.review', review.length)}
          text={review.map(nameToReview).join(', ')}
          press={plural('today.enable', review.length)}
          primary
          busy={busy}
          run={() => void enable()}
        />
      )}
      {undoable.length > 0 && (
        <p className="undo" role="status">
          {plural('today.enabled', undoable.length)}{' '}
          <button type="button" className="button small" onClick={() => void undo()}>
            {say('today.undo')}
          </button>
        </p>
      )}
      {identify.length > 0 && (
        <div className="task">
          <div>
            <h3>{plural('today.identify', identify.length)}</h3>
            <p>{say('today.identifyText', { names: namesOf(identify) })}</p>
          </div>
        </div>
      )}
      {send.length > 0 && (
        <Task
          title={plural('today.send', send.length)}
          text={namesOf(send)}
          press={plural('today.sendPress', send.length)}
          primary={!review.length}
          busy={busy}
          run={() => void wire(send)}
        >
          <button type="button" className="button" aria-disabled={busy || undefined} onClick={() => void make(send)}>
            {say('today.fileInstead')}
          </button>
        </Task>
      )}
      {unknown.length > 0 && (
        <Task
          title={plural('today.unknown', unknown.length)}
          text={say('today.unknownText', { names: namesOf(unknown) })}
          press={say('today.toSendings')}
          primary={false}
          busy={busy}
          run={() => go('/admin-sending')}
        />
      )}
      {wired.length > 0 && (
        <Task
          title={plural('today.wired', wired.length)}
          text={say('today.wiredText', { names: namesOf(wired) })}
          press={say('today.wiredAgain')}
          primary={false}
          busy={busy}
          run={() => void wire(wired, true)}
        />
      )}
      {file.length > 0 && (
        <Task
          title={plural('today.file', file.length)}
          text={namesOf(file)}
          press={plural('today.make', file.length)}
          primary={!review.length}
          busy={busy}
          run={() => void make(file)}
        />
      )}
      {changed.length > 0 && (
        <Task
          title={plural('today.changed', changed.length)}
          text={say('today.changedText', { names: namesOf(changed) })}
          press={say('today.again')}
          primary={false}
          busy={busy}
          run={() => void make(changed)}
        />
      )}
      {old.length > 0 && (
        <Task
          title={plural('today.old', old.length)}
          text={say('today.oldText', { names: namesOf(old) })}
          press={say('today.oldFile')}
          primary={false}
          busy={busy}
          run={() => void make(old)}
        />
      )}
      {told.length > 0 && (
        <Task
          title={plural('today.toTell', told.length)}
          text={say('today.toTellText', { names: namesOf(told) })}
          press={say('today.tell')}
          primary={isDone}
          busy={busy}
          run={() => void tell()}
        />
      )}
      {said.length > 0 && (
        <p className="undo" role="status">
          {plural('today.told', said.length)}{' '}
          <button type="button" className="button small" onClick={() => void untell()}>
            {say('today.undo')}
          </button>
        </p>
      )}
      {again.length > 0 && (
        <p className="again">
          <button type="button" className="link" aria-disabled={busy || undefined} onClick={() => void repeat()}>
            {say('today.repeat')}
          </button>
        </p>
      )}
      {fix.length > 0 && <LeftOut parties={fix} correct={correct} />}
    </section>
  )
}
