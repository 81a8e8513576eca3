import { type Checkin, type Draft, fieldOf } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { OfferedReliefs, TaxBasis, TaxedNight, TaxRate, TaxRelief, TaxRuleSet, Why } from '../../../schema/tax'
import { party } from '../checkin/party'
import { isInProvince } from '../places/towns'
import { addDays, ageOn, daysBetween } from '../text/dates'
import { fold } from '../text/transliteration'

/** Nights before an arrival: in a row up to it, and in its year. */
export type EarlierNights = { row: number; year: number }

/**
 * What the tax needs of a guest. `relief` is what guest or host said; `before` are the days of earlier nights, and
 * `earlier` their numbers, noted before an identity was erased. Without `birth`, `age` is the age at arrival, and
 * `older` the night, counted from 0, from which the guest is a year older. `stayed` are the nights of the same stay in
 * the check-ins that this one continues.
 */
export type TaxPerson = {
  birth?: string
  age?: number
  older?: number
  stayed?: number
  town?: string
  relief?: string
  before?: readonly string[]
  earlier?: EarlierNights
}

/** What the tax needs of a stay: `price` of the room a night in cents, size of the `group` if it has more guests. */
export type TaxParty = {
  arrival: string
  nights: number
  code?: string
  price?: number
  group?: number
  guests: readonly TaxPerson[]
}

/** Returns the key by which a guest claims a relief. */
export const reliefKey = ({ kind, id }: TaxRelief): string => (kind === 'own' ? (id ?? '') : kind)

/** Returns the rule set (or another entry with a period) in force on a day. */
const setOn = <T extends Pick<TaxRuleSet, 'from' | 'until'>>(sets: readonly T[], day: string): T | undefined =>
  sets.find(({ from, until }) => from <= day && (!until || day <= until))

/** Returns the category and zone of a room. */
export const placeOf = (set: TaxRuleSet, code = ''): { category: string; zone: string } =>
  set.elsewhere.find(({ codes }) => codes.split(' ').includes(code.toUpperCase())) ?? set

const inSeason = (day: string, season: TaxRate['season']) => {
  if (!season) return true
  const [from, until] = [season.from <= day, day <= season.until]
  return season.from <= season.until ? from && until : from || until
}

/** Returns the rates of a place on a day `MM-DD`; a sound set has one. */
export const ratesOn = (set: TaxRuleSet, place: { category: string; zone: string }, day: string): TaxRate[] =>
  set.rates.filter(
    ({ category, zone, season }) =>
      (!category || category === place.category) && (!zone || zone === place.zone) && inSeason(day, season),
  )

const ageIn = ({ ageOn: when }: TaxRuleSet, { arrival }: TaxParty, { birth, age, older }: TaxPerson, day: string) => {
  if (birth) return ageOn(birth, when === 'night' ? day : arrival)
  const isOlder = when === 'night' && older !== undefined && daysBetween(arrival, day) >= older
  return age === undefined ? undefined : age + (isOlder ? 1 : 0)
}

const withProvince = / *\(([A-Z]{2})\) *$/i
const provinceOf = (town: string) => withProvince.exec(town)?.[1]?.toUpperCase()
const isWithin = (sigla: string, province: string) => isInProvince(sigla, { code: '', name: '', province })

/** Returns whether two towns can be one: CASTRO (BG) is not CASTRO (LE), but OLBIA (OT) is OLBIA (SS), and OLBIA. */
const isSameTown = (one: string, other: string) => {
  const [name, otherName] = [one, other].map((town) => fold(town.replace(withProvince, '')))
  const [here, there] = [provinceOf(one), provinceOf(other)]
  return name === otherName && (!here || !there || isWithin(here, there) || isWithin(there, here))
}

type Case = { set: TaxRuleSet; person: TaxPerson; relief: TaxRelief; age: number | undefined }
const fitsRecord: { [kind in TaxRelief['kind']]?: (one: Case) => boolean } = {
  minor: ({ age, relief }) => age !== undefined && age < (relief.age ?? 0),
  senior: ({ age, relief }) => age !== undefined && age >= (relief.age ?? 0),
  resident: ({ set, person }) => Boolean(set.town && person.town && isSameTown(set.town, person.town)),
}

/** Returns whether a relief reaches a guest: one that is limited to one guest in `per` goes to the first claimants. */
const isInQuota = ({ per }: TaxRelief, { guests, group }: TaxParty, person: TaxPerson) => {
  if (!per) return true
  const claimants = guests.filter(({ relief }) => relief === person.relief)
  return claimants.indexOf(person) < Math.floor(Math.max(group ?? 0, guests.length) / per)
}

