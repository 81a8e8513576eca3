import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { prefixes } from '../../data/prefixes'
import { clean } from '../../core/clean'
import { house } from '../house'
import { store, useStore } from '../store'
import type { ControlProps } from './control'

/** The options of a long list: the card is painted with the chosen one, the others come right after, and once. */
const Options = ({ all, chosen }: { all: readonly (readonly [value: string, text: string, ...more: string[]])[]; chosen: string }) => {
  const shown = useDeferredValue(all, all.filter(([value]) => value === chosen))
  return useMemo(() => shown.map(([value, text]) => <option key={text} value={value}>{text}</option>), [shown])
}

/** A country by its name in the guest's language, kept under its Italian one. */
export const CountrySelect = ({ id, field, value, definition, describedBy, invalid, autoComplete, put }: ControlProps) => {
  const { countries, speak } = house.get()
  return (
    <select id={id} name={field} value={value} autoComplete={autoComplete} aria-describedby={describedBy} aria-invalid={invalid || undefined} onChange={({ target }) => put(target.value)}>
      {!definition.default && <option value="">{speak.say('country.choose')}</option>}
      <Options all={countries} chosen={value} />
    </select>
  )
}

const elsewhere = 'other'

/** A telephone prefix from the list, or any other typed. */
export const PrefixSelect = ({ id, field, value, describedBy, invalid, autoComplete, put }: ControlProps) => {
  const { countries, language, speak } = house.get()
  const listed = useMemo(() => {
    const names = new Map(countries.map(([, name, iso]) => [iso, name]))
    const { compare } = new Intl.Collator(language)
    const named = prefixes.map(([iso, prefix]) => ({ prefix, name: names.get(iso) ?? iso })).sort((a, b) => compare(a.name, b.name))
    return named.map(({ prefix, name }) => [prefix, `${prefix} ${name}`] as const)
  }, [countries, language])
  const [other, setOther] = useState(value !== '' && !listed.some(([prefix]) => prefix === value))
  return (
    <div className="prefix">
      <select
        id={id} name={field} value={other ? elsewhere : value} autoComplete={autoComplete} aria-describedby={describedBy} aria-invalid={invalid || undefined}
        onChange={({ target }) => {
          setOther(target.value === elsewhere)
          put(target.value === elsewhere ? '' : target.value)
        }}
      >
        <option value="" />
        <Options all={listed} chosen={value} />
        <option value={elsewhere}>{speak.say('phonePrefix.other')}</option>
      </select>
      {other && (
        <input
          type="tel" inputMode="tel" value={value} aria-label={speak.say('phonePrefix.otherLabel')} aria-describedby={describedBy} aria-invalid={invalid || undefined}
          placeholder="+" onChange={({ target }) => put(target.value.replace(/[^0-9]/g, '').replace(/^0*(?=.)/, '+'))}
        />
      )}
    </div>
  )
}

const towns = store<readonly { shown: string; plain: string }[]>([])
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replace(/[^A-Z0-9]+/g, ' ').trim()

const loadTowns = async () => {
  if (towns.get().length) return
  const response = await fetch(document.querySelector<HTMLLinkElement>('link[rel=towns]')!.href)
  if (response.ok) towns.set((await response.text()).split('\n').map((shown) => ({ shown, plain: plain(shown) })))
}

const most = 6

/** An Italian town, with suggestions once two letters are typed; any other text is taken as typed. */
export const Town = ({ id, field, value, definition, describedBy, invalid, autoComplete, put }: ControlProps) => {
  const { say } = house.get().speak
  const list = useId()
  const all = useStore(towns)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const options = useRef<HTMLUListElement>(null)
  useEffect(() => void loadTowns().catch(() => {}), [])
  useEffect(() => options.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at])

  const wanted = plain(value)
  const matching = open && wanted.length > 1 ? all.filter(({ plain: name }) => name.startsWith(wanted)).sort((a, b) => a.plain.length - b.plain.length).slice(0, most) : []
  const found = matching.some(({ shown }) => shown === value) ? [] : matching
  const take = (town: string) => {
    put(town)
    setOpen(false)
    setAt(-1)
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => setAt((at + 1) % found.length),
    ArrowUp: () => setAt((at <= 0 ? found.length : at) - 1),
    Escape: () => setOpen(false),
    ...(at >= 0 && { Enter: () => take(found[at]!.shown) }),
  }
  return (
    <div className="town">
      <input
        id={id} name={field} value={value} className="capitals" role="combobox" aria-expanded={found.length > 0} aria-controls={list} aria-autocomplete="list"
        aria-activedescendant={at >= 0 && found[at] ? `${list}-${at}` : undefined} autoComplete={autoComplete} autoCapitalize="characters" spellCheck={false} enterKeyHint="next"
        aria-describedby={describedBy} aria-invalid={invalid || undefined}
        onChange={({ target }) => {
          put(clean(definition.clean, target.value))
          setOpen(true)
          setAt(-1)
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (!found.length || !keys[event.key]) return
          event.preventDefault()
          keys[event.key]!()
        }}
      />
      <ul id={list} ref={options} role="listbox" aria-label={say('town.suggestions', { count: found.length })} hidden={!found.length}>
        {found.map(({ shown }, i) => (
          <li key={shown} id={`${list}-${i}`} role="option" aria-selected={i === at} onPointerDown={(event) => event.preventDefault()} onClick={() => take(shown)}>
            {shown}
          </li>
        ))}
      </ul>
    </div>
  )
}
