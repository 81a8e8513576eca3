import type { Draft } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { prefixes } from '../../data/prefixes'
import { addDays } from '../text/dates'
import { withChanges } from './arms'
import { cleaners } from './validation'

/** The trunk prefix of each country, dialled at home before a number. */
const trunks = new Map(prefixes.map(([, prefix, trunk = '']) => [prefix, trunk]))

/** Returns a number without its country's prefix. A number of another country keeps its `+`: the check reports it. */
export const nationalNumber = (text: string, prefix = '') => {
  const digits = cleaners.digits(text.replace(/^\s*00/, ''))
  if (!/^\s*(\+|00)/.test(text)) return digits
  const own = prefix.slice(1)
  return own && digits.startsWith(own) ? digits.slice(own.length) : `+${digits}`
}

/** Splits a typed number into its country's prefix and the rest. `prefix` is that of a number without `+` or `00`. */
export const splitNumber = (text: string, prefix = ''): { prefix: string; number: string } => {
  const number = nationalNumber(text, prefix)
  // No prefix begins with another one (ITU-T E.164), so the first match is right.
  const named = [2, 3, 4].map((length) => number.slice(0, length)).find((one) => trunks.has(one))
  return named ? { prefix: named, number: number.slice(named.length) } : { prefix, number }
}

/** The prefix of an Italian number written without `+`: no number of Italy with 11 to 13 digits begins with 39. */
const bareItalian = /^39(?=3\d{9}$|0\d{8,10}$)/

/** Returns a number without its trunk prefix (other than 0 only if it has eleven digits); an Italian one without 39. */
export const withoutTrunk = (number: string, prefix = '') => {
  if (prefix === '+39') return number.replace(bareItalian, '')
  const trunk = trunks.get(prefix)
  if (!trunk || !number.startsWith(trunk)) return number
  return trunk.startsWith('0') || number.length === 11 ? number.slice(trunk.length) : number
}

/** Returns a flow whose prefix follows the guest's country; those of `steps.json` come first. */
export const withPrefixes = (
  flow: Flow,
  countries: readonly (readonly [italian: string, name: string, iso: string])[],
) => {
  const byIso = new Map(prefixes.map(([iso, prefix]) => [iso, prefix]))
  const all = countries.flatMap(([italian, , iso]) => (byIso.has(iso) ? [[italian, byIso.get(iso)!] as const] : []))
  const fields = Object.entries(flow.fields).map(([name, field]) => {
    const usual = field.default
    const isAsked = field.control === 'prefix' && usual && typeof usual === 'object' && 'by' in usual
    return [name, isAsked ? { ...field, default: { ...Object.fromEntries(all), ...usual } } : field]
  })
  return { ...flow, fields: Object.fromEntries(fields) as Flow['fields'] }
}

// Not in `fields.ts`, which the first card loads: the telephone prefixes would come along.

/** Returns a draft with the departure (arrival plus nights, `YYYY-MM-DD`) and the whole telephone number. */
export const withDerived = (draft: Draft): Draft =>
  withChanges(draft, {
    departureDate:
      draft.arrivalDate && draft.numberOfNights ? addDays(draft.arrivalDate, Number(draft.numberOfNights)) : null,
    phone:
      draft.phonePrefix && draft.phoneNumber
        ? `${draft.phonePrefix} ${withoutTrunk(draft.phoneNumber, draft.phonePrefix)}`
        : null,
  })
