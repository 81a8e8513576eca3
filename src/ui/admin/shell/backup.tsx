import { type MouseEvent, useState } from 'react'
import { addressOf, hostResponse, Offline } from '../../shared/api'
import { house, today } from '../../shared/published'
import { reasonOf, save, showError } from '../consult/actions'
import { asHost } from './host'

const read = async () => (await hostResponse('GET /api/backup')).blob()

/** The way to a copy of everything the server keeps; read as the host, so that an ended session is asked for and not saved as a file. */
export const Backup = () => {
  const { say } = house.get().speak
  const [busy, setBusy] = useState(false)
  const name = `checkin-${today()}.sqlite`
  const take = async (event: MouseEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      save(name, await asHost(read))
    } catch (error) {
      console.error(error)
      showError(
        `${say('backup.failed')}. ${error instanceof Offline ? say('consult.noServer') : (reasonOf(error) ?? '')}`.trim(),
      )
    }
    setBusy(false)
  }
  return (
    <>
      <p className="info warns">{say('backup.text')}</p>
      <p>
        <a
          className="button"
          href={addressOf('GET /api/backup')}
          download={name}
          aria-busy={busy || undefined}
          onClick={(event) => void take(event)}
        >
          {say(busy ? 'backup.busy' : 'backup.take')}
        </a>
      </p>
    </>
  )
}
