import type { Settings } from '../../../../schema/settings'
import { csv } from '../../../core/exports/csv'
import { centsOf, euros, type TaxReport, touristTax } from '../../../core/exports/tourist-tax'
import type { Speaker } from '../../../core/flow/speaker'
import { italian } from '../../../core/text/dates'
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

const columns = ['guest', 'age', 'arrival', 'departure', 'nights', 'taxed', 'amount'] as const

const ruleOf = ({ taxRate, taxFromAge, taxMostNights }: Settings) => ({
  rate: centsOf(taxRate) ?? 0,
  fromAge: taxFromAge,
  mostNights: taxMostNights,
})

const rowsOf = ({ stays }: TaxReport, rate: number, day = dayShown) =>
  stays.flatMap(({ guests, arrival, departure }) =>
    guests.map(({ name, age, nights, taxed }) => [
      name,
      age === undefined ? '—' : String(age),
      day(arrival),
      day(departure),
      String(nights),
      String(taxed),
      euros(taxed * rate),
    ]),
  )

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
]

/** The tourist tax of a month: the comune's rule, each guest's part, the sum, and a file. */
export const TaxPage = ({ go }: PageProps) => {
  const { checkins, isFailed } = useCheckins()
  const [month, choose] = useMonth()
  const settings = useStore(hostSettings)
  if (!settings) return null
  const rule = ruleOf(settings)
  const report = checkins && touristTax(checkins, month, rule)
  const { speak } = hostSpeech()
  const head = headOf(speak)
  const title = say('tax.report', { month: monthWords(month) })
  const save = async () => {
    if (!report) return
    const { speak: files } = await italianSpeech()
    const rows = [headOf(files), ...rowsOf(report, rule.rate, italian), totalOf(report, files)]
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
            {!rule.rate && <p className="info warns">{say('tax.noRate')}</p>}
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
            {report.stays.length ? (
              <Table {...{ title, head }} rows={rowsOf(report, rule.rate)} foot={totalOf(report, speak)} />
            ) : (
              <p className="empty">{say('tax.none')}</p>
            )}
          </section>
        )}
      </div>
    </Page>
  )
}
