import type { Checkin } from '../../../schema/checkin'
import type { TaxMonth, TaxPayment } from '../../../schema/tax'
import { storedEuros } from '../checkin/money'
import { monthDays } from '../text/dates'
import { isTaxed, sum } from './party-tax'
import type { TaxReport } from './tax-report'

const inSeries = (text: string, series: string | undefined) => [text, series].filter(Boolean).join('-')

/** Returns a receipt's number with its year: `12/2026`, after a restore `3/2026-R30KJX`. */
export const receiptNumber = ({ number, day, series }: Pick<TaxPayment, 'number' | 'day' | 'series'>): string =>
  inSeries(`${number}/${day.slice(0, 4)}`, series)

/** Returns the number of the next receipt in a day's year and a series. Numbers begin with 1 and have no gap. */
export const nextNumber = (payments: readonly TaxPayment[], day: string, series = ''): number =>
  Math.max(
    0,
    ...payments
      .filter((one) => one.day.slice(0, 4) === day.slice(0, 4) && (one.series ?? '') === series)
      .map(({ number }) => number),
  ) + 1

/** Returns the numbers of a month's receipts, first to last of each series: `12–15, 1–3-R30KJX`. */
export const receiptRange = (payments: readonly TaxPayment[]): string =>
  [...new Set(payments.map(({ series }) => series))]
    .map((series) => {
      const numbers = payments.filter((one) => one.series === series).map(({ number }) => number)
      return inSeries([...new Set([numbers[0], numbers.at(-1)])].join('–'), series)
    })
    .join(', ')

/** Returns the cents collected with payments. */
export const collectedIn = (payments: readonly TaxPayment[]): number => sum(payments.map(({ cents }) => cents))

/** Returns whether a check-in was marked as paid before amounts were stored: its tax of today counts as paid. */
export const isOldMark = ({ taxPaid, taxPaidAmount }: Pick<Checkin, 'taxPaid' | 'taxPaidAmount'>): boolean =>
  taxPaid !== undefined && taxPaidAmount === undefined

/** Returns the cents collected of a check-in; undefined for an old mark. */
export const collectedOf = (checkin: Pick<Checkin, 'taxPaid' | 'taxPaidAmount'>): number | undefined =>
  isOldMark(checkin) ? undefined : Math.round(Number(checkin.taxPaidAmount ?? 0) * 100)

/** Returns the fields of a record about its payments; `null` removes a field. */
export const paidFields = (payments: readonly TaxPayment[]): { [field: string]: string | null } => {
  const [last, cents] = [payments.at(-1), collectedIn(payments)]
  return {
    taxPaid: last && cents > 0 ? last.way : null,
    taxPaidAmount: last && cents > 0 ? storedEuros(cents) : null,
    taxPaidAt: last && cents > 0 ? last.at : null,
    taxReceipts: payments.map(receiptNumber).join(', ') || null,
  }
}

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

/** Returns a report's sums by month. Of a stay with an old mark the tax of the month's nights counts as paid. */
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
