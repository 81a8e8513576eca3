import type { DayParty, HostDay } from '../../../../schema/calls/party-states'
import { type DayTasks, dayTasks, isNothingOpen, nextTerm } from '../../../core/police/host-day'
import { Icon, type IconName } from '../../look/icon'
import { Button, Initials, TextButton } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { labelOf, moment } from '../checkins/card-fields'
import { faultWords } from '../exports/export-dialogs'
import { go, hostSettings, titleOfGuest } from '../session/host'
import { FileRows, NextCheckins, Task } from './file-tasks'
import { type DayWork, idsOf, partyName, partyNames, useWork } from './work'

const nameToReview = (party: DayParty) =>
  party.guestChanged ? say('today.guestChangedName', { name: partyName(party) }) : partyName(party)

/** If some guests of a party were already reported, names only the others. */
const nameToFile = (party: DayParty) => {
  const others = party.guests.filter(({ state }) => state !== 'sent')
  if (others.length === party.guests.length || others.some(({ who }) => who === 'main')) return partyName(party)
  const names = others.map(({ who, name }) => name || titleOfGuest(who)).join(', ')
  return `${names} (${say('today.with', { name: partyName(party) })})`
}

export type Correct = (party: DayParty, field: string) => void

/** Returns the guests of a party with something wrong or missing, each with a name; the first guest without faults. */
const faultyGuests = (party: DayParty) => {
  const named = party.guests.map(({ who, name }) => ({
    who,
    name: name || (who === 'main' ? partyName(party) : titleOfGuest(who)),
    faults: party.faults.filter(({ guest }) => guest === who),
  }))
  return party.faults.length ? named.filter(({ faults }) => faults.length) : named.slice(0, 1)
}

const LeftOut = ({ parties, correct }: { parties: readonly DayParty[]; correct: Correct }) => (
  <div className="left-out">
    <div className="bar task">
      <span className="mark bad">
        <Icon name="heroicons:exclamation-triangle" />
      </span>
      <h3>{plural('today.leftOut', parties.length)}</h3>
    </div>
    <ul>
      {parties.flatMap((party) =>
        faultyGuests(party).map(({ who, name, faults }) => (
          <li key={`${party.id} ${who}`} className="bar">
            <Initials name={name} />
            <strong>
              {name}
              {who !== 'main' && <small>{say('today.with', { name: partyName(party) })}</small>}
            </strong>
            {faults.map((fault) => (
              <Button
                key={`${fault.field} ${fault.rule}`}
                text={`${fault.field ? `${labelOf(fault.field)}: ` : ''}${faultWords(fault)}`}
                unseen={name}
                kind="small"
                onClick={() => correct(party, fault.field ?? 'reservationCode')}
              />
            ))}
          </li>
        )),
      )}
    </ul>
  </div>
)

/** A task in the table: the name of its parties in `DayTasks`, its words, its actions. */
type TaskRow = {
  of: 'review' | 'send' | 'unknown' | 'wired' | 'file' | 'changed' | 'left' | 'old'
  title: string
  icon?: IconName
  press: string
  /** The parties that the button is for; without any there is none. */
  concerns?: (party: DayParty) => boolean
  /** The button shows the number of parties. */
  isCounted?: true
  text?: string
  nameOf?: (party: DayParty) => string
  isPrimary?: (tasks: DayTasks) => boolean
  run: (parties: readonly DayParty[], work: DayWork) => unknown
  /** The second button. */
  other?: { press: string; run: (parties: readonly DayParty[], work: DayWork) => unknown }
}

const tell: TaskRow['other'] = {
  press: 'today.tell',
  run: (parties, { markReported }) => markReported(idsOf(parties)),
}

const isReviewed = ({ review }: DayTasks) => !review.length

const reviewing: TaskRow = {
  of: 'review',
  title: 'today.review',
  icon: 'heroicons:eye',
  nameOf: nameToReview,
  press: 'today.enable',
  isCounted: true,
  isPrimary: () => true,
  run: (_, { release }) => release(),
}

