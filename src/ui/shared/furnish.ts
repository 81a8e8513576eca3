import type { Draft } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { forEachFurther, withFurtherGuests } from '../../core/flow/further-guests'
import { faultsOfRecord, formats } from '../../core/flow/schema-faults'
import { speaker } from '../../core/flow/speaker'
import { withPrefixes } from '../../core/flow/telephone'
import { type Country, type GuestHouse, type PublishedFiles, start, today } from './published'

/** Returns the schema formats of this browser. */
export const formatsOf = ({ countries }: Pick<PublishedFiles, 'countries'>) => {
  const names = new Set(countries.map(([italian]) => italian))
  return formats({ today, isCitizenship: (name) => names.has(name) })
}

const withAliases = (flow: Flow, aliases: PublishedFiles['aliases']): Flow => {
  const entries = Object.entries(aliases).map(([name, names]) => [name, { ...flow.fields[name], aliases: [...names] }])
  return { ...flow, fields: { ...flow.fields, ...Object.fromEntries(entries) } }
}

/** Returns a published flow ready to use. */
export const readyHouse = (published: PublishedFiles): GuestHouse => {
  // States of an imported table have one name in every language.
  const countries = [...published.countries, ...(start.states ?? []).map((name): Country => [name, name, ''])]
  const validate = published.validator(formatsOf({ countries }))
  const checker = {
    faultsIn: (draft: Draft) => faultsOfRecord(validate, draft),
    get today() {
      return today()
    },
  }
  const written = withPrefixes(withAliases(published.flow, published.aliases), countries)
  const flow = withFurtherGuests(written, published.further)
  const words = forEachFurther(published.words)
  return {
    ...published,
    flow,
    left: forEachFurther(published.left),
    words,
    countries,
    checker,
    speak: speaker(words, published.language),
    isWhole: true,
  }
}
