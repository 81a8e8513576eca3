import { useMemo } from 'react'
import { type Outline, outlineOf } from '../../../../core/diagram/outline'
import { PickBox } from '../../../look/boxes'
import { Button } from '../../../shared/button'
import { say } from '../../../shared/published'
import { StepCard } from '../card/step-card'
import { cardWords, type Session, sessionWords } from '../draft/session'
import { CardQuestions } from './card-questions'

type ListProps = { outline: Outline; picked: string; pick: (path: string) => void }

const CardList = ({ outline, picked, pick }: ListProps) => (
  <nav className="card-list" aria-label={say('flow.cards.list')}>
    <PickBox
      label={say('flow.cards.list')}
      value={picked}
      picks={outline.flatMap(({ title, steps }) =>
        steps.map((step) => ({ value: step.path, text: `${title} · ${step.title}` })),
      )}
      pick={pick}
    />
    {outline.map(({ lane, title, steps }) => (
      <section key={lane} aria-labelledby={`cards-${lane}`}>
        <h2 id={`cards-${lane}`}>{title}</h2>
        <ol>
          {steps.map(({ path, title }) => (
            <li key={path}>
              <button type="button" aria-current={path === picked || undefined} onClick={() => pick(path)}>
                {title}
              </button>
            </li>
          ))}
        </ol>
      </section>
    ))}
  </nav>
)

type CardsPageProps = {
  session: Session
  at: string | undefined
  pick: (path: string) => void
  openRules: (path: string) => void
}

/** The guests' cards: a host clicks a text to edit it, and picks or adds questions. Rules are behind "Avanzate". */
export const CardsPage = ({ session, at, pick, openRules }: CardsPageProps) => {
  const { flow } = session
  const words = useMemo(() => sessionWords(session), [session])
  const cards = useMemo(() => cardWords(session), [session])
  const outline = useMemo(() => outlineOf(flow, cards), [flow, cards])
  const order = outline.flatMap(({ steps }) => steps.map(({ path }) => path))
  const path = at && flow.steps[at] ? at : order[0]!
  const place = order.indexOf(path)
  const turn = (to: string | undefined, name: string) => (
    <Button kind="small" aria-disabled={!to || undefined} onClick={() => to && pick(to)}>
      {say(name)}
    </Button>
  )
  return (
    <div className="cards-page">
      <CardList outline={outline} picked={path} pick={pick} />
      <div className="stack">
        <StepCard key={path} isPlain flow={flow} path={path} words={(language) => words[language]} />
        <p className="buttons">
          {turn(order[place - 1], 'flow.cards.before')}
          {turn(order[place + 1], 'flow.cards.next')}
        </p>
      </div>
      <div className="stack">
        <CardQuestions key={path} flow={flow} path={path} cards={cards} />
        <p className="buttons">
          <Button kind="small" onClick={() => openRules(path)}>
            {say('flow.cards.rules')}
          </Button>
        </p>
      </div>
    </div>
  )
}
