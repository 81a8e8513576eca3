import { useMemo, useState } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import type { TaxPayment } from '../../../../schema/tax'
import { euros } from '../../../core/checkin/money'
import type { Speaker } from '../../../core/flow/speaker'
import { sum } from '../../../core/tax/party-tax'
import { declaredIn, figuresOf, openQuarter, yearSums } from '../../../core/tax/tax-closing'
import { daysOf, type MonthSums, monthsIn, sumsByMonth, type TaxSpan, taxSpans } from '../../../core/tax/tax-payments'
import { type TaxReport, taxReport } from '../../../core/tax/tax-report'
import { guestWords, setWords } from '../../../core/tax/tax-words'
import { taxSets } from '../../../core/tax/town-rules'
import { csv } from '../../../core/text/escape'
import { italian } from '../../../core/text/written-dates'
import { PickList } from '../../look/boxes'
import { Button } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { download } from '../checkins/actions'
import { Unread, useShownAnswer } from '../dialogs/page-hooks'
import { Page } from '../forms/form-frames'
import { callAsHost, dayShown, hostSettings, hostSpeech, italianSpeech, optional, settingsNow } from '../session/host'
import { columnWords, MonthBar, monthWords, readAll, Table, useMonth } from './read'
import {
  ClosedQuarter,
  Corrections,
  correctionRows,
  DeclaredSum,
  figureRows,
  QuarterButton,
  ReasonsTable,
  YearFields,
  yearRows,
} from './tax-quarter'
import { yearDayWords } from './tax-rates'
import { TaxRules } from './tax-rules'

const columns = ['guest', 'age', 'arrival', 'departure', 'nights', 'taxed', 'amount', 'why'] as const

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

type ReportProps = ReturnType<typeof useReport> & {
  report: TaxReport
  payments: readonly TaxPayment[]
  checkins: readonly Checkin[]
}

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

type Sums = Pick<ReportProps, 'report' | 'months' | 'payments'>

const Months = ({ report, months, payments }: Sums) => {
  const sums = sumsByMonth(report, months, payments)
  const cells = ({ nights, taxed, exempt, amount, paid }: Omit<MonthSums, 'month' | 'receipts'>) => [
    ...[nights, taxed, exempt].map(String),
    ...[amount, paid].map(euros),
  ]
  const { nights, taxed, exempt, amount } = report
  const all = { nights, taxed, exempt, amount, paid: sum(sums.map(({ paid }) => paid)) }
  return (
    <Table
      title={say('tax.byMonth')}
      head={columnWords('tax.sums', 'month', 'nights', 'taxed', 'exempt', 'amount', 'paid')}
      rows={sums.map((one) => [monthWords(one.month), ...cells(one)])}
      foot={[say('tax.total'), ...cells(all)]}
    />
  )
}

const Report = ({ report, title, sets, lacksRate, months, payments, corrections, checkins }: ReportProps) => {
  const { speak } = hostSpeech()
  const { taxed, nights, exempt, guests, amount } = report
  return (
    <section className="sheet stack">
      <h2>{title}</h2>
      {sets.map((rules) => (
        <p key={rules.from} className="on-paper">
          {setWords(rules, speak, yearDayWords)}
        </p>
      ))}
      <p>{say('tax.sum', { taxed, nights, exempt, guests, amount: `${euros(amount)} €` })}</p>
      <Cautions {...{ report, lacksRate }} />
      {report.stays.length ? (
        <>
          {months.length > 1 && <Months {...{ report, months, payments }} />}
          <ReasonsTable lines={report.lines} />
          <Table {...{ title }} head={headOf(speak)} rows={rowsOf(report, speak)} foot={totalOf(report, speak)} />
        </>
      ) : (
        <p className="empty">{say('tax.none')}</p>
      )}
      <Corrections {...{ corrections, checkins }} />
      <DeclaredSum closing={{ stays: figuresOf(report), corrections }} />
    </section>
  )
}

const account = ['order', 'month', 'receipts', 'collected', 'quittance', 'remitted', 'day'] as const

/** The account of the collecting agent (modello 21, D.P.R. 194/1996). The treasury's answers are written by hand. */
const accountRows = ({ report, months, payments }: Sums, { say }: Speaker) => [
  account.map((column) => say(`tax.account.${column}`)),
  ...sumsByMonth(report, months, payments).map(({ month, paid, receipts }, at) => [
    String(at + 1),
    `${month.slice(5)}/${month.slice(0, 4)}`,
    receipts,
    euros(paid),
    '',
    '',
    '',
  ]),
]

