import { languageRow } from '../../../schema/languages'
import { apolide, countries } from '../../data/countries'

const named = (language: string) => new Intl.DisplayNames([language], { type: 'region' })
let italian: Intl.DisplayNames | undefined

/** A country's Italian name, by its ISO code: what a record keeps. */
export const italianName = (iso: string) => (italian ??= named('it')).of(iso)!

/**
 * The countries a guest chooses from, sorted in their language; `italian` is what the record keeps. They are the ones
 * the portal has a code for; a place without one (Gibraltar, Aruba) is answered with its parent state, and nobody lives
 * in statelessness.
 */
export const countryNames = (language: string): { iso: string; name: string; italian: string }[] => {
  const names = named(language)
  const { compare } = new Intl.Collator(language)
  return countries
    .filter(([iso]) => iso)
    .map(([iso]) => ({ iso, name: names.of(iso)!, italian: italianName(iso) }))
    .sort((a, b) => compare(a.name, b.name))
}

/** The citizenships a guest chooses from: the countries and, last, the stateless, who have no ISO code. */
export const citizenshipNames = (language: string) => [
  ...countryNames(language),
  { iso: '', name: languageRow(language)?.stateless ?? apolide, italian: apolide },
]
