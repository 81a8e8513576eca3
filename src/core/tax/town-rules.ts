import type { Settings } from '../../../schema/settings'
import type { TaxBasis, TaxRelief, TaxRuleSet } from '../../../schema/tax'
import { centsOf } from '../checkin/money'
import { addDays, daysFrom } from '../text/dates'
import { placeOf, ratesOn, reliefKey, reliefOf, type TaxPerson } from './party-tax'

type Old = Pick<Settings, 'taxRate' | 'taxFromAge' | 'taxMostNights'>

/** Returns one rule for every day: a rate from an age on, for the first nights of a stay. */
const simpleSet = ({ taxRate, taxFromAge, taxMostNights }: Old): TaxRuleSet => ({
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

/** Returns the town's rule sets; without any, one made of the settings of rate, age and nights. */
export const taxSets = (settings: Old & Pick<Settings, 'taxRules'>): readonly TaxRuleSet[] =>
  settings.taxRules.length ? settings.taxRules : [simpleSet(settings)]

/** Returns whether a house has a tax to ask: the town's rules, or a rate above zero. */
export const hasTax = ({ taxRules, taxRate }: Pick<Settings, 'taxRules' | 'taxRate'>) =>
  taxRules.length > 0 || (centsOf(taxRate) ?? 0) > 0

/** A fault of a rule set. Of a relief that never applies: a person it is meant for, and the relief they get (`by`). */
export type TaxFault = {
  set: number
  field: keyof TaxRuleSet
  at?: number
  rule: string
  days?: string
  place?: string
  example?: TaxPerson
  by?: TaxRelief
}

/** The days of a leap year as `MM-DD`. */
const yearDays = daysFrom('2024-01-01', 366).map((day) => day.slice(5))

const inTime = (sets: readonly TaxRuleSet[]): TaxFault[] => {
  const order = sets.map((rules, set) => ({ ...rules, set })).sort((a, b) => (a.from < b.from ? -1 : 1))
  return order.flatMap(({ set, from, until }, i): TaxFault[] => {
    const before = order[i - 1]
    if (until && until < from) return [{ set, field: 'until', rule: 'backwards' }]
    if (!before) return []
    if (!before.until || before.until >= from) return [{ set, field: 'from', rule: 'overlap', days: from }]
    const gap = addDays(before.until, 1)
    return gap < from ? [{ set, field: 'from', rule: 'gap', days: gap }] : []
  })
}

const placesOf = (rules: TaxRuleSet) => [
  placeOf(rules),
  ...rules.elsewhere.map(({ codes }) => placeOf(rules, codes.split(' ')[0])),
]

/** Returns the places and days without exactly one rate. */
const inYear = (rules: TaxRuleSet, set: number): TaxFault[] =>
  placesOf(rules).flatMap(({ category, zone }): TaxFault[] => {
    const wrong = yearDays.find((day) => ratesOn(rules, { category, zone }, day).length !== 1)
    if (!wrong) return []
    const rates = ratesOn(rules, { category, zone }, wrong)
    const place = [category, zone].filter(Boolean).join(', ')
    if (!rates.length) return [{ set, field: 'rates', rule: 'noRate', days: wrong, place }]
    return [{ set, field: 'rates', at: rules.rates.indexOf(rates[1]!), rule: 'twoRates', days: wrong, place }]
  })

const basisFault = (basis: TaxBasis): string | undefined => {
  if (basis.kind === 'percent') return basis.least > basis.most ? 'leastMost' : undefined
  if (basis.kind === 'fixed') return undefined
  const limits = basis.bands.map(({ under }) => under ?? Number.POSITIVE_INFINITY)
  if (limits.at(-1) !== Number.POSITIVE_INFINITY) return 'bandOpen'
  return limits.some((limit, i) => i > 0 && limit <= limits[i - 1]!) ? 'bandOrder' : undefined
}

const inBases = ({ rates }: TaxRuleSet, set: number): TaxFault[] =>
  rates.flatMap(({ basis }, at): TaxFault[] => {
    const rule = basisFault(basis)
    return rule ? [{ set, field: 'rates', at, rule }] : []
  })

const lacking: { [kind in TaxRelief['kind']]?: (relief: TaxRelief, rules: TaxRuleSet) => string | false } = {
  minor: ({ age }) => !age && 'age',
  senior: ({ age }) => !age && 'age',
  resident: (_, { town }) => !town && 'town',
  own: ({ id, text }) => (!id || !text) && 'text',
}

/** Returns persons whom a relief is meant for, at every age at which some relief begins or ends. */
const personsFor = ({ kind, age = 0, ...relief }: TaxRelief, { town, reliefs }: TaxRuleSet): TaxPerson[] => {
  const limits = reliefs.flatMap((one) => (one.age ? [one.age - 1, one.age] : []))
  const ages = [...new Set([age - 1, age, ...limits, 0, 40, 120])].filter((one) => one >= 0).sort((a, b) => a - b)
  if (kind === 'minor') return ages.filter((one) => one < age).map((one) => ({ age: one }))
  if (kind === 'senior') return ages.filter((one) => one >= age).map((one) => ({ age: one }))
  if (kind === 'resident') return ages.map((one) => ({ age: one, town }))
  return ages.map((one) => ({ age: one, relief: reliefKey({ kind, ...relief }) }))
}

/** Returns the fault of a relief that lacks a part, or whose persons all get an earlier relief. */
const reliefFault = (rules: TaxRuleSet, set: number, relief: TaxRelief, at: number): TaxFault | undefined => {
  const rule = lacking[relief.kind]?.(relief, rules)
  if (rule) return { set, field: 'reliefs', at, rule }
  const takers = personsFor(relief, rules).map((person) => {
    const party = { arrival: '2024-01-01', nights: 1, group: relief.per ?? 1, guests: [person] }
    return { person, by: reliefOf(rules, party, person, party.arrival) }
  })
  const { person, by } = takers.find((one) => one.by === relief) ?? takers.at(-1)!
  return by === relief ? undefined : { set, field: 'reliefs', at, rule: 'never', example: person, ...(by && { by }) }
}

/** Returns the faults of a town's rule sets. Without faults every night of every guest has exactly one verdict. */
export const taxFaults = (sets: readonly TaxRuleSet[]): TaxFault[] => [
  ...inTime(sets),
  ...sets.flatMap((rules, set) => [
    ...inYear(rules, set),
    ...inBases(rules, set),
    ...rules.reliefs.flatMap((relief, at) => reliefFault(rules, set, relief, at) ?? []),
  ]),
]
