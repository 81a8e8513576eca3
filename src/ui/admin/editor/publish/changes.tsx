import { useMemo } from 'react'
import type { Flow } from '../../../../../schema/steps'
import { consequencesOf, type PartyChange } from '../../../../core/editor/consequences'
import { differencesOf } from '../../../../core/editor/differences'
import { cardNames } from '../../../../core/editor/wording'
import { say, start, today } from '../../../shared/published'
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

type PartyProps = { change: PartyChange; names: ReturnType<typeof cardNames> }

const Party = ({ change: { party, come, gone, isReordered, fields }, names }: PartyProps) => {
  const cards = (paths: readonly string[]) => paths.map(names.step).join(', ')
  return (
    <li>
      <strong>{say(`flow.party.${party}`)}</strong>
      {come.length > 0 && <p>{say('flow.cardsCome', { cards: cards(come) })}</p>}
      {gone.length > 0 && <p>{say('flow.cardsGo', { cards: cards(gone) })}</p>}
      {isReordered && <p>{say('flow.cardsMove')}</p>}
      {fields.map(({ field, before: was = say('flow.absent'), after: is = say('flow.absent') }) => (
        <p key={field}>
          {say('flow.stored', { field: names.field(field) })} <span className="was">{was}</span> → {is}
        </p>
      ))}
    </li>
  )
}

/** What the draft changes for the example parties. */
export const Consequences = ({ session }: { session: Session }) => {
  const { base, flow, shipped } = session
  const changes = useMemo(() => consequencesOf(base, flow, today()), [base, flow])
  const names = useMemo(
    () => cardNames({ ...cardWords({ flow: base, shipped }), ...flow.words[start.hostLanguage] }),
    [base, flow, shipped],
  )
  return (
    <section>
      <h2>{say('flow.consequences')}</h2>
      <p>{say(changes.length ? 'flow.consequencesText' : 'flow.noConsequences')}</p>
      <ul className="stack differences">
        {changes.map((change) => (
          <Party key={change.party} change={change} names={names} />
        ))}
      </ul>
    </section>
  )
}
