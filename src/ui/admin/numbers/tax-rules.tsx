import { useRef, useState } from 'react'
import type { TaxRuleSet } from '../../../../schema/tax'
import { euros } from '../../../core/checkin/money'
import { schemaFaults } from '../../../core/flow/schema-faults'
import { changeOfRules } from '../../../core/tax/tax-closing'
import { limitWords, taxFaultWords } from '../../../core/tax/tax-words'
import { type TaxFault, taxFaults, taxSets } from '../../../core/tax/town-rules'
import { addDays } from '../../../core/text/dates'
import { taxExamples } from '../../../data/tax-examples'
import { FieldBoxes, type FieldRow, withEntry } from '../../look/boxes'
import { Button, FaultLine } from '../../look/parts'
import { Refused } from '../../shared/api'
import { useStore } from '../../shared/page-store'
import { plural, say, today } from '../../shared/published'
import { confirmByHost } from '../dialogs/questions'
import { EnterSaves, submit } from '../forms/form-frames'
import { saveEach, showSuccess } from '../forms/form-results'
import { dayShown, failureReason, hostHouse, hostSettings, hostSpeech, settingsNow } from '../session/host'
import { useUnsaved } from '../shell/unsaved'
import { readAll } from './read'
import { CountBox, openIf, type PartProps, Rates, TaxPick, taxRows, Wrong } from './tax-rates'
import { Reliefs, TaxParties } from './tax-reliefs'

const valueFaults = (sets: readonly TaxRuleSet[]): TaxFault[] =>
  schemaFaults(hostHouse.get()!.validateSettings, { taxRules: sets }).map(({ field }) => {
    const [, set, part, at] = field.split('/')
    return {
      set: Number(set),
      field: part as keyof TaxRuleSet,
      ...(Number(at) >= 0 && { at: Number(at) }),
      rule: 'value',
    }
  })

const faultsOf = (sets: readonly TaxRuleSet[]) => {
  const values = valueFaults(sets)
  // Rules with invalid values are not checked further.
  return values.length ? values : taxFaults(sets)
}

const Period = ({ rules, put, wrong }: PartProps) => (
  <section className="stack part">
    <h3>{say('tax.period')}</h3>
    <Wrong>{[...wrong('from'), ...wrong('until')]}</Wrong>
    <div className="grid">
      <FieldBoxes rows={taxRows('from', 'until', 'town')} values={rules} put={put} />
    </div>
  </section>
)

const Nights = ({ rules, put, wrong }: PartProps) => (
  <section className="stack part">
    <h3>{say('tax.nightsTaxed')}</h3>
    <p className="sentence">{limitWords(rules, hostSpeech().speak)}</p>
    <Wrong>{wrong('mostNights')}</Wrong>
    <div className="grid">
      <CountBox
        label={say('settings.taxMostNights.label')}
        value={rules.mostNights}
        put={(mostNights) => put({ mostNights })}
      />
      <TaxPick
        name="count"
        value={rules.count}
        options={['stay', 'consecutive', 'year']}
        put={(count) => put({ count })}
      />
    </div>
  </section>
)

const Places = ({ rules, put, wrong }: PartProps) => (
  <details className="rule">
    <summary>{say('tax.places')}</summary>
    <p className="hint">{say('tax.placesHint')}</p>
    <div className="grid">
      <FieldBoxes rows={taxRows('category', 'zone')} values={rules} put={put} />
    </div>
    {rules.elsewhere.map((place, at) => {
      const set = (one?: typeof place) => put({ elsewhere: withEntry(rules.elsewhere, at, one) })
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place has no name of its own
        <div key={at} className="grid">
          <Wrong>{wrong('elsewhere', at)}</Wrong>
          <FieldBoxes
            rows={taxRows('codes', 'category', 'zone')}
            values={place}
            put={({ codes = place.codes, ...more }) => set({ ...place, ...more, codes: codes.toUpperCase() })}
          />
          <Button text={say('tax.remove')} kind="small" onClick={() => set()} />
        </div>
      )
    })}
    <Button
      text={say('tax.addPlace')}
      kind="small"
      onClick={() => put({ elsewhere: [...rules.elsewhere, { codes: '', category: '', zone: '' }] })}
    />
  </details>
)

