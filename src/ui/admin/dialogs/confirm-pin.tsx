import { useState } from 'react'
import { Refused } from '../../shared/api'
import { house } from '../../shared/published'
import { ask } from './ask'
import { BoxDialog } from './box-dialog'

/** Whether a refusal asks for the PIN, typed again. */
const asksForPin = (error: unknown) =>
  error instanceof Refused && error.body.faults?.some(({ field }) => field === 'current')

const pinBox = { type: 'password', inputMode: 'numeric', autoComplete: 'current-password', maxLength: 4 } as const

const PinDialog = ({ isWrong, answer }: { isWrong: boolean; answer: (pin?: string) => void }) => {
  const { say } = house.get().speak
  const [pin, setPin] = useState('')
  const isReady = pin.length === 4
  return (
    <BoxDialog
      title={say('confirmPin.title')}
      text={say('confirmPin.text')}
      label={say('access.pin.label')}
      fault={isWrong && say('access.pin.unknown')}
      box={pinBox}
      value={pin}
      type={(text) => setPin(text.replace(/\D/g, ''))}
      yes={say('confirmPin.yes')}
      isReady={isReady}
      send={() => isReady && answer(pin)}
      cancel={() => answer()}
    />
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
