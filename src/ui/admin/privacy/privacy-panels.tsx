import { type AccessLine, type RetentionPlan, retentionKinds } from '../../../../schema/privacy'
import { Button, Initials, TextList } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { house, plural, say } from '../../shared/published'
import { inLine, labelOf, moment } from '../checkins/card-fields'
import { Unread, useShownAnswer, type Work } from '../dialogs/page-hooks'
import { callAsHost, dayShown, hostSettings } from '../session/host'
import { declareReported } from '../standing/release'
import { askReason } from './person-dialog'

type Counts = RetentionPlan['done'][number]['counts']
type Stayed = RetentionPlan['waiting'][number]

const wordsOf = (counts: Counts) =>
  retentionKinds.flatMap((kind) => (counts[kind] ? [plural(`retention.${kind}`, counts[kind])] : []))

const Taken = ({ counts }: { counts: Counts }) => {
  const words = wordsOf(counts)
  return words.length ? (
    <TextList className="bullets" lines={words} />
  ) : (
    <p className="empty">{say('retention.nothing')}</p>
  )
}

const nameOf = ({ name }: Stayed) => name || say('consult.nameless')

type RowProps = { stay: Stayed; text: string; press: string; label: string; run: () => void }

const Row = ({ stay, text, press, label, run }: RowProps) => (
  <li className="row">
    <div className="who">
      <Initials name={nameOf(stay)} />
      <strong>{nameOf(stay)}</strong>
    </div>
    <span className="two">{text}</span>
    <div className="act">
      <Button text={press} aria-label={label} onClick={run} />
    </div>
  </li>
)

type PartProps = { plan: RetentionPlan; work: Work }

const hold = (id: number, why: string) =>
  callAsHost('POST /api/checkin/:id/hold', { params: { id }, body: { reason: why } })

const Waiting = ({ plan: { at, waiting }, work }: PartProps) => {
  if (!waiting.length) return null
  const ids = waiting.map(({ id }) => id)
  const keep = async (stay: Stayed) => {
    const why = await askReason(nameOf(stay))
    if (why) await work(() => hold(stay.id, why))
  }
  return (
    <>
      <h3>{plural('retention.waiting', waiting.length)}</h3>
      <p>{say('retention.waitingText')}</p>
      <ul className="rows">
        {waiting.map((stay) => (
          <Row
            key={stay.id}
            stay={stay}
            text={say('retention.left', { day: dayShown(stay.departureDate) })}
            press={say('retention.hold')}
            label={say('retention.holdOf', { name: nameOf(stay) })}
            run={() => void keep(stay)}
          />
        ))}
      </ul>
      <p>
        <Button
          text={plural('retention.told', waiting.length)}
          kind="primary"
          onClick={() => void work(() => declareReported(ids, at))}
        />
      </p>
    </>
  )
}

const Held = ({ plan: { held }, work }: PartProps) =>
  held.length > 0 && (
    <>
      <h3>{plural('retention.held', held.length)}</h3>
      <ul className="rows">
        {held.map((stay) => (
          <Row
            key={stay.id}
            stay={stay}
            text={stay.reason}
            press={say('retention.release')}
            label={say('retention.releaseOf', { name: nameOf(stay) })}
            run={() => void work(() => hold(stay.id, ''))}
          />
        ))}
      </ul>
    </>
  )

const Done = ({ plan: { done } }: Pick<PartProps, 'plan'>) =>
  done.length > 0 && (
    <>
      <h3>{say('retention.done')}</h3>
      <ul className="bullets">
        {done.map(({ at, counts }) => (
          <li key={at}>
            {moment(at)}: {wordsOf(counts).join(', ')}
          </li>
        ))}
      </ul>
    </>
  )

/** The retention plan: check-ins removed tonight, waiting, held, or already removed. */
export const RetentionPanel = () => {
  const settings = useStore(hostSettings)
  const read = async () => (await callAsHost('GET /api/retention')).data
  // Changed terms change the plan.
  const shown = useShownAnswer(read, [settings])
  const { answer: plan, work } = shown
  if (!plan) return <Unread {...shown} />
  return (
    <div className="stack retention">
      <Unread {...shown} />
      <p className="info">{plan.next ? say('retention.next', { moment: moment(plan.next) }) : say('retention.off')}</p>
      <Taken counts={plan.due} />
      <Waiting plan={plan} work={work} />
      <Held plan={plan} work={work} />
      <Done plan={plan} />
    </div>
  )
}

const fieldName = (field: string) => {
  const key = [`settings.${field}.label`, `accessLog.${field}`, `person.note.${field}`].find(house.get().speak.has)
  return key ? say(key) : labelOf(field)
}

const about = ({ ids = [], count = 0, fields = [], why }: AccessLine) =>
  inLine([
    ids.length > 0 &&
      `${say('accessLog.checkins', { ids: ids.join(', ') })}${count > ids.length ? ` … (${count})` : ''}`,
    fields.map(fieldName).join(', '),
    why && say(`erase.reason.${why}`),
  ])

/** The access log, newest first, without guests' names. */
export const AccessLogPanel = () => {
  const shown = useShownAnswer(async () => (await callAsHost('GET /api/access-log')).data)
  const { answer: log } = shown
  if (!log) return <Unread {...shown} />
  return (
    <div className="stack access-log">
      <p className={log.isWhole ? 'info' : 'info warns'} role={log.isWhole ? undefined : 'alert'}>
        {say(log.isWhole ? 'accessLog.whole' : 'accessLog.broken')} {plural('accessLog.lines', log.count)}{' '}
        {log.since !== undefined && say('accessLog.since', { at: log.since ? moment(log.since) : '—' })}
      </p>
      {log.lines.length > 0 && (
        <div className="scrolls" tabIndex={0} role="region" aria-label={say('sections.looked')}>
          <ul className="rows">
            {log.lines.map((line) => (
              <li key={line.sum} className="row">
                <strong>{say(`accessLog.${line.what}`)}</strong>
                <time>{moment(line.at)}</time>
                <span>{line.device ? say('accessLog.on', { device: line.device }) : say('accessLog.unknown')}</span>
                <span className="two">{about(line)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
