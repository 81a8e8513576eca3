import { type Checkin, fieldOf } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { fullName, party } from '../checkin/party'
import { addDays, isCalendar } from '../text/dates'

/**
 * The comune's rule: cents a person and night, the age from which guests pay (0: all), and the most taxed nights (0:
 * all). Each comune sets its own (D.Lgs. 23/2011, art. 4).
 */
export type TaxRule = { rate: number; fromAge: number; mostNights: number }

/** A guest's nights in a month, and the taxed ones. */
export type TaxedGuest = { who: Who; name: string; age?: number; isExempt: boolean; nights: number; taxed: number }

/** A check-in's part of a month; `amount` in cents. */
export type TaxedStay = {
  checkin: Checkin
  arrival: string
  departure: string
  guests: TaxedGuest[]
  taxed: number
  amount: number
}

/** A month's report; `unknown` check-ins cannot be counted, `undated` guests lack a birth date. */
export type TaxReport = {
  stays: TaxedStay[]
  guests: number
  nights: number
  exempt: number
  taxed: number
  amount: number
  unknown: number[]
  undated: number
}

/** Returns whole years between two days `YYYY-MM-DD`. A birthday on 29 February is on 1 March in other years. */
export const ageOn = (birth: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0)

const nightsIn = (month: string, arrival: string, count: number): number[] =>
  Array.from({ length: count }, (_, n) => n).filter((n) => addDays(arrival, n).startsWith(month))

const guestIn = (checkin: Checkin, who: Who, nights: number[], { fromAge, mostNights }: TaxRule): TaxedGuest => {
  const birth = checkin[fieldOf(who, 'birthDate')] ?? ''
  const kept = checkin[fieldOf(who, 'age') as keyof Checkin]
  const age = isCalendar(birth) ? ageOn(birth, checkin.arrivalDate!) : kept === undefined ? undefined : Number(kept)
  const isExempt = age !== undefined && age < fromAge
  const taxed = isExempt ? 0 : nights.filter((n) => !mostNights || n < mostNights).length
  return {
    who,
    name: fullName(checkin, who),
    ...(age !== undefined && { age }),
    isExempt,
    nights: nights.length,
    taxed,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Returns the tourist tax of a month (`YYYY-MM`) by the nights that begin in it. The taxed nights are the first of the
 * stay; the age is that of the arrival; a guest without a birth date is taxed.
 */
export const touristTax = (checkins: readonly Checkin[], month: string, rule: TaxRule): TaxReport => {
  const unknown: number[] = []
  const stays = checkins.flatMap((checkin): TaxedStay[] => {
    const { arrivalDate = '', numberOfNights = '' } = checkin
    const count = Number(numberOfNights)
    if (!isCalendar(arrivalDate) || !Number.isInteger(count) || count < 1) {
      unknown.push(checkin.id)
      return []
    }
    const nights = nightsIn(month, arrivalDate, Math.min(count, 400))
    if (!nights.length) return []
    const guests = party(checkin).map((who) => guestIn(checkin, who, nights, rule))
    const taxed = sum(guests.map((guest) => guest.taxed))
    return [
      {
        checkin,
        arrival: arrivalDate,
        departure: addDays(arrivalDate, count),
        guests,
        taxed,
        amount: taxed * rule.rate,
      },
    ]
  })
  stays.sort((a, b) => (a.arrival < b.arrival ? -1 : a.arrival > b.arrival ? 1 : a.checkin.id - b.checkin.id))
  const all = stays.flatMap(({ guests }) => guests)
  return {
    stays,
    guests: all.length,
    nights: sum(all.map(({ nights }) => nights)),
    exempt: sum(all.map(({ nights, taxed }) => nights - taxed)),
    taxed: sum(all.map(({ taxed }) => taxed)),
    amount: sum(stays.map(({ amount }) => amount)),
    unknown,
    undated: all.filter(({ age }) => age === undefined).length,
  }
}

/** Returns cents as `1234,50`. */
export const euros = (cents: number): string => `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`

/** Returns a typed amount (`2,50`, `2.5`, `3`) in cents, or undefined. */
export const centsOf = (typed: string): number | undefined => {
  const [, whole, decimals = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}
