import type { Checkin } from '../../../schema/checkin'
import type { TaxBooks, TaxLine, TaxRuleSet, Why } from '../../../schema/tax'
import { sum } from './party-tax'
import { monthsOf, openQuarter, totalOfFigures } from './tax-closing'
import { daysOf, monthsIn, sumsByMonth } from './tax-payments'
import { taxReport } from './tax-report'

export const nightFields = ['full', 'reduced', 'exempt', 'limit', 'other'] as const
type NightField = (typeof nightFields)[number]

const fieldOfWhy: { [key in Why['key']]: NightField } = {
  fixed: 'full',
  percent: 'full',
  bands: 'full',
  reduced: 'reduced',
  exempt: 'exempt',
  limit: 'limit',
  none: 'other',
  unpriced: 'other',
}

type TaxYear = TaxBooks & { checkins: readonly Checkin[]; sets: readonly TaxRuleSet[] }

/** A quarter's sums in the declaration, in cents; `corrected`: corrections declared with it. */
export type QuarterSums = { [field in NightField]: number } & {
  quarter: string
  nights: number
  due: number
  correctedNights: number
  corrected: number
  paid: number
  closedAt?: string
}

const byField = (lines: readonly TaxLine[]) =>
  Object.fromEntries(
    nightFields.map((field) => [
      field,
      sum(lines.filter(({ why }) => fieldOfWhy[why.key] === field).map(({ nights }) => nights)),
    ]),
  ) as { [field in NightField]: number }

const quarterSums = (quarter: string, { checkins, sets, ...books }: TaxYear): QuarterSums => {
  const { closings, payments, closed } = books
  const months = monthsOf(quarter)
  const report = taxReport(checkins, daysOf(months), sets)
  const closing = closings.find((one) => one.quarter === quarter)
  const lines = closing?.lines ?? report.lines
  const corrections = totalOfFigures(closing?.corrections ?? (openQuarter(closed) === quarter ? books.corrections : []))
  return {
    quarter,
    nights: sum(lines.map(({ nights }) => nights)),
    ...byField(lines),
    due: sum(lines.map(({ amount }) => amount)),
    correctedNights: corrections.taxed,
    corrected: corrections.cents,
    paid: sum(sumsByMonth(report, months, payments).map(({ paid }) => paid)),
    ...(closing && { closedAt: closing.at }),
  }
}

/** Returns the sums of the four quarters of the year that a month is in. */
export const yearSums = (month: string, books: TaxYear): QuarterSums[] =>
  monthsIn(month, 'year')
    .filter((_, at) => at % 3 === 0)
    .map((quarter) => quarterSums(quarter, books))
