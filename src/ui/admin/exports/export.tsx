import { useState } from 'react'
import type { BodyOf } from '../../../../schema/calls/api'
import type { ExportAnswer } from '../../../../schema/calls/exports'
import type { Checkin } from '../../../../schema/checkin'
import { isEnabled } from '../../../core/checkin/checkin-states'
import { codeEntries } from '../../../core/checkin/code-entry'
import { monthDays } from '../../../core/text/dates'
import { Button } from '../../look/parts'
import { Offline, Refused } from '../../shared/api'
import { say, today } from '../../shared/published'
import { toast } from '../../shared/toast'
import { download, downloadCsv, showError, showReason } from '../checkins/actions'
import { allCheckins, reloadExportLog } from '../checkins/results'
import { callAsHost, optional, serverMessage, settingsNow } from '../session/host'
import { askClosedDays } from './closed-days'
import { askCode } from './code-dialog'
import { confirmWarnings, showFaults } from './export-dialogs'

type Files = ExportAnswer['files']
type ExportRequest = Omit<BodyOf<'POST /api/export'>, 'sure'>

/** Browsers may refuse a second download that follows the first at once. */
const pause = () => new Promise((done) => setTimeout(done, 500))

const reloadLater = () => void reloadExportLog().catch(optional('the next list shows the new state'))

/**
 * Requests the files and asks for missing place codes until none is missing: one code may serve several guests. `known`
 * are the warnings that the host has read already.
 */
const requestFiles = async (request: ExportRequest, known: readonly string[] = []): Promise<Files | undefined> => {
  for (let sure = false; ; ) {
    const { data } = await callAsHost('POST /api/export', { body: { ...request, sure } })
    const warnings = data.warnings.filter(({ rule }) => !known.includes(rule))
    if (data.faults.length) return void (await showFaults(data.faults, data.people))
    const [missing] = data.missing
    if (missing) {
      if (!(await askCode(missing, data.people))) return void showError(say('export.aborted', { place: missing.text }))
      // The code completes the cards of its guests, even if no file is made.
      reloadLater()
    } else if (data.warnings.length && !sure) {
      if (warnings.length && !(await confirmWarnings(warnings, data.people))) return undefined
      sure = true
    } else return data.files
  }
}

const types: Record<string, string> = { xml: 'application/xml', txt: 'text/plain' }

const saveFiles = async (files: Files, late: string) => {
  for (const [index, { name, text }] of files.entries()) {
    if (index) await pause()
    try {
      download(name, text, types[name.split('.').at(-1)!])
    } catch (error) {
      console.error(error)
      return void showError(say(index ? late : 'export.failed'))
    }
  }
  const names = files.map(({ name }) => name).join(', ')
  toast.show({
    tone: 'good',
    title: say(files.length === 1 ? 'export.done' : 'export.doneMany', { count: files.length }),
    text: names,
  })
}

let busy = false

const exclusively = async (failed: string, work: () => Promise<void>) => {
  if (busy) return
  busy = true
  try {
    await work()
  } catch (error) {
    console.error(error)
    const said = error instanceof Refused && error.status === 400 ? serverMessage(error) : undefined
    showError(said ?? (error instanceof Offline ? say('consult.noServer') : say(failed)))
  } finally {
    busy = false
  }
}

const deliver = async (request: ExportRequest, late: string, known?: readonly string[]) => {
  const files = await requestFiles(request, known)
  if (!files) return
  if (!files.length) return void showError(say('consult.nothingToExport'))
  await saveFiles(files, late)
  reloadLater()
}

const exporting = (request: ExportRequest, failed: string, late = failed, known?: readonly string[]) =>
  exclusively(failed, () => deliver(request, late, known))

/** Makes the police file of one check-in. */
export const policeOf = (checkin: Checkin) => exporting({ kind: 'police', ids: [checkin.id] }, 'export.policeFailed')

/** Makes the police file of the released ones of a day's check-ins. */
export const policeOfAll = (checkins: readonly Checkin[]) => {
  if (!checkins.length) return void showError(say('export.nobody'))
  const ids = checkins.filter(isEnabled).map(({ id }) => id)
  return ids.length ? policeOfIds(ids.sort((a, b) => a - b)) : void showError(say('export.nobodyEnabled'))
}

/**
 * Makes the police file of check-ins; resolves when it is saved or cancelled. `reason` is why it is made again. With
 * `replace` it replaces a waiting file with the same check-ins.
 */
export const policeOfIds = (ids: readonly number[], how: { reason?: string; replace?: true } = {}) =>
  exporting({ kind: 'police', ids: [...ids], ...how }, 'export.policeAllFailed')

/** Makes the police file to attach to a PEC. Does not warn again that the portal no longer accepts these arrivals. */
export const policeOfOld = (ids: readonly number[]) => {
  const failed = 'export.policeAllFailed'
  return exporting({ kind: 'police', ids: [...ids] }, failed, failed, ['arrival', 'late', 'lateOneNight'])
}

/** Makes the arrivals file of one check-in, then its departures file. */
export const tourismOf = async (checkin: Checkin) => {
  const codes = await settingsNow().then(
    ({ reservationCodes }) => reservationCodes,
    () => undefined,
  )
  if (!codes) return void showError(say('export.settingsFailed'))
  if (codes.length && !codeEntries(codes)(checkin)) return void showError(say('export.codeUnknown'))
  return exporting({ kind: 'tourism', ids: [checkin.id] }, 'export.tourismFailed', 'export.departuresFailed')
}

/** Makes the tourism file of a month `YYYY-MM` after asking for the closed days. */
const tourismOfMonth = (month: string) =>
  exclusively('export.tourismFailed', async () => {
    if (await askClosedDays(month)) await deliver({ kind: 'monthly', month }, 'export.tourismFailed')
  })

/** Saves the CSV of a month's arrivals, which the list need not show. */
const csvOfMonth = async (month: string) => {
  const days = monthDays(month)
  const all = await allCheckins({ date: days[0]!, to: days.at(-1)!, searchType: 'arrival' })
  const inOrder = all.sort((a, b) => (a.arrivalDate ?? '').localeCompare(b.arrivalDate ?? '') || a.id - b.id)
  await downloadCsv(inOrder, month)
}

/** Buttons for the CSV of the list and the files of a month. The police file is at each day's heading. */
export const FileButtons = ({ inOrder }: { inOrder: () => readonly Checkin[] }) => {
  const [month, setMonth] = useState(() => today().slice(0, 7))
  return (
    <div className="files">
      <Button text={say('consult.csv')} onClick={() => void downloadCsv(inOrder()).catch(showReason)} />
      <span className="monthly">
        <input
          type="month"
          aria-label={say('consult.month')}
          value={month}
          onChange={({ target }) => setMonth(target.value)}
        />
        <Button text={say('consult.monthly')} disabled={!month} onClick={() => void tourismOfMonth(month)} />
        <Button
          text={say('consult.monthCsv')}
          disabled={!month}
          onClick={() => void csvOfMonth(month).catch(showReason)}
        />
      </span>
      <a className="link" href="/ross1000-settings">
        <span>{say('consult.settingsOf')}</span>
        {say('consult.ross1000')}
      </a>
    </div>
  )
}
