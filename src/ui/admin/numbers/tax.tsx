import { useMemo, useState } from 'react'
import type { TaxRuleSet } from '../../../../schema/tax'
import { csv } from '../../../core/exports/csv'
import type { Speaker } from '../../../core/flow/speaker'
import { taxSets } from '../../../core/tax/first-rules'
import { sum } from '../../../core/tax/party-tax'
import { daysOf, type MonthSums, monthsIn, sumsByMonth, type TaxSpan, taxSpans } from '../../../core/tax/tax-periods'
import { type TaxReport, taxReport } from '../../../core/tax/tax-report'
import { guestWords, setWords, whyWords } from '../../../core/tax/tax-words'
import { italian } from '../../../core/text/dates'
import { euros } from '../../../core/text/money'
import { Button } from '../../shared/button'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { download } from '../checkins/actions'
import { Page } from '../forms/form-frames'
import { dayShown, hostSettings, hostSpeech, italianSpeech } from '../session/host'
import type { PageProps } from '../shell/menu'
import { MonthBar, monthWords, Table, useCheckins, useMonth, Waiting } from './read'
import { yearDayWords } from './tax-rates'
import { TaxRules } from './tax-rules'

const columns = ['guest', 'age', 'arrival', 'departure', 'nights', 'taxed', 'amount', 'why'] as const

const lineColumns = ['why', 'nights', 'amount'] as const

const rowsOf = ({ stays }: TaxReport, speak: Speaker, day = dayShown) =>
  stays.flatMap(({ guests, arrival, departure }) =>
    guests.map(({ name, age, nights, taxed, amount }) => [
      name,
      age === undefined ? '—' : String(age),
      day(arrival),
      day(departure),
      String(nights.length),
      String(taxed),
      euros(amount),
      guestWords(nights, speak),
    ]),
  )

const lineRows = ({ lines }: TaxReport, speak: Speaker) =>
  lines.map(({ why, nights, amount }) => [whyWords(why, speak), String(nights), euros(amount)])

const headOf = ({ say }: Speaker) => columns.map((column) => say(`tax.${column}`))

const totalOf = ({ nights, taxed, amount }: TaxReport, { say }: Speaker) => [
  say('tax.total'),
  '',
  '',
  '',
  String(nights),
  String(taxed),
  euros(amount),
  '',
]

type ReportProps = {
  report: TaxReport
  title: string
  sets: readonly TaxRuleSet[]
  lacksRate: boolean
  months: readonly string[]
}

/** What the figures leave out or take for granted. */
const Cautions = ({ report, lacksRate }: Pick<ReportProps, 'report' | 'lacksRate'>) => {
  const { undated, unknown, unruled, unpriced } = report
  const counted = { undated, unknown: unknown.length, unruled, unpriced }
  return (
    <>
      {lacksRate && <p className="info warns">{say('tax.noRate')}</p>}
      {Object.entries(counted).map(
        ([name, count]) =>
          count > 0 && (
            <p key={name} className="info warns">
              {plural(`tax.${name}`, count)}
            </p>
          ),
      )}
    </>
  )
}

const monthColumns = ['month', 'nights', 'taxed', 'exempt', 'amount', 'paid'] as const

/** The sums of each month, and of all of them. */
const Months = ({ report, months }: Pick<ReportProps, 'report' | 'months'>) => {
  const sums = sumsByMonth(report, months)
  const cells = ({ nights, taxed, exempt, amount, paid }: Omit<MonthSums, 'month'>) => [
    ...[nights, taxed, exempt].map(String),
    ...[amount, paid].map(euros),
  ]
  const { nights, taxed, exempt, amount } = report
  const all = { nights, taxed, exempt, amount, paid: sum(sums.map(({ paid }) => paid)) }
  return (
    <Table
      title={say('tax.byMonth')}
      head={monthColumns.map((column) => say(`tax.sums.${column}`))}
      rows={sums.map((one) => [monthWords(one.month), ...cells(one)])}
      foot={[say('tax.total'), ...cells(all)]}
    />
  )
}

const Report = ({ report, title, sets, lacksRate, months }: ReportProps) => {
  const { speak } = hostSpeech()
  const { taxed, nights, exempt, guests, amount } = report
  const of = { taxed, nights, exempt, guests, amount: `${euros(amount)} €` }
  return (
    <section className="sheet">
      <h2>{title}</h2>
      {sets.map((rules) => (
        <p key={rules.from} className="on-paper">
          {setWords(rules, speak, yearDayWords)}
        </p>
      ))}
      <p>{say('tax.sum', Object.fromEntries(Object.entries(of).map(([name, value]) => [name, String(value)])))}</p>
      <Cautions {...{ report, lacksRate }} />
      {report.stays.length ? (
        <>
          {months.length > 1 && <Months {...{ report, months }} />}
          <Table
            title={say('tax.byWhy')}
            head={lineColumns.map((column) => say(`tax.${column}`))}
            rows={lineRows(report, speak)}
          />
          <Table {...{ title }} head={headOf(speak)} rows={rowsOf(report, speak)} foot={totalOf(report, speak)} />
        </>
      ) : (
        <p className="empty">{say('tax.none')}</p>
      )}
    </section>
  )
}

