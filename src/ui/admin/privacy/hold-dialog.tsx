import { type FormEvent, useId, useState } from 'react'
import { say } from '../../shared/published'
import { ask } from '../dialogs/ask'
import { Dialog } from '../dialogs/dialog'

const HoldDialog = ({ name, answer }: { name: string; answer: (reason?: string) => void }) => {
  const [reason, setReason] = useState('')
  const [lacks, setLacks] = useState(false)
  const id = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) answer(reason.trim())
    else setLacks(true)
  }
  return (
    <Dialog title={say('retention.holdTitle')} onClose={() => answer()} className="question">
      <form onSubmit={send}>
        <p>{say('retention.holdText', { name })}</p>
        <div className="field">
          <label className="name" htmlFor={id}>
            {say('retention.reason')}
          </label>
          <input
            id={id}
            maxLength={300}
            value={reason}
            aria-invalid={lacks || undefined}
            aria-describedby={lacks ? `${id}-fault` : undefined}
            onChange={({ target }) => setReason(target.value)}
          />
          {lacks && (
            <p id={`${id}-fault`} className="fault" role="alert">
              {say('retention.reasonMissing')}
            </p>
          )}
        </div>
        <footer className="actions">
          <button type="button" className="button" onClick={() => answer()}>
            {say('confirmPin.no')}
          </button>
          <button type="submit" className="button primary">
            {say('retention.hold')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Asks why a check-in is held back; undefined when the host would rather not. */
export const askReason = (name: string) => ask<string>((answer) => <HoldDialog name={name} answer={answer} />)
