import type { ReactNode } from 'react'
import type { Draft } from '../../../schema/checkin'
import { guest, type Who } from '../../../schema/guest'
import { type PanelName, thanks } from '../../../schema/vocabulary'
import { calendar } from '../../core/exports/ics'
import { definitionOf } from '../../core/flow/fields'
import { shortOf } from '../../core/flow/names'
import { addressOf, type Stop } from '../../core/flow/trail'
import { italian } from '../../core/text/dates'
import { localeOf } from '../../core/text/speaker'
import { writtenDate } from '../controls/choices'
import { house } from '../shared/published'
import { isPayPalReady, settings } from '../shared/settings'
import { store, useStore } from '../shared/store'

type PanelProps = {
  path: string
  answers: Draft
  /** The guest's journey so far. */
  stops: readonly Stop[]
  /** Milliseconds are running and then the guest leaves this page. */
  leaving: boolean
  /** Stop that clock. */
  hold: () => void
  /** The step asks something besides. */
  beside: boolean
}

const written = (field: string, value: string): string => {
  const { speak, countries } = house.get()
  const control = definitionOf(house.get().flow, field)?.control
  if (control === 'date' || control === 'arrival') return writtenDate(value)
  if (control === 'nights') return speak.plural(field, Number(value))
  if (control === 'country') return countries.find(([italian]) => italian === value)?.[1] ?? value
  return speak.option(field, value)
}

type Row = { field: string; value: string | undefined; stop: Stop }
const contact = ['email', 'phonePrefix', 'phoneNumber']
const stayFields = ['roomDescription', 'arrivalDate', 'numberOfNights', 'arrivalTimeSlot', 'specialRequests']

/** Under which heading an answer is reviewed; the first that fits. */
const groups: { heading: string; has: (field: string, who?: Who) => boolean }[] = [
  ...(['main', 'second', 'third'] as const).map((who) => ({
    heading: `guest.${who}`,
    has: (field: string, of?: Who) => of === who && shortOf(field).short in guest.properties,
  })),
  { heading: 'review.contact', has: (field) => contact.includes(field) },
  { heading: 'review.invoice', has: (field) => field === 'invoiceType' || field.startsWith('company') },
  { heading: 'review.stay', has: (field) => stayFields.includes(field) },
  { heading: 'review.other', has: () => true },
]
const unseen = ['selectedLanguage', 'reservationCode', 'paymentMethod', 'paymentProvider']

/** A guest who changes an answer comes back to the summary as it was left. */
const unfolded = store(false)

