import { useMemo } from 'react'
import { type Outline, outlineOf } from '../../../../core/diagram/outline'
import { Button } from '../../../shared/button'
import { say } from '../../../shared/published'
import { PickBox } from '../asking/boxes'
import { StepCard } from '../card/step-card'
import { cardWords, type Session, sessionWords } from '../draft/session'
import { CardQuestions } from './card-questions'

type ListProps = { outline: Outline; picked: string; pick: (path: string) => void }

/** Every card by its title, under whom it is about: a list where there is room, else one to pick from. */
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
  now: Session
  /** The card that the address names. */
  at: string | undefined
  pick: (path: string) => void
  /** Goes to the rules of a card: where it leads, when it is shown. */
  openRules: (path: string) => void
}

/**
 * The guests' cards as guests see them: a host presses a text to change it, says which questions are asked, and adds
 * one. Where cards lead stands on the pages behind "Avanzate".
 */
export const CardsPage = ({ now, at, pick, openRules }: CardsPageProps) => {
  const { flow } = now
  const words = useMemo(() => sessionWords(now), [now])
  const cards = useMemo(() => cardWords(now), [now])
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
      <div>
        <StepCard key={path} isPlain flow={flow} path={path} words={(language) => words[language]} />
        <p className="actions">
          {turn(order[place - 1], 'flow.cards.before')}
          {turn(order[place + 1], 'flow.cards.next')}
        </p>
      </div>
      <div>
        <CardQuestions key={path} flow={flow} path={path} cards={cards} />
        <p className="actions">
          <Button kind="small" onClick={() => openRules(path)}>
            {say('flow.cards.rules')}
          </Button>
        </p>
      </div>
    </div>
  )
}
