import { useMemo } from 'react'
import type { Flow } from '../../../../../schema/steps'
import { differencesOf } from '../../../../core/editor/differences'
import { say } from '../../../shared/published'
import { cardWords, type Session } from '../draft/session'

type DifferencesProps = { before: Flow; after: Flow; shipped: Session['shipped'] }

/** The differences of two flows, with both values. */
export const DifferenceList = ({ before, after, shipped }: DifferencesProps) => {
  const found = useMemo(() => {
    const cards = (flow: Flow) => cardWords({ flow, shipped })
    return differencesOf(before, after, { before: cards(before), after: cards(after) })
  }, [before, after, shipped])
  if (!found.length) return <p>{say('flow.noDifferences')}</p>
  return (
    <ul className="stack differences">
      {found.map(({ part, member, before: was = say('flow.absent'), after: is = say('flow.absent') }) => (
        <li key={`${part} ${member} ${was} ${is}`}>
          <strong>{member ? `${part}: ${member}` : part}</strong>
          <p>
            {say('flow.before')}: <span className="was">{was}</span>
          </p>
          <p>
            {say('flow.afterwards')}: {is}
          </p>
        </li>
      ))}
    </ul>
  )
}
