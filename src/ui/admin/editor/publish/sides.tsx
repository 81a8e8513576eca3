import { useMemo, useState } from 'react'
import type { Flow } from '../../../../../schema/steps'
import { changedCards } from '../../../../core/editor/changed-cards'
import { say } from '../../../shared/published'
import { StillCard } from '../card/still-card'
import { cardWords, type Session } from '../draft/session'

type SideProps = { flow: Flow; session: Session; path: string; heading: string }

const Side = ({ flow, session, path, heading }: SideProps) => (
  <div>
    <p>
      <strong>{heading}</strong>
    </p>
    {flow.steps[path] ? (
      <StillCard
        flow={flow}
        session={session}
        path={path}
        title={`${heading}: ${cardWords({ ...session, flow })[`${path}.title`] ?? path}`}
      />
    ) : (
      <p>{say('flow.notThere')}</p>
    )}
  </div>
)

const Pair = ({ session, path, title }: { session: Session; path: string; title: string }) => {
  const [isOpen, open] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>
        {title} · {path}
      </summary>
      {isOpen && (
        <div className="sides">
          <Side flow={session.base} session={session} path={path} heading={say('flow.before')} />
          <Side flow={session.flow} session={session} path={path} heading={say('flow.afterwards')} />
        </div>
      )}
    </details>
  )
}

/** The changed cards before and after; a pair is drawn when opened. */
export const ChangedCards = ({ session }: { session: Session }) => {
  const { base, flow } = session
  const cards = { ...cardWords({ ...session, flow: base }), ...cardWords(session) }
  const steps = useMemo(() => changedCards(base, flow), [base, flow])
  if (!steps.length) return null
  return (
    <section>
      <h2>{say('flow.cards')}</h2>
      {steps.map((path) => (
        <Pair key={path} session={session} path={path} title={cards[`${path}.title`] ?? path} />
      ))}
    </section>
  )
}
