import { useEffect, useMemo } from 'react'
import type { DataOf } from '../../../../schema/calls/api'
import type { Checkin } from '../../../../schema/checkin'
import { defaults } from '../../../../schema/settings'
import { isTestGuest } from '../../../core/checkin/checkin-states'
import { clipboard } from '../../../core/exports/clipboard'
import { csv } from '../../../core/text/escape'
import { Button } from '../../look/parts'
import { Offline, Refused } from '../../shared/api'
import { announce } from '../../shared/card'
import { useStore } from '../../shared/page-store'
import { plural, say, today } from '../../shared/published'
import { toast } from '../../shared/toast'
import { callAsHost, failureReason, hostSettings, italianSpeech, serverMessage } from '../session/host'
import { guestName } from './card-fields'
import { csvRows } from './csv-columns'
import { announceDeleted, applyChanges, pendingRemovals, pollChanges, readEmailStates, results } from './results'

/** Shows an error notice. */
export const showError = (text: string) =>
  toast.show({ tone: 'bad', title: say('toast.error.title'), text, life: 8000 })

/** Shows why a call failed, and returns undefined: for `catch`. */
export const showReason = (error: unknown): undefined => void showError(failureReason(error))

/** Releases a check-in or withdraws the release. */
export const toggleSending = async (checkin: Checkin) => {
  const enabledForSending = checkin.enabledForSending === 'yes' ? 'no' : 'yes'
  try {
    await callAsHost('PATCH /api/checkin/:id/update', { params: { id: checkin.id }, body: { enabledForSending } })
    toast.pass()
    await pollChanges()
    announce(say(`consult.sending.${enabledForSending}`))
  } catch (error) {
    console.error(error)
    showError(
      error instanceof Refused
        ? say('consult.updateRefused', { message: serverMessage(error) ?? say('consult.unknownError') })
        : say('consult.updateFailed'),
    )
  }
}

/** Sends the letters of a check-in that wait for the host. */
export const releaseEmails = async (checkinId: number) => {
  try {
    await callAsHost('POST /api/letters/release', { body: { checkinId } })
    await readEmailStates()
  } catch (error) {
    console.error(error)
    showError(say('consult.letter.releaseFailed'))
  }
}

const intoClipboard = async (text: string) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Browsers forbid the clipboard over plain HTTP; `execCommand` still works there.
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (!isCopied) throw new Error('copy refused')
}

/** Copies the 51 lines of a check-in to the clipboard. */
export const copy = async (checkin: Checkin) => {
  try {
    await intoClipboard(clipboard(checkin))
    toast.show({ tone: 'good', title: say('consult.copied'), text: say('consult.copiedText') })
  } catch (error) {
    console.error(error)
    showError(say('consult.copyFailed'))
  }
}

/** Saves a file. */
export const save = (name: string, file: Blob) => {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Saves a text as a file. */
export const download = (name: string, text: string, type = 'text/plain') =>
  save(name, new Blob([text], { type: `${type};charset=utf-8` }))

/** Saves check-ins as a CSV file named after a day or month, without the guide's test guest. */
export const downloadCsv = async (checkins: readonly Checkin[], of = today()) => {
  const real = checkins.filter((one) => !isTestGuest(one))
  if (!real.length) return void showError(say('consult.nothingToExport'))
  download(`check-in-${of}.csv`, csv(csvRows(real, await italianSpeech(), hostSettings.get() ?? defaults)), 'text/csv')
}

type ReportedById = DataOf<'POST /api/checkins/reported'>

/** Returns whether check-ins were reported to police and region. Throws Refused or Offline. */
export const readReported = async (checkins: readonly Checkin[]): Promise<ReportedById> =>
  (await callAsHost('POST /api/checkins/reported', { body: { ids: checkins.map(({ id }) => id) } })).data

/** Returns the main guests' names. */
export const namesOf = (checkins: readonly Checkin[]) =>
  checkins.map((checkin) => guestName(checkin) || say('consult.nameless')).join(', ')

const policeKinds = ['told', 'unknown', 'inFile'] as const

/** Warns which of the check-ins to be deleted were reported, and what the law requires. */
export const ReportedLines = ({ checkins, reported }: { checkins: readonly Checkin[]; reported: ReportedById }) => {
  const linesOf = [
    ...policeKinds.map((kind) => [kind, checkins.filter(({ id }) => reported[id]?.police === kind)] as const),
    ['region', checkins.filter(({ id }) => reported[id]?.region)] as const,
  ]
  const lines = linesOf.filter(([, those]) => those.length)
  const isAtPolice = lines.some(([kind]) => kind !== 'region')
  if (!lines.length) return null
  return (
    <div className="info warns">
      {lines.map(([kind, those]) => (
        <p key={kind}>{say(`reported.${kind}`, { names: namesOf(those) })}</p>
      ))}
      {isAtPolice && <p>{say('reported.law')}</p>}
    </div>
  )
}

const showFailedDeletion = (error: unknown) => {
  console.error(error)
  showError(say(error instanceof Offline ? 'consult.noServer' : 'consult.deleteFailed'))
}

/** Deletes check-ins after ten seconds, in which the host can undo it, also after a reload. */
export const removeLater = async (checkins: readonly Checkin[]) => {
  const body = { ids: checkins.map(({ id }) => id), later: true }
  await callAsHost('POST /api/checkins/delete', { body }).then(pollChanges).catch(showFailedDeletion)
}

const removeNow = async () => {
  const ids = [...pendingRemovals.get().keys()]
  try {
    await callAsHost('POST /api/checkins/delete', { body: { ids } })
    applyChanges([], ids)
    pendingRemovals.set(new Map())
    announceDeleted(ids.length)
  } catch (error) {
    showFailedDeletion(error)
  }
}

/** Cancels the pending deletions. */
const takeBack = async () => {
  const ids = [...pendingRemovals.get().keys()]
  try {
    const { data } = await callAsHost('POST /api/checkins/keep', { body: { ids } })
    if (data.kept.length < ids.length) showError(say('undo.late'))
    await pollChanges()
  } catch (error) {
    showFailedDeletion(error)
  }
}

/** Milliseconds to wait for the server's deletion before the list is polled. */
const grace = 250

const wordsFor = (ids: readonly number[], until: number) => {
  const seconds = plural('undo.seconds', Math.max(1, Math.ceil((until - Date.now()) / 1000)))
  const checkin = ids.length === 1 ? results.get()?.checkins.get(ids[0]!) : undefined
  return say('undo.deleted', { who: checkin ? namesOf([checkin]) : plural('undo.many', ids.length), seconds })
}

/** The pending deletions, with buttons to undo them or delete at once. */
export const RemovalLine = () => {
  const waiting = useStore(pendingRemovals)
  const found = useStore(results)
  const ids = [...waiting.keys()]
  const until = Math.max(...waiting.values())
  const words = useMemo(() => (ids.length ? wordsFor(ids, until) : ''), [waiting, found?.query])
  useEffect(() => {
    const timers = [...new Set(waiting.values())].map((at) =>
      window.setTimeout(() => void pollChanges(), Math.max(0, at - Date.now()) + grace),
    )
    return () => timers.forEach(clearTimeout)
  }, [waiting])
  return (
    <div className="undo-line" role="status">
      {words && (
        <p>
          <span>{words}</span>
          <Button text={say('undo.back')} kind="small" onClick={() => void takeBack()} />
          <Button text={say('undo.now')} kind="small" onClick={() => void removeNow()} />
        </p>
      )}
    </div>
  )
}
