import type { NightRun, ShownTax, TaxedNight, TaxRuleSet } from '../../../schema/tax'
import type { Speaker } from '../flow/speaker'
import { euros } from '../text/money'
import { sum } from './party-tax'
import type { TaxedStay } from './tax-report'
import { whyWords } from './tax-words'

/** What makes two nights read the same; the number of a night beyond the limit differs. */
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
  const isOverStays = sets.some(({ count }) => count !== 'stay')
  return isRuled ? { amount, paid, isOverStays, guests: shown } : undefined
}

/** Returns nights as a sentence: `Notti 1–4: 8,00 €, tariffa intera`, `5ª notte: oltre il limite di 4`. */
export const nightRunWords = ({ from, until, cents, why }: NightRun, speak: Pick<Speaker, 'say' | 'plural'>): string =>
  speak.say(`tax.${cents ? 'run' : 'freeRun'}.${from === until ? 'one' : 'more'}`, {
    from: String(from),
    until: String(until),
    amount: euros(cents),
    why: whyWords(why, speak),
  })
