import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, People } from '../../../../schema/api'
import type { MissingCode } from '../../../core/exports/outcome'
import { hostCall as call, Offline, Refused } from '../../shared/api'
import { say } from '../../shared/published'
import { labelOf } from '../consult/card-fields'
import { ask } from '../dialogs/ask'
import { Dialog } from '../dialogs/dialog'
import { asHost } from '../shell/host'
import { personOf } from './export-dialogs'

type Place = { code: string; name: string; province?: string }
type Looked = AnswerOf<'GET /api/istat-search'>
const placeWords = ({ name, province }: Omit<Place, 'code'>) => (province ? `${name} (${province})` : name)

const look = async (code: string): Promise<Looked | undefined> =>
  call('GET /api/istat-search', { query: { code } }).catch(() => undefined)

/** The province a guest has written after the town, as in `ROMA (RM)`. */
const writtenIn = (text: string) => /[ (]([A-Z]{2})\)?$/.exec(text.toUpperCase())?.[1] ?? ''

const asks = (candidates: readonly Place[]) =>
  candidates.length > 1 ? 'istat.ambiguous' : candidates.length ? 'istat.one' : 'istat.text'

/** The two fields of the dialog; the province is asked for a town's code that the tables do not have. */
type Spot = 'code' | 'province'
type CodeProps = { missing: MissingCode; people: People; answer: (kept?: true) => void }

const CodeDialog = ({ missing, people, answer }: CodeProps) => {
  const { text, candidates, kind, checkin, field } = missing
  const [code, setCode] = useState('')
  const [province, setProvince] = useState(writtenIn(text))
  const [looked, setLooked] = useState<Looked>()
  const [fault, setFault] = useState<{ at: Spot; text: string; next: Spot; tries: number }>()
  const [unsure, setUnsure] = useState(false)
  const [busy, setBusy] = useState(false)
  const spots = { code: useRef<HTMLInputElement>(null), province: useRef<HTMLInputElement>(null) }
  const isWhole = code.length === 9
  const asksProvince = unsure && code.startsWith('4')

  useEffect(() => {
    setLooked(undefined)
    if (!isWhole) return
    let alive = true
    void look(code).then((found) => alive && setLooked(found))
    return () => void (alive = false)
  }, [code])
  useEffect(() => {
    if (fault) spots[fault.next].current?.focus()
  }, [fault?.tries])

  const tries = useRef(0)
  const tell = (at: Spot, text: string, next = at) => setFault({ at, text, next, tries: ++tries.current })
  const keep = async (chosen: string, sure: boolean) => {
    if (busy) return
    if (!/^\d{9}$/.test(chosen)) return tell('code', say('istat.nine'))
    if (sure && asksProvince && province.length !== 2) return tell('province', say('istat.refused.province'))
    setBusy(true)
    setFault(undefined)
    try {
      await asHost(() =>
        call('POST /api/istat-code', {
          body: { name: text, code: chosen, kind, checkin, field, sure, ...(sure && asksProvince && { province }) },
        }),
      )
      return answer(true)
    } catch (error) {
      const { status, body } = error instanceof Refused ? error : new Refused(0, '', {})
      const isUnknown = status === 409
      setUnsure(isUnknown || sure)
      tell(
        'province' in body ? 'province' : 'code',
        error instanceof Offline
          ? say('consult.noServer')
          : status
            ? (body.message ?? say('consult.unknownError'))
            : String(error),
        isUnknown && chosen.startsWith('4') ? 'province' : undefined,
      )
    }
    setBusy(false)
  }

  const saysFault = (at: Spot) =>
    fault?.at === at && (
      <p id={`istat-${at}-fault`} className="fault" role="alert">
        {fault.text}
      </p>
    )
  const described = (at: Spot) => ({
    'aria-describedby': `${fault?.at === at ? `istat-${at}-fault ` : ''}istat-${at}-hint`,
    'aria-invalid': fault?.at === at || undefined,
    ref: spots[at],
  })
  return (
    <Dialog title={say('istat.title')} onClose={() => answer()} className="question">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void keep(code, unsure)
        }}
      >
        <div className="scroll">
          <p>{say(asks(candidates), { place: text, guest: personOf(people, missing), field: labelOf(field) })}</p>
          {candidates.length > 0 && (
            <div className="candidates" role="group" aria-label={say('istat.candidates')}>
              {candidates.map((place) => (
                <button
                  key={place.code}
                  type="button"
                  data-first={place === candidates[0] || undefined}
                  className="button"
                  disabled={busy}
                  onClick={() => void keep(place.code, false)}
                >
                  {placeWords(place)} <small>{place.code}</small>
                </button>
              ))}
            </div>
          )}
          <div className={fault?.at === 'code' ? 'field wrong' : 'field'}>
            <label htmlFor="istat-code" className="name">
              {say('istat.label')}
            </label>
            <p id="istat-code-hint" className="hint">
              {say('istat.hint')}
            </p>
            {saysFault('code')}
            <input
              id="istat-code"
              data-first={candidates.length ? undefined : true}
              inputMode="numeric"
              autoComplete="off"
              value={code}
              {...described('code')}
              onChange={({ target }) => {
                setCode(target.value.replace(/\D/g, '').slice(0, 9))
                setFault(undefined)
                setUnsure(false)
              }}
            />
            <p className="looked" role="status">
              {looked &&
                !unsure &&
                (looked.success ? say('istat.is', { place: placeWords(looked) }) : say('istat.isNot'))}
            </p>
          </div>
          {asksProvince && (
            <div className={fault?.at === 'province' ? 'field wrong' : 'field'}>
              <label htmlFor="istat-province" className="name">
                {say('istat.province')}
              </label>
              <p id="istat-province-hint" className="hint">
                {say('istat.provinceHint')}
              </p>
              {saysFault('province')}
              <input
                id="istat-province"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                value={province}
                {...described('province')}
                onChange={({ target }) => {
                  setProvince(
                    target.value
                      .toUpperCase()
                      .replace(/[^A-Z]/g, '')
                      .slice(0, 2),
                  )
                  setFault(undefined)
                }}
              />
            </div>
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
        <footer className="actions">
          <button type="button" className="button" onClick={() => answer()}>
            {say('consult.cancel')}
          </button>
          <button type="submit" className="button primary" aria-disabled={!isWhole || busy || undefined}>
            {say(unsure ? 'istat.sure' : 'istat.confirm')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Ask the host for the code of a place and keep it; whether one was given. */
export const askCode = async (missing: MissingCode, people: People) =>
  (await ask<true>((answer) => <CodeDialog {...{ missing, people, answer }} />)) === true
