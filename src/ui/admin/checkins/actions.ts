import type { Checkin } from '../../../../schema/checkin'
import { defaults } from '../../../../schema/settings'
import { isTestGuest } from '../../../core/checkin/checkin-states'
import { clipboard } from '../../../core/exports/clipboard'
import { csv } from '../../../core/text/escape'
import { Refused } from '../../shared/api'
import { announce } from '../../shared/card'
import { say, today } from '../../shared/published'
import { toast } from '../../shared/toast'
import { callAsHost, failureReason, hostSettings, italianSpeech, serverMessage } from '../session/host'
import { csvRows } from './csv-columns'
import { applyChanges, readEmailStates } from './results'

/** Shows an error notice. */
export const showError = (text: string) =>
  toast.show({ tone: 'bad', title: say('toast.error.title'), text, life: 8000 })

/** Shows why a call failed; for `catch`, returns undefined. */
export const showReason = (error: unknown): undefined => void showError(failureReason(error))

/** Releases a check-in or withdraws the release. */
export const toggleSending = async (checkin: Checkin) => {
  const enabledForSending = checkin.enabledForSending === 'yes' ? 'no' : 'yes'
  try {
    const { data, success, message } = await callAsHost('PATCH /api/checkin/:id/update', {
      params: { id: checkin.id },
      body: { enabledForSending },
    })
    if (!success)
      return void showError(say('consult.updateRefused', { message: message ?? say('consult.unknownError') }))
    applyChanges([data ?? { ...checkin, enabledForSending }])
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
