import { useState } from 'react'
import { Refused } from '../../shared/api'
import { house } from '../../shared/published'
import { ask } from './ask'
import { BoxDialog } from './box-dialog'

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
 * Runs `work` and, if the server demands the PIN, asks for it and runs it again. Throws what `work` throws; the refusal
 * if the host cancels.
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
