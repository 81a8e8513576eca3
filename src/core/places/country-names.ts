import { languageRow } from '../../../schema/languages'
import { apolide, countries } from '../../data/countries'

const named = (language: string) => new Intl.DisplayNames([language], { type: 'region' })
let italian: Intl.DisplayNames | undefined

/** Returns a country's Italian name by ISO code, as records store it. */
export const italianName = (iso: string) => (italian ??= named('it')).of(iso)!

/** Returns the countries to choose from: those with a code at the portal; Gibraltar chooses its parent state. */
export const countryNames = (language: string): { iso: string; name: string; italian: string }[] => {
  const names = named(language)
  const { compare } = new Intl.Collator(language)
  return countries
    .filter(([iso]) => iso)
    .map(([iso]) => ({ iso, name: names.of(iso)!, italian: italianName(iso) }))
    .sort((a, b) => compare(a.name, b.name))
}

/** Returns the citizenships: the countries and, last, the stateless without an ISO code. */
export const citizenshipNames = (language: string) => [
  ...countryNames(language),
  { iso: '', name: languageRow(language)?.stateless ?? apolide, italian: apolide },
]
