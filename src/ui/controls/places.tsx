import { type RefObject, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Facts } from '../../core/flow/facts'
import { nameResolver, shortOf } from '../../core/flow/names'
import { clean } from '../../core/flow/validation'
import { apolide } from '../../data/countries'
import { isForInputMethod } from '../shared/card'
import { store, useStore } from '../shared/page-store'
import { house, say } from '../shared/published'
import { type ControlProps, inputProps, useTyping } from './field'
import { Options } from './inputs'

/** A country by its name in the guest's language; the value is Italian. Only a citizenship may be stateless. */
export const CountrySelect = (props: ControlProps) => {
  const { countries, speak } = house.get()
  const isCitizenship = shortOf(props.field).short === 'citizenship'
  const offered = useMemo(
    () => countries.filter(([italian]) => isCitizenship || italian !== apolide),
    [countries, isCitizenship],
  )
  return (
    <select {...inputProps(props)} onChange={({ target }) => props.put(target.value)}>
      {!(props.definition.default && props.value) && <option value="">{speak.say('country.choose')}</option>}
      <Options all={offered} chosen={props.value} />
    </select>
  )
}

type Name = { shown: string; plain: string }

/** All its names, its own first; `isChief`: the capital of a province. */
type Town = { names: Name[]; isChief: boolean }

const towns = store<readonly Town[]>([])
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

const namesIn = (line: string): Name[] => {
  const [own = '', ...others] = line.split('|')
  const province = own.slice(own.lastIndexOf(' ('))
  return [own, ...others.map((name) => name + province)].map((shown) => ({ shown, plain: plain(shown) }))
}

const loadTowns = async () => {
  if (towns.get().length) return
  const response = await fetch(document.querySelector<HTMLLinkElement>('link[rel=towns]')!.href)
  if (!response.ok) return
  const parts = (await response.text()).split('\n\n')
  towns.set(parts.flatMap((part, i) => part.split('\n').map((line) => ({ names: namesIn(line), isChief: i === 0 }))))
}

const most = 6

/** Returns the towns that begin with the text: exact matches, then capitals of provinces, then the shortest names. */
const beginning = (all: readonly Town[], wanted: string) => {
  const rank = ({ shown, plain, isChief }: Name & { isChief: boolean }) =>
    plain.length === wanted.length + shown.length - shown.lastIndexOf(' (') - 2 ? 0 : isChief ? 1 : 2
  return all
    .flatMap(({ names, isChief }) => {
      const name = names.find(({ plain }) => plain.startsWith(wanted))
      return name ? { ...name, isChief } : []
    })
    .sort((a, b) => rank(a) - rank(b) || a.plain.length - b.plain.length)
    .slice(0, most)
}

/** Whether a text is a town of the list, with or without its province, three characters: ` BO`. */
const isTown = (all: readonly Town[], wanted: string) =>
  all.some(({ names }) => names.some(({ plain }) => plain === wanted || plain.slice(0, -3) === wanted))

/** Returns the test for an Italian town's name; it knows none until the list is loaded. */
export const useTowns = (): ((name: string) => boolean) => {
  const all = useStore(towns)
  // Without the list no name is known as a town's.
  useEffect(() => void loadTowns().catch(() => {}), [])
  return useCallback((name) => isTown(all, plain(name)), [all])
}

/** Whether the guest's country of birth or residence, whichever the town belongs to, is not Italy. */
const isAbroad = (field: string, known: Facts) => {
  const { who, short } = shortOf(field)
  return (
    (known[nameResolver(who)(short === 'birthCity' ? 'birthCountry' : 'residenceCountry')] ?? 'Italia') !== 'Italia'
  )
}

/** In pixels: a suggestion's height, and the distance from the input. */
const row = 46
const gap = 8

/** Returns where `count` suggestions fit: below the input, or above it if there is more room within the card. */
const useRoom = (box: RefObject<HTMLDivElement | null>, count: number) => {
  const [place, setPlace] = useState<{ className?: string; style?: { maxHeight: number } }>({})
  useLayoutEffect(() => {
    const fit = () => {
      const main = box.current?.closest('main')?.getBoundingClientRect()
      const foot = box.current?.closest('form')?.querySelector('footer')?.getBoundingClientRect()
      if (!count || !box.current || !main || !foot) return setPlace({})
      const { top, bottom } = box.current.getBoundingClientRect()
      const below = Math.min(main.bottom, foot.top, innerHeight) - bottom - gap
      const above = top - Math.max(main.top, 0) - gap
      const isAbove = below < Math.min(count, 3) * row && above > below
      setPlace({
        ...(isAbove && { className: 'above' }),
        style: { maxHeight: Math.max(row, Math.floor(isAbove ? above : below)) },
      })
    }
    fit()
    window.addEventListener('resize', fit)
    return () => window.removeEventListener('resize', fit)
  }, [count])
  return place
}

type SuggestionsProps = {
  list: string
  found: readonly Name[]
  /** The index of the option chosen by keyboard; -1 for none. */
  at: number
  take: (town: string) => void
  box: RefObject<HTMLDivElement | null>
}

const Suggestions = ({ list, found, at, take, box }: SuggestionsProps) => {
  const options = useRef<HTMLUListElement>(null)
  const place = useRoom(box, found.length)
  useEffect(() => options.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at])
  return (
    <ul
      id={list}
      ref={options}
      role="listbox"
      {...place}
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
  )
}

/** A town. Italian towns are suggested after two letters; other texts are accepted without a tick. */
export const Town = (props: ControlProps) => {
  const { field, value, definition, known, put } = props
  const list = useId()
  const all = useStore(towns)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const box = useRef<HTMLDivElement>(null)
  const abroad = isAbroad(field, known)
  // Without the list the guest types the name.
  useEffect(() => void (abroad || loadTowns().catch(() => {})), [abroad])

  const wanted = plain(value)
  const isUnknown = useMemo(() => !abroad && !isTown(all, wanted), [abroad, all, wanted])
  const matching = open && !abroad && wanted.length > 1 ? beginning(all, wanted) : []
  const found = matching.some(({ shown }) => shown === value) ? [] : matching
  const take = (town: string) => {
    // A touch keyboard composes nearly every word, and its end would put back the letters typed.
    typing.onBlur()
    put(town)
    setOpen(false)
  }
  const typing = useTyping(
    value,
    (text) => clean(definition.clean, text),
    (text) => {
      put(text)
      // The browser may fill in this box while another one has the focus.
      setOpen(Boolean(box.current?.contains(document.activeElement)))
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
    <div className={isUnknown ? 'town unknown' : 'town'} ref={box}>
      <input
        {...inputProps(props)}
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
          if (!found.length || !keys[event.key] || isForInputMethod(event)) return
          event.preventDefault()
          keys[event.key]!()
        }}
      />
      <Suggestions {...{ list, found, at, take, box }} />
    </div>
  )
}
