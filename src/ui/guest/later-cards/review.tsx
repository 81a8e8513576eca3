import { type Draft, fieldOf, partOf } from '../../../../schema/checkin'
import { guests } from '../../../../schema/guest'
import { definitionOf } from '../../../core/flow/fields'
import { shortOf } from '../../../core/flow/names'
import { type Stop, stepAddress } from '../../../core/flow/trail'
import { controls } from '../../controls/table'
import { houseSettings, isPayPalReady } from '../../shared/house-settings'
import { store, useStore } from '../../shared/page-store'
import { house } from '../../shared/published'
import type { PanelProps } from '../state/panel'
import { paymentOf } from './receipt'
import { beforeSending } from './sending'

/** Returns an answer in words: as its control writes it, otherwise as its option. */
const inWords = (field: string, value: string): string => {
  const { speak, flow } = house.get()
  const { write } = controls[definitionOf(flow, field)?.control as keyof typeof controls] ?? {}
  return write ? write(value, field) : speak.option(field, value)
}

type Row = { field: string; value: string | undefined; stop: Stop }

/** The headings in their order: the guests, then the parts of the check-in. */
export const headings: readonly string[] = [
  ...guests.map((who) => `guest.${who}`),
  'review.contact',
  'review.invoice',
  'review.stay',
  'review.other',
]

/** The heading of an answer; those of the payment and the system have none in `headings` and are not shown. */
export const headingOf = (field: string) => {
  const { who } = shortOf(field)
  return who ? `guest.${who}` : `review.${partOf(field)}`
}

/** Whether the summary is unfolded, also after an answer has been changed on another card. */
const isUnfolded = store(false)

/** The guest an answer belongs to, for screen readers, which read the link without its heading. */
const ownerOf = (field: string, answers: Draft) => {
  const { who } = shortOf(field)
  const name = who && [answers[fieldOf(who, 'name')], answers[fieldOf(who, 'lastName')]].filter(Boolean).join(' ')
  return who && (name || house.get().speak.say(`guest.${who}`))
}

const Change = ({ row: { stop, field }, path, answers }: { row: Row; path: string; answers: Draft }) => {
  const { flow, speak } = house.get()
  const owner = ownerOf(field, answers)
  return (
    <a href={stepAddress(flow, stop, { return: path })}>
      {speak.say('change')}
      <span className="unseen">
        {' '}
        {speak.label(field)}
        {owner && `, ${owner}`}
      </span>
    </a>
  )
}

/** The answers by heading, in the order of `headings`, without empty headings. */
const rowsByHeading = (stops: readonly Stop[], answers: Draft) => {
  const rows = new Map<string, Row[]>(headings.map((heading) => [heading, []]))
  for (const stop of beforeSending(house.get().flow, stops))
    for (const { field } of stop.fields) rows.get(headingOf(field))?.push({ field, value: answers[field], stop })
  return [...rows].filter(([, under]) => under.length)
}

/** The state of the payment, with a link to PayPal while that has not confirmed it. */
const Payment = ({ answers }: { answers: Draft }) => {
  const { say, label } = house.get().speak
  const state = paymentOf(answers)
  const again = answers.paymentStatus === 'initiated' && isPayPalReady()
  return state ? (
    <section className="summary">
      <h2>{label('paymentMethod')}</h2>
      <p>{state}</p>
      {again && (
        <a className="choice" href={houseSettings.get().paypalLink} target="_blank" rel="noopener noreferrer">
          {say('payment.paypalAgain')}
        </a>
      )}
    </section>
  ) : null
}

/** All answers of the journey with links to change them; folded on a card that also asks questions. */
export const Review = ({ path, answers, stops, hasQuestions }: PanelProps) => {
  const { speak } = house.get()
  const isOpen = useStore(isUnfolded)
  const list = rowsByHeading(stops, answers).map(([heading, rows]) => (
    <section key={heading} className="summary">
      <h2>{speak.say(heading)}</h2>
      <dl>
        {rows.map((row) => (
          <div key={row.field}>
            <dt>{speak.label(row.field)}</dt>
            <dd>{row.value ? inWords(row.field, row.value) : speak.say('notProvided')}</dd>
            {row.stop.path !== path && (
              <dd className="change">
                <Change {...{ row, path, answers }} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  ))
  const all = (
    <>
      {list.length ? list : <p>{speak.say('review.empty')}</p>}
      {!hasQuestions && answers.checkInId && <Payment answers={answers} />}
    </>
  )
  return hasQuestions ? (
    <details className="review" open={isOpen} onToggle={(event) => isUnfolded.set(event.currentTarget.open)}>
      <summary>{speak.say('review.title')}</summary>
      {all}
    </details>
  ) : (
    all
  )
}
