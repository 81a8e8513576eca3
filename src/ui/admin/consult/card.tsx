import { type KeyboardEvent, memo } from 'react'
import type { CardFault, EmailState } from '../../../../schema/api'
import type { Checkin } from '../../../../schema/checkin'
import { displayId } from '../../../core/checkin/display-id'
import { isEnabled } from '../../../core/checkin/states'
import { house, say } from '../../shared/published'
import { useStore } from '../../shared/store'
import { ask } from '../dialogs/ask'
import { Choice } from '../dialogs/choice'
import { policeOf, tourismOf } from '../exports/export'
import { faultWords } from '../exports/export-dialogs'
import { showPerson } from '../privacy/person-dialog'
import { hostSettings } from '../shell/host'
import { copy, printing, releaseEmails, remove, toggleSending } from './actions'
import { labelOf, moment, nameOf, type Part, partsOf, shownOf, systemPart } from './card-fields'
import { emailStates, isCodeKnown, noCodes, recordFaults } from './data'
import { ExportLogPart } from './export-log'

/** Opens one of the forms a card has: the edit dialog or the duplicate dialog. */
export type OpenForm = (form: 'edit' | 'duplicate', checkin: Checkin) => void

const isDeletionConfirmed = async (checkin: Checkin) =>
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
  { name: 'print', run: (checkin) => printing.set(checkin) },
  { name: 'person', run: showPerson },
  { name: 'delete', tone: 'danger', run: async (checkin) => (await isDeletionConfirmed(checkin)) && remove(checkin) },
]

/** How an e-mail stands, in one sentence: one that waits for another try says why and when. */
const standing = ({ status, at, next, error }: EmailState) =>
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
  faults?: readonly CardFault[] | undefined
  emails?: readonly EmailState[] | undefined
}

/** One part of a check-in as a list of names and answers; an answer the police need and have not is marked. */
export const PartList = ({ part: { heading, who, fields }, checkin, faults = [], emails = [] }: PartProps) => (
  <section className="part-list">
    <h4>{say(heading)}</h4>
    {who && <p className="who">{nameOf(checkin, who) || say('consult.nameless')}</p>}
    <dl>
      {fields.map((field) => {
        const shown = shownOf(checkin, field)
        const isFaulty = faults.some((fault) => fault.field === field)
        return (
          <div key={field} className={isFaulty ? 'lack' : undefined}>
            <dt>{labelOf(field)}</dt>
            <dd>{shown || <span className="none">—</span>}</dd>
          </div>
        )
      })}
      {emails.map((email) => (
        <div key={email.addressee}>
          <dt>{say(`consult.letter.${email.addressee}`)}</dt>
          <dd>
            {standing(email)}
            {email.status === 'held' && (
              <button type="button" className="link" onClick={() => releaseEmails(checkin.id)}>
                {say('consult.letter.release')}
              </button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

/** What the police file needs is missing, or it is wrong, or some is the one and some the other. */
const faultsHeading = (faults: readonly CardFault[]) => {
  const missing = faults.filter(({ rule }) => rule === 'required').length
  return `consult.${missing === faults.length ? 'lacks' : missing ? 'flaws' : 'wrong'}`
}

/** What keeps a check-in from the official files; what is wrong in the same way with the same guest is said once. */
const Faults = ({ faults, code }: { faults: readonly CardFault[]; code?: string | undefined }) => {
  const alike = new Map<string, string[]>()
  for (const fault of faults) {
    const how = `${say(`guest.${fault.guest}`)}, ${faultWords(fault)}`
    alike.set(how, [...(alike.get(how) ?? []), labelOf(fault.field)])
  }
  return (
    <section className="lacks">
      {faults.length > 0 && <h4>{house.get().speak.plural(faultsHeading(faults), faults.length)}</h4>}
      {faults.length > 0 && (
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
  const faults = useStore(recordFaults)[checkin.id]
  const emails = useStore(emailStates)[checkin.id]
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
        {(faults?.length || unknown) && (
          <Faults faults={faults ?? []} code={unknown ? (checkin.reservationCode ?? '') : undefined} />
        )}
        {partsOf(checkin).map((part) => (
          <PartList
            key={part.heading}
            {...{ part, checkin, faults }}
            emails={part.heading === systemPart ? emails : undefined}
          />
        ))}
        <ExportLogPart id={checkin.id} />
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
