import { useMemo, useState } from 'react'
import type { Flow } from '../../../../../schema/steps'
import { changedCards } from '../../../../core/editor/changed-cards'
import { say } from '../../../shared/published'
import { StillCard } from '../card/still-card'
import { cardWords, type Session } from '../draft/session'

type SideProps = { flow: Flow; now: Session; path: string; heading: string }

const Side = ({ flow, now, path, heading }: SideProps) => (
  <div>
    <p>
      <strong>{heading}</strong>
    </p>
    {flow.steps[path] ? (
      <StillCard
        flow={flow}
        now={now}
        path={path}
        title={`${heading}: ${cardWords({ ...now, flow })[`${path}.title`] ?? path}`}
      />
    ) : (
      <p>{say('flow.notThere')}</p>
    )}
  </div>
)

const Pair = ({ now, path, title }: { now: Session; path: string; title: string }) => {
  const [isOpen, open] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>
        {title} · {path}
      </summary>
      {isOpen && (
        <div className="sides">
          <Side flow={now.base} now={now} path={path} heading={say('flow.before')} />
          <Side flow={now.flow} now={now} path={path} heading={say('flow.afterwards')} />
        </div>
      )}
    </details>
  )
}

/** The cards that change, before and after, each pair drawn once it is opened. */
export const ChangedCards = ({ now }: { now: Session }) => {
  const { base, flow } = now
  const cards = { ...cardWords({ ...now, flow: base }), ...cardWords(now) }
  const steps = useMemo(() => changedCards(base, flow), [base, flow])
  if (!steps.length) return null
  return (
    <section>
      <h2>{say('flow.cards')}</h2>
      {steps.map((path) => (
        <Pair key={path} now={now} path={path} title={cards[`${path}.title`] ?? path} />
      ))}
    </section>
  )
}
