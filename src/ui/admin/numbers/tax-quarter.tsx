import type { Checkin } from '../../../../schema/checkin'
import type { TaxClosing, TaxCorrection, TaxFigure } from '../../../../schema/tax'
import { euros } from '../../../core/checkin/money'
import type { Speaker } from '../../../core/flow/speaker'
import {
  closingFault,
  declaredIn,
  monthsOf,
  nightFields,
  openQuarter,
  type QuarterSums,
  totalOfFigures,
} from '../../../core/tax/tax-closing'
import { whyWords } from '../../../core/tax/tax-words'
import { Button } from '../../look/parts'
import { say, today } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { guestName, inLine, moment } from '../checkins/card-fields'
import { confirmByHost } from '../dialogs/questions'
import { callAsHost, hostSpeech } from '../session/host'
import { columnWords, monthWords, Table } from './read'

/** Returns a function that names a check-in: its number, and the guest's name unless it is erased. */
const checkinWords = (checkins: readonly Checkin[]) => {
  const names = new Map(checkins.map((one) => [one.id, guestName(one)]))
  return (id: number) => inLine([String(id), names.get(id)])
}

type Known = { checkins: readonly Checkin[] }

const quarterShort = (quarter: string) => {
  const [first = '', , last = ''] = monthsOf(quarter)
  return `${first.slice(5)}–${last.slice(5)}/${last.slice(0, 4)}`
}

const correctionColumns = ['checkin', 'quarter', 'nights', 'taxed', 'amount', 'why'] as const

/** Returns corrections as rows, the first with the column names. */
export const correctionRows = (corrections: readonly TaxCorrection[], { checkins }: Known, { say }: Speaker) => [
  correctionColumns.map((column) => say(`tax.correction.${column}`)),
  ...corrections.map(({ checkin, quarter, nights, taxed, cents, why }) => [
    checkinWords(checkins)(checkin),
    quarterShort(quarter),
    String(nights),
    String(taxed),
    euros(cents),
    say(`tax.changed.${why}`),
  ]),
]

/** The nights and the tax by reason. */
export const ReasonsTable = ({ lines }: Pick<TaxClosing, 'lines'>) => (
  <Table
    title={say('tax.byWhy')}
    head={columnWords('tax', 'why', 'nights', 'amount')}
    rows={lines.map(({ why, nights, amount }) => [whyWords(why, hostSpeech().speak), String(nights), euros(amount)])}
  />
)

/** The corrections of closed quarters, which are declared with this quarter. */
export const Corrections = ({ corrections, checkins }: Known & { corrections: readonly TaxCorrection[] }) => {
  if (!corrections.length) return null
  const [head = [], ...rows] = correctionRows(corrections, { checkins }, hostSpeech().speak)
  const { nights, taxed, cents } = totalOfFigures(corrections)
  return (
    <>
      <h3>{say('tax.corrections')}</h3>
      <Table
        title={say('tax.corrections')}
        {...{ head, rows }}
        foot={[say('tax.total'), '', String(nights), String(taxed), euros(cents), '']}
      />
    </>
  )
}

/** Returns the check-ins of a closed quarter as rows, the first with the column names. */
export const figureRows = (stays: readonly TaxFigure[], { checkins }: Known, { say }: Speaker) => [
  ['checkin', 'nights', 'taxed', 'amount'].map((column) => say(`tax.correction.${column}`)),
  ...stays.map(({ checkin, nights, taxed, cents }) => [
    checkinWords(checkins)(checkin),
    String(nights),
    String(taxed),
    euros(cents),
  ]),
]

/** The sum of a quarter with its corrections, if it has any. */
export const DeclaredSum = ({ closing }: { closing: Pick<TaxClosing, 'stays' | 'corrections'> }) => {
  const { taxed, cents } = declaredIn(closing)
  if (!closing.corrections.length) return null
  return <p>{say('tax.declared', { taxed: String(taxed), amount: euros(cents) })}</p>
}