const Account = ({ report, months, payments }: Sums) => {
  const { speak } = hostSpeech()
  const [head = [], ...rows] = accountRows({ report, months, payments }, speak)
  const unpaid = report.stays.filter(({ checkin, amount }) => amount > 0 && !checkin.taxPaid).length
  return (
    <section className="sheet stack account">
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

const saveRows = async (name: string, rows: (files: Speaker) => string[][]) => {
  const { speak } = await italianSpeech()
  download(`${name}.csv`, csv(rows(speak)), 'text/csv')
}

/** Returns the books of a year, read again by `read`; undefined while loading. */
const useBooks = (year: string) => {
  const ofYear = async () => ({ ...(await callAsHost('GET /api/tax', { query: { year } })).data, year })
  const { answer: books, ...reading } = useShownAnswer(ofYear, [year])
  return { ...reading, books: books?.year === year ? books : undefined }
}

const useReport = (month: string, span: TaxSpan) => {
  const { answer: checkins, ...all } = useShownAnswer(readAll)
  const { books, ...ofYear } = useBooks(month.slice(0, 4))
  const settings = useStore(hostSettings)
  const months = monthsIn(month, span)
  const period = daysOf(months)
  const sets = settings ? taxSets(settings) : []
  const reportInput = useMemo(() => checkins && books && { checkins, ...books, sets }, [checkins, books, settings])
  const report = useMemo(() => reportInput && taxReport(reportInput.checkins, period, sets), [reportInput, month, span])
  const isNext = span === 'quarter' && books && openQuarter(books.closed) === months[0]
  return {
    reportInput,
    report,
    corrections: isNext ? books.corrections : [],
    read: async () => {
      await Promise.all([all.read(), ofYear.read(), settingsNow().catch(optional('the rules stay as they were'))])
    },
    failure: all.failure || ofYear.failure,
    months,
    sets: sets.filter(({ from, until }) => from <= period.until && (!until || until >= period.from)),
    closing: span === 'quarter' ? books?.closings.find(({ quarter }) => quarter === months[0]) : undefined,
    lacksRate: !settings?.taxRate && !settings?.taxRules.length,
    title: titleIn[span](months),
  }
}

type Shown = ReturnType<typeof useReport>

const fileRows = ({ reportInput, report, closing, corrections: open }: Shown, files: Speaker) => {
  const corrections = closing?.corrections ?? open
  return [
    ...(closing
      ? figureRows(closing.stays, reportInput!, files)
      : [headOf(files), ...rowsOf(report!, files, italian), totalOf(report!, files)]),
    ...(corrections.length ? [[], ...correctionRows(corrections, reportInput!, files)] : []),
  ]
}

const FileButtons = ({ shown, month, isYear }: { shown: Shown; month: string; isYear: boolean }) => {
  const { reportInput, report, months } = shown
  const year = month.slice(0, 4)
  const button = (name: string, file: string, rows: (files: Speaker) => string[][]) => (
    <Button text={say(name)} isOff={!report} onClick={() => void saveRows(file, rows)} />
  )
  return (
    <>
      {button('tax.csv', `imposta-${months.length > 1 ? `${months[0]}-${months.at(-1)}` : month}`, (files) =>
        fileRows(shown, files),
      )}
      {isYear &&
        button('tax.accountCsv', `modello-21-${year}`, (files) =>
          accountRows({ report: report!, months, payments: reportInput!.payments }, files),
        )}
      {isYear &&
        button('tax.yearCsv', `imposta-anno-${year}`, (files) => yearRows(yearSums(month, reportInput!), files))}
    </>
  )
}

const PeriodPart = ({ shown, month, span }: { shown: Shown; month: string; span: TaxSpan }) => {
  const { reportInput, report, closing, months, title } = shown
  if (!reportInput || !report) return null
  if (closing) return <ClosedQuarter {...{ closing, title }} checkins={reportInput.checkins} />
  const { checkins, payments } = reportInput
  return (
    <>
      <Report {...shown} {...{ report, checkins, payments }} />
      {span === 'year' && <YearFields quarters={yearSums(month, reportInput)} />}
      {span === 'year' && <Account {...{ report, months, payments }} />}
    </>
  )
}

const QuarterAction = ({ reportInput, report, closing, corrections, months, read }: Shown) => {
  if (!reportInput || !report) return null
  const { cents } = declaredIn(closing ?? { stays: figuresOf(report), corrections })
  return <QuarterButton quarter={months[0]!} {...{ cents }} closed={reportInput.closed} changed={read} />
}

/** The tourist tax of a month, quarter or year: the town's rules, each guest's part, the sums, and files. */
export const TaxPage = () => {
  const [month, choose] = useMonth()
  const [span, setSpan] = useState<TaxSpan>('month')
  const shown = useReport(month, span)
  // Once there are rules, the figures come first.
  const [isFirst] = useState(shown.lacksRate)
  return (
    <Page title={say('tax.title')} back="/admin-statistics">
      <div className="stack numbers">
        <details className="sheet form-tax" open={isFirst}>
          <summary>
            <h2>{say('forms.tax.title')}</h2>
          </summary>
          <p>{say('forms.tax.subtitle')}</p>
          <TaxRules />
        </details>
        <MonthBar {...{ month, choose }}>
          <PickList
            aria-label={say('tax.span')}
            value={span}
            picks={taxSpans.map((value) => ({ value, text: say(`tax.span.${value}`) }))}
            pick={(one) => setSpan(one as TaxSpan)}
          />
          <FileButtons {...{ shown, month }} isYear={span === 'year'} />
          {span === 'quarter' && <QuarterAction {...shown} />}
        </MonthBar>
        <Unread {...shown} answer={shown.report} />
        <PeriodPart {...{ shown, month, span }} />
      </div>
    </Page>
  )
}