/** Returns the first relief that fits a guest. */
export const reliefOf = (set: TaxRuleSet, party: TaxParty, person: TaxPerson, day: string): TaxRelief | undefined => {
  const age = ageIn(set, party, person, day)
  const isSaid = (relief: TaxRelief) => person.relief === reliefKey(relief) && isInQuota(relief, party, person)
  return set.reliefs.find((relief) => fitsRecord[relief.kind]?.({ set, person, relief, age }) || isSaid(relief))
}

/** Returns how many nights a guest has slept here before an arrival. */
export const earlierNights = (arrival: string, { before = [], earlier }: TaxPerson): EarlierNights => {
  const days = new Set(before.filter((day) => day < arrival))
  let row = 0
  while (days.has(addDays(arrival, -row - 1))) row++
  const year = [...days].filter((day) => day >= `${arrival.slice(0, 4)}-01-01`).length
  return { row: Math.max(row, earlier?.row ?? 0), year: Math.max(year, earlier?.year ?? 0) }
}

/** The number of a night, from 1, by what the town counts. */
const numberOf: {
  [count in TaxRuleSet['count']]: (index: number, day: string, arrival: string, person: TaxPerson) => number
} = {
  stay: (index, _, __, { stayed = 0 }) => stayed + index + 1,
  consecutive: (index, _, arrival, person) => earlierNights(arrival, person).row + index + 1,
  year: (index, day, arrival, person) => {
    const first = `${day.slice(0, 4)}-01-01`
    return arrival >= first ? earlierNights(arrival, person).year + index + 1 : daysBetween(first, day) + 1
  },
}

/** An exact amount of cents, as a fraction. */
type Exact = { parts: number; of: number }

const rounded = ({ parts, of }: Exact, { to, way }: TaxRuleSet['rounding']) => {
  const unit = of * to
  const whole = Math.floor(parts / unit)
  const rest = parts - whole * unit
  const up = { down: false, up: rest > 0, nearest: rest * 2 >= unit }[way]
  return (whole + (up ? 1 : 0)) * to
}

/** Returns the tax of a person and night before reductions; `price` is the room's, shared by all its guests. */
const amountOf = (basis: TaxBasis, price: number, guests: number): Exact => {
  if (basis.kind === 'fixed') return { parts: basis.cents, of: 1 }
  if (basis.kind === 'bands')
    return { parts: basis.bands.find(({ under }) => !under || price < under * guests)?.cents ?? 0, of: 1 }
  const of = 10_000 * guests
  return { parts: Math.min(Math.max(price * basis.percent, basis.least * of), basis.most * of), of }
}

const nightOf = (sets: readonly TaxRuleSet[], party: TaxParty, person: TaxPerson, index: number): TaxedNight => {
  const day = addDays(party.arrival, index)
  const untaxed = (why: Why) => ({ day, cents: 0, why })
  const set = setOn(sets, day)
  const basis = set && ratesOn(set, placeOf(set, party.code), day.slice(5))[0]?.basis
  if (!set || !basis) return untaxed({ key: 'none' })
  const relief = reliefOf(set, party, person, day)
  if (relief?.off === 100) return untaxed({ key: 'exempt', relief })
  const night = numberOf[set.count](index, day, party.arrival, person)
  if (set.mostNights && night > set.mostNights) return untaxed({ key: 'limit', night, most: set.mostNights })
  if (basis.kind !== 'fixed' && party.price === undefined) return untaxed({ key: 'unpriced' })
  const price = party.price ?? 0
  const { parts, of } = amountOf(basis, price, party.guests.length)
  const cents = rounded({ parts: parts * (100 - (relief?.off ?? 0)), of: of * 100 }, set.rounding)
  return { day, cents, why: relief ? { key: 'reduced', relief } : { key: basis.kind, basis, price } }
}

/** Returns the tax of each guest by night. Each night is rounded alone, so that sums are exact. */
export const partyTax = (sets: readonly TaxRuleSet[], party: TaxParty): TaxedNight[][] =>
  party.guests.map((person) => Array.from({ length: party.nights }, (_, index) => nightOf(sets, party, person, index)))

/** Returns whether a night is taxed, even if the tax is zero. */
export const isTaxed = ({ why }: TaxedNight): boolean => !['none', 'exempt', 'limit'].includes(why.key)

/** Returns the sum of numbers. */
export const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

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
