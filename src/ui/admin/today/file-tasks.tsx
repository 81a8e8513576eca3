import { useState } from 'react'
import type { HostDay } from '../../../../schema/calls/party-states'
import type { Checkin } from '../../../../schema/checkin'
import { type DayTasks, type FileTask, type NextCheckin, nextCheckins } from '../../../core/police/host-day'
import { daysBetween } from '../../../core/text/dates'
import { Icon, type IconName } from '../../look/icon'
import { Button } from '../../look/parts'
import { plural, say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { checkinName, moment, namesInLine } from '../checkins/card-fields'
import { askChoice } from '../dialogs/questions'
import { HostForm } from '../forms/host-form'
import { asAnswers } from '../forms/values'
import { callAsHost, dayShown, readDay, readDayAgain } from '../session/host'
import { stayName } from '../stays/stay-words'
import { type DayWork, partyNames, readRecord } from './work'

type TaskProps = {
  icon?: IconName | undefined
  title: string
  text: string
  press?: string | undefined
  primary?: boolean
  busy?: boolean
  run?: () => void
  other?: { press: string; run: () => void } | undefined
}

/** A task: title, text and buttons. */
export const Task = ({
  icon = 'heroicons:document-text',
  title,
  text,
  press,
  primary,
  busy,
  run,
  other,
}: TaskProps) => (
  <div className="bar task">
    <span className="mark">
      <Icon name={icon} />
    </span>
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
    {press && <Button text={press} kind={primary ? 'primary' : ''} isOff={busy} onClick={run} />}
    {other && <Button text={other.press} isOff={busy} onClick={other.run} />}
  </div>
)

type RowProps = { file: FileTask; work: DayWork; isPrimary: boolean }

const Upload = ({ file: { ids, parties, name, at }, work, isPrimary }: RowProps) => (
  <Task
    title={plural('today.toTell', ids.length)}
    text={say('today.toTellText', { names: partyNames(parties), file: name, at: moment(at) })}
    press={say('today.tell')}
    primary={isPrimary}
    busy={work.busy}
    run={() => void work.markReported(ids)}
  />
)

const wrongWords = ({ changed, gone }: FileTask) =>
  [
    changed.length > 0 && say('today.replaceChanged', { names: partyNames(changed) }),
    gone > 0 && plural('today.replaceGone', gone),
  ]
    .filter(Boolean)
    .join(' ')

/** The host replaces the file or confirms that it was uploaded. */
const Replace = ({ file, work, isPrimary }: RowProps) => {
  const { ids, parties, name, at } = file
  const whole = parties.filter(({ state }) => state !== 'incomplete')
  const others = ids.length - parties.length
  return (
    <Task
      title={say('today.replace')}
      text={say('today.replaceText', { wrong: wrongWords(file), file: name, at: moment(at) })}
      press={whole.length + others ? plural('today.replacePress', whole.length + others) : undefined}
      primary={isPrimary}
      busy={work.busy}
      run={() => void work.replace(ids.filter((id) => !parties.some((one) => one.id === id && !whole.includes(one))))}
      other={{ press: say('today.wasUploaded'), run: () => void work.markReported(ids) }}
    />
  )
}

/** The files of days that the portal no longer accepts, in one task. */
const Past = ({ files, work }: { files: readonly FileTask[]; work: DayWork }) => {
  const ids = [...new Set(files.flatMap((file) => file.ids))]
  if (!ids.length) return null
  return (
    <Task
      title={plural('today.past', ids.length)}
      text={say('today.pastText', { names: partyNames(files.flatMap(({ parties }) => parties)) })}
      press={say('today.tell')}
      busy={work.busy}
      run={() => void work.markReported(ids)}
    />
  )
}

/** The waiting police files, and one row for those of past days. */
export const FileRows = ({ tasks, work }: { tasks: DayTasks; work: DayWork }) => {
  const { review, send, file, replace, upload, past } = tasks
  const isFirst = ![review, send, file].some(({ length }) => length)
  return (
    <>
      {replace.map((one) => (
        <Replace key={one.note} file={one} work={work} isPrimary={isFirst} />
      ))}
      {upload.map((one) => (
        <Upload key={one.note} file={one} work={work} isPrimary={isFirst && !replace.length} />
      ))}
      <Past files={past} work={work} />
    </>
  )
}

type Copied = NextCheckin & { record: Checkin }

/** Returns the function that copies the check-ins of a long stay one after the other, and the form it opens. */
const useCopies = () => {
  const [waiting, setWaiting] = useState<readonly Copied[]>([])
  const [first, ...others] = waiting
  const copy = async (next: NextCheckin) => {
    const records = (await Promise.all(next.parties.map(readRecord)).catch(showReason)) ?? []
    setWaiting(records.flatMap((record) => (record ? [{ ...next, record }] : [])))
  }
  const done = () => {
    setWaiting(others)
    void readDayAgain()
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

/** Asks whether a stay ended with the nights of its check-in, and ends it: its guests need no further check-in. */
const endStay = async ({ stay, arrival: departure }: NextCheckin) => {
  const title = say('today.goesOnLeftAsk', { name: stayName(stay), day: dayShown(departure) })
  if (!(await askChoice({ title, yes: say('today.goesOnLeft') }, null))) return
  await callAsHost('PATCH /api/bookings/:id', { params: { id: stay.id }, body: { departure } })
  await readDay()
}

/** Whether other guests of the stay already have their next check-in. */
const isContinued = ({ stay, arrival }: NextCheckin) => stay.parties.some((party) => party.arrival === arrival)

const goesOnWords = (next: NextCheckin) => {
  const { arrival, departure, parties } = next
  const names = namesInLine(parties.map(({ name }) => name))
  return [
    say('today.goesOnText', { arrival: dayShown(arrival), departure: dayShown(departure) }),
    names && isContinued(next) && say('today.goesOnSome', { names, press: say('stays.takeApart') }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The long stays that need their next check-in. */
export const NextCheckins = ({ day }: { day: HostDay }) => {
  const { copy, form } = useCopies()
  return (
    <>
      {nextCheckins(day).map((next) => (
        <Task
          key={`${next.stay.id} ${next.arrival}`}
          icon="heroicons:calendar-days"
          title={say('today.goesOn', { name: stayName(next.stay) })}
          text={goesOnWords(next)}
          press={next.parties.length ? say('today.goesOnPress') : undefined}
          run={() => copy(next)}
          other={
            isContinued(next)
              ? undefined
              : { press: say('today.goesOnLeft'), run: () => void endStay(next).catch(showReason) }
          }
        />
      ))}
      {form}
    </>
  )
}
