import { useEffect, useRef } from 'react'
import { furtherGuest } from '../../../../../schema/guest'
import type { Language } from '../../../../../schema/languages'
import type { Flow } from '../../../../../schema/steps'
import { guestOfStep } from '../../../../core/diagram/graph'
import { applyOperation } from '../../../../core/editor/draft/flow-draft'
import type { RefusedEdit } from '../../../../core/editor/operations'
import type { FindingPlace } from '../../../../core/editor/proposals'
import { isNumbered } from '../../../../core/flow/further-guests'
import { speaker } from '../../../../core/flow/speaker'
import { Button } from '../../../look/parts'
import { say } from '../../../shared/published'
import { StepCard } from '../card/step-card'
import { perform } from '../draft/perform'
import { type StepProps, stepPicks } from '../edit-dialogs/choices-of'
import { askPick } from '../edit-dialogs/edit-dialog'
import { askPlace } from '../edit-dialogs/place-dialog'
import { Arms } from './arms'
import { StepQuestions } from './step-questions'
import { StepSettings } from './step-settings'

const Excuses = ({ flow, path }: { flow: Flow; path: string }) => {
  const here = flow.exceptions.filter(({ at }) => at === path)
  if (!here.length) return null
  return (
    <section className="stack" aria-labelledby="step-excuses">
      <h3 id="step-excuses">{say('flow.exceptions')}</h3>
      <ul className="stack tight">
        {here.map(({ at: step, when: _when, because, ...thing }) => (
          <li key={JSON.stringify(thing)} className="item arm-row exception">
            <p>
              {say(`flow.excuse.${thing.rule}`)}: {because}
            </p>
            <p>
              <Button kind="small" onClick={() => void perform({ kind: 'excuse', step, ...thing, because: null })}>
                {say('flow.withdraw')}
              </Button>
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
      <Button onClick={() => void add()}>{say('flow.newStep')}</Button>
      <Button onClick={() => void move()}>{say('flow.moveStep')}</Button>
      <Button kind="danger-text" onClick={() => void remove()}>
        {say('flow.removeStep')}
      </Button>
    </p>
  )
}

/** A step: its form, and the live card beside it. */
export const StepPage = (props: StepPageProps) => {
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
