import type {
  NightRun,
  ShownTax,
  TaxBasis,
  TaxedNight,
  TaxLine,
  TaxRate,
  TaxRelief,
  TaxRuleSet,
  Why,
} from '../../../schema/tax'
import { euros } from '../checkin/money'
import type { Speaker } from '../flow/speaker'
import { sum } from './party-tax'
import { countsOverStays, type TaxedStay, taxLines } from './tax-report'
import type { TaxFault } from './town-rules'

type Say = Pick<Speaker, 'say' | 'plural'>

/** Returns a count, and a value that is still being typed (NaN) as a dash. */
const written = (count: number) => (Number.isNaN(count) ? '—' : String(count))

/** Returns to whom a reduction or exemption goes: `ha meno di 14 anni`. */
export const reliefWords = ({ kind, age = 0, per, text = '' }: TaxRelief, { say }: Say): string => {
  const who = kind === 'own' ? text : say(`tax.relief.${kind}`, { age: written(age) })
  return per === undefined ? who : say('tax.relief.per', { who, per: written(per) })
}

/** Returns the reason of a night's tax: `oltre il limite di 4`. `decimals` formats hundredths. */
export const whyWords = (why: Why, speak: Say, decimals = euros): string => {
  const key = `tax.why.${why.key}`
  if ('relief' in why) return speak.say(key, { off: written(why.relief.off), relief: reliefWords(why.relief, speak) })
  if (why.key === 'limit') return speak.say(key, { most: String(why.most) })
  if ('basis' in why && why.basis.kind === 'percent') return speak.say(key, { percent: decimals(why.basis.percent) })
  return speak.say(key)
}

const lineWords = ({ why, nights, amount }: TaxLine, speak: Say) => {
  const params = { nights: speak.plural('tax.nightsBy', nights), why: whyWords(why, speak) }
  return amount ? speak.say('tax.line', { ...params, amount: euros(amount) }) : speak.say('tax.freeLine', params)
}

/** Returns a guest's nights by their reasons in one line. */
export const guestWords = (nights: readonly TaxedNight[], speak: Say): string =>
  taxLines(nights)
    .map((line) => lineWords(line, speak))
    .join('; ')

/** Returns a guest's nights of a stay, a line each: `5ª notte (14/07/2026): oltre il limite di 4`. */
export const nightWords = (nights: readonly TaxedNight[], speak: Say, dayShown: (day: string) => string): string[] =>
  nights.map(({ day, cents, why }, at) =>
    speak.say(cents ? 'tax.night' : 'tax.freeNight', {
      number: String(at + 1),
      day: dayShown(day),
      amount: euros(cents),
      why: whyWords(why, speak),
    }),
  )

const basisWords: { [kind in TaxBasis['kind']]: (basis: Extract<TaxBasis, { kind: kind }>, speak: Say) => string } = {
  fixed: ({ cents }, { say }) => say('tax.rate.fixed', { amount: euros(cents) }),
  percent: ({ percent, least, most }, { say }) =>
    say('tax.rate.percent', { percent: euros(percent), least: euros(least), most: euros(most) }),
  bands: ({ bands }, { say }) =>
    bands
      .map(({ under, cents }) =>
        under === undefined
          ? say('tax.rate.lastBand', { amount: euros(cents) })
          : say('tax.rate.band', { amount: euros(cents), under: euros(under) }),
      )
      .join(', '),
}

/** Returns a rate as a sentence; `dayWords` writes a day `MM-DD`. */
export const rateWords = ({ basis, category, zone, season }: TaxRate, speak: Say, dayWords: (day: string) => string) =>
  [
    basisWords[basis.kind](basis as never, speak),
    category && speak.say('tax.rate.category', { category }),
    zone && speak.say('tax.rate.zone', { zone }),
    season && speak.say('tax.rate.season', { from: dayWords(season.from), until: dayWords(season.until) }),
  ]
    .filter(Boolean)
    .join(', ')

/** Returns a reduction or exemption as a sentence: `esente, meno di 14 anni`. */
export const reliefSentence = (relief: TaxRelief, speak: Say): string =>
  whyWords({ key: relief.off === 100 ? 'exempt' : 'reduced', relief }, speak)

/** Returns which nights are taxed, as a sentence. */
export const limitWords = ({ mostNights, count }: TaxRuleSet, { say, plural }: Say): string => {
  if (mostNights === 0) return say('tax.limit.all')
  const key = `tax.limit.${count}`
  return Number.isNaN(mostNights) ? say(`${key}.other`, { count: written(mostNights) }) : plural(key, mostNights)
}

/** Returns a whole rule set as sentences. */
export const setWords = (rules: TaxRuleSet, speak: Say, dayWords: (day: string) => string): string =>
  [
    ...rules.rates.map((rate) => rateWords(rate, speak, dayWords)),
    limitWords(rules, speak),
    ...rules.reliefs.map((relief) => reliefSentence(relief, speak)),
  ].join('; ')

/** Returns what is wrong, as a sentence. */
export const taxFaultWords = (
  { rule, days = '', place = '', example, by }: TaxFault,
  speak: Say,
  dayShown: (day: string) => string,
): string => {
  const age = String(example?.age ?? '')
  return speak.say(`tax.fault.${rule}`, {
    days: dayShown(days.length === 5 ? `2024-${days}` : days).replace(/[/.]2024$/, ''),
    place: place && speak.say('tax.fault.place', { place }),
    who: example?.relief ? speak.say('tax.fault.who', { age }) : speak.say('tax.fault.aged', { age }),
    by: by ? reliefSentence(by, speak) : '',
  })
}

/** Returns a key that is equal for nights with the same words; their number beyond the limit is not said. */
const readsAs = ({ cents, why }: TaxedNight) => JSON.stringify([cents, { ...why, night: 0 }])

const runsOf = (nights: readonly TaxedNight[]): NightRun[] => {
  const runs: NightRun[] = []
  for (const [at, night] of nights.entries()) {
    const last = runs.at(-1)
    const isSame = at > 0 && readsAs(nights[at - 1]!) === readsAs(night)
    if (last && isSame) Object.assign(last, { until: at + 1, cents: last.cents + night.cents })
    else runs.push({ from: at + 1, until: at + 1, cents: night.cents, why: night.why })
  }
  return runs
}

/** Returns a stay's tax as its guest sees it; undefined where no rule holds for any of its nights. */
export const shownTax = (
  { guests, amount }: TaxedStay,
  sets: readonly TaxRuleSet[],
  paid: number,
): ShownTax | undefined => {
  const shown = guests.map(({ who, nights }) => ({
    who,
    amount: sum(nights.map(({ cents }) => cents)),
    runs: runsOf(nights),
  }))
  const isRuled = shown.some(({ runs }) => runs.some(({ why }) => why.key !== 'none'))
  return isRuled ? { amount, paid, isOverStays: countsOverStays(sets), guests: shown } : undefined
}

/** Returns nights as a sentence: `Notti 1–4: 8,00 €, tariffa intera`, `5ª notte: oltre il limite di 4`. */
export const nightRunWords = ({ from, until, cents, why }: NightRun, speak: Say, decimals = euros): string =>
  speak.say(`tax.${cents ? 'run' : 'freeRun'}.${from === until ? 'one' : 'more'}`, {
    from: String(from),
    until: String(until),
    amount: decimals(cents),
    why: whyWords(why, speak, decimals),
  })
