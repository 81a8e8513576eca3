import { useState } from 'react'
import type { TaxBasis, TaxRate, TaxRuleSet } from '../../../../schema/tax'
import { centsOf, euros } from '../../../core/checkin/money'
import { rateWords } from '../../../core/tax/tax-words'
import { FieldBoxes, type FieldRow, PickBox, TextBox, withEntry } from '../../look/boxes'
import { Button } from '../../look/parts'
import { say } from '../../shared/published'
import { dayInWords, hostSpeech } from '../session/host'

type NumberProps = { label: string; value: number; put: (value: number) => void }
type TypedNumberProps = NumberProps & {
  inputMode: 'numeric' | 'decimal'
  /** Returns NaN, which is a fault, for other text. */
  read: (text: string) => number
  write: (value: number) => string
}

/** Keeps the typed text, even while it is no number. */
const TypedNumber = ({ label, value, put, inputMode, read, write }: TypedNumberProps) => {
  const [typed, setTyped] = useState('')
  const text = Object.is(read(typed), value) ? typed : Number.isNaN(value) ? '' : write(value)
  const type = (next: string) => {
    setTyped(next)
    put(read(next))
  }
  return <TextBox {...{ label, inputMode }} value={text} put={type} />
}

/** A whole number. */
export const CountBox = (props: NumberProps) => (
  <TypedNumber
    {...props}
    inputMode="numeric"
    read={(text) => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN)}
    write={String}
  />
)

/** An amount with two decimals, kept in hundredths. */
const AmountBox = (props: NumberProps) => (
  <TypedNumber {...props} inputMode="decimal" read={(text) => centsOf(text) ?? Number.NaN} write={euros} />
)

type PickProps<T extends string> = {
  name: string
  value: T
  options: readonly T[]
  words?: (option: T) => string
  put: (value: T) => void
}

/** One of several, in the words `tax.NAME` and `tax.NAME.OPTION`. */
export const TaxPick = <T extends string>({
  name,
  value,
  options,
  words = (option) => say(`tax.${name}.${option}`),
  put,
}: PickProps<T>) => (
  <PickBox
    label={say(`tax.${name}`)}
    value={value}
    picks={options.map((option) => ({ value: option, text: words(option) }))}
    pick={(option) => put(option as T)}
  />
)

const days: readonly string[] = ['from', 'until']

/** The rows of text boxes with the words `tax.FIELD`. */
export const taxRows = <F extends string>(...fields: F[]): FieldRow<F>[] =>
  fields.map((field) => ({ field, label: say(`tax.${field}`), ...(days.includes(field) && { type: 'date' }) }))

/** The faults of a part of the rules. */
export const Wrong = ({ children }: { children: readonly string[] }) =>
  children.map((text) => (
    <p key={text} className="fault" role="alert">
      {text}
    </p>
  ))

/** Opens a part that has a fault. Its correction does not close the part, in which the host is typing. */
export const openIf = (isFaulty: boolean) => (part: HTMLDetailsElement | null) => {
  if (part && isFaulty) part.open = true
}

export type PartProps = {
  rules: TaxRuleSet
  put: (change: Partial<TaxRuleSet>) => void
  /** The faults of a member, or of its entry `at`. */
  wrong: (field: keyof TaxRuleSet, at?: number) => string[]
}

/** Returns a day of the year `MM-DD` in words. */
export const yearDayWords = (day: string) => dayInWords(`2024-${day}`, { day: 'numeric', month: 'long' })

const kinds = ['fixed', 'percent', 'bands'] as const

const fresh: { [kind in TaxBasis['kind']]: TaxBasis } = {
  fixed: { kind: 'fixed', cents: 200 },
  percent: { kind: 'percent', percent: 400, least: 0, most: 500 },
  bands: { kind: 'bands', bands: [{ under: 5000, cents: 100 }, { cents: 200 }] },
}

type BasisProps<B extends TaxBasis> = { basis: B; put: (basis: TaxBasis) => void }