const rows: readonly TaskRow[] = [
  {
    of: 'send',
    title: 'today.send',
    icon: 'heroicons:paper-airplane',
    press: 'today.sendPress',
    isCounted: true,
    isPrimary: isReviewed,
    run: (send, { sendNow }) => sendNow(send),
    other: { press: 'today.fileInstead', run: (send, { makeFile }) => makeFile(send) },
  },
  {
    of: 'unknown',
    title: 'today.unknown',
    icon: 'heroicons:question-mark-circle',
    text: 'today.unknownText',
    press: 'today.toSendings',
    run: () => go('/admin-sending'),
  },
  {
    of: 'wired',
    title: 'today.wired',
    text: 'today.wiredText',
    press: 'today.wiredAgain',
    run: (wired, { sendNow }) => sendNow(wired, true),
    other: tell,
  },
  {
    of: 'file',
    nameOf: nameToFile,
    title: 'today.file',
    press: 'today.make',
    isCounted: true,
    isPrimary: isReviewed,
    run: (file, { makeFile }) => makeFile(file),
  },
  {
    of: 'changed',
    title: 'today.changed',
    text: 'today.changedText',
    press: 'today.again',
    run: (changed, { makeFile }) => makeFile(changed),
    other: tell,
  },
  {
    of: 'left',
    title: 'today.left',
    icon: 'heroicons:user-minus',
    text: 'today.leftText',
    press: 'today.leftDone',
    concerns: ({ state }) => state === 'sent',
    run: (left, { markReported }) => markReported(idsOf(left), true),
  },
  {
    of: 'old',
    title: 'today.old',
    text: 'today.oldText',
    press: 'today.oldFile',
    run: (old, { makeOldFile }) => makeOldFile(old),
  },
]

type RowProps = { row: TaskRow; tasks: DayTasks; work: DayWork }

const Row = ({
  row: { of, title, icon, text, nameOf, press, concerns = () => true, isCounted, isPrimary = () => false, run, other },
  tasks,
  work,
}: RowProps) => {
  const parties = tasks[of]
  const names = partyNames(parties, nameOf)
  const concerned = parties.filter(concerns)
  if (!parties.length) return null
  return (
    <Task
      icon={icon}
      title={plural(title, parties.length)}
      text={text ? say(text, { names }) : names}
      press={concerned.length ? (isCounted ? plural(press, parties.length) : say(press)) : undefined}
      primary={isPrimary(tasks)}
      busy={work.busy}
      run={() => void run(concerned, work)}
      other={other && { press: say(other.press), run: () => void other.run(concerned, work) }}
    />
  )
}

const Term = ({ day }: { day: HostDay }) => {
  const term = nextTerm(day)
  if (isNothingOpen(day)) return <p className="done">{say('today.done')}</p>
  return term ? (
    <p className="term">{say('today.term', { at: moment(term.at), names: partyNames(term.parties) })}</p>
  ) : null
}

const Undo = ({ done, count, undo }: { done: string; count: number; undo: () => void }) =>
  count > 0 ? (
    <p className="undo" role="status">
      {plural(done, count)} <Button text={say('today.undo')} kind="small" onClick={undo} />
    </p>
  ) : null

/** The open tasks for the police. */
export const Tasks = ({ day, correct }: { day: HostDay; correct: Correct }) => {
  const tasks = dayTasks(day, useStore(hostSettings))
  const { identify, fix, again, late } = tasks
  const work = useWork(tasks)
  return (
    <section className="stack tasks" aria-labelledby="tasks-title">
      <h2 id="tasks-title">{say('today.tasks')}</h2>
      {late.length > 0 && (
        <p className="late" role="alert">
          {plural('today.late', late.length)}: {partyNames(late)}
        </p>
      )}
      <Term day={day} />
      <Row row={reviewing} {...{ tasks, work }} />
      <Undo done="today.enabled" count={work.undoable.length} undo={() => void work.undoRelease()} />
      {identify.length > 0 && (
        <Task
          icon="heroicons:identification"
          title={plural('today.identify', identify.length)}
          text={say('today.identifyText', { names: partyNames(identify) })}
        />
      )}
      {rows.map((row) => (
        <Row key={row.of} {...{ row, tasks, work }} />
      ))}
      <FileRows tasks={tasks} work={work} />
      <NextCheckins day={day} />
      <Undo done="today.told" count={work.reported.length} undo={() => void work.unmarkReported()} />
      {again.length > 0 && (
        <p className="again">
          <TextButton text={say('today.repeat')} isOff={work.busy} onClick={() => void work.makeAgain()} />
        </p>
      )}
      {fix.length > 0 && <LeftOut parties={fix} correct={correct} />}
    </section>
  )
}
