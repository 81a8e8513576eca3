import type { Flow } from '../../../schema/steps'
import { prefixes } from '../../data/prefixes'
import { cleaners } from './cleaning'

/** What is dialled at home before a number of each prefix, or nothing. */
const trunks = new Map(prefixes.map(([, prefix, trunk = '']) => [prefix, trunk]))

/**
 * A number as it was typed, told apart: one that names another country by `+` or `00` brings that country's prefix. `+`
 * and a country nobody has stay in the number, for the check to name.
 */
export const dialled = (text: string, prefix = ''): { prefix: string; number: string } => {
  const digits = cleaners.digits(text.replace(/^\s*00/, ''))
  if (!/^\s*(\+|00)/.test(text)) return { prefix, number: digits }
  const own = prefix.slice(1)
  if (own && digits.startsWith(own)) return { prefix, number: digits.slice(own.length) }
  // No prefix begins with another (ITU-T E.164), so the first that fits is the one.
  const named = [1, 2, 3].map((size) => `+${digits.slice(0, size)}`).find((one) => trunks.has(one))
  return named ? { prefix: named, number: digits.slice(named.length - 1) } : { prefix, number: `+${digits}` }
}

/**
 * A national number without what only a caller at home dials first: the nought of Germany or France, not that of Italy,
 * which belongs to the number. Where the trunk prefix is no nought (1 in America, 8 in Russia), numbers of ten digits
 * may begin with it: it goes only where it is the eleventh.
 */
export const withoutTrunk = (number: string, prefix = '') => {
  const trunk = trunks.get(prefix)
  if (!trunk || !number.startsWith(trunk)) return number
  return trunk.startsWith('0') || number.length === 11 ? number.slice(trunk.length) : number
}

/**
 * A flow whose telephone prefix follows any country a guest may live in: what `steps.json` says of some stands, the
 * other countries (Italian name and ISO code) have theirs from the table.
 */
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
