import { type KeyboardEvent, memo } from 'react'
import type { Lack, LetterState } from '../../../../schema/api'
import type { Checkin } from '../../../../schema/checkin'
import { displayId } from '../../../core/checkin/display-id'
import { isEnabled } from '../../../core/checkin/states'
import { house } from '../../shared/published'
import { useStore } from '../../shared/store'
import { ask, Choice } from '../dialogs/ask'
import { policeOf, tourismOf } from '../exports/export'
import { faultWords } from '../exports/export-dialogs'
import { hostSettings } from '../shell/host'
import { copy, onPaper, remove, toggleSending } from './actions'
import { Audit } from './audit'
import { labelOf, moment, nameOf, type Part, partsOf, shownOf, systemPart } from './card-fields'
import { isCodeKnown, lacking, letters, noCodes } from './data'

const say = (key: string, params?: Record<string, string | number>) => house.get().speak.say(key, params)

/** Opens one of the forms a card has: the edit dialog or the duplicate dialog. */
export type OpenForm = (form: 'edit' | 'duplicate', checkin: Checkin) => void

const confirmed = async (checkin: Checkin) =>
  (await ask<true>((answer) => (
    <Choice
      title={say('consult.deleteAsk')}
      yes={say('consult.delete')}
      no={say('consult.cancel')}
      danger
      answer={answer}
    >
      <p>
        {nameOf(checkin) || say('consult.nameless')} · {displayId(checkin)}
      </p>
    </Choice>
  ))) === true

/** `place` names the button where two actions take turns in it, so that it keeps the focus when one becomes the other. */
type Action = {
  name: string
  place?: string
  run: (checkin: Checkin, open: OpenForm) => unknown
  when?: (checkin: Checkin) => boolean
  tone?: string
}

/** What a card can do, in the order of its buttons. */
const actions: Action[] = [
  { name: 'enable', place: 'sending', tone: 'primary', when: (checkin) => !isEnabled(checkin), run: toggleSending },
  { name: 'disable', place: 'sending', when: isEnabled, run: toggleSending },
  { name: 'edit', run: (checkin, open) => open('edit', checkin) },
  { name: 'duplicate', run: (checkin, open) => open('duplicate', checkin) },
  { name: 'copy', run: copy },
  { name: 'tourism', when: isEnabled, run: tourismOf },
  { name: 'police', when: isEnabled, run: policeOf },
  { name: 'print', run: (checkin) => onPaper.set(checkin) },
  { name: 'delete', tone: 'danger', run: async (checkin) => (await confirmed(checkin)) && remove(checkin) },
]

/** How a letter stands, in one sentence: a letter that waits for another try says why and when. */
const standing = ({ status, at, next, error }: LetterState) =>
  [
    say(`consult.letter.${status}`, { at: moment(at) }),
    error,
    status === 'queued' && error && next && say('consult.letter.next', { at: moment(next) }),
  ]
    .filter(Boolean)
    .join(' ')

type PartProps = {
  part: Part
  checkin: Checkin
  lacks?: readonly Lack[] | undefined
  letters?: readonly LetterState[] | undefined
}

