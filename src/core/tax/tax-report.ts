import { type Checkin, fieldOf } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { TaxedNight, TaxLine, TaxRuleSet, Why } from '../../../schema/tax'
import { fullName, party } from '../checkin/party'
import { addDays, ageOn, isCalendar } from '../text/dates'
import { centsOf } from '../text/money'
import { type EarlierNights, earlierNights, isTaxed, partyTax, sum, type TaxParty, type TaxPerson } from './party-tax'

/** A guest's nights in a period, and what they cost in cents. */
export type TaxedGuest = { who: Who; name: string; age?: number; nights: TaxedNight[]; taxed: number; amount: number }

/** A check-in's part of a period; `amount` in cents. */
export type TaxedStay = {
  checkin: Checkin
  arrival: string
  departure: string
  guests: TaxedGuest[]
  taxed: number
  amount: number
}

/**
 * The tax of a period; `unknown` check-ins cannot be counted, `undated` guests lack a birth date, `unruled` and
 * `unpriced` nights lack a rule or the price.
 */
export type TaxReport = {
  stays: TaxedStay[]
  lines: TaxLine[]
  guests: number
  nights: number
  exempt: number
  taxed: number
  amount: number
  unknown: number[]
  undated: number
  unruled: number
  unpriced: number
}

type EarlierNote = { arrival: string; guests: { [who in Who]?: EarlierNights } }

/** The numbers of earlier nights noted for an arrival, where it is still the same. */
const notedFor = ({ arrivalDate, taxEarlier }: Checkin, who: Who): EarlierNights | undefined => {
  const { arrival, guests }: Partial<EarlierNote> = taxEarlier ? JSON.parse(taxEarlier) : {}
  return arrival === arrivalDate ? guests?.[who] : undefined
}

const personOf = (checkin: Checkin, who: Who, before: readonly string[]): TaxPerson => {
  const of = (field: string) => checkin[fieldOf(who, field) as keyof Checkin] as string | undefined
  const earlier = notedFor(checkin, who)
  const [birth = '', age, town, relief] = ['birthDate', 'age', 'residenceCity', 'taxRelief'].map(of)
  return {
    ...(isCalendar(birth) ? { birth } : age !== undefined && { age: Number(age) }),
    ...(town && { town }),
    ...(relief && { relief }),
    before,
    ...(earlier && { earlier }),
  }
}

const nightsOf = ({ arrivalDate = '', numberOfNights = '' }: Checkin) => {
  const count = Number(numberOfNights)
  return isCalendar(arrivalDate) && Number.isInteger(count) && count > 0 ? Math.min(count, 400) : 0
}

/** Who sleeps again under the same name and birth date is the same guest. */
const identityOf = (checkin: Checkin, who: Who) => {
  const birth = checkin[fieldOf(who, 'birthDate')]
  return birth ? `${fullName(checkin, who)} ${birth}` : undefined
}

/** The days of each guest's nights, where a rule set counts nights over stays. */
const nightsByGuest = (checkins: readonly Checkin[], sets: readonly TaxRuleSet[]) => {
  const days = new Map<string, string[]>()
  if (sets.every(({ count }) => count === 'stay')) return days
  for (const checkin of checkins) {
    const nights = Array.from({ length: nightsOf(checkin) }, (_, n) => addDays(checkin.arrivalDate!, n))
    for (const who of party(checkin)) {
      const guest = identityOf(checkin, who)
      if (guest) days.get(guest)?.push(...nights) ?? days.set(guest, [...nights])
    }
  }
  return days
}

/** Returns a check-in as the rules ask for it; undefined without arrival or nights. */
export const taxParty = (checkin: Checkin, earlier = new Map<string, string[]>()): TaxParty | undefined => {
  const nights = nightsOf(checkin)
  if (!nights) return undefined
  const price = centsOf(checkin.nightPrice ?? '')
  return {
    arrival: checkin.arrivalDate!,
    nights,
    code: checkin.reservationCode ?? '',
    ...(price !== undefined && { price }),
    ...(checkin.groupSize && { group: Number(checkin.groupSize) }),
    guests: party(checkin).map((who) => personOf(checkin, who, earlier.get(identityOf(checkin, who) ?? '') ?? [])),
  }
}

/**
 * Returns the notes on earlier nights, by check-in, to be written before identities go: of the `leaving` check-ins and
 * of other stays of their guests, whose nights are counted with theirs. None where every town counts by stay.
 */
