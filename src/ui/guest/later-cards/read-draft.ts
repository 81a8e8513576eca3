import { languages } from '../../../../schema/languages'
import type { Flow } from '../../../../schema/steps'
import { stayFields } from '../../../core/checkin/record-parts'
import { spell } from '../../../core/checkin/spellings'
import { withChanges } from '../../../core/flow/arms'
import { definitionOf, fieldsAskedIn } from '../../../core/flow/fields'
import { nameResolver, shortOf } from '../../../core/flow/names'
import { isCalendar } from '../../../core/text/dates'
import { type Country, house } from '../../shared/published'
import { clearStorage, draft, draftPlace, savedAtKey, withStorage } from '../state/guest-draft'

const lifetimeMs = 2 * 24 * 3600_000

/** Prefix of the drafts of guests' links. */
export const linkPlace = 'link:'

/** Removes this tab's draft and those of guests' links if they are too old. */
const removeOldDrafts = () => {
  const ends = Object.keys(localStorage).filter((name) => name.startsWith(linkPlace) && name.endsWith(savedAtKey))
  for (const place of [draftPlace.prefix, ...ends.map((name) => name.slice(0, -savedAtKey.length))])
    if (Date.now() - Number(localStorage.getItem(place + savedAtKey) ?? Date.now()) > lifetimeMs) clearStorage(place)
}

/** Fields of a draft that are not answers and are never sent. */
export const ofPhone = [
  'sentAs',
  'draftCode',
  'keepAnswers',
  'sharedDevice',
  'guestLinks',
  'readDocument',
  'readFiscalCode',
  'stayLink',
  'bookedArrival',
  'receiptLink',
]

/** Fields that the browser stores besides the answers. */
const notes = ['finished', 'unconfirmed', 'shownTax', 'shownCin', ...ofPhone]

const regions = new Map<string, Intl.DisplayNames>()
const regionNames = (language: string) =>
  regions.get(language) ?? regions.set(language, new Intl.DisplayNames([language], { type: 'region' })).get(language)!

const fieldsOf = (flow: Flow) => {
  const asked = [...fieldsAskedIn(flow)].filter(
    (field) => flow.fields[field]?.schema || stayFields.includes(field) || shortOf(field).number,
  )
  return new Set([...asked, ...stayFields, ...notes])
}

const aliasesOf = (flow: Flow) =>
  Object.entries(flow.fields).flatMap(([short, { aliases = [] }]) =>
    aliases.map((alias) => [alias, nameResolver('main')(short)] as const),
  )

const countryNamed = (value: string) => {
  const { countries } = house.get()
  const wanted = value.toLowerCase()
  const isMeant = ([, name, iso]: Country) =>
    iso.toLowerCase() === wanted ||
    name.toLowerCase() === wanted ||
    (iso && languages.some((one) => regionNames(one).of(iso)?.toLowerCase() === wanted))
  return countries.some(([italian]) => italian === value) ? value : (countries.find(isMeant)?.[0] ?? value)
}

/** Returns a date, also a partly typed one (`1980-5-`); empty for an impossible date or another text. */
const typedDate = (value: string) =>
  isCalendar(value) || (/^\d{0,4}-\d{0,2}-\d{0,2}$/.test(value) && !/^\d{4}-\d{2}-\d{2}$/.test(value)) ? value : ''

const normalized = (flow: Flow, field: string, value: string) => {
  const text = spell(field, value) ?? value
  const control = definitionOf(flow, field)?.control
  return control === 'date' ? typedDate(text) : control === 'country' ? countryNamed(text) : text
}

/** Stores answers under the record's names instead of the former product's. */
const renameOld = (flow: Flow, prefix: string) => {
  for (const [alias, field] of aliasesOf(flow)) {
    const value = localStorage.getItem(prefix + alias)
    if (value && localStorage.getItem(prefix + field) === null) localStorage.setItem(prefix + field, value)
    localStorage.removeItem(prefix + alias)
  }
}

/** Removes `formData`, stored by the former product, as specified. */
export const removeOldFormData = () => void withStorage(() => localStorage.removeItem('formData'))

/** Reads the draft from the browser: renames old fields, corrects old spellings, removes a draft that is too old. */
export const readDraft = (flow: Flow) => {
  const fields = fieldsOf(flow)
  const { prefix } = draftPlace
  const stored = withStorage(() => {
    removeOldDrafts()
    renameOld(flow, prefix)
    const current = Object.fromEntries([...fields].map((field) => [field, localStorage.getItem(prefix + field)]))
    // A receipt's token beside an unfinished check-in is of an earlier one.
    const isOwn = (field: string) => field !== 'receiptLink' || current.finished
    return Object.fromEntries(Object.entries(current).filter(([field, value]) => value && isOwn(field)))
  })
  const answers = Object.entries(stored ?? draft.get()).map(([field, value]) => [
    field,
    normalized(flow, field!, String(value)) || null,
  ])
  draft.set(withChanges({}, Object.fromEntries(answers) as Record<string, string | null>))
}
