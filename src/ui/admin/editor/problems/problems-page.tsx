import { useState } from 'react'
import { type Excusable, excusable } from '../../../../../schema/steps'
import { type FindingPlace, mendingOperation, placeOfFinding } from '../../../../core/editor/mending'
import type { ExcusedThing } from '../../../../core/editor/operations'
import { findingExplanation } from '../../../../core/lint/finding-words'
import type { Finding } from '../../../../core/lint/findings'
import { Button } from '../../../shared/button'
import { announce } from '../../../shared/keyboard'
import { useStore } from '../../../shared/page-store'
import { say } from '../../../shared/published'
import { askExcuse } from '../asking/excuse-dialog'
import { findingsOf, proof } from '../draft/proof-state'
import { cardWords, edit, type Session } from '../draft/session'
import { WalkedJourney } from './walked-journey'

/** Problems that can be allowed by name; what the law needs is allowed in the file alone. */
const isAllowable = (rule: string) => rule !== 'unrecorded' && (excusable as readonly string[]).includes(rule)

/** The one thing of a finding that an exception would name. */
const excusedBy = ({ rule, args: { field, path } }: Finding, step: string): ExcusedThing => ({
  step,
  rule: rule as Excusable,
  ...(rule === 'guestAskedLater' && field && { field }),
  ...(rule === 'backIsNoWayIn' && path && { to: path }),
})

type ProblemProps = { finding: Finding; now: Session; goTo: (place: FindingPlace) => void }

const Problem = (props: ProblemProps) => {
  const { finding, now, goTo } = props
  const [isWalked, walk] = useState(false)
  const cards = cardWords(now)
  const place = placeOfFinding(now.flow, finding)
  const mend = mendingOperation(now.flow, finding)
  const correct = () => {
    if (mend && !edit(mend)) announce(say('flow.mended'))
  }
  return (
    <li className={`problem ${finding.severity}`}>
      <h2>
        {say(`flow.${finding.severity}`)}
        {place && 'step' in place && <span>{cards[`${place.step}.title`] ?? place.step}</span>}
      </h2>
      <p>{findingExplanation(finding, cards, cards)}</p>
      <p className="actions">
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
        <WalkedJourney journey={finding.journey} now={now} open={(step) => goTo({ step })} />
      )}
    </li>
  )
}

/** Everything wrong with the draft, errors first, each with the journey that shows it. */
export const ProblemsPage = ({ now, goTo }: { now: Session; goTo: (place: FindingPlace) => void }) => {
  const found = useStore(proof)
  const findings = findingsOf(found)
  if (found.state === 'tooLarge') return <p className="verdict bad">{say('flow.tooLarge')}</p>
  if (!findings) return <p className="spinner" role="status" />
  if (!findings.length) return <p className="verdict">{say('flow.noProblems')}</p>
  return (
    <ul className="problems">
      {findings.map((finding) => (
        <Problem
          key={`${finding.rule} ${finding.at} ${JSON.stringify(finding.args)}`}
          finding={finding}
          now={now}
          goTo={goTo}
        />
      ))}
    </ul>
  )
}
