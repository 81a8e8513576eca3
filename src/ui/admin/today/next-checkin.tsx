import { useState } from 'react'
import type { HostDay } from '../../../../schema/calls/party-states'
import type { Checkin } from '../../../../schema/checkin'
import { type NextCheckin, nextCheckins } from '../../../core/police/host-day'
import { daysBetween } from '../../../core/text/dates'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { checkinName } from '../checkins/card-fields'
import { HostForm } from '../forms/host-form'
import { asAnswers } from '../forms/values'
import { dayShown, optional, readDay } from '../session/host'
import { stayName } from '../stays/stay-words'
import { Task } from './file-tasks'
import { readRecord } from './work'

type Copied = NextCheckin & { record: Checkin }

/** The check-ins whose nights end where the next one begins; several if they share the room. */
const endingIn = ({ stay, arrival }: NextCheckin) => stay.parties.filter(({ departure }) => departure === arrival)

/** Returns the function that copies the check-ins of a long stay one after the other, and the form it opens. */
const useCopies = () => {
  const [waiting, setWaiting] = useState<readonly Copied[]>([])
  const [first, ...others] = waiting
  const copy = async (next: NextCheckin) => {
    const records = (await Promise.all(endingIn(next).map(readRecord)).catch(showReason)) ?? []
    setWaiting(records.flatMap((record) => (record ? [{ ...next, record }] : [])))
  }
  const done = () => {
    setWaiting(others)
    void readDay().catch(optional('the day stays as it was read'))
  }
  const form = first && (
    <HostForm
      key={first.record.id}
      name="duplicate"
      values={{ ...asAnswers(first.record), numberOfNights: String(daysBetween(first.arrival, first.departure)) }}
      preset={{ arrivalDate: first.arrival, reservationCode: first.record.reservationCode ?? '' }}
      about={{ id: first.record.id, words: checkinName(first.record) }}
      onDone={done}
      onCancel={() => setWaiting([])}
    />
  )
  return { copy: (next: NextCheckin) => void copy(next), form }
}

/** The long stays that need their next check-in. */
export const NextCheckins = ({ day }: { day: HostDay }) => {
  const { copy, form } = useCopies()
  return (
    <>
      {nextCheckins(day).map((next) => (
        <Task
          key={next.stay.id}
          icon="heroicons:calendar-days"
          title={say('today.goesOn', { name: stayName(next.stay) })}
          text={say('today.goesOnText', { arrival: dayShown(next.arrival), departure: dayShown(next.departure) })}
          press={endingIn(next).length ? say('today.goesOnPress') : undefined}
          run={() => copy(next)}
        />
      ))}
      {form}
    </>
  )
}