const Bands = ({ basis: { bands }, put }: BasisProps<Extract<TaxBasis, { kind: 'bands' }>>) => {
  const change = (list: typeof bands) => put({ kind: 'bands', bands: list })
  return (
    <>
      {bands.map(({ under, cents }, at) => {
        const set = (one: (typeof bands)[number]) => change(withEntry(bands, at, one))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a band has no name of its own
          <div key={at} className="grid">
            {under !== undefined && (
              <AmountBox label={say('tax.under')} value={under} put={(under) => set({ under, cents })} />
            )}
            <AmountBox
              label={say(under === undefined ? 'tax.above' : 'tax.cents')}
              value={cents}
              put={(cents) => set({ ...(under !== undefined && { under }), cents })}
            />
            {under !== undefined && (
              <Button text={say('tax.remove')} kind="small" onClick={() => change(withEntry(bands, at))} />
            )}
          </div>
        )
      })}
      <Button
        text={say('tax.addBand')}
        kind="small"
        onClick={() => change([{ under: Math.round((bands[0]?.under ?? 5000) / 2), cents: 100 }, ...bands])}
      />
    </>
  )
}

const Basis = ({ basis, put }: BasisProps<TaxBasis>) => {
  if (basis.kind === 'bands') return <Bands basis={basis} put={put} />
  const amount = (label: string, name: string, value: number) => (
    <AmountBox label={say(label)} value={value} put={(next) => put({ ...basis, [name]: next } as TaxBasis)} />
  )
  return (
    <div className="grid">
      {basis.kind === 'fixed' && amount('tax.cents', 'cents', basis.cents)}
      {basis.kind === 'percent' && (
        <>
          {amount('tax.percent', 'percent', basis.percent)}
          {amount('tax.least', 'least', basis.least)}
          {amount('tax.most', 'most', basis.most)}
        </>
      )}
    </div>
  )
}

const yearDay = (day: string) => day.slice(5)

const Where = ({ rate, put }: { rate: TaxRate; put: (rate: TaxRate) => void }) => {
  const { season, category = '', zone = '', basis } = rate
  const putWhere = (next: { category?: string; zone?: string; season?: TaxRate['season'] | undefined }) => {
    const { category: c, zone: z, season: s } = { category, zone, season, ...next }
    put({ ...(c && { category: c }), ...(z && { zone: z }), ...(s && { season: s }), basis })
  }
  const day = (end: 'from' | 'until') => (
    <TextBox
      label={say(`tax.season.${end}`)}
      type="date"
      value={`2024-${season![end]}`}
      put={(value) => value && putWhere({ season: { ...season!, [end]: yearDay(value) } })}
    />
  )
  return (
    <div className="grid">
      <FieldBoxes rows={taxRows('category', 'zone')} values={{ category, zone }} put={putWhere} />
      <TaxPick
        name="season"
        value={season ? 'part' : 'year'}
        options={['year', 'part']}
        put={(one) => putWhere({ season: one === 'part' ? { from: '04-01', until: '10-31' } : undefined })}
      />
      {season && day('from')}
      {season && day('until')}
    </div>
  )
}

/** The rates of a rule set, each a sentence that unfolds. */
export const Rates = ({ rules: { rates }, put, wrong }: PartProps) => {
  const { speak } = hostSpeech()
  const [isAlone] = useState(rates.length === 1)
  return (
    <section className="stack part">
      <h3>{say('tax.rates')}</h3>
      <Wrong>{wrong('rates')}</Wrong>
      {rates.map((rate, at) => {
        const set = (one?: TaxRate) => put({ rates: withEntry(rates, at, one) })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rate has no name of its own
          <details key={at} className="rule" open={isAlone} ref={openIf(wrong('rates', at).length > 0)}>
            <summary>{rateWords(rate, speak, yearDayWords)}</summary>
            <Wrong>{wrong('rates', at)}</Wrong>
            <TaxPick
              name="basis"
              value={rate.basis.kind}
              options={kinds}
              put={(kind) => set({ ...rate, basis: fresh[kind] })}
            />
            <Basis basis={rate.basis} put={(basis) => set({ ...rate, basis })} />
            <Where rate={rate} put={set} />
            {rates.length > 1 && <Button text={say('tax.remove')} kind="small" onClick={() => set()} />}
          </details>
        )
      })}
      <Button text={say('tax.addRate')} kind="small" onClick={() => put({ rates: [...rates, { ...rates.at(-1)! }] })} />
    </section>
  )
}
