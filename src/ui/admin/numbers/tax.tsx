import type { TaxRuleSet } from '../../../../schema/tax'
import { csv } from '../../../core/exports/csv'
import type { Speaker } from '../../../core/flow/speaker'
import { taxSets } from '../../../core/tax/first-rules'
import { type TaxReport, taxReport } from '../../../core/tax/tax-report'
import { guestWords, setWords, whyWords } from '../../../core/tax/tax-words'
import { italian, monthDays } from '../../../core/text/dates'
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

type ReportProps = { report: TaxReport; title: string; sets: readonly TaxRuleSet[]; lacksRate: boolean }

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

const Report = ({ report, title, sets, lacksRate }: ReportProps) => {
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

/** The tourist tax of a month: the comune's rule, each guest's part, the sum, and a file. */
export const TaxPage = (_: PageProps) => {
  const { checkins, isFailed } = useCheckins()
  const [month, choose] = useMonth()
  const settings = useStore(hostSettings)
  if (!settings) return null
  const days = monthDays(month)
  const period = { from: days[0]!, until: days.at(-1)! }
  const report = checkins && taxReport(checkins, period, taxSets(settings))
  const sets = taxSets(settings).filter(({ from, until }) => from <= period.until && (!until || until >= period.from))
  const title = say('tax.report', { month: monthWords(month) })
  const save = async () => {
    if (!report) return
    const { speak: files } = await italianSpeech()
    const rows = [headOf(files), ...rowsOf(report, files, italian), totalOf(report, files)]
    download(`imposta-${month}.csv`, csv(rows), 'text/csv')
  }
  return (
    <Page title={say('tax.title')} back="/admin-statistics">
      <div className="numbers">
        <section className="sheet form-tax">
          <header>
            <h2>{say('forms.tax.title')}</h2>
            <p>{say('forms.tax.subtitle')}</p>
          </header>
          <TaxRules />
        </section>
        <MonthBar {...{ month, choose }}>
          <Button onClick={() => void save()} aria-disabled={!report || undefined}>
            {say('tax.csv')}
          </Button>
        </MonthBar>
        {!report && <Waiting isFailed={isFailed} />}
        {report && <Report {...{ report, title, sets }} lacksRate={!settings.taxRate && !settings.taxRules.length} />}
      </div>
    </Page>
  )
}
