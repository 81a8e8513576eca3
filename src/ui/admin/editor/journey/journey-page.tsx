import { useEffect, useMemo, useState } from 'react'
import { outlineOf } from '../../../../core/diagram/outline'
import {
  type FindingPlace,
  placeOfFinding,
  type TemplateName,
  templateNames,
  templates,
} from '../../../../core/editor/proposals'
import { refusalSentence } from '../../../../core/editor/sentences'
import { Button } from '../../../look/parts'
import { useStore } from '../../../shared/page-store'
import { say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { findingsOf, proof } from '../draft/proof-state'
import { cardWords, editDraft, editorSession, type Session, sessionWords } from '../draft/session'
import { StepPage } from '../step/step-page'
import { JourneyList, JourneyMap, ViewSwitch } from './journey-views'

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
        <li key={name} className="item arm-row">
          <h3>{say(`flow.template.${name}`)}</h3>
          <p>{say(`flow.template.${name}Text`)}</p>
          <Button
            kind="small"
            aria-label={say('flow.useTemplateOf', { name: say(`flow.template.${name}`) })}
            onClick={() => begin(name)}
          >
            {say('flow.useTemplate')}
          </Button>
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
