import type { TaxRelief } from '../../../schema/tax'
import type { Speaker } from '../flow/speaker'
import { euros } from '../text/money'
import type { TaxedNight, Why } from './party-tax'
import { type TaxLine, taxLines } from './tax-report'

type Say = Pick<Speaker, 'say' | 'plural'>

/** Returns to whom a reduction or exemption goes: `ha meno di 14 anni`. */
export const reliefWords = ({ kind, age = 0, per, text = '' }: TaxRelief, { say }: Say): string => {
  const who = kind === 'own' ? text : say(`tax.relief.${kind}`, { age: String(age) })
  return per ? say('tax.relief.per', { who, per: String(per) }) : who
}

/** Returns why a night costs what it does: `oltre il limite di 4`. */
export const whyWords = (why: Why, speak: Say): string => {
  const key = `tax.why.${why.key}`
  if ('relief' in why) return speak.say(key, { off: String(why.relief.off), relief: reliefWords(why.relief, speak) })
  if (why.key === 'limit') return speak.say(key, { most: String(why.most) })
  if ('basis' in why && why.basis.kind === 'percent') return speak.say(key, { percent: euros(why.basis.percent) })
  return speak.say(key)
}

const lineWords = ({ why, nights, amount }: TaxLine, speak: Say) => {
  const many = speak.plural('tax.nightsBy', nights)
  return speak.say('tax.line', { nights: many, why: whyWords(why, speak), amount: euros(amount) })
}

/** Returns a guest's nights by their reasons in one line. */
export const guestWords = (nights: readonly TaxedNight[], speak: Say): string =>
  taxLines(nights)
    .map((line) => lineWords(line, speak))
    .join('; ')
