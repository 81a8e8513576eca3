import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { clean } from '../../core/flow/cleaning'
import type { Facts } from '../../core/flow/facts'
import { nameResolver, shortOf } from '../../core/flow/names'
import { apolide } from '../../data/countries'
import { prefixes } from '../../data/prefixes'
import { type House, house } from '../shared/published'
import { store, useStore } from '../shared/store'
import { about, type ControlProps } from './control'
import { useTyping } from './typing'

type Listed = readonly (readonly [value: string, text: string, ...more: string[]])[]

/** The options of a long list: the card is painted with the chosen one, the others come right after, and once. */
const Options = ({ all, chosen }: { all: Listed; chosen: string }) => {
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

/** A country by its name in the guest's language, kept under its Italian one; nobody is born or lives in statelessness. */
export const CountrySelect = (props: ControlProps) => {
  const { countries, speak } = house.get()
  const isCitizenship = shortOf(props.field).short === 'citizenship'
  const offered = useMemo(
    () => countries.filter(([italian]) => isCitizenship || italian !== apolide),
    [countries, isCitizenship],
  )
  return (
    <select {...about(props)} onChange={({ target }) => props.put(target.value)}>
      {!(props.definition.default && props.value) && <option value="">{speak.say('country.choose')}</option>}
      <Options all={offered} chosen={props.value} />
    </select>
  )
}

const elsewhere = 'other'

/** The prefixes by country, as the guest's language sorts them; of two countries with one prefix the second is known by its own code. */
const listed = ({ countries, language }: Pick<House, 'countries' | 'language'>) => {
  const names = new Map(countries.map(([italian, name, iso]) => [iso, { italian, name }]))
  const seen = new Set<string>()
  const { compare } = new Intl.Collator(language)
  const all = prefixes.map(([iso, prefix]) => {
    const key = seen.has(prefix) ? iso : prefix
    seen.add(prefix)
    return { key, prefix, ...(names.get(iso) ?? { italian: iso, name: iso }) }
  })
  return all.sort((a, b) => compare(a.name, b.name))
}

/**
 * A telephone prefix by its country, or any other typed. Of two countries with one prefix, the one chosen is shown, else the
 * guest's own. A country is found by its first letter; once chosen its prefix comes first, because the closed box may be narrow.
 */
export const PrefixSelect = (props: ControlProps) => {
  const {
    value,
    definition: { default: ready },
    known,
    put,
  } = props
  const now = house.get()
  const all = useMemo(() => listed(now), [now])
  const fitting = all.filter(({ prefix }) => prefix === value)
  const home = ready && typeof ready === 'object' && 'by' in ready ? known[ready.by] : undefined
  const [chosen, setChosen] = useState(value && !fitting.length ? elsewhere : '')
  const shown =
    fitting.find(({ key }) => key === chosen) ?? fitting.find(({ italian }) => italian === home) ?? fitting[0]
  const options = useMemo(
    () =>
      all.map((one): Listed[number] => [
        one.key,
        one === shown ? `${one.prefix} ${one.name}` : `${one.name} (${one.prefix})`,
      ]),
    [all, shown],
  )
  const typing = useTyping(value, (text) => text.replace(/\D/g, '').replace(/^0*(?=.)/, '+'), put)
  const box = about(props)
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

/** A town under each of its names, the first its own: as it is shown, and plain, as it is searched. */
type Town = { shown: string; plain: string }[]

const towns = store<readonly Town[]>([])
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

const namesIn = (line: string): Town => {
  const [own = '', ...others] = line.split('|')
  const province = own.slice(own.lastIndexOf(' ('))
  return [own, ...others.map((name) => name + province)].map((shown) => ({ shown, plain: plain(shown) }))
}

const loadTowns = async () => {
  if (towns.get().length) return
  const response = await fetch(document.querySelector<HTMLLinkElement>('link[rel=towns]')!.href)
  if (response.ok) towns.set((await response.text()).split('\n').map(namesIn))
}

const most = 6

/** Whether the town asked for is known to be in another country than Italy: that of the birth, or of the residence, of the same guest. */
const isAbroad = (field: string, known: Facts) => {
  const { who, short } = shortOf(field)
  return (
    (known[nameResolver(who)(short === 'birthCity' ? 'birthCountry' : 'residenceCountry')] ?? 'Italia') !== 'Italia'
  )
}

/** An Italian town, with suggestions once two letters are typed, each town once; any other text is taken as typed. */
export const Town = (props: ControlProps) => {
  const { field, value, definition, known, put } = props
  const { say } = house.get().speak
  const list = useId()
  const all = useStore(towns)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const options = useRef<HTMLUListElement>(null)
  const abroad = isAbroad(field, known)
  useEffect(() => void (abroad || loadTowns().catch(() => {})), [abroad])
  useEffect(() => options.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at])

  const wanted = plain(value)
  const isWanted = ({ plain }: Town[number]) => plain.startsWith(wanted)
  const matching =
    open && !abroad && wanted.length > 1
      ? all
          .flatMap((names) => names.find(isWanted) ?? [])
          .sort((a, b) => a.plain.length - b.plain.length)
          .slice(0, most)
      : []
  const found = matching.some(({ shown }) => shown === value) ? [] : matching
  const take = (town: string) => {
    put(town)
    setOpen(false)
    setAt(-1)
  }
  const typing = useTyping(
    value,
    (text) => clean(definition.clean, text),
    (text) => {
      put(text)
      setOpen(true)
      setAt(-1)
    },
  )
  const keys: Record<string, () => void> = {
    ArrowDown: () => setAt((at + 1) % found.length),
    ArrowUp: () => setAt((at <= 0 ? found.length : at) - 1),
    Escape: () => setOpen(false),
    ...(at >= 0 && { Enter: () => take(found[at]!.shown) }),
  }
  return (
    <div className="town">
      <input
        {...about(props)}
        {...typing}
        className="capitals"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 && found[at] ? `${list}-${at}` : undefined}
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        onBlur={() => {
          typing.onBlur()
          setOpen(false)
        }}
        onKeyDown={(event) => {
          if (!found.length || !keys[event.key]) return
          event.preventDefault()
          keys[event.key]!()
        }}
      />
      <ul
        id={list}
        ref={options}
        role="listbox"
        aria-label={say('town.suggestions', { count: found.length })}
        hidden={!found.length}
      >
        {found.map(({ shown }, i) => (
          <li
            key={shown}
            id={`${list}-${i}`}
            role="option"
            aria-selected={i === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(shown)}
          >
            {shown}
          </li>
        ))}
      </ul>
    </div>
  )
}
