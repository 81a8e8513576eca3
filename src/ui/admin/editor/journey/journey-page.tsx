import { useEffect, useMemo, useRef, useState } from 'react'
import { furtherGuest } from '../../../../../schema/guest'
import type { Language } from '../../../../../schema/languages'
import type { Flow } from '../../../../../schema/steps'
import { guestOfStep } from '../../../../core/diagram/graph'
import { outlineOf } from '../../../../core/diagram/outline'
import { applyOperation } from '../../../../core/editor/draft/flow-draft'
import type { RefusedEdit } from '../../../../core/editor/operations'
import {
  type FindingPlace,
  placeOfFinding,
  type TemplateName,
  templateNames,
  templates,
} from '../../../../core/editor/proposals'
import { refusalSentence } from '../../../../core/editor/sentences'
import { isNumbered } from '../../../../core/flow/further-guests'
import { speaker } from '../../../../core/flow/speaker'
import { Button } from '../../../look/parts'
import { useStore } from '../../../shared/page-store'
import { say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { StepCard } from '../card/step-card'
import { cardWords, editDraft, editorSession, type Session, sessionWords } from '../draft/draft-session'
import { findingsOf, proof } from '../draft/proof-state'
import { type StepProps, stepPicks } from '../edit-dialogs/conditions'
import { askPick, askPlace, perform } from '../edit-dialogs/edit-dialog'
import { Arms } from '../step/arms'
import { StepQuestions } from '../step/step-questions'
import { StepSettings } from '../step/step-settings'
import { JourneyList, JourneyMap, ViewSwitch } from './journey-views'

const Excuses = ({ flow, path }: { flow: Flow; path: string }) => {
  const here = flow.exceptions.filter(({ at }) => at === path)
  if (!here.length) return null
  return (
    <section className="stack" aria-labelledby="step-excuses">
      <h3 id="step-excuses">{say('flow.exceptions')}</h3>
      <ul className="stack tight">
        {here.map(({ at: step, when: _when, because, ...thing }) => (
          <li key={JSON.stringify(thing)} className="item stack tight arm-row exception">
            <p>
              {say(`flow.excuse.${thing.rule}`)}: {because}
            </p>
            <p>
              <Button
                text={say('flow.withdraw')}
                kind="small"
                onClick={() => void perform({ kind: 'excuse', step, ...thing, because: null })}
              />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

type StepPageProps = StepProps & {
  words: (language: Language) => Record<string, string>
  at: Extract<FindingPlace, { step: string }>
  go: (path: string | undefined) => void
}

const Actions = ({ flow, path, cards, go }: StepPageProps) => {
  const add = async () => {
    const place = await askPlace({ flow, cards, heading: say('flow.newStep'), after: path, isNew: true })
    if (!place) return
    const { after, arm, title } = place
    const guest = guestOfStep(flow.steps[after])
    const to = guest === furtherGuest && !isNumbered(place.to) ? `/guest-4-${place.to.slice(1)}` : place.to
    const isDone = await perform({
      kind: 'addStep',
      step: to,
      after,
      title,
      ...(arm && { arm }),
      ...(guest && { guest }),
    })
    if (isDone) go(to)
  }
  const move = async () => {
    const heading = say('flow.moveStep')
    const place = await askPlace({ flow, cards, heading, after: Object.keys(flow.steps)[0]!, but: [path] })
    if (place) await perform({ kind: 'moveStep', step: path, after: place.after, ...(place.arm && { arm: place.arm }) })
  }
  const remove = async () => {
    // If this step's answers decide its arms, the host picks where all guests continue.
    const isUnclear =
      (applyOperation(flow, { kind: 'removeStep', step: path }) as Partial<RefusedEdit>).refused === 'whereTo'
    const title = say('flow.removeStep')
    const to = isUnclear
      ? await askPick({ title, label: say('flow.whereTo'), none: '—', picks: stepPicks(flow, cards, [path]) })
      : undefined
    if (isUnclear && !to) return
    if (await perform({ kind: 'removeStep', step: path, ...(to && { to }) })) go(undefined)
  }
  return (
    <p className="buttons">
      <Button text={say('flow.newStep')} onClick={() => void add()} />
      <Button text={say('flow.moveStep')} onClick={() => void move()} />
      <Button text={say('flow.removeStep')} kind="danger-text" onClick={() => void remove()} />
    </p>
  )
}

/** A step: its form, and the live card beside it. */
const StepPage = (props: StepPageProps) => {
  const { flow, path, at, cards, words, go } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const spot = at.question ? `question-${at.question}` : at.arm === undefined ? '' : `arm-next-${at.arm}`
    const place = document.getElementById(spot) ?? heading.current
    place?.focus()
  }, [at])
  const title = speaker(cards).title(path, guestOfStep(flow.steps[path]))
  return (
    <div className="step-page">
      <div className="sheet stack step-form">
        <p>
          <Button kind="small" onClick={() => go(undefined)}>
            <span aria-hidden="true">‹ </span>
            {say('flow.toList')}
          </Button>
        </p>
        <h2 ref={heading} tabIndex={-1}>
          {title} <code>{path}</code>
        </h2>
        <Actions {...props} />
        <StepQuestions {...props} />
        <Arms {...props} />
        <StepSettings {...props} />
        <Excuses flow={flow} path={path} />
      </div>
      <StepCard key={path} flow={flow} path={path} words={words} />
    </div>
  )
}

/** Stops at the first refusal and shows it. */
const begin = (name: TemplateName) => {
  const refused = templates[name].map((operation) => editDraft(operation)).find(Boolean)
  if (!refused) return toast.show({ tone: 'good', title: say('flow.templateDone') })
  const text = refusalSentence(refused, cardWords(editorSession.get()!))
  return toast.show({ tone: 'bad', title: say('flow.cannot'), text, life: 10_000 })
}

const Templates = () => (
  <details>
    <summary>{say('flow.templates')}</summary>
    <ul className="stack tight">
      {templateNames.map((name) => (
        <li key={name} className="item stack tight arm-row">
          <h3>{say(`flow.template.${name}`)}</h3>
          <p>{say(`flow.template.${name}Text`)}</p>
          <Button
            text={say('flow.useTemplate')}
            kind="small"
            aria-label={say('flow.useTemplateOf', { name: say(`flow.template.${name}`) })}
            onClick={() => begin(name)}
          />
        </li>
      ))}
    </ul>
  </details>
)

type JourneyPageProps = {
  session: Session
  at: Extract<FindingPlace, { step: string }> | undefined
  go: (path: string | undefined) => void
  isMap: boolean
  showMap: (isMap: boolean) => void
}

/** The journey: one step, or all as a list or map. */
export const JourneyPage = (props: JourneyPageProps) => {
  const { session, at, go } = props
  const { flow } = session
  const [picked, setPicked] = useState<string>()
  const words = useMemo(() => sessionWords(session), [session])
  const cards = useMemo(() => cardWords(session), [session])
  // Back from a step keeps the page at that step.
  useEffect(() => {
    if (at) setPicked(at.step)
  }, [at])
  return at && flow.steps[at.step] ? (
    <StepPage flow={flow} path={at.step} at={at} cards={cards} words={(one) => words[one]} go={go} />
  ) : (
    <WholeJourney {...props} picked={picked} cards={cards} />
  )
}

type WholeJourneyProps = JourneyPageProps & { picked: string | undefined; cards: Record<string, string> }

const WholeJourney = ({ session: { flow }, picked, cards, go, isMap, showMap }: WholeJourneyProps) => {
  const found = useStore(proof)
  const outline = useMemo(() => outlineOf(flow, cards), [flow, cards])
  const counts = useMemo(() => {
    const sums = new Map<string, number>()
    for (const finding of findingsOf(found) ?? []) {
      const place = placeOfFinding(flow, finding)
      if (place && 'step' in place) sums.set(place.step, (sums.get(place.step) ?? 0) + 1)
    }
    return sums
  }, [found, flow])
  const reached = found.state === 'proved' ? new Set(found.proved?.paths) : undefined
  return (
    <>
      <ViewSwitch isMap={isMap} show={showMap} kind="" />
      <Templates />
      {isMap ? (
        <JourneyMap flow={flow} words={cards} picked={picked} pick={go} />
      ) : (
        <JourneyList outline={outline} picked={picked} counts={counts} reached={reached} pick={go} />
      )}
    </>
  )
}
