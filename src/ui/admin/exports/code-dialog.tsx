import type { InputHTMLAttributes } from 'react'
import type { People } from '../../../../schema/calls/exports'
import type { MissingCode } from '../../../core/exports/outcome'
import { Button } from '../../shared/button'
import { say } from '../../shared/published'
import { labelOf } from '../checkins/card-fields'
import { ask } from '../dialogs/dialog'
import { FormDialog } from '../dialogs/questions'
import { personOf } from './export-dialogs'
import { type CodeField, usePlaceCode } from './use-place-code'

type Entry = ReturnType<typeof usePlaceCode>
type Place = { name: string; province?: string }
const placeWords = ({ name, province }: Place) => (province ? `${name} (${province})` : name)

const questionFor = (candidates: readonly Place[]) =>
  candidates.length > 1 ? 'istat.ambiguous' : candidates.length ? 'istat.one' : 'istat.text'

const words = {
  code: { label: 'istat.label', hint: 'istat.hint' },
  province: { label: 'istat.province', hint: 'istat.provinceHint' },
}

type LineProps = InputHTMLAttributes<HTMLInputElement> & {
  entry: Entry
  at: CodeField
  put: (text: string) => void
  first?: boolean
}

const Line = ({ entry: { fault, inputs }, at, put, first = false, children, ...more }: LineProps) => {
  const wrong = fault?.at === at ? fault.text : undefined
  return (
    <div className={wrong ? 'field wrong' : 'field'}>
      <label htmlFor={`istat-${at}`} className="name">
        {say(words[at].label)}
      </label>
      <p id={`istat-${at}-hint`} className="hint">
        {say(words[at].hint)}
      </p>
      {wrong && (
        <p id={`istat-${at}-fault`} className="fault" role="alert">
          {wrong}
        </p>
      )}
      <input
        id={`istat-${at}`}
        ref={inputs[at]}
        data-first={first || undefined}
        autoComplete="off"
        aria-describedby={`${wrong ? `istat-${at}-fault ` : ''}istat-${at}-hint`}
        aria-invalid={Boolean(wrong) || undefined}
        onChange={({ target }) => put(target.value)}
        {...more}
      />
      {children}
    </div>
  )
}

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
        <Line at="code" put={typeCode} value={code} inputMode="numeric" first={!candidates.length} entry={entry}>
          <LookedUp entry={entry} />
        </Line>
        {asksProvince && (
          <Line
            at="province"
            put={typeProvince}
            value={province}
            autoCapitalize="characters"
            spellCheck={false}
            entry={entry}
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
