import type { Checkin } from '../../../../schema/checkin'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { dayWords } from '../checkins/card-fields'
import { connection, query, results, runQuery } from '../checkins/results'
import { optional } from '../session/failure'
import { asHost } from '../session/host'

/** Says that the server does not answer, or that the session is over, with the way to sign in again. */
export const ConnectionLine = () => {
  const how = useStore(connection)
  const again = () => {
    void asHost(() => runQuery(results.get()?.query ?? query.get()))
      .then(() => connection.set('open'))
      .catch(optional('the line stays and offers another try'))
  }
  if (how === 'open') return null
  return (
    <p className="notice" role="status">
      {say(how === 'offline' ? 'consult.offline' : 'consult.closed')}
      {how === 'closed' && (
        <button type="button" className="button" onClick={again}>
          {say('consult.signIn')}
        </button>
      )}
    </p>
  )
}

/** Says why the list did not load, with the button that loads it again. */
export const LoadFailure = ({ failure, run }: { failure: string | undefined; run: () => void }) =>
  failure && (
    <p className="notice" role="alert">
      {failure}
      <button type="button" className="button" onClick={run}>
        {say('consult.again')}
      </button>
    </p>
  )

type EmptyProps = { now: ReturnType<typeof results.get>; all: readonly Checkin[] }

/** Stands in place of a list without cards: says why there are none, and what to do. */
export const EmptyList = ({ now, all }: EmptyProps) => {
  if (!now) return null
  const { query } = now
  return (
    <p className="empty" tabIndex={-1}>
      {all.length
        ? say('consult.noMatch')
        : query.all || query.to
          ? say('consult.nothing')
          : say('consult.noneOn', { date: dayWords(query.date) })}
      <span>{say(all.length ? 'consult.noMatchHint' : 'consult.noneHint')}</span>
    </p>
  )
}
