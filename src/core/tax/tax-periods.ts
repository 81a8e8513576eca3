import { monthDays } from '../text/dates'
import { isTaxed, sum } from './party-tax'
import type { TaxReport } from './tax-report'

/** The periods for which towns ask a declaration. */
export const taxSpans = ['month', 'quarter', 'year'] as const
export type TaxSpan = (typeof taxSpans)[number]

const lengths: { [span in TaxSpan]: number } = { month: 1, quarter: 3, year: 12 }

/** Returns the months `YYYY-MM` of the period that a month is in. */
export const monthsIn = (month: string, span: TaxSpan): string[] => {
  const length = lengths[span]
  const first = Math.floor((Number(month.slice(5)) - 1) / length) * length
  return Array.from({ length }, (_, n) => `${month.slice(0, 4)}-${String(first + n + 1).padStart(2, '0')}`)
}

/** Returns the first and last day of months. */
export const daysOf = (months: readonly string[]) => ({
  from: `${months[0]}-01`,
  until: monthDays(months.at(-1)!).at(-1)!,
})

/** A month's sums; `paid` is what is marked as collected of the `amount`. */
export type MonthSums = { month: string; nights: number; taxed: number; exempt: number; amount: number; paid: number }

/** Returns a report's sums by month. */
export const sumsByMonth = ({ stays }: TaxReport, months: readonly string[]): MonthSums[] => {
  const all = stays.flatMap(({ checkin, guests }) =>
    guests.flatMap(({ nights }) => nights.map((night) => ({ night, isPaid: Boolean(checkin.taxPaid) }))),
  )
  return months.map((month) => {
    const own = all.filter(({ night }) => night.day.startsWith(month))
    const taxed = own.filter(({ night }) => isTaxed(night)).length
    return {
      month,
      nights: own.length,
      taxed,
      exempt: own.length - taxed,
      amount: sum(own.map(({ night }) => night.cents)),
      paid: sum(own.map(({ night, isPaid }) => (isPaid ? night.cents : 0))),
    }
  })
}
