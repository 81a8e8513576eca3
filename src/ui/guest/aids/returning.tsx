import { useEffect, useState } from 'react'
import { type Draft, fieldOf } from '../../../../schema/checkin'
import { guests, type Who } from '../../../../schema/guest'
import { fullName } from '../../../core/checkin/party'
import { withChanges } from '../../../core/flow/arms'
import { shortOf } from '../../../core/flow/names'
import { stepAddress, trail } from '../../../core/flow/trail'
import { romeDay } from '../../../core/text/rome-time'
import { dateInText } from '../../../core/text/written-dates'
import { houseSettings } from '../../shared/house-settings'
import { forgetKept, type Kept, keepAnswers, mayKeep, readKept } from '../../shared/kept-answers'
import { useStore } from '../../shared/page-store'
import { house, say, today } from '../../shared/published'
import { checkerFor, draft, saveDraft } from '../state/guest-draft'

const contact: readonly string[] = ['email', 'phonePrefix', 'phoneNumber']

/** Returns whether an answer is about a person; stay, code and tax exemptions are never kept. */
const isKept = (field: string) => {
  const { who, short } = shortOf(field)
  return who ? short !== 'taxRelief' : contact.includes(field)
}

const aboutPeople = (answers: Draft): Draft =>
  Object.fromEntries(Object.entries(answers).filter(([field]) => isKept(field)))

/** Keeps the answers of a sent check-in if the guest ticked it. Errors are only logged. */
export const keepIfWanted = async (answers: Draft) => {
  if (answers.keepAnswers === 'yes' && answers.sharedDevice !== 'yes')
    await keepAnswers(aboutPeople(answers)).catch(console.error)
}

/** Forgets the kept answers if the guest unticked; repeated on later pages, because leaving a page may interrupt it. */
const forgetUnwanted = async () => {
  if (draft.get().keepAnswers === 'no') await forgetKept()
}

const expiredIn = (answers: Draft) =>
  guests.filter((who) => (answers[fieldOf(who, 'documentExpirationDate')] ?? '9999') < today())

const usable = (answers: Draft): Draft =>
  withChanges(
    answers,
    Object.fromEntries(
      expiredIn(answers).flatMap((who) =>
        ['documentNumber', 'documentIssueDate', 'documentExpirationDate'].map((field) => [fieldOf(who, field), null]),
      ),
    ),
  )

const nameIn = (answers: Draft, who: Who) => fullName(answers as unknown as Parameters<typeof fullName>[0], who)

/** Offers the kept answers of the last visit: the guest may see, use or delete them. */
export const Returning = () => {
  const { flow, language } = useStore(house)
  const current = useStore(draft)
  const [kept, setKept] = useState<Kept>()
  const isShared = current.sharedDevice === 'yes'
  useEffect(() => {
    if (!isShared) forgetUnwanted().then(readKept).then(setKept, console.error)
  }, [isShared])
  if (!kept || isShared || current.keepAnswers === 'yes') return null
  const names = guests.map((who) => nameIn(kept.answers, who)).filter(Boolean)
  const { mainGuestDocumentNumber: number, mainGuestResidenceCity: town, email } = kept.answers
  const begun = withChanges(current, { ...usable(kept.answers), keepAnswers: 'yes' })
  const { open } = trail(flow, begun, houseSettings.get(), checkerFor(begun))
  return (
    <section className="summary returning" aria-labelledby="returning-title">
      <header>
        <h2 id="returning-title">{say('returning.title')}</h2>
      </header>
      <p>{say('returning.text', { day: dateInText(romeDay(kept.at), language) })}</p>
      <p>
        <strong>{names.join(', ')}</strong>
        <br />
        {[town, number, email].filter(Boolean).join(' · ')}
      </p>
      {expiredIn(kept.answers).length > 0 && <p className="caution">{say('returning.expired')}</p>}
      <div className="choices">
        {open && (
          <a className="choice primary" href={stepAddress(flow, open)} onClick={() => saveDraft(begun)}>
            {say('returning.use')}
          </a>
        )}
        <button
          type="button"
          className="choice"
          onClick={() => void forgetKept().then(() => setKept(undefined), console.error)}
        >
          {say('returning.forget')}
        </button>
      </div>
    </section>
  )
}

/** The tick box that keeps the answers for the next visit, off by default. */
export const KeepTick = () => {
  const { keepAnswers: wish, sharedDevice } = useStore(draft)
  const [isOffered, offer] = useState(false)
  useEffect(() => void forgetUnwanted().then(mayKeep).then(offer, console.error), [])
  if (!isOffered || sharedDevice === 'yes') return null
  return (
    <label className="keep">
      <input
        type="checkbox"
        checked={wish === 'yes'}
        onChange={({ target }) => {
          saveDraft(withChanges(draft.get(), { keepAnswers: target.checked ? 'yes' : 'no' }))
          forgetUnwanted().catch(console.error)
        }}
      />
      <span>
        {say('returning.keep')}
        <small>{say('returning.keepText')}</small>
      </span>
    </label>
  )
}
