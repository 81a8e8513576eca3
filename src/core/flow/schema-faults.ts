import type { Draft } from '../../../schema/checkin'
import type { OwnFormat } from '../../../schema/vocabulary'
import { apolide } from '../../data/countries'
import { isCalendar } from '../text/dates'
import { hasPortalLetter } from '../text/transliteration'
import { ruleFieldOf, shortOf } from './names'
import type { Fault, Validate } from './validation'

/** The day in Italy (`YYYY-MM-DD`) and the test for a citizenship: the countries and `Apolide`. */
type FormatContext = { today: () => string; isCitizenship: (name: string) => boolean }

const part = (index: number) => (date: string) => date.split('-')[index] ?? ''
const year = part(0)
const month = part(1)
const day = part(2)
/** Refuses user names, passwords and invisible characters, which hide where a link leads. */
const isAddress = (text: string) =>
  /^https?:\/\/[^\s/$.?#@\\][^\s/?#@\\]*(?:[/?#][^\s]*)?$/i.test(text) && !/[\p{C}\u2028\u2029]/u.test(text)
const isMail = (text: string) =>
  /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".-][^\s@<>()[\]\\,;:"]*\.[^\s@<>()[\]\\,;:".]{2,}$/.test(text)

const ownFormats: Record<OwnFormat, (text: string) => boolean> = {
  letters: (text) => /^[\p{L}\p{M} '’-]*$/u.test(text),
  digits: (text) => /^[0-9]*$/.test(text),
  plate: (text) => /^[\p{L}0-9]([ -]?[\p{L}0-9]){1,9}$/u.test(text),
  number: (text) => /^(0|[1-9][0-9]{0,8})$/.test(text),
  decimal: (text) => /^(0|[1-9][0-9]{0,8})([.,][0-9]{1,2})?$/.test(text),
  calendar: isCalendar,
}

/** Returns the formats of the schemas. A half-typed date (`1980-5-`) reports the part it lacks. */
export const formats = ({ today, isCitizenship }: FormatContext) => ({
  ...ownFormats,
  dayGiven: (date: string) => day(date) !== '',
  monthGiven: (date: string) => month(date) !== '',
  day: (date: string) => /^(0?[1-9]|[12][0-9]|3[01])$/.test(day(date)),
  month: (date: string) => /^(0?[1-9]|1[0-2])$/.test(month(date)),
  yearGiven: (date: string) => year(date) !== '',
  year: (date: string) => /^[0-9]{4}$/.test(year(date)),
  past: (date: string) => date <= today(),
  since1900: (date: string) => !/^[0-9]{4}-/.test(date) || year(date) >= '1900',
  thisYear: (date: string) => !/^[0-9]{4}-/.test(date) || year(date) <= today().slice(0, 4),
  country: (name: string) => name !== apolide && isCitizenship(name),
  citizenship: isCitizenship,
  latinLetter: hasPortalLetter,
  email: isMail,
  emailOrEmpty: (text: string) => text === '' || isMail(text),
  webAddress: (text: string) => text === '' || isAddress(text),
})

type SchemaError = NonNullable<Validate['errors']>[number]

const ruleOf = ({ keyword, params }: SchemaError) => (keyword === 'format' ? String(params.format) : keyword)
const limitOf = ({ params }: SchemaError) => (typeof params.limit === 'number' ? { limit: params.limit } : {})

const fieldOf = ({ instancePath, params }: SchemaError) =>
  `${instancePath}/${params.missingProperty ?? params.additionalProperty ?? ''}`.replace(/^\/|\/$/g, '')

/** Returns the broken rules of a draft, the first for each field, in the order of the schema. */
export const schemaFaults = (validate: Validate, draft: object): Fault[] => {
  if (validate(draft)) return []
  const first = new Map<string, Fault>()
  for (const error of validate.errors ?? []) {
    const field = fieldOf(error)
    if (error.keyword !== 'if' && !first.has(field)) first.set(field, { field, rule: ruleOf(error), ...limitOf(error) })
  }
  return [...first.values()]
}

/** Returns, for each further guest, the answered fields by the third guest's field with the same rules. */
const furtherAnswers = (draft: Draft) => {
  const groups = new Map<string, Map<string, string>>()
  for (const field in draft) {
    const rule = ruleFieldOf(field)
    if (rule === field) continue
    const group = shortOf(field).who ?? field
    groups.set(group, (groups.get(group) ?? new Map()).set(rule, field))
  }
  return [...groups.values()]
}

/** Returns the broken rules of a record or a part of it, one for each field, further guests included. */
export const faultsOfRecord = (validate: Validate, record: Draft): Fault[] => [
  ...schemaFaults(validate, record),
  ...furtherAnswers(record).flatMap((names) => {
    const answers = Object.fromEntries([...names].map(([rule, field]) => [rule, record[field]]))
    return schemaFaults(validate, answers).map((fault) => ({ ...fault, field: names.get(fault.field) ?? fault.field }))
  }),
]
