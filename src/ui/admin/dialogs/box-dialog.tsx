import { type FormEvent, type InputHTMLAttributes, useId } from 'react'
import { house } from '../../shared/published'
import { Dialog } from './dialog'

type BoxDialogProps = {
  title: string
  text: string
  label: string
  fault?: string | false
  box: InputHTMLAttributes<HTMLInputElement>
  value: string
  type: (value: string) => void
  yes: string
  isReady?: boolean
  send: () => void
  cancel: () => void
}

/** A dialog with one input. */
export const BoxDialog = (given: BoxDialogProps) => {
  const { title, text, label, fault, box, value, type, yes, isReady = true, send, cancel } = given
  const { say } = house.get().speak
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <Dialog title={title} onClose={cancel} className="question">
      <form onSubmit={submit}>
        <div className="scroll">
          <p>{text}</p>
          <div className="field">
            <label className="name" htmlFor={id}>
              {label}
            </label>
            <input
              id={id}
              {...box}
              value={value}
              aria-invalid={Boolean(fault) || undefined}
              aria-describedby={fault ? `${id}-fault` : undefined}
              onChange={({ target }) => type(target.value)}
            />
            {fault && (
              <p id={`${id}-fault`} className="fault" role="alert">
                {fault}
              </p>
            )}
          </div>
        </div>
        <footer className="actions">
          <button type="button" className="button" onClick={cancel}>
            {say('confirmPin.no')}
          </button>
          <button type="submit" className="button primary" aria-disabled={!isReady || undefined}>
            {yes}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