const units = ['1', '5', '10', '50', '100'] as const
const ways = ['nearest', 'down', 'up'] as const

const sourceRows = (): FieldRow<'title' | 'link' | 'day'>[] => [
  { field: 'title', label: say('tax.source') },
  { field: 'link', label: say('tax.link'), type: 'url', placeholder: 'https://' },
  { field: 'day', label: say('tax.seen'), type: 'date' },
]

const More = ({ rules: { rounding, ageOn, source }, put, wrong }: PartProps) => (
  <details className="rule" ref={openIf(wrong('source').length > 0)}>
    <summary>{say('tax.more')}</summary>
    <div className="grid">
      <TaxPick name="ageOn" value={ageOn} options={['arrival', 'night']} put={(one) => put({ ageOn: one })} />
      <TaxPick
        name="round"
        value={String(rounding.to) as (typeof units)[number]}
        options={units}
        words={(one) => say('tax.round.cents', { cents: one })}
        put={(to) => put({ rounding: { ...rounding, to: Number(to) as 1 } })}
      />
      <TaxPick name="way" value={rounding.way} options={ways} put={(way) => put({ rounding: { ...rounding, way } })} />
    </div>
    <Wrong>{wrong('source')}</Wrong>
    <div className="grid">
      <FieldBoxes rows={sourceRows()} values={source} put={(change) => put({ source: { ...source, ...change } })} />
    </div>
  </details>
)

const parts = [Period, Rates, Nights, Reliefs, Places, More]

const periodWords = ({ from, until }: TaxRuleSet) =>
  say(until ? 'tax.periodOf' : 'tax.periodFrom', { from: dayShown(from), until: dayShown(until) })

/** Adds a rule set after the latest one, which ends this year if it was open: past nights keep their rules. */
const withNext = (sets: readonly TaxRuleSet[]): TaxRuleSet[] => {
  const last = sets.reduce((one, other) => (other.from > one.from ? other : one))
  const year = [last.from, today()].sort().at(-1)!.slice(0, 4)
  const until = last.until || `${year}-12-31`
  return [...withEntry(sets, sets.indexOf(last), { ...last, until }), { ...last, from: addDays(until, 1), until: '' }]
}

type SetsProps = { sets: readonly TaxRuleSet[]; at: number; choose: (at: number) => void; change: Change }
type Change = (sets: readonly TaxRuleSet[]) => void

const SetBar = ({ sets, at, choose, change }: SetsProps) => (
  <p className="buttons">
    {sets.length > 1 &&
      sets.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a period may be typed twice
        <Button key={i} text={periodWords(one)} kind="small" aria-pressed={i === at} onClick={() => choose(i)} />
      ))}
    <Button
      text={say('tax.addPeriod')}
      kind="small"
      onClick={() => {
        change(withNext(sets))
        choose(sets.length)
      }}
    />
    {sets.length > 1 && (
      <Button
        text={say('tax.removePeriod')}
        kind="small"
        onClick={() => {
          change(withEntry(sets, at))
          choose(0)
        }}
      />
    )}
  </p>
)

const Examples = ({ begin }: { begin: (sets: readonly TaxRuleSet[]) => void }) => (
  <>
    <p>{say('tax.begin')}</p>
    <p className="buttons">
      {Object.entries(taxExamples).map(([kind, rules]) => (
        <Button key={kind} text={say(`tax.begin.${kind}`)} onClick={() => begin([rules])} />
      ))}
    </p>
  </>
)