const account = ['order', 'month', 'receipts', 'collected', 'quittance', 'remitted', 'day'] as const

/**
 * The account of the collecting agent (modello 21, D.P.R. 194/1996): a line for each month. What the treasury answers
 * is written in by hand.
 */
const accountRows = (report: TaxReport, months: readonly string[], { say }: Speaker) => [
  account.map((column) => say(`tax.account.${column}`)),
  ...sumsByMonth(report, months).map(({ month, paid }, at) => [
    String(at + 1),
    `${month.slice(5)}/${month.slice(0, 4)}`,
    '',
    euros(paid),
    '',
    '',
    '',
  ]),
]

const Account = ({ report, months }: Pick<ReportProps, 'report' | 'months'>) => {
  const { speak } = hostSpeech()
  const [head = [], ...rows] = accountRows(report, months, speak)
  const unpaid = report.stays.filter(({ checkin, amount }) => amount > 0 && !checkin.taxPaid).length
  return (
    <section className="sheet account">
      <h2>{say('tax.account', { year: months[0]!.slice(0, 4) })}</h2>
      <p>{say('tax.accountText')}</p>
      {unpaid > 0 && <p className="info warns">{plural('tax.unpaid', unpaid)}</p>}
      <Table title={say('tax.account', { year: months[0]!.slice(0, 4) })} {...{ head, rows }} />
    </section>
  )
}

const titleIn: { [span in TaxSpan]: (months: readonly string[]) => string } = {
  month: ([month = '']) => say('tax.report', { month: monthWords(month) }),
  quarter: (months) => say('tax.reportQuarter', { from: monthWords(months[0]!), until: monthWords(months.at(-1)!) }),
  year: ([month = '']) => say('tax.reportYear', { year: month.slice(0, 4) }),
}

/** Saves rows as a file, in Italian. */
const saveRows = async (name: string, rows: (files: Speaker) => string[][]) => {
  const { speak } = await italianSpeech()
  download(`${name}.csv`, csv(rows(speak)), 'text/csv')
}

const useReport = (month: string, span: TaxSpan) => {
  const { checkins, isFailed } = useCheckins()
  const settings = useStore(hostSettings)
  const months = monthsIn(month, span)
  const period = daysOf(months)
  const all = settings ? taxSets(settings) : []
  const report = useMemo(() => checkins && taxReport(checkins, period, all), [checkins, settings, month, span])
  const sets = all.filter(({ from, until }) => from <= period.until && (!until || until >= period.from))
  const lacksRate = !settings?.taxRate && !settings?.taxRules.length
  return { report, isFailed, months, sets, lacksRate, title: titleIn[span](months) }
}

/** The tourist tax of a month, quarter or year: the town's rules, each guest's part, the sums, and files. */
export const TaxPage = (_: PageProps) => {
  const [month, choose] = useMonth()
  const [span, setSpan] = useState<TaxSpan>('month')
  const { isFailed, ...shown } = useReport(month, span)
  const { report, months } = shown
  // Once there are rules, the figures come first.
  const [isFirst] = useState(shown.lacksRate)
  const isYear = span === 'year'
  const save = () =>
    report &&
    saveRows(`imposta-${months.length > 1 ? `${months[0]}-${months.at(-1)}` : month}`, (files) => [
      headOf(files),
      ...rowsOf(report, files, italian),
      totalOf(report, files),
    ])
  const saveAccount = () =>
    report && saveRows(`modello-21-${month.slice(0, 4)}`, (files) => accountRows(report, months, files))
  return (
    <Page title={say('tax.title')} back="/admin-statistics">
      <div className="numbers">
        <details className="sheet form-tax" open={isFirst}>
          <summary>
            <h2>{say('forms.tax.title')}</h2>
          </summary>
          <p>{say('forms.tax.subtitle')}</p>
          <TaxRules />
        </details>
        <MonthBar {...{ month, choose }}>
          <select aria-label={say('tax.span')} value={span} onChange={({ target }) => setSpan(target.value as TaxSpan)}>
            {taxSpans.map((one) => (
              <option key={one} value={one}>
                {say(`tax.span.${one}`)}
              </option>
            ))}
          </select>
          <Button onClick={() => void save()} aria-disabled={!report || undefined}>
            {say('tax.csv')}
          </Button>
          {isYear && (
            <Button onClick={() => void saveAccount()} aria-disabled={!report || undefined}>
              {say('tax.accountCsv')}
            </Button>
          )}
        </MonthBar>
        {!report && <Waiting isFailed={isFailed} />}
        {report && <Report {...shown} report={report} />}
        {report && isYear && <Account {...{ report, months }} />}
      </div>
    </Page>
  )
}
