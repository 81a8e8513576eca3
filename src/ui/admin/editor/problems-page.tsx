import { type KeyboardEvent, useState } from 'react'
import { type Excusable, excusable } from '../../../../schema/steps'
import type { ExcusedThing } from '../../../core/editor/operations'
import { type FindingPlace, mendingOperation, placeOfFinding } from '../../../core/editor/proposals'
import { findingExplanation } from '../../../core/lint/finding-words'
import type { Finding } from '../../../core/lint/findings'
import { TextBox } from '../../look/boxes'
import { Button, Skeleton, TextButton } from '../../look/parts'
import { announce } from '../../shared/card'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { ask } from '../dialogs/dialog'
import { StillCard } from './card/card-frame'
import { cardWords, editDraft, type Session } from './draft/draft-session'
import { findingsOf, proof, proofFailure } from './draft/proof-state'
import { EditDialog, perform } from './edit-dialogs/edit-dialog'

type WalkedJourneyProps = { journey: readonly string[]; session: Session; open: (path: string) => void }

/** Arrow keys change the card. */
const WalkedJourney = ({ journey, session, open }: WalkedJourneyProps) => {
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
            <TextButton text={titleOf(one)} aria-current={i === at ? 'step' : undefined} onClick={() => setAt(i)} />
          </li>
        ))}
      </ol>
      <p className="buttons">
        <Button text={say('flow.previous')} kind="small" isOff={at === 0} onClick={() => go(at - 1)} />
        <span role="status">{say('flow.cardOf', { at: at + 1, of: journey.length, step: titleOf(path) })}</span>
        <Button text={say('flow.next')} kind="small" isOff={at === journey.length - 1} onClick={() => go(at + 1)} />
        <Button text={say('flow.toStep')} kind="small" onClick={() => open(path)} />
      </p>
      {session.flow.steps[path] && (
        <StillCard flow={session.flow} session={session} path={path} title={`${say('flow.card')}: ${titleOf(path)}`} />
      )}
    </div>
  )
}

const minReasonLength = 10

const ExcuseDialog = ({ answer }: { answer: (because?: string) => void }) => {
  const [because, setBecause] = useState('')
  return (
    <EditDialog
      title={say('flow.excuseTitle')}
      isReady={because.trim().length >= minReasonLength}
      save={() => answer(because.trim())}
      cancel={() => answer()}
    >
      <TextBox rows={3} label={say('flow.excuseText')} hint={say('flow.excuseHint')} value={because} put={setBecause} />
    </EditDialog>
  )
}

const askExcuse = async (thing: ExcusedThing) => {
  const because = await ask<string>((answer) => <ExcuseDialog answer={answer} />)
  if (because) await perform({ kind: 'excuse', ...thing, because })
}

/** Only the file can hold an exception for a field the law needs. */
const isAllowable = (rule: string) => rule !== 'unrecorded' && (excusable as readonly string[]).includes(rule)

const excusedBy = ({ rule, args: { field, path } }: Finding, step: string): ExcusedThing => ({
  step,
  rule: rule as Excusable,
  ...(rule === 'guestAskedLater' && field && { field }),
  ...(rule === 'backIsNoWayIn' && path && { to: path }),
})

type ProblemProps = { finding: Finding; session: Session; goTo: (place: FindingPlace) => void }

const Problem = (props: ProblemProps) => {
  const { finding, session, goTo } = props
  const [isWalked, walk] = useState(false)
  const cards = cardWords(session)
  const place = placeOfFinding(session.flow, finding)
  const mend = mendingOperation(session.flow, finding)
  const correct = () => {
    if (mend && !editDraft(mend)) announce(say('flow.mended'))
  }
  return (
    <li className={`item stack tight problem ${finding.severity}`}>
      <h2 className="bar">
        {say(`flow.${finding.severity}`)}
        {place && 'step' in place && <span>{cards[`${place.step}.title`] ?? place.step}</span>}
      </h2>
      <p>{findingExplanation(finding, cards, cards)}</p>
      <p className="buttons">
        {place && <Button text={say('flow.toField')} kind="small" onClick={() => goTo(place)} />}
        {mend && <Button text={say('flow.mend')} kind="small primary" onClick={correct} />}
        {place && 'step' in place && isAllowable(finding.rule) && (
          <Button
            text={say('flow.excuse')}
            kind="small"
            onClick={() => void askExcuse(excusedBy(finding, place.step))}
          />
        )}
        {finding.journey && (
          <Button text={say('flow.walk')} kind="small" aria-expanded={isWalked} onClick={() => walk(!isWalked)} />
        )}
      </p>
      {isWalked && finding.journey && (
        <WalkedJourney journey={finding.journey} session={session} open={(step) => goTo({ step })} />
      )}
    </li>
  )
}

/** The findings of the draft, errors first, each with its journey. */
export const ProblemsPage = ({ session, goTo }: { session: Session; goTo: (place: FindingPlace) => void }) => {
  const found = useStore(proof)
  const findings = findingsOf(found)
  const failure = proofFailure(found)
  if (failure) return <p className="verdict bad">{failure}</p>
  if (!findings) return <Skeleton label={say('loading')} />
  if (!findings.length) return <p className="verdict empty">{say('flow.noProblems')}</p>
  return (
    <ul className="stack tight">
      {findings.map((finding) => (
        <Problem
          key={`${finding.rule} ${finding.at} ${JSON.stringify(finding.args)}`}
          finding={finding}
          session={session}
          goTo={goTo}
        />
      ))}
    </ul>
  )
}