const RuleSets = ({ sets, change }: Pick<SetsProps, 'sets' | 'change'>) => {
  const [chosen, choose] = useState(sets.length - 1)
  const at = Math.min(chosen, sets.length - 1)
  const rules = sets[at]!
  const faults = faultsOf(sets)
  const { speak } = hostSpeech()
  const sentences = (list: readonly TaxFault[]) => [
    ...new Set(list.map((fault) => taxFaultWords(fault, speak, dayShown))),
  ]
  const wrong = (field: keyof TaxRuleSet, entry?: number) =>
    sentences(faults.filter((fault) => fault.set === at && fault.field === field && fault.at === entry))
  return (
    <>
      <SetBar {...{ sets, at, choose, change }} />
      {sets.map(
        (one, set) =>
          set !== at && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a period may be typed twice
            <Wrong key={set}>
              {sentences(faults.filter((fault) => fault.set === set)).map((text) => `${periodWords(one)}: ${text}`)}
            </Wrong>
          ),
      )}
      <div className="tax-rules">
        <div>
          {parts.map((Part) => (
            <Part
              key={Part.name}
              {...{ rules, wrong }}
              put={(part) => change(withEntry(sets, at, { ...rules, ...part }))}
            />
          ))}
        </div>
        <TaxParties {...{ sets, rules }} isReady={!faults.some(({ rule }) => rule === 'value')} />
      </div>
    </>
  )
}

/** Asks before rules change the tax of nights that are over; `true` if there are none. */
const mayChangePast = async (before: readonly TaxRuleSet[], after: readonly TaxRuleSet[]) => {
  const change = changeOfRules(await readAll(), addDays(today(), -1), before, after)
  if (!change.checkins) return true
  return confirmByHost({
    title: say('tax.past'),
    text: say('tax.pastText', {
      checkins: plural('tax.pastOf', change.checkins),
      before: euros(change.before),
      after: euros(change.after),
    }),
    yes: say('host.ok'),
  })
}

/** Saves the rules. Returns the failure, if any; without `error` if the host decided not to save. */
const saveRules = async (
  stored: readonly TaxRuleSet[] | undefined,
  draft: readonly TaxRuleSet[],
  base: readonly TaxRuleSet[],
): Promise<{ error?: unknown } | undefined> => {
  if (stored && !(await mayChangePast(stored, draft))) return {}
  const failure = await saveEach({ taxRules: draft }, { taxRules: base })
  if (failure && isOutdated(failure.error)) await settingsNow()
  return failure
}

const isOutdated = (error: unknown) => error instanceof Refused && error.status === 409

/** The town's rules, begun from an example, with the tax of five example parties. */
export const TaxRules = () => {
  const settings = useStore(hostSettings)!
  const [draft, setDraft] = useState<readonly TaxRuleSet[]>()
  /** Compared before saving, so that rules saved in another window are not overwritten. */
  const base = useRef(settings.taxRules)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const box = useRef<HTMLFormElement>(null)
  const isNew = !settings.taxRules.length && !settings.taxRate
  const stored = isNew ? undefined : taxSets(settings)
  const sets = draft ?? stored
  const isChanged = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(stored)
  const change = (next: readonly TaxRuleSet[]) => {
    if (!draft) base.current = settings.taxRules
    setDraft(next)
  }
  const save = async () => {
    if (!draft || busy) return true
    if (faultsOf(draft).length) {
      setMessage(say('tax.faulty'))
      box.current?.querySelector('.fault')?.scrollIntoView({ block: 'center' })
      return false
    }
    setBusy(true)
    const failure = await saveRules(stored, draft, base.current).catch((error: unknown) => ({ error }))
    if (failure && isOutdated(failure.error)) base.current = hostSettings.get()!.taxRules
    setBusy(false)
    setMessage(failure?.error ? failureReason(failure.error) : '')
    if (failure) return false
    setDraft((now) => (now === draft ? undefined : now))
    showSuccess('tax')
    return true
  }
  useUnsaved(isChanged || busy, say('forms.tax.title'), { box, save })
  return (
    <form ref={box} className="stack" noValidate autoComplete="off" onSubmit={submit(() => void save())}>
      <FaultLine className="faults message" tabIndex={-1}>
        {message}
      </FaultLine>
      {sets ? <RuleSets {...{ sets, change }} /> : <Examples begin={change} />}
      <EnterSaves />
    </form>
  )
}
