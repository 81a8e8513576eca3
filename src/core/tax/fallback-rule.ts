import type { Settings } from '../../../schema/settings'
import type { TaxRuleSet } from '../../../schema/tax'
import { centsOf } from '../text/money'

type Old = Pick<Settings, 'taxRate' | 'taxFromAge' | 'taxMostNights'>

/** One rate for everybody from an age on, for the first nights of a stay, always. */
const simplest = ({ taxRate, taxFromAge, taxMostNights }: Old): TaxRuleSet => ({
  town: '',
  from: '2000-01-01',
  until: '',
  category: '',
  zone: '',
  elsewhere: [],
  rates: [{ basis: { kind: 'fixed', cents: centsOf(taxRate) ?? 0 } }],
  mostNights: taxMostNights,
  count: 'stay',
  ageOn: 'arrival',
  reliefs: taxFromAge > 0 ? [{ kind: 'minor', off: 100, age: taxFromAge }] : [],
  rounding: { to: 1, way: 'nearest' },
  source: { title: '', link: '', day: '' },
})

/** Returns the town's rule sets; while there are none, the one that rate, age and nights of the settings make. */
export const taxSets = (settings: Old & Pick<Settings, 'taxRules'>): readonly TaxRuleSet[] =>
  settings.taxRules.length ? settings.taxRules : [simplest(settings)]

/** Returns whether a house has a tax to ask: the town's rules, or a rate above zero. */
export const hasTax = ({ taxRules, taxRate }: Pick<Settings, 'taxRules' | 'taxRate'>) =>
  taxRules.length > 0 || (centsOf(taxRate) ?? 0) > 0
