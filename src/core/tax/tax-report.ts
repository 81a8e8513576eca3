import { type Checkin, fieldOf } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { TaxedNight, TaxLine, TaxRuleSet, Why } from '../../../schema/tax'
import { centsOf } from '../checkin/money'
import { fullName, isInItaly, party, placeBefore } from '../checkin/party'
import { atOnce, flatMapped, type Sliced } from '../tasks'
import { addDays, ageOn, daysFrom, isCalendar } from '../text/dates'
import { fold } from '../text/transliteration'
import { withoutEmpty } from '../without-empty'
import { type EarlierNights, earlierNights, isTaxed, partyTax, sum, type TaxParty, type TaxPerson } from './party-tax'

/** A guest's nights in a period, and what they cost in cents. */
type TaxedGuest = { who: Who; name: string; age?: number; nights: TaxedNight[]; taxed: number; amount: number }

/** A check-in's part of a period; `amount` in cents. */
export type TaxedStay = {
  checkin: Checkin
  arrival: string
  departure: string
  guests: TaxedGuest[]
  taxed: number
  amount: number
}

/** The tax of a period; `unknown` check-ins cannot be counted, `unruled` nights have no rule. */
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

type Noted = Partial<EarlierNights> & Pick<TaxPerson, 'older' | 'stayed'>
type TaxNote = { arrival: string; guests: { [who in Who]?: Noted } }

const notedFor = ({ arrivalDate, taxEarlier }: Checkin, who: Who): Noted => {
  const { arrival, guests }: Partial<TaxNote> = taxEarlier ? JSON.parse(taxEarlier) : {}
  return (arrival === arrivalDate && guests?.[who]) || {}
}

const personOf = (checkin: Checkin, who: Who, before: readonly string[]): TaxPerson => {
  const answer = (field: string) => checkin[fieldOf(who, field) as keyof Checkin] as string | undefined
  const { row = 0, year = 0, older, stayed } = notedFor(checkin, who)
  const [birth = '', age, town, relief] = ['birthDate', 'age', 'residenceCity', 'taxRelief'].map(answer)
  return {
    // A birth date after the arrival is a mistake.
    ...(isCalendar(birth) && birth <= checkin.arrivalDate! ? { birth } : age !== undefined && { age: Number(age) }),
    ...(older !== undefined && { older }),
    ...(stayed && { stayed }),
    ...withoutEmpty({ town: isInItaly(answer('residenceCountry')) && town, relief }),
    before,
    earlier: { row, year },
  }
}

const nightsOf = ({ arrivalDate = '', numberOfNights = '' }: Checkin) => {
  const count = Number(numberOfNights)
  return isCalendar(arrivalDate) && Number.isInteger(count) && count > 0 ? Math.min(count, 400) : 0
}

/** Returns the key by which a guest's stays are counted: folded name and birth date; undefined without a birth date. */
const identityOf = (checkin: Checkin, who: Who) => {
  const birth = checkin[fieldOf(who, 'birthDate')]
  return birth ? `${fold(fullName(checkin, who))} ${birth}` : undefined
}

/**
 * Returns the note of a copy that begins on the day the check-in ends: its guests go on with the same stay (a schedina
 * has 30 nights at most), so that a limit of nights is counted over both. Otherwise returns undefined.
 */
export const continuationNote = (before: Checkin, copy: Checkin): string | undefined => {
  const [nights, arrival] = [nightsOf(before), copy.arrivalDate ?? '']
  if (!nights || arrival !== addDays(before.arrivalDate!, nights)) return undefined
  const nightsBefore = new Map(
    party(before).map((who) => [identityOf(before, who), nights + (notedFor(before, who).stayed ?? 0)]),
  )
  const guests = party(copy).flatMap((who) => {
    const identity = identityOf(copy, who)
    const stayed = identity && nightsBefore.get(identity)
    return stayed ? [[who, { stayed }] as const] : []
  })
  return guests.length ? JSON.stringify({ arrival, guests: Object.fromEntries(guests) }) : undefined
}

