import { type Checkin, type Draft, fieldOf } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { OfferedReliefs, TaxRelief, TaxRuleSet } from '../../../schema/tax'
import { party } from '../checkin/party'
import { reliefKey, setOn } from './party-tax'

/** The reliefs that guests claim, by guest; as text `main:disabled;second:companion`. */
type Claims = ReadonlyMap<Who, string>

/** Returns the claims of a text. */
export const claimsOf = (text: string | undefined): Claims =>
  new Map((text ?? '').split(';').flatMap((one) => (one.includes(':') ? [one.split(':') as [Who, string]] : [])))

const textOf = (claims: Claims) => [...claims].map((claim) => claim.join(':')).join(';')

/** Returns a text of claims with a guest's claim; an empty relief removes it. */
export const withClaim = (text: string | undefined, who: Who, relief: string): string =>
  textOf(new Map([...claimsOf(text)].filter(([one]) => one !== who).concat(relief ? [[who, relief]] : [])))

/** Reliefs that no guest claims: the record shows them. */
const knownFromRecord: readonly TaxRelief['kind'][] = ['minor', 'senior', 'resident']

/** Returns the reliefs that guests can claim, by period of arrival, for the last four periods. */
export const offeredReliefs = (sets: readonly TaxRuleSet[]): OfferedReliefs[] =>
  sets
    .map(({ from, until, reliefs }) => ({
      from,
      until,
      reliefs: reliefs.filter(({ kind }) => !knownFromRecord.includes(kind)),
    }))
    .filter(({ reliefs }) => reliefs.length > 0)
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .slice(-4)

/** Returns the reliefs that guests who arrive on a day can claim, each once. */
export const reliefsOn = (offered: readonly OfferedReliefs[], day: string | undefined): readonly TaxRelief[] => {
  const { reliefs = [] } = setOn(offered, day ?? '') ?? {}
  return reliefs.filter((one, at) => reliefs.findIndex((other) => reliefKey(other) === reliefKey(one)) === at)
}

/** Returns a journey's answers without claims of absent guests, or of reliefs not offered on the day of arrival. */
export const withSoundClaims = (answers: Draft, offered: readonly OfferedReliefs[]): Draft => {
  if (!answers.taxClaims) return answers
  const { taxClaims, ...others } = answers
  const offeredKeys = new Set(reliefsOn(offered, answers.arrivalDate).map(reliefKey))
  const coming = party(answers as Checkin)
  const sound = [...claimsOf(taxClaims)].filter(([who, relief]) => coming.includes(who) && offeredKeys.has(relief))
  return sound.length ? { ...others, taxClaims: textOf(new Map(sound)) } : others
}

/** Returns the changes of guests' reliefs after new claims, except where the host has set another relief. */
export const reliefChanges = (before: Partial<Checkin>, after: Draft): Record<string, string | null> => {
  if (!before.taxClaims && !after.taxClaims) return {}
  const [old, now] = [claimsOf(before.taxClaims), claimsOf(after.taxClaims)]
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (who) => old.get(who) !== now.get(who) && before[fieldOf(who, 'taxRelief') as keyof Checkin] === old.get(who),
  )
  return Object.fromEntries(changed.map((who) => [fieldOf(who, 'taxRelief'), now.get(who) ?? null]))
}
