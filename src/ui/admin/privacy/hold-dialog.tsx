import { useState } from 'react'
import { say } from '../../shared/published'
import { ask } from '../dialogs/ask'
import { BoxDialog } from '../dialogs/box-dialog'

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
      box={{ maxLength: 300 }}
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
