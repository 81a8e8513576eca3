import type { Flow } from '../../../schema/steps'
import { formats } from '../../core/flow/formats'
import { speaker } from '../../core/flow/speaker'
import { withPrefixes } from '../../core/flow/telephone'
import { type Country, type GuestHouse, type PublishedFiles, start, today } from './published'

/** Returns the schema formats of this browser. */
export const formatsOf = ({ countries }: Pick<PublishedFiles, 'countries'>) => {
  const names = new Set(countries.map(([italian]) => italian))
  return formats({ today, isCitizenship: (name) => names.has(name) })
}

const withAliases = (flow: Flow, aliases: PublishedFiles['aliases']): Flow => {
  const known = Object.entries(aliases).map(([name, names]) => [name, { ...flow.fields[name], aliases: [...names] }])
  return { ...flow, fields: { ...flow.fields, ...Object.fromEntries(known) } }
}

/** Returns a published flow ready to use. */
export const readyHouse = (published: PublishedFiles): GuestHouse => {
  // States of an imported table have one name in every language.
  const countries = [...published.countries, ...(start.states ?? []).map((name): Country => [name, name, ''])]
  const checker = {
    validate: published.validator(formatsOf({ countries })),
    get today() {
      return today()
    },
  }
  const flow = withPrefixes(withAliases(published.flow, published.aliases), countries)
  return { ...published, flow, countries, checker, speak: speaker(published.words, published.language), isWhole: true }
}
