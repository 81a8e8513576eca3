import { useState } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import { displayId } from '../../../core/checkin/checkin-states'
import { Radios } from '../../look/boxes'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { guestName, inLine } from '../checkins/card-fields'
import { pollChanges, results } from '../checkins/results'
import { ask } from '../dialogs/dialog'
import { FormDialog } from '../dialogs/questions'
import { callAsHost, dayShown } from '../session/host'

type Days = Pick<Checkin, 'arrivalDate' | 'departureDate'>

const meet = (a: Days, b: Days) =>
  (a.arrivalDate ?? '') < (b.departureDate ?? '') && (b.arrivalDate ?? '') < (a.departureDate ?? '')

const fellows = (checkin: Checkin) =>
  [...(results.get()?.checkins.values() ?? [])].filter((one) => one.id !== checkin.id && meet(one, checkin))

const nameIn = (checkin: Checkin) =>
  inLine([
    guestName(checkin) || displayId(checkin),
    checkin.roomDescription,
    `${dayShown(checkin.arrivalDate ?? '')}–${dayShown(checkin.departureDate ?? '')}`,
  ])

const Form = ({ checkin, answer }: { checkin: Checkin; answer: (withOne?: number | null) => void }) => {
  const others = fellows(checkin)
  const [chosen, choose] = useState(String(Number(checkin.roomOf) || ''))
  return (
    <FormDialog
      title={say('room.title')}
      subtitle={say('room.subtitle')}
      yes={say('room.ok')}
      first="yes"
      className="identify"
      send={() => answer(Number(chosen) || null)}
      cancel={() => answer()}
    >
      <Radios
        name="room"
        legend={say('room.with')}
        value={chosen}
        picks={[
          { value: '', text: say('room.own') },
          ...others.map((one) => ({ value: String(one.id), text: nameIn(one) })),
        ]}
        pick={choose}
      />
      {!others.length && <p>{say('room.nobody')}</p>}
    </FormDialog>
  )
}

/** Asks with which check-in this one shares a room, and saves it. */
export const shareRoom = async (checkin: Checkin) => {
  const head = await ask<number | null>((answer) => <Form checkin={checkin} answer={answer} />)
  if (head === undefined) return
  await callAsHost('POST /api/checkin/:id/room', { params: { id: checkin.id }, body: { with: head } })
    .then(pollChanges)
    .catch(showReason)
}
