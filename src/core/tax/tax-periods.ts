import type { TaxMonth, TaxPayment } from '../../../schema/tax'
import { monthDays } from '../text/dates'
import { isTaxed, sum } from './party-tax'
import { collectedIn, isOldMark, receiptRange } from './tax-payments'
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

const nightsOf = ({ stays }: TaxReport, isWanted: (stay: TaxReport['stays'][number]) => boolean = () => true) =>
  stays.filter(isWanted).flatMap(({ guests }) => guests.flatMap(({ nights }) => nights))

/** Returns what is due for the nights of each month. */
export const duesByMonth = (report: TaxReport, months: readonly string[]): TaxMonth[] => {
  const all = nightsOf(report)
  return months.map((month) => {
    const own = all.filter(({ day }) => day.startsWith(month))
    const taxed = own.filter(isTaxed).length
    const amount = sum(own.map(({ cents }) => cents))
    return { month, nights: own.length, taxed, exempt: own.length - taxed, amount }
  })
}

/** A month's sums; `paid` is what was collected in it, and `receipts` the numbers of its receipts. */
export type MonthSums = TaxMonth & { paid: number; receipts: string }

/** Returns a report's sums by month. An old mark without amount counts its nights of the month. */
export const sumsByMonth = (
  report: TaxReport,
  months: readonly string[],
  payments: readonly TaxPayment[],
): MonthSums[] => {
  const marked = nightsOf(report, ({ checkin }) => isOldMark(checkin))
  return duesByMonth(report, months).map((dues) => {
    const own = payments.filter(({ day }) => day.startsWith(dues.month))
    const old = sum(marked.filter(({ day }) => day.startsWith(dues.month)).map(({ cents }) => cents))
    return { ...dues, paid: collectedIn(own) + old, receipts: receiptRange(own) }
  })
}
