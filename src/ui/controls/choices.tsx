import type { ReactNode } from 'react'
import type { Checkin, Draft } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { localeOf } from '../../../schema/languages'
import { fullName, guestTitle, party } from '../../core/checkin/party'
import { pickedOf, withPick } from '../../core/flow/facts'
import { optionsOf } from '../../core/flow/fields'
import { nameResolver, shortOf } from '../../core/flow/names'
import { claimsOf, reliefKey, reliefsOn, withClaim } from '../../core/tax/party-tax'
import { reliefWords } from '../../core/tax/tax-words'
import { dayWritten } from '../../core/text/written-dates'
import { Icon, type IconName } from '../look/icon'
import { houseSettings, isPayPalReady } from '../shared/house-settings'
import { useStore } from '../shared/page-store'
import { house, say } from '../shared/published'
import type { ControlProps } from './field'

type Choice = { value: string; text: string; more?: string | undefined; icon?: IconName | undefined }

/** Icons of options, where a picture is recognised sooner than its word. */
const icons: { [option: string]: IconName } = {
  'documentType.ID': 'heroicons:identification',
  'documentType.PASS': 'heroicons:book-open',
  'invoiceType.personal': 'heroicons:user',
  'invoiceType.business': 'heroicons:building-office-2',
  'paymentMethod.CARTA': 'heroicons:credit-card',
  'paymentMethod.CONTANTI': 'heroicons:banknotes',
  'paymentProvider.stripe': 'heroicons:credit-card',
  'paymentProvider.paypal': 'heroicons:wallet',
  'paymentProvider.cash': 'heroicons:banknotes',
}

type ChoicesProps = {
  id: string
  choices: Choice[]
  value: string | readonly string[]
  describedBy?: string | undefined
  className?: string
  pick: (value: string) => void
  children?: ReactNode
}

/** Options as large buttons, the chosen ones pressed; `children` come after them. */
export const Choices = ({ id, choices, value, describedBy, className = 'choices', pick, children }: ChoicesProps) => (
  <div className={className}>
    {choices.map(({ value: one, text, more, icon }, i) => (
      <button
        key={one}
        id={i ? undefined : id}
        type="button"
        className="choice"
        aria-pressed={[value].flat().includes(one)}
        aria-describedby={describedBy}
        onClick={() => pick(one)}
      >
        {icon && <Icon name={icon} />}
        <span>
          {text}
          {more && <small>{more}</small>}
        </span>
      </button>
    ))}
    {children}
  </div>
)

/** The words of the card payment depend on the providers the house has set up. */
const payingNow = () => {
  const hasPayPal = isPayPalReady()
  if (houseSettings.get().enableStripe) return hasPayPal ? 'paymentMethod.CARTA.both' : 'paymentMethod.CARTA'
  return hasPayPal ? 'paymentMethod.CARTA.paypal' : 'paymentMethod.CARTA.none'
}

const wordsOf = (field: string, value: string) => {
  const { say, option } = house.get().speak
  return field === 'paymentMethod' && value === 'CARTA' ? say(payingNow()) : option(field, value)
}

const offeredIn = ({ field, definition, known, choices }: ControlProps) =>
  optionsOf(definition, known, choices, nameResolver(shortOf(field).who))

const choiceOf = (field: string) => (value: string) => ({
  value,
  text: wordsOf(field, value),
  icon: icons[`${shortOf(field).short}.${value}`],
})

/** One option as large buttons; if it is the only field of the step, choosing also presses OK. */
export const Buttons = (props: ControlProps) => {
  const { id, field, value, describedBy, choose } = props
  return <Choices {...{ id, value, describedBy }} pick={choose} choices={offeredIn(props).map(choiceOf(field))} />
}

/** Several options, each a toggle button; a consent has only one. */
export const Several = (props: ControlProps) => {
  const { id, field, value, describedBy, put } = props
  const offered = offeredIn(props)
  const pick = (one: string) => put(withPick(value, one, offered))
  return <Choices {...{ id, describedBy, pick }} value={pickedOf(value)} choices={offered.map(choiceOf(field))} />
}

const ways = {
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  whole: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are cached: a phone needs milliseconds to make one. */
export const writtenDate = (date: string, way: keyof typeof ways = 'date') => {
  const { language } = house.get()
  const format =
    formats.get(language + way) ?? new Intl.DateTimeFormat(localeOf(language), { ...ways[way], timeZone: 'UTC' })
  formats.set(language + way, format)
  return dayWritten(format, new Date(`${date}T00:00:00Z`), language)
}

const nameOf = (known: Draft, who: Who) => fullName(known as Checkin, who) || guestTitle(house.get().speak, who)

/** What each guest claims of the tourist tax: a list for each of the party. */
export const ReliefPicks = ({ id, value, known, describedBy, put }: ControlProps) => {
  const offered = reliefsOn(useStore(houseSettings).taxReliefs, known.arrivalDate)
  const claims = claimsOf(value)
  if (!offered.length) return <p>{say('taxClaims.nothing')}</p>
  return party(known as Checkin).map((who, i) => (
    <div key={who} className="field">
      <label className="name" htmlFor={i ? `${id}-${who}` : id}>
        {nameOf(known, who)}
      </label>
      <select
        id={i ? `${id}-${who}` : id}
        value={claims.get(who) ?? ''}
        aria-describedby={describedBy}
        onChange={({ target }) => put(withClaim(value, who, target.value))}
      >
        <option value="">{say('taxClaims.none')}</option>
        {offered.map((relief) => (
          <option key={reliefKey(relief)} value={reliefKey(relief)}>
            {reliefWords(relief, house.get().speak)}
          </option>
        ))}
      </select>
    </div>
  ))
}

/** Returns the claims in words: `Mario Rossi: persona con disabilità`. */
export const claimsWritten = (value: string, _: string, known: Draft): string => {
  const offered = reliefsOn(houseSettings.get().taxReliefs, known.arrivalDate)
  return [...claimsOf(value)]
    .map(([who, claim]) => {
      const relief = offered.find((one) => reliefKey(one) === claim)
      return say('named', { name: nameOf(known, who), text: relief ? reliefWords(relief, house.get().speak) : claim })
    })
    .join('; ')
}
