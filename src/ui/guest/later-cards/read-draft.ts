import { stayFields } from '../../../../schema/checkin'
import { languages } from '../../../../schema/languages'
import type { Flow } from '../../../../schema/steps'
import { spell } from '../../../core/checkin/spellings'
import { withChanges } from '../../../core/flow/arms'
import { definitionOf, fieldsAskedIn } from '../../../core/flow/fields'
import { nameResolver } from '../../../core/flow/names'
import { isCalendar } from '../../../core/text/dates'
import { type Country, house } from '../../shared/published'
import { clear, draft, ifKept, touched } from '../engine/guest-draft'

/** How long an untouched draft is kept on the phone, in milliseconds: two days. */
const kept = 2 * 24 * 3600_000

/**
 * What a draft notes of itself, besides the answers: that it is over, as what it was sent, and the code it was begun
 * with.
 */
const notes = ['finished', 'sentAs', 'draftCode']

const regions = new Map<string, Intl.DisplayNames>()
const regionNames = (language: string) =>
  regions.get(language) ?? regions.set(language, new Intl.DisplayNames([language], { type: 'region' })).get(language)!

const fieldsOf = (flow: Flow) => {
  const asked = [...fieldsAskedIn(flow)].filter(
    (field) => flow.fields[field]?.schema || stayFields.includes(field) || /^(main|second|third)Guest[A-Z]/.test(field),
  )
  return new Set([...asked, ...stayFields, ...notes])
}

const aliasesOf = (flow: Flow) =>
  Object.entries(flow.fields).flatMap(([short, { aliases = [] }]) =>
    aliases.map((alias) => [alias, nameResolver('main')(short)] as const),
  )

/**
 * A country as an older draft may name it (its ISO code, its name in any language we speak), by the Italian name
 * records keep.
 */
const countryNamed = (value: string) => {
  const { countries } = house.get()
  const wanted = value.toLowerCase()
  const isMeant = ([, name, iso]: Country) =>
    iso.toLowerCase() === wanted ||
    name.toLowerCase() === wanted ||
    (iso && languages.some((one) => regionNames(one).of(iso)?.toLowerCase() === wanted))
  return countries.some(([italian]) => italian === value) ? value : (countries.find(isMeant)?.[0] ?? value)
}

/**
 * A date that may still be half typed (`1980-5-`); one that is no day of any year, and what is no date, leaves its
 * boxes empty.
 */
const dateTyped = (value: string) =>
  isCalendar(value) || (/^\d{0,4}-\d{0,2}-\d{0,2}$/.test(value) && !/^\d{4}-\d{2}-\d{2}$/.test(value)) ? value : ''

/** A kept answer as the record spells it today. */
const evened = (flow: Flow, field: string, value: string) => {
  const text = spell(field, value) ?? value
  const control = definitionOf(flow, field)?.control
  return control === 'date' ? dateTyped(text) : control === 'country' ? countryNamed(text) : text
}

/**
 * Read the draft from the browser: old names are taken over under the record's, old spellings evened, a stale draft
 * wiped.
 */
export const readDraft = (flow: Flow) => {
  const fields = fieldsOf(flow)
  const read = ifKept(() => {
    if (Date.now() - Number(localStorage.getItem(touched) ?? Date.now()) > kept) clear()
    const own = Object.fromEntries([...fields].map((field) => [field, localStorage.getItem(field)]))
    const old = Object.fromEntries(
      aliasesOf(flow)
        .map(([alias, field]) => [field, localStorage.getItem(alias)])
        .filter(([, value]) => value),
    )
    return { ...old, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value)) }
  })
  const answers = Object.entries(read ?? draft.get()).map(([field, value]) => [
    field,
    evened(flow, field!, String(value)) || null,
  ])
  draft.set(withChanges({}, Object.fromEntries(answers) as Record<string, string | null>))
}
