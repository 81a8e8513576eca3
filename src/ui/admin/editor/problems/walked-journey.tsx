import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../shared/button'
import { say } from '../../../shared/published'
import { StillCard } from '../card/still-card'
import { cardWords, type Session } from '../draft/session'

type WalkedJourneyProps = { journey: readonly string[]; session: Session; open: (path: string) => void }

/** The cards of a finding's journey, one at a time; arrow keys change it. */
export const WalkedJourney = ({ journey, session, open }: WalkedJourneyProps) => {
  const [at, setAt] = useState(0)
  const cards = cardWords(session)
  const path = journey[Math.min(at, journey.length - 1)]!
  const titleOf = (one: string) => cards[`${one}.title`] ?? one
  const go = (to: number) => setAt(Math.max(0, Math.min(journey.length - 1, to)))
  const key = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!by) return
    event.preventDefault()
    go(at + by)
  }
  return (
    <div className="walk" role="group" aria-label={say('flow.journey')} onKeyDown={key}>
      <ol>
        {journey.map((one, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a journey may come to a step twice
          <li key={i}>
            <button
              type="button"
              className="link"
              aria-current={i === at ? 'step' : undefined}
              onClick={() => setAt(i)}
            >
              {titleOf(one)}
            </button>
          </li>
        ))}
      </ol>
      <p className="buttons">
        <Button kind="small" aria-disabled={at === 0 || undefined} onClick={() => go(at - 1)}>
          {say('flow.previous')}
        </Button>
        <span role="status">{say('flow.cardOf', { at: at + 1, of: journey.length, step: titleOf(path) })}</span>
        <Button kind="small" aria-disabled={at === journey.length - 1 || undefined} onClick={() => go(at + 1)}>
          {say('flow.next')}
        </Button>
        <Button kind="small" onClick={() => open(path)}>
          {say('flow.toStep')}
        </Button>
      </p>
      {session.flow.steps[path] && (
        <StillCard flow={session.flow} session={session} path={path} title={`${say('flow.card')}: ${titleOf(path)}`} />
      )}
    </div>
  )
}
