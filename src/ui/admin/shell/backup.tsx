import { useState } from 'react'
import { hostResponse, Offline } from '../../shared/api'
import { house, today } from '../../shared/published'
import { save, showError } from '../consult/actions'
import { withPin } from '../dialogs/confirm-pin'
import { told } from '../forms/failure'
import { asHost } from './host'

const read = async (current?: string) => (await hostResponse('POST /api/backup', { body: { current } })).blob()

/**
 * The way to a copy of what the server keeps; read as the host with the PIN typed again, so that no answer but the copy
 * is saved.
 */
export const Backup = () => {
  const { say } = house.get().speak
  const [busy, setBusy] = useState(false)
  const name = `checkin-${today()}.sqlite`
  const take = async () => {
    if (busy) return
    setBusy(true)
    try {
      save(name, await withPin((current) => asHost(() => read(current))))
    } catch (error) {
      console.error(error)
      showError(
        `${say('backup.failed')}. ${error instanceof Offline ? say('consult.noServer') : (told(error) ?? '')}`.trim(),
      )
    }
    setBusy(false)
  }
  return (
    <>
      <p className="info warns">{say('backup.text')}</p>
      <p>
        <button type="button" className="button" aria-busy={busy || undefined} onClick={() => void take()}>
          {say(busy ? 'backup.busy' : 'backup.take')}
        </button>
      </p>
    </>
  )
}
