import type { Checkin } from '../../../schema/checkin'
import type {
  CorrectionReason,
  TaxBooks,
  TaxClosing,
  TaxCorrection,
  TaxFigure,
  TaxLine,
  TaxPayment,
  TaxRuleSet,
  Why,
} from '../../../schema/tax'
import type { Sliced } from '../tasks'
import { addMonths } from '../text/dates'
import { sum } from './party-tax'
import { daysOf, duesByMonth, monthsIn, sumsByMonth } from './tax-payments'
import {
  type NightsByGuest,
  nightsByGuest,
  reportOf,
  type TaxedStay,
  type TaxReport,
  taxedStays,
  taxReport,
} from './tax-report'

/** Returns the first month of the next quarter. */
export const quarterAfter = (quarter: string): string => addMonths(`${quarter}-01`, 3).slice(0, 7)

/** Returns the months of the quarter that a month is in. */
export const monthsOf = (month: string): string[] => monthsIn(month, 'quarter')

/** Returns the first months of closed quarters, earliest first. */
export const closedIn = (closings: readonly Pick<TaxClosing, 'quarter'>[]): string[] =>
  closings.map(({ quarter }) => quarter).sort()

/** Returns the quarter with which corrections are declared: the one after the latest closed; none before the first. */
export const openQuarter = (closed: readonly string[]): string | undefined =>
  closed.length ? quarterAfter(closed.at(-1)!) : undefined

/** Returns the figures of a report by check-in. */
export const figuresOf = ({ stays }: Pick<TaxReport, 'stays'>): TaxFigure[] =>
  stays.map(({ checkin, guests, taxed, amount }) => ({
    checkin: checkin.id,
    nights: sum(guests.map(({ nights }) => nights.length)),
    taxed,
    cents: amount,
  }))

type Sums = Omit<TaxFigure, 'checkin'>
const none: Sums = { nights: 0, taxed: 0, cents: 0 }
const plus = (one: Sums, other: Sums, sign: 1 | -1 = 1): Sums => ({
  nights: one.nights + sign * other.nights,
  taxed: one.taxed + sign * other.taxed,
  cents: one.cents + sign * other.cents,
})

/** Returns the sums of figures. */
export const totalOfFigures = (figures: readonly Sums[]): Sums => figures.reduce((all, one) => plus(all, one), none)

const byCheckin = (figures: readonly TaxFigure[]) => {
  const all = new Map<number, Sums>()
  for (const figure of figures) all.set(figure.checkin, plus(all.get(figure.checkin) ?? none, figure))
  return all
}

const declaredOf = (quarter: string, closings: readonly TaxClosing[]) =>
  byCheckin(
    closings.flatMap((closing) => [
      ...(closing.quarter === quarter ? closing.stays : []),
      ...closing.corrections.filter((one) => one.quarter === quarter),
    ]),
  )

const reasonOf = (before: Sums | undefined, after: Sums | undefined): CorrectionReason => {
  if (!after) return 'removed'
  if (!before) return 'added'
  if (before.nights !== after.nights) return 'nights'
  return before.taxed !== after.taxed ? 'taxed' : 'amount'
}

const changesOf = (quarter: string, stays: TaxedStay[], closings: readonly TaxClosing[]): TaxCorrection[] => {
  const [before, after] = [declaredOf(quarter, closings), byCheckin(figuresOf({ stays }))]
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort((a, b) => a - b)
    .flatMap((checkin) => {
      const [old, present] = [before.get(checkin), after.get(checkin)]
      const difference = plus(present ?? none, old ?? none, -1)
      const isSame = !difference.nights && !difference.taxed && !difference.cents
      return isSame ? [] : [{ quarter, checkin, ...difference, why: reasonOf(old, present) }]
    })
}

/** Returns the undeclared changes of closed quarters: the declared figures with these changes are the tax of today. */
export const correctionsOf = function* (
  checkins: readonly Checkin[],
  closings: readonly TaxClosing[],
  sets: readonly TaxRuleSet[],
  nights?: NightsByGuest,
): Sliced<TaxCorrection[]> {
  const before = nights ?? (yield* nightsByGuest(checkins, sets))
  const changes: TaxCorrection[] = []
  for (const quarter of closedIn(closings)) {
    const stays = yield* taxedStays(checkins, daysOf(monthsOf(quarter)), sets, before)
    changes.push(...changesOf(quarter, stays, closings))
  }
  return changes
}

/** Why a quarter cannot be closed: it has not ended, is closed, or an earlier one must be closed first. */
export type ClosingFault = 'running' | 'closed' | 'order'

/** Returns why a quarter cannot be closed on a day; undefined if it can. Quarters are closed one after the other. */
export const closingFault = (quarter: string, closed: readonly string[], today: string): ClosingFault | undefined => {
  if (closed.includes(quarter)) return 'closed'
  if (closed.length && quarter !== openQuarter(closed)) return 'order'
  return daysOf(monthsOf(quarter)).until < today ? undefined : 'running'
}

/** Returns a quarter as it is declared now, with the corrections of the quarters before. */
export const closingOf = function* (
  quarter: string,
  checkins: readonly Checkin[],
  closings: readonly TaxClosing[],
  sets: readonly TaxRuleSet[],
): Sliced<Omit<TaxClosing, 'at'>> {
  const nights = yield* nightsByGuest(checkins, sets)
  const stays = yield* taxedStays(checkins, daysOf(monthsOf(quarter)), sets, nights)
  const report = reportOf(stays, checkins)
  return {
    quarter,
    stays: figuresOf(report),
    corrections: yield* correctionsOf(checkins, closings, sets, nights),
    months: duesByMonth(report, monthsOf(quarter)),
    lines: report.lines,
  }
}

/** Returns the sums that a closing declares: its own nights and its corrections. */
export const declaredIn = ({ stays, corrections }: Pick<TaxClosing, 'stays' | 'corrections'>): Sums =>
  totalOfFigures([...stays, ...corrections])

/** Returns how other rules change the nights up to a day: the changed check-ins, and their cents before and after. */
export const changeOfRules = (
  checkins: readonly Checkin[],
  until: string,
  before: readonly TaxRuleSet[],
  after: readonly TaxRuleSet[],
): { checkins: number; before: number; after: number } => {
  const [old, now] = [before, after].map((sets) =>
    byCheckin(figuresOf(taxReport(checkins, { from: '0000-01-01', until }, sets))),
  ) as [Map<number, Sums>, Map<number, Sums>]
  // Both reports have the same stays: rules decide the cents alone.
  const changed = [...now]
    .map(([id, { cents }]) => ({ before: old.get(id)!.cents, after: cents }))
    .filter((one) => one.before !== one.after)
  return {
    checkins: changed.length,
    before: sum(changed.map((one) => one.before)),
    after: sum(changed.map((one) => one.after)),
  }
}

/** Returns the books of a year: its closings and payments, every closed quarter, and the undeclared corrections. */
export const booksOf = (
  year: string,
  closings: readonly TaxClosing[],
  payments: readonly TaxPayment[],
  corrections: readonly TaxCorrection[],
): TaxBooks => ({
  closings: closings.filter(({ quarter }) => quarter.startsWith(year)),
  payments: payments.filter(({ day }) => day.startsWith(year)),
  closed: closedIn(closings),
  corrections,
})

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
