import { useEffect, useRef, useState } from 'react'
import { optionsOf } from '../../core/flow/fields'
import { answerFaults, arrivalDays } from '../../core/flow/validation'
import { addDays } from '../../core/text/dates'
import { Icon } from '../look/icon'
import { house, plural, say, today } from '../shared/published'
import { useSeen } from '../shared/visible'
import { Choices, writtenDate } from './choices'
import { Calendar } from './date'
import { type ControlProps, inputProps, useTyping } from './field'

type AnotherProps = {
  name: string
  /** The answer in words, if it is none of the fixed choices. */
  chosen: { text: string; more?: string } | undefined
  isOpen: boolean
  describedBy: string | undefined
  press: () => void
}

const Another = ({ name, chosen, isOpen, describedBy, press }: AnotherProps) => (
  <button
    type="button"
    className="choice another"
    aria-pressed={Boolean(chosen)}
    aria-expanded={isOpen}
    aria-describedby={describedBy}
    onClick={press}
  >
    <span>
      {chosen?.text ?? name}
      {chosen?.more && <small>{chosen.more}</small>}
    </span>
  </button>
)

/** Returns whether the control for other answers is open; its box scrolls into view when a press opens it. */
const useOpening = (first: boolean) => {
  const [isOpen, setOpen] = useState(first)
  const [presses, setPresses] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (presses) box.current?.scrollIntoView({ block: 'nearest' })
  }, [presses])
  const press = () => {
    setOpen(!isOpen)
    setPresses(presses + 1)
  }
  return { isOpen, box, press, close: () => setOpen(false) }
}

/** The words of the days on the card, from today; a calendar has the days after them. */
const daysOnCard = ['today', 'tomorrow', 'dayAfter']

/** The days of arrival: today, tomorrow, the day after, and by a calendar as many more as the house allows. */
export const Arrival = ({ id, value, known, describedBy, put }: ControlProps) => {
  const { isOpen, box, press, close } = useOpening(false)
  const another = useRef<HTMLDivElement>(null)
  const days = arrivalDays(today(), known['settings.arrivalDaysAhead'])
  const onCard = days.slice(0, daysOnCard.length)
  // The stay's own day, where its link opened the journey: it may be further ahead, or past.
  const { bookedArrival: booked } = known
  const isBooked = booked !== undefined && !onCard.includes(booked)
  const isAnother = days.includes(value) && !onCard.includes(value) && value !== booked
  const leave = () => {
    close()
    another.current?.querySelector<HTMLElement>('.another')?.focus()
  }
  const pick = (day: string) => {
    put(day)
    leave()
  }
  const wordsOfDay = (words: string, day: string) => ({
    text: `${say(`arrivalDate.${words}`)}, ${writtenDate(day, 'weekday')}`,
    more: writtenDate(day),
  })
  return (
    <div ref={another}>
      <Choices
        id={id}
        value={value}
        describedBy={describedBy}
        className="choices arrival"
        pick={put}
        choices={[
          ...(isBooked ? [{ value: booked, ...wordsOfDay('booked', booked) }] : []),
          ...onCard.map((date, i) => ({ value: date, ...wordsOfDay(daysOnCard[i]!, date) })),
        ]}
      >
        {days.length > onCard.length && (
          <Another
            {...{ isOpen, describedBy, press }}
            name={say('arrivalDate.another')}
            chosen={isAnother ? wordsOfDay('another', value) : undefined}
          />
        )}
      </Choices>
      {isOpen && (
        <div ref={box}>
          <Calendar first={days[0]!} last={days.at(-1)!} {...{ value, pick }} close={leave} />
        </div>
      )}
    </div>
  )
}

/** Digits without leading zeros, at most three: what is too much is refused, not cut to something else. */
const digitsOf = (text: string) =>
  text
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, 3)

/** What the stepper says under its number: what is wrong with it, or the nights with the day of departure. */
const wordsOf = ({ field, value, known, invalid }: ControlProps) => {
  const { flow, checker, speak } = house.get()
  const [fault] = answerFaults(flow, checker, { [field]: value }, known, [{ field, optional: true }])
  if (fault) return { wrong: true, text: invalid ? '' : speak.fault(fault) }
  const departure = addDays(known.arrivalDate ?? '', Number(value))
  const name = speak.label('departureDate')
  const isKnown = value && departure
  return { wrong: false, text: isKnown ? speak.say('named', { name, text: writtenDate(departure, 'whole') }) : '' }
}

/** A number from `least` to `most`, by buttons, arrow keys or typed. */
const Stepper = ({ least, most, ...props }: ControlProps & { least: number; most: number }) => {
  const { id, field, value, put } = props
  const number = Number(value || least - 1)
  const typing = useTyping(value, digitsOf, put)
  const { wrong, text } = wordsOf(props)
  const words = useSeen(text)
  const step = (by: 1 | -1) => () => put(String(Math.min(Math.max(number + by, 0), most + 1)))
  const button = (name: string, icon: 'heroicons:minus' | 'heroicons:plus', isOff: boolean, press: () => void) => (
    <button
      type="button"
      className="choice"
      aria-label={say(name)}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && press()}
    >
      <Icon name={icon} />
    </button>
  )
  const keys: { [key: string]: () => void } = { ArrowUp: step(1), ArrowDown: step(-1) }
  return (
    <div className="stepper">
      {button('numberOfNights.fewer', 'heroicons:minus', !value || number <= 1, step(-1))}
      <input
        {...inputProps(props)}
        {...typing}
        id={`${id}-number`}
        inputMode="numeric"
        enterKeyHint="done"
        role="spinbutton"
        aria-label={house.get().speak.label(field)}
        aria-valuemin={1}
        aria-valuemax={most}
        aria-valuenow={value ? number : undefined}
        aria-valuetext={value ? plural(field, number) : undefined}
        aria-invalid={wrong || undefined}
        onKeyDown={(event) => {
          if (!keys[event.key]) return
          event.preventDefault()
          keys[event.key]!()
        }}
      />
      {button('numberOfNights.more', 'heroicons:plus', number > most, step(1))}
      <p ref={words} className={wrong ? 'fault' : 'hint'} role="status">
        {text}
      </p>
    </div>
  )
}

/** The number of nights as a grid of numbers, and by a stepper any other up to the field's `greatest`. */
export const Nights = (props: ControlProps) => {
  const { id, field, value, definition, known, choices, describedBy, put } = props
  const numbers = optionsOf(definition, known, choices)
  const isAnother = Boolean(value) && !numbers.includes(value)
  const { isOpen, box, press } = useOpening(isAnother)
  const most = choices ? 0 : (definition.greatest ?? 0)
  return (
    <>
      <div className="nights">
        {numbers.map((nights, i) => (
          <button
            key={nights}
            id={i ? undefined : id}
            type="button"
            className="choice"
            aria-pressed={nights === value}
            aria-describedby={describedBy}
            aria-label={plural(field, Number(nights))}
            onClick={() => put(nights)}
          >
            {nights}
          </button>
        ))}
        {most > 0 && (
          <Another
            {...{ isOpen, describedBy, press }}
            name={say('numberOfNights.another')}
            chosen={isAnother ? { text: plural(field, Number(value)) } : undefined}
          />
        )}
      </div>
      {most > 0 && isOpen && (
        <div ref={box}>
          <Stepper {...props} least={numbers.length + 1} most={most} />
        </div>
      )}
    </>
  )
}
