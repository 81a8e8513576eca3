import type { Checkin } from '../../../schema/checkin'
import type { TaxPayment } from '../../../schema/tax'
import { storedEuros } from '../text/money'
import { sum } from './party-tax'

const inSeries = (text: string, series: string | undefined) => [text, series].filter(Boolean).join('-')

/** Returns a receipt's number with its year: `12/2026`, after a restore `3/2026-R30KJX`. */
export const receiptNumber = ({ number, day, series }: Pick<TaxPayment, 'number' | 'day' | 'series'>): string =>
  inSeries(`${number}/${day.slice(0, 4)}`, series)

/** Returns the number of the next receipt of a day's year and of a series: they count from 1, without gaps. */
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

/** Returns whether a check-in is marked as paid from before amounts were stored: its tax of today counts as paid. */
export const isOldMark = ({ taxPaid, taxPaidAmount }: Pick<Checkin, 'taxPaid' | 'taxPaidAmount'>): boolean =>
  taxPaid !== undefined && taxPaidAmount === undefined

/** Returns the cents collected of a check-in; undefined for an old mark. */
export const collectedOf = (checkin: Pick<Checkin, 'taxPaid' | 'taxPaidAmount'>): number | undefined =>
  isOldMark(checkin) ? undefined : Math.round(Number(checkin.taxPaidAmount ?? 0) * 100)

/** Returns what a record says of its payments; `null` removes a field. */
export const paidFields = (payments: readonly TaxPayment[]): { [field: string]: string | null } => {
  const [last, cents] = [payments.at(-1), collectedIn(payments)]
  return {
    taxPaid: last && cents > 0 ? last.way : null,
    taxPaidAmount: last && cents > 0 ? storedEuros(cents) : null,
    taxPaidAt: last && cents > 0 ? last.at : null,
    taxReceipts: payments.map(receiptNumber).join(', ') || null,
  }
}