export const earlierNotes = (
  checkins: readonly Checkin[],
  leaving: ReadonlySet<number>,
  sets: readonly TaxRuleSet[],
): Map<number, string> => {
  const days = nightsByGuest(checkins, sets)
  const identities = (checkin: Checkin) => party(checkin).flatMap((who) => identityOf(checkin, who) ?? [])
  const left = new Set(checkins.filter(({ id }) => leaving.has(id)).flatMap(identities))
  const notes = new Map<number, string>()
  if (!days.size) return notes
  for (const checkin of checkins.filter((one) => identities(one).some((guest) => left.has(guest)))) {
    const asked = taxParty(checkin, days)
    if (!asked) continue
    const guests = asked.guests.map((person, at) => [party(checkin)[at], earlierNights(asked.arrival, person)] as const)
    const some = guests.filter(([, { row, year }]) => row || year)
    if (some.length) notes.set(checkin.id, JSON.stringify({ arrival: asked.arrival, guests: Object.fromEntries(some) }))
  }
  return notes
}

const guestOf = (checkin: Checkin, who: Who, { birth, age }: TaxPerson, nights: TaxedNight[]): TaxedGuest => {
  const years = birth ? ageOn(birth, checkin.arrivalDate!) : age
  return {
    who,
    name: fullName(checkin, who),
    ...(years !== undefined && { age: years }),
    nights,
    taxed: nights.filter(isTaxed).length,
    amount: sum(nights.map(({ cents }) => cents)),
  }
}

/** Returns the nights by their reasons, the dearest first. */
export const taxLines = (nights: readonly TaxedNight[]): TaxLine[] => {
  const lines = new Map<string, TaxLine>()
  for (const { why, cents } of nights) {
    // Prices and the number of a night differ, the reason does not.
    const key = JSON.stringify({ ...why, price: 0, night: 0, each: why.key === 'percent' ? 0 : cents })
    const line = lines.get(key) ?? { why, nights: 0, amount: 0 }
    lines.set(key, { why: line.why, nights: line.nights + 1, amount: line.amount + cents })
  }
  return [...lines.values()].sort((a, b) => b.amount - a.amount || b.nights - a.nights)
}

type Period = { from: string; until: string }

const stayIn = (
  checkin: Checkin,
  { from, until }: Period,
  sets: readonly TaxRuleSet[],
  earlier: Map<string, string[]>,
): TaxedStay[] => {
  const departure = addDays(checkin.arrivalDate!, nightsOf(checkin))
  if (checkin.arrivalDate! > until || departure <= from) return []
  const asked = taxParty(checkin, earlier)!
  const guests = partyTax(sets, asked).map((nights, i) =>
    guestOf(
      checkin,
      party(checkin)[i]!,
      asked.guests[i]!,
      nights.filter(({ day }) => from <= day && day <= until),
    ),
  )
  const total = (of: (guest: TaxedGuest) => number) => sum(guests.map(of))
  return [
    {
      checkin,
      arrival: asked.arrival,
      departure,
      guests,
      taxed: total(({ taxed }) => taxed),
      amount: total(({ amount }) => amount),
    },
  ]
}

/**
 * Returns the tourist tax of a whole stay, undefined without arrival or nights. `others` are the check-ins among which
 * earlier nights of its guests are looked for.
 */
export const taxOfStay = (
  checkin: Checkin,
  sets: readonly TaxRuleSet[],
  others: readonly Checkin[] = [checkin],
): TaxedStay | undefined =>
  nightsOf(checkin) > 0
    ? stayIn(checkin, { from: '0000-01-01', until: '9999-12-31' }, sets, nightsByGuest(others, sets))[0]
    : undefined

/**
 * Returns the tourist tax of the nights that begin in a period, both days in it. A guest without a birth date is taxed
 * as an adult.
 */
export const taxReport = (checkins: readonly Checkin[], period: Period, sets: readonly TaxRuleSet[]): TaxReport => {
  const earlier = nightsByGuest(checkins, sets)
  const known = checkins.filter((checkin) => nightsOf(checkin) > 0)
  const stays = known.flatMap((checkin) => stayIn(checkin, period, sets, earlier))
  stays.sort((a, b) => (a.arrival < b.arrival ? -1 : a.arrival > b.arrival ? 1 : a.checkin.id - b.checkin.id))
  const all = stays.flatMap(({ guests }) => guests)
  const nights = all.flatMap((guest) => guest.nights)
  const taxed = sum(all.map((guest) => guest.taxed))
  const because = (key: Why['key']) => nights.filter(({ why }) => why.key === key).length
  return {
    stays,
    lines: taxLines(nights),
    guests: all.length,
    nights: nights.length,
    exempt: nights.length - taxed,
    taxed,
    amount: sum(stays.map(({ amount }) => amount)),
    unknown: checkins.filter((checkin) => nightsOf(checkin) === 0).map(({ id }) => id),
    undated: all.filter(({ age }) => age === undefined).length,
    unruled: because('none'),
    unpriced: because('unpriced'),
  }
}