/** One part of a check-in as a list of names and answers; an answer the police need and have not is marked. */
export const PartList = ({ part: { heading, who, fields }, checkin, lacks = [], letters = [] }: PartProps) => (
  <section className="part-list">
    <h4>{say(heading)}</h4>
    {who && <p className="who">{nameOf(checkin, who) || say('consult.nameless')}</p>}
    <dl>
      {fields.map((field) => {
        const shown = shownOf(checkin, field)
        const isLacking = lacks.some((lack) => lack.field === field)
        return (
          <div key={field} className={isLacking ? 'lack' : undefined}>
            <dt>{labelOf(field)}</dt>
            <dd>{shown || <span className="none">—</span>}</dd>
          </div>
        )
      })}
      {letters.map((letter) => (
        <div key={letter.addressee}>
          <dt>{say(`consult.letter.${letter.addressee}`)}</dt>
          <dd>{standing(letter)}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** What the police lack is missing, or it is wrong, or some is the one and some the other. */
const lackWords = (lacks: readonly Lack[]) => {
  const missing = lacks.filter(({ rule }) => rule === 'required').length
  return `consult.${missing === lacks.length ? 'lacks' : missing ? 'flaws' : 'wrong'}`
}

/** What keeps a check-in from the official files; what is wrong in the same way with the same guest is said once. */
const Lacks = ({ lacks, code }: { lacks: readonly Lack[]; code?: string | undefined }) => {
  const alike = new Map<string, string[]>()
  for (const lack of lacks) {
    const how = `${say(`guest.${lack.guest}`)}, ${faultWords(lack)}`
    alike.set(how, [...(alike.get(how) ?? []), labelOf(lack.field)])
  }
  return (
    <section className="lacks">
      {lacks.length > 0 && <h4>{house.get().speak.plural(lackWords(lacks), lacks.length)}</h4>}
      {lacks.length > 0 && (
        <ul>
          {[...alike].map(([how, fields]) => (
            <li key={how}>
              {how}: <strong>{fields.join(', ')}</strong>
            </li>
          ))}
        </ul>
      )}
      {code !== undefined && <h4>{say('consult.codeUnknown')}</h4>}
      {code !== undefined && (
        <ul>
          <li>{say('consult.codeUnknownText', { code: code || '—' })}</li>
        </ul>
      )}
    </section>
  )
}

type CardProps = {
  checkin: Checkin
  isNew: boolean
  at: { setSize: number; place: number }
  open: OpenForm
  move: (event: KeyboardEvent<HTMLElement>) => void
}

/** A check-in as the host looks after it: who, how it stands, what is missing, everything that was answered, and what can be done. */
export const ConsultCard = memo(({ checkin, isNew, at, open, move }: CardProps) => {
  const lacks = useStore(lacking)[checkin.id]
  const post = useStore(letters)[checkin.id]
  const unknown = !isCodeKnown(useStore(hostSettings)?.reservationCodes ?? noCodes)(checkin)
  const isReleased = isEnabled(checkin)
  const title = `checkin-${checkin.id}`
  return (
    <article
      id={`card-${checkin.id}`}
      className={`checkin${isNew ? ' fresh' : ''}`}
      tabIndex={0}
      aria-labelledby={title}
      aria-setsize={at.setSize}
      aria-posinset={at.place}
      onKeyDown={(event) => event.target === event.currentTarget && move(event)}
    >
      <header>
        <div>
          <h3 id={title}>{nameOf(checkin) || say('consult.nameless')}</h3>
          <p>
            <span className="number">{displayId(checkin)}</span>
            <span>{say('consult.code', { code: checkin.reservationCode || '—' })}</span>
            {isNew && <span className="new">{say('consult.new')}</span>}
          </p>
        </div>
        <p className={isReleased ? 'badge on' : 'badge'}>{say(isReleased ? 'consult.enabled' : 'consult.toEnable')}</p>
      </header>
      <div
        className="body"
        tabIndex={0}
        role="group"
        aria-label={say('consult.dataOf', { name: nameOf(checkin) || displayId(checkin) })}
      >
        {(lacks?.length || unknown) && (
          <Lacks lacks={lacks ?? []} code={unknown ? (checkin.reservationCode ?? '') : undefined} />
        )}
        {partsOf(checkin).map((part) => (
          <PartList
            key={part.heading}
            {...{ part, checkin, lacks }}
            letters={part.heading === systemPart ? post : undefined}
          />
        ))}
        <Audit id={checkin.id} />
      </div>
      <footer>
        {actions
          .filter((action) => action.when?.(checkin) ?? true)
          .map(({ name, place = name, run, tone = '' }) => (
            <button
              key={place}
              type="button"
              className={`button ${name} ${tone}`}
              onClick={() => void run(checkin, open)}
            >
              {say(`consult.${name}`)}
            </button>
          ))}
      </footer>
    </article>
  )
})