/** Returns a check-in's note (undefined without one) after a change: each part moves with its guest. */
export const noteAfter = (before: Checkin, after: Checkin): string | undefined => {
  if (!before.taxEarlier) return undefined
  const note = JSON.parse(before.taxEarlier) as TaxNote
  const guests = party(after).flatMap((who) => {
    const place = placeBefore(before, after, who)
    return place && note.guests[place] ? [[who, note.guests[place]] as const] : []
  })
  return JSON.stringify({ ...note, guests: Object.fromEntries(guests) })
}

/** The days `YYYY-MM-DD` of each guest's nights. */
export type NightsByGuest = ReadonlyMap<string, readonly string[]>

/** Returns whether some town counts a guest's nights over stays. */
export const countsOverStays = (sets: readonly TaxRuleSet[]): boolean => sets.some(({ count }) => count !== 'stay')

/** Returns the days of each guest's nights, empty where every town counts each stay alone. */
export const nightsByGuest = function* (
  checkins: readonly Checkin[],
  sets: readonly TaxRuleSet[],
): Sliced<NightsByGuest> {
  const days = new Map<string, string[]>()
  if (!countsOverStays(sets)) return days
  for (const checkin of checkins) {
    const nights = daysFrom(checkin.arrivalDate!, nightsOf(checkin))
    for (const who of party(checkin)) {
      const guest = identityOf(checkin, who)
      if (guest) days.get(guest)?.push(...nights) ?? days.set(guest, [...nights])
    }
    yield
  }
  return days
}

/** Returns a check-in as the town's rules read it; undefined without arrival or nights. */
const taxParty = (checkin: Checkin, nightsBefore: NightsByGuest = new Map()): TaxParty | undefined => {
  const nights = nightsOf(checkin)
  if (!nights) return undefined
  const price = centsOf(checkin.nightPrice ?? '')
  return {
    arrival: checkin.arrivalDate!,
    nights,
    code: checkin.reservationCode ?? '',
    ...(price !== undefined && { price }),
    ...(checkin.groupSize && { group: Number(checkin.groupSize) }),
    guests: party(checkin).map((who) => personOf(checkin, who, nightsBefore.get(identityOf(checkin, who) ?? '') ?? [])),
  }
}

/** Returns whether a relief begins or ends at an age, in a town that takes the age of each night. */
const changesAt = (age: number, sets: readonly TaxRuleSet[]) =>
  sets.some((set) => set.ageOn === 'night' && set.reliefs.some((relief) => relief.age === age))

/** Returns the night, from 0, from which a guest is a year older, if a relief begins or ends then. */
const olderFrom = ({ birth }: TaxPerson, { arrival, nights }: TaxParty, sets: readonly TaxRuleSet[]) => {
  if (!birth || !changesAt(ageOn(birth, arrival) + 1, sets)) return undefined
  const night = daysFrom(arrival, nights).findIndex((day) => ageOn(birth, day) > ageOn(birth, arrival))
  return night > 0 ? night : undefined
}

/** Returns whether some town's tax needs notes about a guest before the identity is erased (`taxNotes`). */
export const needsNotes = (sets: readonly TaxRuleSet[]): boolean =>
  countsOverStays(sets) || sets.some(({ ageOn: when }) => when === 'night')

/**
 * Returns the notes for the tax, by check-in, to store before the identities of `leaving` check-ins are erased: the
 * night of a birthday that changes the tax; if a town counts nights over stays, the numbers of earlier nights, also for
 * other stays of the same guests.
 */
