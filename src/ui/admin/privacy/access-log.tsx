import type { AccessLine } from '../../../../schema/privacy'
import { Skeleton } from '../../look/parts'
import { house, plural, say } from '../../shared/published'
import { inLine, labelOf, moment } from '../checkins/card-fields'
import { useShownAnswer } from '../dialogs/work'
import { callAsHost } from '../session/host'

/** The program's own notes have no label. */
const nameOf = (field: string) => {
  const key = [`settings.${field}.label`, `accessLog.${field}`].find(house.get().speak.has)
  return key ? say(key) : labelOf(field)
}

const about = ({ ids = [], count = 0, fields = [], why }: AccessLine) =>
  inLine([
    ids.length > 0 &&
      `${say('accessLog.checkins', { ids: ids.join(', ') })}${count > ids.length ? ` … (${count})` : ''}`,
    fields.map(nameOf).join(', '),
    why && say(`erase.reason.${why}`),
  ])

/** The access log, newest first, without guests' names. */
export const AccessLogPanel = () => {
  const { answer: log, failure } = useShownAnswer(async () => (await callAsHost('GET /api/access-log')).data)
  if (!log) return failure ? <p role="alert">{failure}</p> : <Skeleton label={say('loading')} />
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
