import type { Flow } from '../../../schema/steps'
import { formats } from '../../core/flow/formats'
import { speaker } from '../../core/flow/speaker'
import { withPrefixes } from '../../core/flow/telephone'
import { type Country, type GuestHouse, type PublishedFiles, start, today } from './published'

/** The formats of the schemas as this browser means them. */
export const formatsOf = ({ countries }: Pick<PublishedFiles, 'countries'>) => {
  const names = new Set(countries.map(([italian]) => italian))
  return formats({ today, isCitizenship: (name) => names.has(name) })
}

/** A flow whose fields know what their answers were once called. */
const withAliases = (flow: Flow, aliases: PublishedFiles['aliases']): Flow => {
  const known = Object.entries(aliases).map(([name, names]) => [name, { ...flow.fields[name], aliases: [...names] }])
  return { ...flow, fields: { ...flow.fields, ...Object.fromEntries(known) } }
}

/** A published flow made ready to be asked. */
export const furnish = (published: PublishedFiles): GuestHouse => {
  // The states that only an imported table has go by one name in every language, after those of the guest's own.
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
