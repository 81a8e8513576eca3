import { useEffect, useState } from 'react'
import type { ExpectedStay } from '../../../../schema/bookings'
import type { DayParty, HostDay } from '../../../../schema/calls/party-states'
import type { Who } from '../../../../schema/guest'
import { type DayPart, dayParts, dayPartsOf, lacksIdentification } from '../../../core/police/host-day'
import { Button, ButtonLink, Skeleton } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { whileVisible } from '../../shared/visible'
import { showReason } from '../checkins/actions'
import { checkinName } from '../checkins/card-fields'
import { allCheckins, type Connection, ConnectionNotice } from '../checkins/results'
import { ask, RowsSection } from '../dialogs/dialog'
import { useKeptFocus } from '../dialogs/page-hooks'
import { Page } from '../forms/form-frames'
import { askForm } from '../forms/host-form'
import { asAnswers } from '../forms/values'
import { GuideLine } from '../guide/guide-steps'
import { WorkLines } from '../sending/works'
import {
  asHost,
  dayInWords,
  hostSettings,
  isDayOld,
  isSignedOut,
  loadedDay,
  optional,
  readDay,
  readDayAgain,
} from '../session/host'
import { askSamePerson, identify, takeIdentificationBack } from '../standing/identify'
import { declareReported, setEnabled, takeReportBack } from '../standing/release'
import { StayInvite } from '../stays/invite-dialog'
import { StayRow } from '../stays/stay-row'
import { DayTimeline, printDay, RetentionLine } from './day-sheet'
import { PartyRow, type RowAct } from './party-row'
import { Tasks } from './tasks'
import { dayChangesSince, readRecord } from './work'

const identifyAll = async (day: string, waiting: readonly DayParty[]) => {
  const records = await allCheckins({ date: day, searchType: 'arrival' })
  const chosen = waiting.flatMap(({ id }) => records.find((one) => one.id === id) ?? [])
  if (await identify(chosen)) await readDay()
}

/** The button that identifies a day's arrivals; absent once all are identified. */
const IdentifyAll = ({ day, parties }: { day: string; parties: readonly DayParty[] }) => {
  const waiting = parties.filter(lacksIdentification)
  if (!waiting.length) return null
  const run = () => void identifyAll(day, waiting).catch(showReason)
  return <Button text={plural('identify.all', waiting.length)} onClick={run} />
}

const pollMs = 4000

const longDay = (day: string) => dayInWords(day, { weekday: 'long', day: 'numeric', month: 'long' })

/** Keeps the day current while the page is visible. Returns the state of the connection, and how to sign in again. */
const useLiveDay = () => {
  const [how, setHow] = useState<Connection>('open')
  useEffect(() => {
    let cursor: string | undefined
    const turn = async () => {
      try {
        const changes = await dayChangesSince(cursor)
        if (!cursor || changes.isChanged || isDayOld()) await (cursor ? readDay() : asHost(readDay))
        cursor = changes.cursor
        setHow('open')
      } catch (error) {
        setHow(isSignedOut(error) ? 'closed' : 'offline')
      }
    }
    return whileVisible(pollMs, turn)
  }, [])
  const signIn = () =>
    void asHost(readDay).then(() => setHow('open'), optional('the notice stays and offers another try'))
  return { how, signIn }
}

const acts: Record<RowAct, (party: DayParty, who?: Who) => Promise<unknown>> = {
  enable: ({ id }) => setEnabled([id], true),
  identify: async (party) => {
    const record = await readRecord(party)
    return record && identify([record])
  },
  takeBack: async ({ id }, who) => who && takeIdentificationBack(id, who),
  tell: ({ id }) => declareReported([id], loadedDay.get()?.at),
  untell: ({ id, toldAt = '' }) => takeReportBack([id], toldAt),
}

type PartProps = { part: DayPart; parties: DayParty[]; day: HostDay; correct: (party: DayParty, field: string) => void }

const Part = ({ part, parties, day, correct }: PartProps) => {
  const act = (party: DayParty, kind: RowAct, who?: Who) => acts[kind](party, who).then(readDay).catch(showReason)
  if (!parties.length && part !== 'arrivals') return null
  return (
    <RowsSection
      id={part}
      title={say(`today.part.${part}`)}
      count={plural('today.parties', parties.length)}
      action={part === 'arrivals' && <IdentifyAll day={day.day} parties={parties} />}
    >
      {parties.length ? (
        <ul className="rows">
          {parties.map((party) => (
            <PartyRow key={party.id} {...{ party, correct, act }} day={day.day} now={day.at} />
          ))}
        </ul>
      ) : (
        <p className="empty">
          {say(day.expected?.some(isOpen) ? 'today.nobodyYet' : 'today.nobody')}
          <span>{say('today.nobodyHow')}</span>
        </p>
      )}
    </RowsSection>
  )
}

