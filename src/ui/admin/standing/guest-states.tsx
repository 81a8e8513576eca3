import { useEffect, useRef } from 'react'
import type { CardFault, FiledStates, Identification, Identified } from '../../../../schema/calls/party-states'
import { type Checkin, fieldOf } from '../../../../schema/checkin'
import type { GuestField, Who } from '../../../../schema/guest'
import type { PoliceState } from '../../../../schema/offices'
import { identifiedOf, isEnabled } from '../../../core/checkin/checkin-states'
import { party } from '../../../core/checkin/party'
import { stateByFile } from '../../../core/police/police-state'
import type { IconName } from '../../look/icon'
import { Button, Chip, TextButton, type Tone } from '../../look/parts'
import { say, today } from '../../shared/published'
import { guestName, moment, shownOf } from '../checkins/card-fields'
import { titleOfGuest } from '../session/host'

const looks: Record<PoliceState, [tone: Tone, icon?: IconName]> = {
  refused: ['bad'],
  unknown: ['warn', 'heroicons:question-mark-circle'],
  sending: ['go', 'heroicons:paper-airplane'],
  incomplete: ['bad'],
  toReview: ['warn', 'heroicons:eye'],
  enabled: ['go'],
  changed: ['bad'],
  outdated: ['bad'],
  inFile: ['go', 'heroicons:document-text'],
  corrected: ['go', 'heroicons:document-text'],
  sent: ['good'],
}

/** A state with the police as a chip. */
export const StateChip = ({ state }: { state: PoliceState }) => {
  const [tone, icon] = looks[state]
  return (
    <Chip tone={tone} icon={icon} className="state">
      {say(`today.state.${state}`)}
    </Chip>
  )
}

/** Returns how a guest was compared with the document, in one sentence. */
export const identificationWords = ({ at, by, how, words }: Identification) =>
  say('identify.done', { at: moment(at), by, how: words || say(`identify.way.${how}`) })

type GuestStanding = { who: Who; name: string; state: PoliceState; identification?: Identification | undefined }

export type Filed = FiledStates[number] | undefined

/** Returns each guest's state with the police, from the faults and the files, and the identification. */
export const guestStandings = (checkin: Checkin, faults: readonly CardFault[], filed: Filed): GuestStanding[] => {
  const identified = identifiedOf(checkin)
  return party(checkin).map((who) => ({
    who,
    name: guestName(checkin, who),
    state: stateByFile(
      filed?.[who],
      faults.some(({ guest }) => guest === who),
      isEnabled(checkin),
    ),
    identification: identified[who],
  }))
}

type StatesProps = { guests: readonly GuestStanding[]; takeBack?: (who: Who) => void }

/** Each guest's state with the police and the identification; a single guest's state is the party's. */
export const GuestStates = ({ guests, takeBack }: StatesProps) => (
  <ul className="guest-states" aria-label={say('identify.list')}>
    {guests.map(({ who, name, state, identification }) => (
      <li key={who}>
        {guests.length > 1 && <strong>{name || titleOfGuest(who)}</strong>}
        {guests.length > 1 && <StateChip state={state} />}
        <span className={identification ? 'identified' : 'identified none'}>
          {identification ? identificationWords(identification) : say('identify.missing')}
          {identification && takeBack && (
            <TextButton text={say('identify.undo')} unseen={name} onClick={() => takeBack(who)} />
          )}
        </span>
      </li>
    ))}
  </ul>
)

const onDocument: readonly GuestField[] = ['documentType', 'documentNumber', 'birthDate', 'citizenship']

/** Returns what the host compares with a guest's document, by the record's fields. */
export const comparedOf = (checkin: Checkin, who: Who): { [field: string]: string } =>
  Object.fromEntries(
    ([...onDocument, 'name', 'lastName', 'documentExpirationDate'] as const)
      .map((field) => fieldOf(who, field))
      .map((field) => [field, checkin[field] ?? '']),
  )

const factsOf = (checkin: Checkin, who: Who): { field: string; words: string; isBad?: boolean }[] => {
  const expiry = checkin[fieldOf(who, 'documentExpirationDate')]
  const facts = onDocument.map((field) => {
    const value = shownOf(checkin, fieldOf(who, field))
    const words = value && field === 'birthDate' ? say('identify.born', { date: value }) : value
    return { field, words: words || say(`identify.without.${field}`) }
  })
  if (!expiry) return [...facts, { field: 'expiry', words: say('identify.without.expiry') }]
  const isBad = expiry < today()
  const date = shownOf(checkin, fieldOf(who, 'documentExpirationDate'))
  return [...facts, { field: 'expiry', words: say(isBad ? 'identify.expired' : 'identify.expires', { date }), isBad }]
}

type PersonProps = {
  checkin: Checkin
  who: Who
  identified: Identified
  isBusy: boolean
  keep: (isMatch: boolean) => void
}

const Person = ({ checkin, who, identified, isBusy, keep }: PersonProps) => {
  const name = guestName(checkin, who) || titleOfGuest(who)
  const done = identified[who]
  const row = useRef<HTMLLIElement>(null)
  const wasDone = useRef(Boolean(done))
  // Moves on to the next guest and focuses the button.
  useEffect(() => {
    if (done && !wasDone.current) {
      const all = [...(row.current!.closest('form')?.querySelectorAll<HTMLElement>('.to-compare li') ?? [])]
      const waiting = [...all.slice(all.indexOf(row.current!) + 1), ...all].find((one) => one.querySelector('.match'))
      waiting?.scrollIntoView({ block: 'center' })
      waiting?.querySelector<HTMLElement>('.match')?.focus({ preventScroll: true })
    }
    wasDone.current = Boolean(done)
  }, [done])
  return (
    <li ref={row} className={done ? 'compared' : ''} aria-busy={isBusy}>
      <strong>{name}</strong>
      <p className="facts">
        {factsOf(checkin, who).map(({ field, words, isBad }) => (
          <span key={field} className={isBad ? 'expired' : ''}>
            {words}
          </span>
        ))}
      </p>
      {done ? (
        <p className="identified">
          {identificationWords(done)}{' '}
          <TextButton text={say('identify.undo')} unseen={name} onClick={() => keep(false)} />
        </p>
      ) : (
        <Button text={say('identify.match')} unseen={name} kind="primary match" onClick={() => keep(true)} />
      )}
    </li>
  )
}

type Props = {
  checkin: Checkin
  /** `id who` while saving. */
  sending: string
  keep: (checkin: Checkin, who: Who, isMatch: boolean) => Promise<void>
}

/** The guests of a check-in with their documents. */
export const ToCompare = ({ checkin, sending, keep }: Props) => (
  <section className="to-compare" aria-label={guestName(checkin) || say('consult.nameless')}>
    {checkin.roomDescription && <h3>{checkin.roomDescription}</h3>}
    <ul className="stack">
      {party(checkin).map((who) => (
        <Person
          key={who}
          {...{ checkin, who }}
          identified={identifiedOf(checkin)}
          isBusy={sending === `${checkin.id} ${who}`}
          keep={(isMatch) => void keep(checkin, who, isMatch)}
        />
      ))}
    </ul>
  </section>
)
