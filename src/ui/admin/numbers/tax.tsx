import type { Settings } from '../../../../schema/settings'
import { csv } from '../../../core/exports/csv'
import type { Speaker } from '../../../core/flow/speaker'
import { taxSets } from '../../../core/tax/first-rules'
import { type TaxReport, taxReport } from '../../../core/tax/tax-report'
import { guestWords, whyWords } from '../../../core/tax/tax-words'
import { italian, monthDays } from '../../../core/text/dates'
import { centsOf, euros } from '../../../core/text/money'
import { Button } from '../../shared/button'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { download } from '../checkins/actions'
import { Page } from '../forms/form-frames'
import { HostForm } from '../forms/host-form'
import { settingValues } from '../forms/values'
import { dayShown, hostSettings, hostSpeech, italianSpeech } from '../session/host'
import type { PageProps } from '../shell/menu'
import { MonthBar, monthWords, Table, useCheckins, useMonth, Waiting } from './read'

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

const ruleWords = ({ taxRate, taxFromAge, taxMostNights }: Settings) =>
  [
    say('tax.rule', { rate: taxRate || '0' }),
    taxFromAge > 0 && say('tax.ruleAge', { age: String(taxFromAge) }),
    taxMostNights > 0 && say('tax.ruleNights', { nights: String(taxMostNights) }),
  ]
    .filter(Boolean)
    .join(', ')

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

/** The tourist tax of a month: the comune's rule, each guest's part, the sum, and a file. */
export const TaxPage = ({ go }: PageProps) => {
  const { checkins, isFailed } = useCheckins()
  const [month, choose] = useMonth()
  const settings = useStore(hostSettings)
  if (!settings) return null
  const days = monthDays(month)
  const report = checkins && taxReport(checkins, { from: days[0]!, until: days.at(-1)! }, taxSets(settings))
  const { speak } = hostSpeech()
  const head = headOf(speak)
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
        <HostForm name="tax" values={settingValues(settings)} go={go} />
        <MonthBar {...{ month, choose }}>
          <Button onClick={() => void save()} aria-disabled={!report || undefined}>
            {say('tax.csv')}
          </Button>
        </MonthBar>
        {!report && <Waiting isFailed={isFailed} />}
        {report && (
          <section className="sheet">
            <h2>{title}</h2>
            <p className="on-paper">{ruleWords(settings)}</p>
            {!centsOf(settings.taxRate) && !settings.taxRules.length && (
              <p className="info warns">{say('tax.noRate')}</p>
            )}
            <p>
              {say('tax.sum', {
                taxed: String(report.taxed),
                nights: String(report.nights),
                exempt: String(report.exempt),
                guests: String(report.guests),
                amount: `${euros(report.amount)} €`,
              })}
            </p>
            {report.undated > 0 && <p className="info warns">{plural('tax.undated', report.undated)}</p>}
            {report.unknown.length > 0 && <p className="info warns">{plural('tax.unknown', report.unknown.length)}</p>}
            {report.unruled > 0 && <p className="info warns">{plural('tax.unruled', report.unruled)}</p>}
            {report.stays.length ? (
              <>
                <Table
                  title={say('tax.byWhy')}
                  head={lineColumns.map((column) => say(`tax.${column}`))}
                  rows={lineRows(report, speak)}
                />
                <Table {...{ title, head }} rows={rowsOf(report, speak)} foot={totalOf(report, speak)} />
              </>
            ) : (
              <p className="empty">{say('tax.none')}</p>
            )}
          </section>
        )}
      </div>
    </Page>
  )
}
