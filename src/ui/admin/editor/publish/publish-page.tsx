import { useStore } from '../../../shared/page-store'
import { plural, say } from '../../../shared/published'
import { findingsOf, proof } from '../draft/proof-state'
import { cardWords, type Session, sentenceOf } from '../draft/session'
import { Consequences } from './consequences'
import { DifferenceList } from './difference-list'
import { Numbers } from './numbers'
import { PublishForm } from './publish-form'
import { ChangedCards } from './sides'

const Changes = ({ session }: { session: Session }) => {
  const { base, flow, history, shipped } = session
  return (
    <section>
      <h2>{say('flow.changes')}</h2>
      <ol className="bullets">
        {history.done.map((one, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same edit may be made twice, and keeps its place
          <li key={i}>{sentenceOf(session, one)}</li>
        ))}
      </ol>
      <details>
        <summary>{say('flow.differences')}</summary>
        <DifferenceList before={base} after={flow} shipped={shipped} />
      </details>
    </section>
  )
}

const Exceptions = ({ session }: { session: Session }) => {
  const cards = cardWords(session)
  if (!session.flow.exceptions.length) return null
  return (
    <section>
      <h2>{say('flow.exceptions')}</h2>
      <ul className="bullets">
        {session.flow.exceptions.map(({ at, rule, because, ...thing }) => (
          <li key={`${at} ${rule} ${JSON.stringify(thing)}`} className="exception">
            <strong>{cards[`${at}.title`] ?? at}</strong> ({say(`flow.excuse.${rule}`)}): {because}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What publishing would change: sentences, cards and numbers. */
export const PublishPage = ({ session }: { session: Session }) => {
  const found = useStore(proof)
  const errors = (findingsOf(found) ?? []).filter(({ severity }) => severity === 'error').length
  if (!session.history.done.length) return <p className="empty">{say('flow.nothingToPublish')}</p>
  const isProved = found.state === 'proved' && !errors && !session.lost.length
  return (
    <div className="sheet stack apart publish">
      <Changes session={session} />
      <Consequences session={session} />
      <Numbers />
      <Exceptions session={session} />
      <ChangedCards session={session} />
      <PublishForm isReady={isProved} />
      {errors > 0 && <p role="alert">{plural('flow.cannotPublish', errors)}</p>}
    </div>
  )
}
