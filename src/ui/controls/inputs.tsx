import { useDeferredValue, useMemo, useState } from 'react'
import { optionsOf } from '../../core/flow/fields'
import { nameResolver, shortOf } from '../../core/flow/names'
import { nationalNumber, splitNumber, withoutTrunk } from '../../core/flow/telephone'
import { prefixes } from '../../data/prefixes'
import { type GuestHouse, house } from '../shared/published'
import { type ControlProps, inputProps, useTyping } from './field'

type Listed = readonly (readonly [value: string, text: string, ...more: string[]])[]

/** The options of a long list. The chosen one is drawn with the card, the others right after it. */
export const Options = ({ all, chosen }: { all: Listed; chosen: string }) => {
  const shown = useDeferredValue(
    all,
    all.filter(([value]) => value === chosen),
  )
  return useMemo(
    () =>
      shown.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      )),
    [shown],
  )
}

/** Several lines of text. */
export const Lines = (props: ControlProps) => (
  <textarea
    {...inputProps(props)}
    rows={2}
    maxLength={props.definition.maxLength}
    onChange={({ target }) => props.put(target.value)}
  />
)

/** One option of a list, or none. */
export const Select = (props: ControlProps) => {
  const { field, definition, known, choices, put } = props
  const { say, has, option } = house.get().speak
  return (
    <select {...inputProps(props)} onChange={({ target }) => put(target.value)}>
      <option value="">{say(has(`${field}.none`) ? `${field}.none` : 'any.none')}</option>
      {optionsOf(definition, known, choices, nameResolver(shortOf(field).who)).map((one) => (
        <option key={one} value={one}>
          {option(field, one)}
        </option>
      ))}
    </select>
  )
}

const elsewhere = 'other'

const prefixOf = new Map(prefixes.map(([iso, prefix]) => [iso, prefix]))
const firstOf = new Map([...prefixes].reverse().map(([iso, prefix]) => [prefix, iso]))

/**
 * Returns the prefixes by country, in the order of the countries. The key is the prefix for its first country,
 * otherwise the country's code.
 */
const listed = (countries: GuestHouse['countries']) =>
  countries.flatMap(([italian, name, iso]) => {
    const prefix = prefixOf.get(iso)
    return prefix ? [{ key: firstOf.get(prefix) === iso ? prefix : iso, prefix, italian, name }] : []
  })

/** A telephone prefix. Of several countries with it, the chosen one is shown, then the guest's own, then the first. */
export const PrefixSelect = (props: ControlProps) => {
  const {
    value,
    definition: { default: ready },
    known,
    put,
  } = props
  const now = house.get()
  const all = useMemo(() => listed(now.countries), [now])
  const fitting = all.filter(({ prefix }) => prefix === value)
  const main = fitting.find(({ key }) => key === value)
  const home = ready && typeof ready === 'object' && 'by' in ready ? known[ready.by] : undefined
  const [chosen, setChosen] = useState(value && !fitting.length ? elsewhere : '')
  const shown = fitting.find(({ key }) => key === chosen) ?? fitting.find(({ italian }) => italian === home) ?? main
  const options = useMemo(
    () =>
      all.map((one): Listed[number] => [
        one.key,
        one === shown ? `${one.prefix} ${one.name}` : `${one.name} (${one.prefix})`,
      ]),
    [all, shown],
  )
  const typing = useTyping(value, (text) => text.replace(/\D/g, '').replace(/^0*(?=.)/, '+'), put)
  const box = inputProps(props)
  return (
    <div className="prefix">
      <select
        {...box}
        value={chosen === elsewhere ? elsewhere : (shown?.key ?? '')}
        onChange={({ target }) => {
          setChosen(target.value)
          put(all.find(({ key }) => key === target.value)?.prefix ?? '')
        }}
      >
        <option value="" />
        <Options all={options} chosen={shown?.key ?? ''} />
        <option value={elsewhere}>{now.speak.say('phonePrefix.other')}</option>
      </select>
      {chosen === elsewhere && (
        <input
          {...box}
          id={`${props.id}-other`}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder="+"
          aria-label={now.speak.say('phonePrefix.otherLabel')}
          {...typing}
        />
      )}
    </div>
  )
}

/** A number without prefix. Another country's prefix changes the prefix; a domestic leading zero goes on blur. */
export const Phone = (props: ControlProps) => {
  const { known, put } = props
  const prefix = known.phonePrefix ?? ''
  const take = (text: string) => {
    const typed = splitNumber(text, prefix)
    put(typed.number, typed.prefix === prefix ? {} : { phonePrefix: typed.prefix })
  }
  const typing = useTyping(props.value, (text) => nationalNumber(text, prefix), take)
  return (
    <input
      {...inputProps(props)}
      {...typing}
      type="tel"
      inputMode="tel"
      enterKeyHint="next"
      onBlur={() => {
        typing.onBlur()
        const number = withoutTrunk(props.value, prefix)
        if (number !== props.value) put(number)
      }}
    />
  )
}