const correctRecord = async (party: DayParty, focus: string) => {
  const checkin = await readRecord(party)
  if (!checkin) return readDay()
  const about = { id: checkin.id, words: checkinName(checkin) }
  if (!(await askForm({ name: 'edit', values: asAnswers(checkin), about, focus }))) return undefined
  void askSamePerson(checkin.id).catch(showReason)
  return readDayAgain()
}

const thenReadDay = (task: () => Promise<unknown>) => void task().catch(showReason).then(readDayAgain)

const invite = (stay: ExpectedStay) =>
  thenReadDay(() => ask<void>((answer) => <StayInvite stay={stay} close={answer} />))

/** The expected stays that need the host: no check-in, a difference, a doubtful match. */
const Expected = ({ day: { expected = [], lost } }: { day: HostDay }) => {
  if (!expected.length && !lost) return null
  return (
    <RowsSection
      id="expected"
      title={say('today.expectedTitle')}
      count={plural('today.expected', expected.length)}
      action={<ButtonLink text={say('today.allExpected')} href="/admin-arrivals" />}
    >
      {lost && <p className="info warns">{say('today.lost')}</p>}
      {expected.length > 0 && (
        <ul className="rows">
          {expected.map((stay) => (
            <StayRow key={stay.id} stay={stay} work={thenReadDay} invite={() => invite(stay)} />
          ))}
        </ul>
      )}
    </RowsSection>
  )
}

const isOpen = ({ state }: ExpectedStay) => state === 'today' || state === 'missing'

const countWords = ({ arrivals, departures, inHouse }: Record<DayPart, DayParty[]>, { expected = [] }: HostDay) => {
  const open = expected.filter(isOpen).length
  const tonight = [...arrivals, ...inHouse].reduce((sum, { guests }) => sum + guests.length, 0)
  return [
    plural('today.arrivals', arrivals.length),
    open > 0 && plural('today.unregistered', open),
    departures.length > 0 && plural('today.departures', departures.length),
    tonight > 0 && plural('today.tonight', tonight),
  ].filter(Boolean)
}

const HeadActions = ({ print }: { print: () => void }) => (
  <div className="buttons">
    <Button text={say('sheet.print')} icon="heroicons:printer" onClick={print} />
    <ButtonLink text={say('today.link')} icon="heroicons:link" href="/admin-settings?tab=codes" />
    <ButtonLink text={say('today.add')} icon="heroicons:plus" kind="new" href="/new-checkin" />
  </div>
)

/** The host's day: tasks, and today's and tomorrow's parties. */
export const TodayPage = () => {
  const day = useStore(loadedDay)
  const connection = useLiveDay()
  const box = useKeptFocus()
  const settings = useStore(hostSettings)
  const correct = (party: DayParty, field: string) => void correctRecord(party, field).catch(showReason)
  const parts = day && dayPartsOf(day.parties, day.day)
  return (
    <Page
      title={say('today.title')}
      subtitle={day && parts && [longDay(day.day), ...countWords(parts, day)].join(' · ')}
      actions={day && <HeadActions print={() => printDay(day, longDay(day.day))} />}
    >
      <GuideLine />
      <div ref={box} className="stack apart today">
        <ConnectionNotice {...connection} />
        {!day && connection.how === 'open' && <Skeleton label={say('loading')} />}
        <WorkLines changed={() => void readDayAgain()} />
        {day && <Tasks day={day} correct={correct} />}
        {day?.webhookOff && (
          <p className="info warns">
            {say('today.webhookOff')} <a href="/admin-settings?tab=programs">{say('today.webhookHow')}</a>
          </p>
        )}
        {day && <Expected day={day} />}
        {day && <DayTimeline day={day} />}
        {day && settings?.enableRetention && <RetentionLine />}
        {day &&
          parts &&
          dayParts.map((part) => <Part key={part} {...{ part, day }} parties={parts[part]} correct={correct} />)}
      </div>
    </Page>
  )
}
