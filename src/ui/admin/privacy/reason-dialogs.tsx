import { type ReactNode, useState } from 'react'
import { type ErasureReason, erasureReasons } from '../../../../schema/privacy'
import { say } from '../../shared/published'
import { ask } from '../dialogs/dialog'
import { BoxDialog, Choice } from '../dialogs/questions'

type EraseProps = { besides: ReactNode; answer: (reason?: ErasureReason) => void }

const EraseDialog = ({ besides, answer }: EraseProps) => {
  const [reason, setReason] = useState<ErasureReason>('request')
  return (
    <Choice
      title={say('erase.title')}
      yes={say('erase.yes')}
      no={say('host.cancel')}
      danger
      answer={(said) => answer(said && reason)}
    >
      <p>{say('erase.text')}</p>
      {besides}
      <fieldset className="field reasons">
        <legend className="name">{say('erase.reason')}</legend>
        {erasureReasons.map((one) => (
          <label key={one}>
            <input type="radio" name="erasure" checked={reason === one} onChange={() => setReason(one)} />{' '}
            {say(`erase.reason.${one}`)}
          </label>
        ))}
      </fieldset>
    </Choice>
  )
}

/**
 * Asks for the reason to erase a check-in's guests and shows what was reported of them (`besides`); undefined if
 * cancelled.
 */
export const askErasure = (besides: ReactNode) =>
  ask<ErasureReason>((answer) => <EraseDialog besides={besides} answer={answer} />)

const HoldDialog = ({ name, answer }: { name: string; answer: (reason?: string) => void }) => {
  const [reason, setReason] = useState('')
  const [lacks, setLacks] = useState(false)
  const given = reason.trim()
  return (
    <BoxDialog
      title={say('retention.holdTitle')}
      text={say('retention.holdText', { name })}
      label={say('retention.reason')}
      fault={lacks && say('retention.reasonMissing')}
      input={{ maxLength: 300 }}
      value={reason}
      type={setReason}
      yes={say('retention.hold')}
      send={() => (given ? answer(given) : setLacks(true))}
      cancel={() => answer()}
    />
  )
}

/** Asks for the reason to keep a check-in; undefined if cancelled. */
export const askReason = (name: string) => ask<string>((answer) => <HoldDialog name={name} answer={answer} />)
