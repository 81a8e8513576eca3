import { type FormEvent, useId, useState } from 'react'
import { Refused } from '../../shared/api'
import { house } from '../../shared/published'
import { ask } from './ask'
import { Dialog } from './dialog'

/** Whether a refusal asks for the PIN, typed again. */
const asksForPin = (error: unknown) =>
  error instanceof Refused && error.body.faults?.some(({ field }) => field === 'current')

const PinDialog = ({ isWrong, answer }: { isWrong: boolean; answer: (pin?: string) => void }) => {
  const { say } = house.get().speak
  const [pin, setPin] = useState('')
  const id = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (pin.length === 4) answer(pin)
  }
  return (
    <Dialog title={say('confirmPin.title')} onClose={() => answer()} className="question">
      <form onSubmit={send}>
        <div className="scroll">
          <p>{say('confirmPin.text')}</p>
          <div className="field">
            <label className="name" htmlFor={id}>
              {say('access.pin.label')}
            </label>
            <input
              id={id}
              type="password"
              inputMode="numeric"
              autoComplete="current-password"
              maxLength={4}
              value={pin}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? `${id}-fault` : undefined}
              onChange={({ target }) => setPin(target.value.replace(/\D/g, ''))}
            />
            {isWrong && (
              <p id={`${id}-fault`} className="fault" role="alert">
                {say('access.pin.unknown')}
              </p>
            )}
          </div>
        </div>
        <footer className="actions">
          <button type="button" className="button" onClick={() => answer()}>
            {say('confirmPin.no')}
          </button>
          <button type="submit" className="button primary" aria-disabled={pin.length < 4 || undefined}>
            {say('confirmPin.yes')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

/**
 * Do what the server may want the PIN for, typed again: asked for when it does, and once more when it was wrong. Throws
 * what the work throws; a host who cancels leaves the refusal.
 */
export const withPin = async <T,>(work: (current?: string) => Promise<T>): Promise<T> => {
  let current: string | undefined
  for (;;) {
    try {
      return await work(current)
    } catch (error) {
      if (!asksForPin(error)) throw error
      const isWrong = current !== undefined
      current = await ask<string>((answer) => <PinDialog isWrong={isWrong} answer={answer} />)
      if (current === undefined) throw error
    }
  }
}
