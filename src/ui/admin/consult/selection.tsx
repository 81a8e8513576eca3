import type { ReactNode } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import { isEnabled, isTestGuest } from '../../../core/checkin/checkin-states'
import { Button } from '../../look/parts'
import { store, useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import {
  downloadCsv,
  namesOf,
  ReportedLines,
  readReported,
  removeLater,
  showError,
  showReason,
} from '../checkins/actions'
import { filedStates, knownFaults, pollChanges, results } from '../checkins/results'
import { askChoice } from '../dialogs/questions'
import { policeOfIds } from '../exports/export'
import { setEnabled } from '../standing/release'
import { printCheckins } from './card-parts'

export const selected = store<ReadonlySet<number>>(new Set())

/** Ticks or unticks a check-in. */
export const tick = (id: number, isPicked: boolean) => {
  const others = [...selected.get()].filter((one) => one !== id)
  selected.set(new Set(isPicked ? [...others, id] : others))
}

/** Names the check-ins concerned and those left out. Resolves to whether the host confirms. */
const isConfirmed = (
  action: string,
  concerned: readonly Checkin[],
  leftOut: readonly Checkin[],
  { danger = false, details }: { danger?: boolean; details?: ReactNode } = {},
) =>
  askChoice(
    { title: plural(`select.${action}.title`, concerned.length), yes: say(`select.${action}`), danger },
    <>
      <p>{namesOf(concerned)}</p>
      {leftOut.length > 0 && <p className="left-out">{say(`select.${action}.others`, { names: namesOf(leftOut) })}</p>}
      {details}
    </>,
  )

/** Returns the faults, which load after the cards; undefined after a failure. */
const faultsToLeaveOut = () => knownFaults().catch(showReason)

/** The ids of the last release. */
const released = store<readonly number[]>([])

/** Returns the last released check-ins that the list shows as released and not in a file: they can be undone. */
const undoable = () =>
  released.get().filter((id) => isEnabled(results.get()?.checkins.get(id) ?? {}) && !filedStates.get()[id])

const undoRelease = async () => {
  if (!(await faultsToLeaveOut())) return
  const ids = undoable()
  released.set([])
  if (ids.length) await setEnabled(ids, false).then(pollChanges).catch(showReason)
}

/** Says how many check-ins were released, with a button to undo it until a file is made of them or they are sent. */
export const UndoLine = () => {
  useStore(released)
  useStore(results)
  useStore(filedStates)
  const count = undoable().length
  return (
    <div className="undo-line" role="status">
      {count > 0 && (
        <p>
          <span>{plural('today.enabled', count)}</span>
          <Button text={say('undo.back')} kind="small" onClick={() => void undoRelease()} />
        </p>
      )}
    </div>
  )
}

const testGuestLine = (checkins: readonly Checkin[]) =>
  checkins.some(isTestGuest) && <p className="left-out">{say('select.testGuest')}</p>

const enable = async (checkins: readonly Checkin[]) => {
  const faults = await faultsToLeaveOut()
  if (!faults) return
  const open = checkins.filter((checkin) => !isEnabled(checkin) && !isTestGuest(checkin))
  const concerned = open.filter(({ id }) => !faults[id])
  const leftOut = open.filter(({ id }) => faults[id])
  if (!concerned.length) return void showError(say('select.enable.nobody'))
  if (!(await isConfirmed('enable', concerned, leftOut, { details: testGuestLine(checkins) }))) return
  const ids = concerned.map(({ id }) => id)
  released.set(ids)
  await setEnabled(ids, true).catch(showReason)
  await pollChanges()
}

const makeFile = async (checkins: readonly Checkin[]) => {
  const faults = await faultsToLeaveOut()
  if (!faults) return
  const isReady = (checkin: Checkin) => isEnabled(checkin) && !faults[checkin.id]
  const concerned = checkins.filter(isReady)
  const leftOut = checkins.filter((one) => !isReady(one) && !isTestGuest(one))
  if (!concerned.length) return void showError(say('select.police.nobody'))
  if (!(await isConfirmed('police', concerned, leftOut, { details: testGuestLine(checkins) }))) return
  await policeOfIds(concerned.map(({ id }) => id))
}

const remove = async (checkins: readonly Checkin[]) => {
  const reported = await readReported(checkins).catch(showReason)
  if (!reported) return
  const details = <ReportedLines {...{ checkins, reported }} />
  if (!(await isConfirmed('delete', checkins, [], { danger: true, details }))) return
  selected.set(new Set())
  await removeLater(checkins)
}

/** The actions on the ticked check-ins; `shown` are the check-ins that pass the filters. */
export const SelectionBar = ({ shown }: { shown: readonly Checkin[] }) => {
  const picked = useStore(selected)
  const chosen = shown.filter(({ id }) => picked.has(id))
  if (!chosen.length) return null
  return (
    <section className="bar selection" aria-label={say('select.label')}>
      <p role="status">{plural('select.count', chosen.length)}</p>
      <Button text={say('select.enable')} onClick={() => void enable(chosen)} />
      <Button text={say('select.police')} onClick={() => void makeFile(chosen)} />
      <Button text={say('select.csv')} onClick={() => void downloadCsv(chosen)} />
      <Button text={say('select.print')} onClick={() => printCheckins(chosen)} />
      <Button text={say('select.delete')} onClick={() => void remove(chosen)} />
      <Button text={say('select.none')} onClick={() => selected.set(new Set())} />
      {/* Last, because it goes away when pressed: no other action may come under the finger. */}
      {chosen.length < shown.length && (
        <Button
          text={plural('select.all', shown.length)}
          onClick={() => selected.set(new Set([...picked, ...shown.map(({ id }) => id)]))}
        />
      )}
    </section>
  )
}
