import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { People } from '../../../../schema/calls/exports'
import type { MissingCode } from '../../../core/exports/record-layout'
import { TextBox } from '../../look/boxes'
import { Button } from '../../look/parts'
import { hostCall as call, Offline, Refused } from '../../shared/api'
import { say } from '../../shared/published'
import { labelOf } from '../checkins/card-fields'
import { ask } from '../dialogs/dialog'
import { useAnswer } from '../dialogs/page-hooks'
import { FormDialog } from '../dialogs/questions'
import { callAsHost } from '../session/host'
import { personOf } from './export-dialogs'

/** The province is asked for towns that are not in the tables. */
type CodeField = 'code' | 'province'

type CodeFault = { at: CodeField; text: string; focus: CodeField; times: number }

const writtenIn = (text: string) => /[ (]([A-Z]{2})\)?$/.exec(text.toUpperCase())?.[1] ?? ''

const refusalOf = (error: unknown): { at: CodeField; text: string; isUnknown: boolean } => {
  if (error instanceof Offline) return { at: 'code', text: say('consult.noServer'), isUnknown: false }
  if (!(error instanceof Refused)) return { at: 'code', text: String(error), isUnknown: false }
  const { status, body } = error
  return {
    at: 'province' in body ? 'province' : 'code',
    text: body.message ?? say('consult.unknownError'),
    isUnknown: status === 409,
  }
}

/** The state of a typed code: nine digits; if the tables lack it, also a confirmation and a province. */
const usePlaceCode = ({ text, kind, checkin, field }: MissingCode, onKept: () => void) => {
  const [code, setCode] = useState('')
  const [province, setProvince] = useState(writtenIn(text))
  const [fault, setFault] = useState<CodeFault>()
  const [isUnsure, setUnsure] = useState(false)
  const [busy, setBusy] = useState(false)
  const inputs = { code: useRef<HTMLInputElement>(null), province: useRef<HTMLInputElement>(null) }
  const times = useRef(0)
  const asksProvince = isUnsure && code.startsWith('4')
  const lookUp = async () =>
    code.length === 9 && { ...(await call('GET /api/istat-search', { query: { code } })), code }
  // Without the place's name the code can still be saved.
  const { answer } = useAnswer(lookUp, [code], () => {})
  const lookedUp = answer && answer.code === code && answer
  useEffect(() => {
    if (fault) inputs[fault.focus].current?.focus()
  }, [fault?.times])

  const showFault = (at: CodeField, text: string, focus = at) => setFault({ at, text, focus, times: ++times.current })
  const keep = async (chosen: string, sure: boolean) => {
    if (busy) return
    if (!/^\d{9}$/.test(chosen)) return showFault('code', say('istat.nine'))
    const withProvince = sure && asksProvince
    if (withProvince && province.length !== 2) return showFault('province', say('istat.refused.province'))
    setBusy(true)
    setFault(undefined)
    try {
      const body = { name: text, code: chosen, kind, checkin, field, sure, ...(withProvince && { province }) }
      await callAsHost('POST /api/istat-code', { body })
      return onKept()
    } catch (error) {
      const { at, text, isUnknown } = refusalOf(error)
      setUnsure(isUnknown || sure)
      showFault(at, text, isUnknown && chosen.startsWith('4') ? 'province' : undefined)
    }
    setBusy(false)
  }
  const typeCode = (typed: string) => {
    setCode(typed.replace(/\D/g, '').slice(0, 9))
    setFault(undefined)
    setUnsure(false)
  }
  const typeProvince = (typed: string) => {
    const letters = typed.toUpperCase().replace(/[^A-Z]/g, '')
    setProvince(letters.slice(0, 2))
    setFault(undefined)
  }
  return { code, province, fault, isUnsure, busy, inputs, asksProvince, lookedUp, keep, typeCode, typeProvince }
}

type Entry = ReturnType<typeof usePlaceCode>
type Place = { name: string; province?: string }
const placeWords = ({ name, province }: Place) => (province ? `${name} (${province})` : name)

const questionFor = (candidates: readonly Place[]) =>
  candidates.length > 1 ? 'istat.ambiguous' : candidates.length ? 'istat.one' : 'istat.text'

type LineProps = ComponentProps<typeof TextBox> & { entry: Entry; at: CodeField }

const Line = ({ entry: { fault, inputs }, at, ...more }: LineProps) => (
  <TextBox id={`istat-${at}`} ref={inputs[at]} fault={fault?.at === at && fault.text} {...more} />
)

const Candidates = ({ candidates, entry: { busy, keep } }: { candidates: MissingCode['candidates']; entry: Entry }) => (
  <div className="stack tight candidates" role="group" aria-label={say('istat.candidates')}>
    {candidates.map((place) => (
      <Button
        key={place.code}
        data-first={place === candidates[0] || undefined}
        disabled={busy}
        onClick={() => void keep(place.code, false)}
      >
        {placeWords(place)} <small>{place.code}</small>
      </Button>
    ))}
  </div>
)

const LookedUp = ({ entry: { lookedUp, isUnsure } }: { entry: Entry }) => (
  <p className="looked" role="status">
    {lookedUp &&
      !isUnsure &&
      (lookedUp.success ? say('istat.is', { place: placeWords(lookedUp) }) : say('istat.isNot'))}
  </p>
)

type CodeProps = { missing: MissingCode; people: People; answer: (kept?: true) => void }

const CodeDialog = ({ missing, people, answer }: CodeProps) => {
  const { text, candidates, kind, field } = missing
  const entry = usePlaceCode(missing, () => answer(true))
  const { code, province, isUnsure, busy, asksProvince, keep, typeCode, typeProvince } = entry
  return (
    <FormDialog
      title={say('istat.title')}
      yes={say(isUnsure ? 'istat.sure' : 'istat.confirm')}
      isReady={code.length === 9 && !busy}
      send={() => void keep(code, isUnsure)}
      cancel={() => answer()}
    >
      <div className="scroll">
        <p>{say(questionFor(candidates), { place: text, guest: personOf(people, missing), field: labelOf(field) })}</p>
        {candidates.length > 0 && <Candidates {...{ candidates, entry }} />}
        <Line
          entry={entry}
          at="code"
          label={say('istat.label')}
          hint={say('istat.hint')}
          inputMode="numeric"
          data-first={!candidates.length || undefined}
          value={code}
          put={typeCode}
        />
        <LookedUp entry={entry} />
        {asksProvince && (
          <Line
            entry={entry}
            at="province"
            label={say('istat.province')}
            hint={say('istat.provinceHint')}
            autoCapitalize="characters"
            spellCheck={false}
            value={province}
            put={typeProvince}
          />
        )}
        {kind !== 'country' && (
          <p className="hint">
            {say('istat.ceased')}{' '}
            <a href="/ross1000-settings" target="_blank" rel="noopener">
              {say('istat.tables')}
            </a>
          </p>
        )}
      </div>
    </FormDialog>
  )
}

/** Asks for the code of a place and saves it; resolves to whether one was given. */
export const askCode = async (missing: MissingCode, people: People) =>
  (await ask<true>((answer) => <CodeDialog {...{ missing, people, answer }} />)) === true
