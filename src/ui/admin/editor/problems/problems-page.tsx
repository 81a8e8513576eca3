import { useState } from 'react'
import { type Excusable, excusable } from '../../../../../schema/steps'
import { type FindingPlace, mendingOperation, placeOfFinding } from '../../../../core/editor/mending'
import type { ExcusedThing } from '../../../../core/editor/operations'
import { findingExplanation } from '../../../../core/lint/finding-words'
import type { Finding } from '../../../../core/lint/findings'
import { Skeleton } from '../../../look/skeleton'
import { Button } from '../../../shared/button'
import { announce } from '../../../shared/keyboard'
import { useStore } from '../../../shared/page-store'
import { say } from '../../../shared/published'
import { findingsOf, proof } from '../draft/proof-state'
import { cardWords, editDraft, type Session } from '../draft/session'
import { askExcuse } from '../edit-dialogs/excuse-dialog'
import { WalkedJourney } from './walked-journey'

/** A field the law needs can be excused only in the file. */
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
    <li className={`item problem ${finding.severity}`}>
      <h2 className="bar">
        {say(`flow.${finding.severity}`)}
        {place && 'step' in place && <span>{cards[`${place.step}.title`] ?? place.step}</span>}
      </h2>
      <p>{findingExplanation(finding, cards, cards)}</p>
      <p className="buttons">
        {place && (
          <Button kind="small" onClick={() => goTo(place)}>
            {say('flow.toField')}
          </Button>
        )}
        {mend && (
          <Button kind="small primary" onClick={correct}>
            {say('flow.mend')}
          </Button>
        )}
        {place && 'step' in place && isAllowable(finding.rule) && (
          <Button kind="small" onClick={() => void askExcuse(excusedBy(finding, place.step))}>
            {say('flow.excuse')}
          </Button>
        )}
        {finding.journey && (
          <Button kind="small" aria-expanded={isWalked} onClick={() => walk(!isWalked)}>
            {say('flow.walk')}
          </Button>
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
  if (found.state === 'tooLarge') return <p className="verdict bad">{say('flow.tooLarge')}</p>
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