const Review = ({ path, answers, stops, beside }: PanelProps) => {
  const { flow, speak } = house.get()
  const isOpen = useStore(unfolded)
  const rows: Row[] = stops.flatMap((stop) =>
    stop.fields
      .filter(({ field }) => !unseen.includes(field))
      .map(({ field }) => ({ field, value: answers[field], stop })),
  )
  const sorted = new Map<string, Row[]>()
  for (const row of rows) {
    const { heading } = groups.find(({ has }) => has(row.field, shortOf(row.field).who))!
    sorted.set(heading, [...(sorted.get(heading) ?? []), row])
  }
  const change = ({ stop, field }: Row) => (
    <a href={addressOf(flow, stop, { return: path })}>
      {speak.say('change')}
      <span className="unseen"> {speak.label(field)}</span>
    </a>
  )
  const list = groups
    .filter(({ heading }) => sorted.has(heading))
    .map(({ heading }) => (
      <section key={heading} className="summary">
        <h2>{speak.say(heading)}</h2>
        <dl>
          {sorted.get(heading)!.map((row, i, all) => (
            <div key={row.field}>
              <dt>{speak.label(row.field)}</dt>
              <dd>{row.value ? written(row.field, row.value) : speak.say('notProvided')}</dd>
              <dd className="change">
                {(i === 0 || all[i - 1]!.stop !== row.stop) && row.stop.path !== path && change(row)}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))
  const all = list.length ? list : <p>{speak.say('review.empty')}</p>
  return beside ? (
    <details className="review" open={isOpen} onToggle={(event) => unfolded.set(event.currentTarget.open)}>
      <summary>{speak.say('review.title')}</summary>
      {all}
    </details>
  ) : (
    all
  )
}

const save = (file: string) => {
  const href = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }))
  Object.assign(document.createElement('a'), { href, download: 'soggiorno.ics' }).click()
  // The browser may still be reading it when the press is over.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

/** The stay as a file for the guest's calendar. */
const calendarOf = (
  { checkInId, roomDescription, arrivalDate = '', departureDate = '' }: Draft,
  description: string,
) => {
  const { companyName } = settings.get()
  const summary = [companyName || house.get().speak.say('review.stay'), roomDescription].filter(Boolean).join(' · ')
  const stay = {
    id: checkInId ?? '',
    facility: companyName || location.hostname,
    arrival: arrivalDate,
    departure: departureDate,
    summary,
    description,
  }
  return checkInId ? calendar(stay, new Date().toISOString()) : undefined
}

const Receipt = ({ answers, leaving, hold }: PanelProps) => {
  const { speak } = house.get()
  const { say } = speak
  const { thanksMessage } = settings.get()
  const { checkInId, roomDescription, arrivalDate, departureDate, numberOfNights } = answers
  const reference = checkInId && `${checkInId}${arrivalDate ? `-${italian(arrivalDate).replaceAll('/', '')}` : ''}`
  const file = calendarOf(answers, `${say('receipt.reference')}: ${reference}`)
  const rows: [string, string | undefined][] = [
    [say('receipt.reference'), reference],
    [say('receipt.room'), roomDescription],
    [speak.label('arrivalDate'), arrivalDate && writtenDate(arrivalDate)],
    [speak.label('departureDate'), departureDate && writtenDate(departureDate)],
    [speak.label('numberOfNights'), numberOfNights],
  ]
  return (
    <>
      <p className="thanks">{thanksMessage === thanks ? say('receipt.thanks') : thanksMessage}</p>
      {(leaving || answers.finished !== 'yes') && (
        <p className="leaving" role="status">
          {leaving && (
            <>
              {say('receipt.leaving')}{' '}
              <button
                type="button"
                className="link"
                onClick={() => {
                  hold()
                  document.querySelector('h1')?.focus()
                }}
              >
                {say('receipt.stay')}
              </button>
            </>
          )}
        </p>
      )}
      <section className="summary">
        <dl>
          {rows
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </section>
      <h2>{say('receipt.next')}</h2>
      <p>{say('receipt.nextText')}</p>
      <div className="choices print">
        <button
          type="button"
          className="choice"
          onClick={() => {
            hold()
            print()
          }}
        >
          {say('receipt.print')}
        </button>
        {file && (
          <button
            type="button"
            className="choice"
            onClick={() => {
              hold()
              save(file)
            }}
          >
            {say('receipt.calendar')}
          </button>
        )}
      </div>
    </>
  )
}

const Text = ({ say, small = false }: { say: string; small?: boolean }) => (
  <p className={small ? 'panel' : 'lead'}>{house.get().speak.say(say)}</p>
)

/** The read-only pieces a step can show, by the names `steps.json` uses. */
export const panels: Record<PanelName, (props: PanelProps) => ReactNode> = {
  privacy: () => {
    const { logoUrl, companyName } = settings.get()
    return (
      <>
        {logoUrl && <img className="logo" src={logoUrl} alt={companyName} />}
        {!logoUrl && companyName && <p className="house">{companyName}</p>}
        <Text say="privacy.text" small />
      </>
    )
  },
  codeHelp: () => <Text say="codeHelp.text" small />,
  warning: () => {
    const { say } = house.get().speak
    return (
      <div className="warning">
        <strong>{say('warning.title')}</strong>
        <p>{say('warning.text')}</p>
      </div>
    )
  },
  review: Review,
  pay: () => {
    const { enableStripe, paymentAmount, paymentCurrency, paymentDescription } = settings.get()
    if (!enableStripe) return isPayPalReady() ? null : <Text say="pay.none" />
    const amount = new Intl.NumberFormat(localeOf(house.get().language), {
      style: 'currency',
      currency: paymentCurrency,
    }).format(Number(paymentAmount.replace(',', '.')))
    return (
      <p className="panel">
        {paymentDescription} · {house.get().speak.say('pay.amount', { amount })}
      </p>
    )
  },
  payReturn: () => <Text say="payReturn.text" />,
  paypal: ({ leaving }) => <Text say={!isPayPalReady() ? 'paypal.none' : leaving ? 'paypal.opening' : 'paypal.text'} />,
  receipt: Receipt,
  sample: () => <Text say="sample.text" />,
}

/** The panels that stand above a step's questions; the others stand below. */
export const above: ReadonlySet<PanelName> = new Set(['warning', 'pay', 'paypal', 'payReturn', 'receipt', 'sample'])
