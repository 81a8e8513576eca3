import { useEffect, useState } from 'react'
import type { Fault, Missing, Warning } from '../../core/layout'
import { italian } from '../../core/dates'
import type { Params } from '../../core/text'
import { hostCall as call, Offline, Refused } from '../api'
import { house } from '../house'
import { labelOf } from './card-fields'
import { ask, Choice } from './consult-dialog'
import { Dialog } from './dialog'
import type { People } from './export'
import { whatToDo } from './fault-words'
import { asHost } from './host'

const say = (key: string, params?: Params) => house.get().speak.say(key, params)

const personOf = (people: People, { checkin, guest }: Pick<Fault, 'checkin' | 'guest'>) => people[checkin]?.[guest] || `${say(`guest.${guest}`)}, ${say('export.checkin', { id: checkin })}`

/** What is wrong with an answer for an official file, in words. */
export const faultWords = ({ rule, field, limit, refused }: Pick<Fault, 'rule' | 'field' | 'limit' | 'refused'>) => {
  const { has } = house.get().speak
  const own = `export.fault.${rule}.${field}`
  return say(has(own) ? own : `export.fault.${rule}`, { limit, refused: [...(refused ?? '')].map((sign) => (/\p{C}/u.test(sign) ? '␣' : sign)).join(' ') })
}

type Place = { code: string; name: string; province?: string }
type Looked = Partial<Place> & { success: boolean }
const placeWords = ({ name, province }: Partial<Place>) => (province ? `${name} (${province})` : (name ?? ''))

const look = async (code: string): Promise<Looked | undefined> => call<Looked>('GET', `/api/istat-search?code=${code}`).catch(() => undefined)

type CodeProps = { missing: Missing; people: People; answer: (kept?: true) => void }

const CodeDialog = ({ missing, people, answer }: CodeProps) => {
  const [code, setCode] = useState('')
  const [looked, setLooked] = useState<Looked>()
  const [fault, setFault] = useState('')
  const [unsure, setUnsure] = useState(false)
  const [busy, setBusy] = useState(false)
  const { text, candidates, kind, checkin, field } = missing
  const isWhole = code.length === 9

  useEffect(() => {
    setLooked(undefined)
    if (!isWhole) return
    let alive = true
    void look(code).then((found) => alive && setLooked(found))
    return () => void (alive = false)
  }, [code])

  const keep = async (chosen: string, sure: boolean) => {
    if (busy) return
    if (!/^\d{9}$/.test(chosen)) return setFault(say('istat.nine'))
    setBusy(true)
    setFault('')
    try {
      await asHost(() => call('POST', '/api/istat-code', { name: text, code: chosen, kind, checkin, field, sure }))
      return answer(true)
    } catch (error) {
      const isUnknown = error instanceof Refused && error.status === 409
      setUnsure(isUnknown)
      setFault(error instanceof Offline ? say('consult.noServer') : error instanceof Refused ? (error.body.message ?? say('consult.unknownError')) : String(error))
    }
    setBusy(false)
  }
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
          <p>{say(candidates.length ? 'istat.ambiguous' : 'istat.text', { place: text, guest: personOf(people, missing), field: labelOf(field) })}</p>
          {candidates.length > 0 && (
            <div className="candidates" role="group" aria-label={say('istat.candidates')}>
              {candidates.map((place) => (
                <button key={place.code} type="button" data-first={place === candidates[0] || undefined} className="button" disabled={busy} onClick={() => void keep(place.code, false)}>
                  {placeWords(place)} <small>{place.code}</small>
                </button>
              ))}
            </div>
          )}
          <div className={fault ? 'field wrong' : 'field'}>
            <label htmlFor="istat-code" className="name">{say('istat.label')}</label>
            <p id="istat-hint" className="hint">{say('istat.hint')}</p>
            {fault && <p id="istat-fault" className="fault" role="alert">{fault}</p>}
            <input
              id="istat-code" data-first={candidates.length ? undefined : true} inputMode="numeric" autoComplete="off" value={code} aria-describedby={fault ? 'istat-fault istat-hint' : 'istat-hint'} aria-invalid={fault ? true : undefined}
              onChange={({ target }) => {
                setCode(target.value.replace(/\D/g, '').slice(0, 9))
                setFault('')
                setUnsure(false)
              }}
            />
            <p className="looked" role="status">{looked && (looked.success ? say('istat.is', { place: placeWords(looked) }) : say('istat.isNot'))}</p>
          </div>
        </div>
        <footer className="actions">
          <button type="button" className="button" onClick={() => answer()}>{say('consult.cancel')}</button>
          <button className="button primary" disabled={!isWhole || busy}>{say(unsure ? 'istat.sure' : 'istat.confirm')}</button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Ask the host for the code of a place and keep it; whether one was given. */
export const askCode = async (missing: Missing, people: People) => (await ask<true>((answer) => <CodeDialog {...{ missing, people, answer }} />)) === true

/** Say what keeps a file from being made, by guest and field. */
export const faultsShown = (faults: readonly Fault[], people: People) => {
  const guests = new Map<string, Fault[]>()
  for (const fault of faults) {
    const person = fault.checkin ? personOf(people, fault) : say('export.ofSettings')
    guests.set(person, [...(guests.get(person) ?? []), fault])
  }
  return ask<true>((answer) => (
    <Choice title={say('export.faults')} yes={say('close')} className="long" answer={answer}>
      <p>{whatToDo(faults)}</p>
      <div className="list" tabIndex={0} role="group" aria-label={say('export.faults')}>
        {[...guests].map(([person, list]) => (
          <section key={person}>
            <h3>{list[0]!.checkin ? say('export.lineOf', { guest: person }) : person}</h3>
            <ul>
              {list.map((fault) => (
                <li key={fault.field + fault.rule}>
                  <strong>{labelOf(fault.field)}</strong>: {faultWords(fault)}{fault.text && <q>{fault.text.slice(0, 120)}</q>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Choice>
  ))
}

/** Say what the portal would refuse; whether the host goes on all the same. */
export const warningsTaken = async (warnings: readonly Warning[], people: People) => {
  const rules = new Map<string, Warning[]>()
  for (const warning of warnings) rules.set(warning.rule, [...(rules.get(warning.rule) ?? []), warning])
  const about = ({ checkin, day }: Warning) => (day ? italian(day) : checkin ? `${people[checkin]?.main || '—'} (${checkin})` : '')
  const most = 8
  const yes = await ask<true>((answer) => (
    <Choice title={say('export.warnings')} yes={say('export.goOn')} no={say('consult.cancel')} danger className="long" answer={answer}>
      <p>{say('export.warningsText')}</p>
      <div className="list" tabIndex={0} role="group" aria-label={say('export.warnings')}>
        <ul>
          {[...rules].map(([rule, list]) => (
            <li key={rule}>
              <strong>{say(`export.warning.${rule}`)}</strong>
              <span>{list.slice(0, most).map(about).filter(Boolean).join(', ')}{list.length > most && ` ${say('export.more', { count: list.length - most })}`}</span>
            </li>
          ))}
        </ul>
      </div>
    </Choice>
  ))
  return yes === true
}
