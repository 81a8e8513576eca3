import { type ReactNode, useMemo } from 'react'
import { partyFlags } from '../../../../schema/guest'
import type { Flow } from '../../../../schema/steps'
import { rules } from '../../../../schema/vocabulary'
import { guestOfStep } from '../../../core/diagram/graph'
import { type Outline, outlineOf } from '../../../core/diagram/outline'
import { ownQuestionOf } from '../../../core/editor/edits/own-question-edits'
import { fieldNamesOf } from '../../../core/flow/fields'
import { nameResolver } from '../../../core/flow/names'
import { PickBox, PickList } from '../../look/boxes'
import { Button } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { StepCard } from './card/step-card'
import { cardWords, type Session, sessionWords } from './draft/draft-session'
import { proof } from './draft/proof-state'
import { labelIn, type StepProps } from './edit-dialogs/conditions'
import { perform } from './edit-dialogs/edit-dialog'
import { AddQuestion } from './step/step-questions'

const askModes = ['required', 'optional', 'none'] as const
type Wish = (typeof askModes)[number]

const needed: ReadonlySet<string> = new Set([
  ...Object.values(rules).map((rule) => rule.proof),
  ...Object.values(partyFlags as { [who: string]: string }),
  'arrivalDate',
  'numberOfNights',
])

const wishOf = (flow: Flow, path: string, field: string): Wish =>
  flow.steps[path]!.optional?.includes(field) ? 'optional' : 'required'

const Asked = ({ flow, path, cards, field }: StepProps & { field: string }) => {
  const full = nameResolver(guestOfStep(flow.steps[path]))(field)
  const isOfLaw = useStore(proof).proved?.seals.some((one) => one.field === full)
  const label = labelIn(cards, full)
  const fixed = isOfLaw ? 'flow.cards.law' : needed.has(field) ? 'flow.cards.needed' : undefined
  // An optional consent is not a condition of the stay.
  const isConsent = ownQuestionOf(flow.fields[field])?.kind === 'consent'
  const modes = askModes.filter((wish) => wish !== 'optional' || !isConsent)
  const set = (wish: Wish) =>
    perform({
      kind: 'placeQuestion',
      field,
      from: path,
      ...(wish !== 'none' && { to: path, optional: wish === 'optional' }),
    })
  return (
    <li className="asked">
      <span>{label}</span>
      {fixed ? (
        <span className="chip">{say(fixed)}</span>
      ) : (
        <PickList
          aria-label={say('flow.cards.how', { what: label })}
          value={wishOf(flow, path, field)}
          picks={modes.map((value) => ({ value, text: say(`flow.cards.${value}`) }))}
          pick={(wish) => void set(wish as Wish)}
        />
      )}
    </li>
  )
}

/** The questions of a card. Those that the law or the check-in needs cannot be changed. */
const CardQuestions = (props: StepProps) => {
  const fields = fieldNamesOf(props.flow.steps[props.path]!)
  return (
    <section className="stack card-questions" aria-labelledby="card-questions">
      <h2 id="card-questions">{say('flow.cards.asks')}</h2>
      {fields.length ? (
        <ul>
          {fields.map((field) => (
            <Asked key={field} {...props} field={field} />
          ))}
        </ul>
      ) : (
        <p>{say('flow.cards.asksNothing')}</p>
      )}
      <AddQuestion {...props} />
    </section>
  )
}

type ListProps = { outline: Outline; picked: string; pick: (path: string) => void }

/** Returns the cards to pick from; cards with equal titles have their addresses too. */
const picksOf = (outline: Outline) => {
  const all = outline.flatMap(({ title, steps }) =>
    steps.map(({ path, title: card }) => ({ value: path, text: `${title} · ${card}` })),
  )
  const isTwice = ({ text }: (typeof all)[number]) => all.filter((one) => one.text === text).length > 1
  return all.map((one) => (isTwice(one) ? { ...one, text: `${one.text} · ${one.value}` } : one))
}

const CardList = ({ outline, picked, pick }: ListProps) => (
  <nav className="card-list" aria-label={say('flow.cards.list')}>
    <PickBox label={say('flow.cards.list')} value={picked} picks={picksOf(outline)} pick={pick} />
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
  const turn = (to: string | undefined, name: ReactNode) => (
    <Button kind="small" isOff={!to} onClick={() => pick(to!)}>
      {name}
    </Button>
  )
  return (
    <div className="cards-page">
      <CardList outline={outline} picked={path} pick={pick} />
      <div className="stack">
        <StepCard key={path} isPlain flow={flow} path={path} words={(language) => words[language]} />
        <p className="buttons">
          {turn(
            order[place - 1],
            <>
              <span aria-hidden="true">‹ </span>
              {say('flow.cards.before')}
            </>,
          )}
          {turn(
            order[place + 1],
            <>
              {say('flow.cards.next')}
              <span aria-hidden="true"> ›</span>
            </>,
          )}
        </p>
      </div>
      <div className="stack">
        <CardQuestions key={path} flow={flow} path={path} cards={cards} />
        <p className="buttons">
          <Button text={say('flow.cards.rules')} kind="small" onClick={() => openRules(path)} />
        </p>
      </div>
    </div>
  )
}
