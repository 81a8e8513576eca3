import { useMemo } from 'react'
import { consequencesOf, type PartyChange } from '../../../../core/editor/consequences'
import { cardNames } from '../../../../core/editor/wording'
import { say, start, today } from '../../../shared/published'
import { cardWords, type Session } from '../draft/session'

type PartyProps = { change: PartyChange; names: ReturnType<typeof cardNames> }

const Party = ({ change: { party, come, gone, isReordered, fields }, names }: PartyProps) => {
  const cards = (paths: readonly string[]) => paths.map((path) => `«${names.step(path)}»`).join(', ')
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