export const taxNotes = function* (
  checkins: readonly Checkin[],
  leaving: ReadonlySet<number>,
  sets: readonly TaxRuleSet[],
): Sliced<Map<number, string>> {
  const notes = new Map<number, string>()
  if (!needsNotes(sets)) return notes
  const days = yield* nightsByGuest(checkins, sets)
  const identities = (checkin: Checkin) => party(checkin).flatMap((who) => identityOf(checkin, who) ?? [])
  const left = new Set(checkins.filter(({ id }) => leaving.has(id)).flatMap(identities))
  const concerns = (one: Checkin) =>
    leaving.has(one.id) || (days.size > 0 && identities(one).some((guest) => left.has(guest)))
  for (const checkin of checkins) {
    yield
    const taxable = concerns(checkin) && taxParty(checkin, days)
    if (!taxable) continue
    const noted = taxable.guests.map((person): Noted => {
      const { row, year } = earlierNights(taxable.arrival, person)
      const older = leaving.has(checkin.id) ? (person.older ?? olderFrom(person, taxable, sets)) : undefined
      const { stayed } = person
      return { ...withoutEmpty({ row, year, stayed }), ...(older !== undefined && { older }) }
    })
    const filled = noted.flatMap((one, at) => (Object.keys(one).length ? [[party(checkin)[at], one] as const] : []))
    const guests = Object.fromEntries(filled)
    if (filled.length) notes.set(checkin.id, JSON.stringify({ arrival: taxable.arrival, guests }))
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

/** Returns the nights by their reasons, the greatest amount first. */
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
  nights: NightsByGuest,
): TaxedStay[] => {
  const departure = addDays(checkin.arrivalDate!, nightsOf(checkin))
  if (checkin.arrivalDate! > until || departure <= from) return []
  const taxable = taxParty(checkin, nights)!
  const guests = partyTax(sets, taxable).map((taxed, i) =>
    guestOf(
      checkin,
      party(checkin)[i]!,
      taxable.guests[i]!,
      taxed.filter(({ day }) => from <= day && day <= until),
    ),
  )
  const total = (name: 'taxed' | 'amount') => sum(guests.map((guest) => guest[name]))
  return [{ checkin, arrival: taxable.arrival, departure, guests, taxed: total('taxed'), amount: total('amount') }]
}

/** Returns a stay's tax; undefined without arrival or nights. `nights` are the guests' other nights, if they count. */
export const taxOfStay = (
  checkin: Checkin,
  sets: readonly TaxRuleSet[],
  nights: NightsByGuest = new Map(),
): TaxedStay | undefined =>
  nightsOf(checkin) > 0 ? stayIn(checkin, { from: '0000-01-01', until: '9999-12-31' }, sets, nights)[0] : undefined

const byArrival = (a: TaxedStay, b: TaxedStay) =>
  a.arrival < b.arrival ? -1 : a.arrival > b.arrival ? 1 : a.checkin.id - b.checkin.id

/** Returns the stays with nights that begin in a period, earliest first, with their tax. */
export const taxedStays = function* (
  checkins: readonly Checkin[],
  period: Period,
  sets: readonly TaxRuleSet[],
  nights: NightsByGuest,
): Sliced<TaxedStay[]> {
  const stays = yield* flatMapped(checkins, (checkin) =>
    nightsOf(checkin) > 0 ? stayIn(checkin, period, sets, nights) : [],
  )
  return stays.sort(byArrival)
}

/** Returns the report of a period's stays, of all these check-ins. */
export const reportOf = (stays: TaxedStay[], checkins: readonly Checkin[]): TaxReport => {
  const all = stays.flatMap(({ guests }) => guests)
  const nights = all.flatMap((guest) => guest.nights)
  const taxed = sum(all.map((guest) => guest.taxed))
  const nightsWith = (key: Why['key']) => nights.filter(({ why }) => why.key === key).length
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
    unruled: nightsWith('none'),
    unpriced: nightsWith('unpriced'),
  }
}

/** Returns the tax of the nights that begin in a period. A guest of unknown age counts as an adult. */
export const taxReport = (checkins: readonly Checkin[], period: Period, sets: readonly TaxRuleSet[]): TaxReport =>
  reportOf(atOnce(taxedStays(checkins, period, sets, atOnce(nightsByGuest(checkins, sets)))), checkins)
