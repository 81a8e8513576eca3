import { useState } from 'react'
import type { ExpectedStay } from '../../../../schema/bookings'
import { bookingFieldNames } from '../../../core/bookings/booking-fields'
import { PickBox } from '../../look/boxes'
import { Button, FaultLine } from '../../look/parts'
import { say } from '../../shared/published'
import { callAsHost, failureReason, hostSettings } from '../session/host'

/** Asks for the room of a stay that has none, if the house has several. */
export const CodeChoice = ({ stay, done }: { stay: ExpectedStay; done: () => void }) => {
  const codes = hostSettings.get()?.reservationCodes ?? []
  const [code, choose] = useState('')
  const [failure, setFailure] = useState('')
  const save = () => {
    const body = Object.fromEntries(bookingFieldNames.map((field) => [field, String(stay[field] ?? '')]))
    callAsHost('PATCH /api/bookings/:id', { params: { id: stay.id }, body: { ...body, code } }).then(
      done,
      (error: unknown) => setFailure(failureReason(error)),
    )
  }
  return (
    <>
      <p>{say('stayInvite.codeText')}</p>
      <PickBox
        label={say('stays.field.code')}
        value={code}
        picks={codes.map((one) => ({ value: one.code, text: `${one.code} · ${one.description}` }))}
        pick={choose}
        none={say('stays.unknown')}
      />
      <FaultLine>{failure}</FaultLine>
      <p className="buttons">
        <Button kind="primary" aria-disabled={!code || undefined} onClick={() => code && save()}>
          {say('stayInvite.useCode')}
        </Button>
      </p>
    </>
  )
}