/** A closed quarter as it was declared: months, reasons, corrections, and each check-in by its number. */
export const ClosedQuarter = ({ closing, title, checkins }: Known & { closing: TaxClosing; title: string }) => {
  const [head = [], ...rows] = figureRows(closing.stays, { checkins }, hostSpeech().speak)
  const { nights, taxed, cents } = totalOfFigures(closing.stays)
  return (
    <section className="sheet stack">
      <h2>{title}</h2>
      <p className="info">{say('tax.closedOn', { day: moment(closing.at) })}</p>
      <Table
        title={say('tax.byMonth')}
        head={columnWords('tax.sums', 'month', 'nights', 'taxed', 'exempt', 'amount')}
        rows={closing.months.map(({ month, nights, taxed, exempt, amount }) => [
          monthWords(month),
          ...[nights, taxed, exempt].map(String),
          euros(amount),
        ])}
      />
      <ReasonsTable lines={closing.lines} />
      <Corrections {...{ checkins }} corrections={closing.corrections} />
      <DeclaredSum closing={closing} />
      <h3>{say('tax.figures')}</h3>
      <Table
        title={say('tax.figures')}
        {...{ head, rows }}
        foot={[say('tax.total'), String(nights), String(taxed), euros(cents)]}
      />
    </section>
  )
}

type ClosingProps = {
  quarter: string
  cents: number
  closed: readonly string[]
  changed: () => Promise<unknown>
}

const change = async (
  name: 'close' | 'reopen',
  { quarter, cents, changed }: Omit<ClosingProps, 'closed'>,
): Promise<void> => {
  const text = say(`tax.${name}Text`, { amount: euros(cents) })
  if (!(await confirmByHost({ title: say(`tax.${name}Ask`), text, yes: say(`tax.${name}`) }))) return
  const done =
    name === 'close'
      ? callAsHost('POST /api/tax/close', { body: { quarter, cents } })
      : callAsHost('POST /api/tax/open', { body: { quarter } })
  await done.catch(showReason)
  await changed()
}

/** Closes or reopens a quarter, or says why neither is possible. */
export const QuarterButton = ({ closed, ...of }: ClosingProps) => {
  const fault = closingFault(of.quarter, closed, today())
  if (!fault) return <Button text={say('tax.close')} onClick={() => void change('close', of)} />
  if (closed.at(-1) === of.quarter) return <Button text={say('tax.reopen')} onClick={() => void change('reopen', of)} />
  if (fault === 'closed') return null
  const [from = '', , until = ''] = fault === 'order' ? monthsOf(openQuarter(closed)!).map(monthWords) : []
  return <span className="hint">{say(`tax.quarter.${fault}`, { from, until })}</span>
}

const euroFields = ['due', 'corrected', 'paid'] as const

/** Returns the yearly sums as rows of a field, four quarters and the year; the first row has the column names. */
export const yearRows = (quarters: readonly QuarterSums[], { say }: Speaker) => {
  const nameOf = ({ quarter, closedAt }: QuarterSums) =>
    closedAt ? say('tax.field.closed', { quarter: quarterShort(quarter) }) : quarterShort(quarter)
  const row = (field: keyof QuarterSums, write: (value: number) => string) => {
    const values = quarters.map((one) => Number(one[field]))
    return [say(`tax.field.${field}`), ...values.map(write), write(values.reduce((all, one) => all + one, 0))]
  }
  return [
    [say('tax.field'), ...quarters.map(nameOf), say('tax.total')],
    ...(['nights', ...nightFields, 'correctedNights'] as const).map((field) => row(field, String)),
    ...euroFields.map((field) => row(field, euros)),
  ]
}

/** The sums of the yearly declaration, field by field. */
export const YearFields = ({ quarters }: { quarters: readonly QuarterSums[] }) => {
  const [head = [], ...rows] = yearRows(quarters, hostSpeech().speak)
  return (
    <section className="sheet stack">
      <h2>{say('tax.yearFields')}</h2>
      <p>{say('tax.yearFieldsText')}</p>
      <Table title={say('tax.yearFields')} {...{ head, rows }} />
    </section>
  )
}
