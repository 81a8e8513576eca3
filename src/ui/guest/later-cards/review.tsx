import { type Draft, fieldOf, partOf } from '../../../../schema/checkin'
import { guests } from '../../../../schema/guest'
import { definitionOf } from '../../../core/flow/fields'
import { shortOf } from '../../../core/flow/names'
import { type Stop, stepAddress } from '../../../core/flow/trail'
import { controls } from '../../controls/table'
import { houseSettings, isPayPalReady } from '../../shared/house-settings'
import { store, useStore } from '../../shared/page-store'
import { house } from '../../shared/published'
import type { PanelProps } from '../engine/panel'
import { paymentOf } from './receipt'
import { beforeSending } from './sending'

/** An answer as it is read: as its control writes it, else in the words of its option. */
const written = (field: string, value: string): string => {
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

/**
 * Under which heading an answer is reviewed; what the system notes, and how the guest pays, is not the guest's to check
 * here.
 */
export const headingOf = (field: string) => {
  const { who } = shortOf(field)
  return who ? `guest.${who}` : `review.${partOf(field)}`
}

/** A guest who changes an answer comes back to the summary as it was left. */
const unfolded = store(false)

/** Whose answer it is, for who hears the link and does not see the heading: the guest's name, else which guest. */
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

/** The answers under the headings that have any, in the order of `headings`. */
const sorted = (stops: readonly Stop[], answers: Draft) => {
  const rows = new Map<string, Row[]>(headings.map((heading) => [heading, []]))
  for (const stop of beforeSending(house.get().flow, stops))
    for (const { field } of stop.fields) rows.get(headingOf(field))?.push({ field, value: answers[field], stop })
  return [...rows].filter(([, under]) => under.length)
}

/**
 * How far the payment is, and PayPal's page again while it has not said so: whoever comes back from there sees it here.
 */
const Payment = ({ answers }: { answers: Draft }) => {
  const { say, label } = house.get().speak
  const how = paymentOf(answers)
  const again = answers.paymentStatus === 'initiated' && isPayPalReady()
  return how ? (
    <section className="summary">
      <h2>{label('paymentMethod')}</h2>
      <p>{how}</p>
      {again && (
        <a className="choice" href={houseSettings.get().paypalLink} target="_blank" rel="noopener noreferrer">
          {say('payment.paypalAgain')}
        </a>
      )}
    </section>
  ) : null
}

/** All answers of the journey, each with a link to change it; on a card that asks besides, folded. */
export const Review = ({ path, answers, stops, beside }: PanelProps) => {
  const { speak } = house.get()
  const isOpen = useStore(unfolded)
  const list = sorted(stops, answers).map(([heading, rows]) => (
    <section key={heading} className="summary">
      <h2>{speak.say(heading)}</h2>
      <dl>
        {rows.map((row) => (
          <div key={row.field}>
            <dt>{speak.label(row.field)}</dt>
            <dd>{row.value ? written(row.field, row.value) : speak.say('notProvided')}</dd>
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
      {!beside && answers.checkInId && <Payment answers={answers} />}
    </>
  )
  return beside ? (
    <details className="review" open={isOpen} onToggle={(event) => unfolded.set(event.currentTarget.open)}>
      <summary>{speak.say('review.title')}</summary>
      {all}
    </details>
  ) : (
    all
  )
}
