import type { Checkin } from '../../../schema/checkin'
import type { TaxPayment } from '../../../schema/tax'
import { storedEuros } from '../text/money'
import { sum } from './party-tax'

/** Returns a receipt's number with its year: `12/2026`. */
export const receiptNumber = ({ number, day }: Pick<TaxPayment, 'number' | 'day'>): string =>
  `${number}/${day.slice(0, 4)}`

/** Returns the number of the next receipt of a day's year: they count from 1, without gaps. */
export const nextNumber = (payments: readonly TaxPayment[], day: string): number =>
  Math.max(0, ...payments.filter((one) => one.day.slice(0, 4) === day.slice(0, 4)).map(({ number }) => number)) + 1

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
