import { useEffect, useRef, useState } from 'react'
import type { BodyOf } from '../../../../schema/calls/api'
import { type IdentificationWay, identificationWays } from '../../../../schema/calls/party-states'
import type { Checkin } from '../../../../schema/checkin'
import type { Who } from '../../../../schema/guest'
import type { RegionDoubt } from '../../../../schema/offices'
import { attempt } from '../../../core/attempt'
import { identifiedOf } from '../../../core/checkin/checkin-states'
import { party } from '../../../core/checkin/party'
import { PickBox, TextBox } from '../../look/boxes'
import { Button, Initials } from '../../look/parts'
import { Refused } from '../../shared/api'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { ask, Dialog } from '../dialogs/dialog'
import type { Work } from '../dialogs/page-hooks'
import { callAsHost, dayShown } from '../session/host'
import { comparedOf, ToCompare } from './guest-states'

type Manner = { how: IdentificationWay; by: string; words: string }

/** Storage key of the last name entered, the default for the next guest. */
const lastName = 'benvenuto.identifiedBy'

const storedName = () => attempt(() => localStorage.getItem(lastName), null) ?? ''

/** Saves and returns the check-in, also if refused because a guest changed it; undefined on other failures. */
const send = async (id: number, body: BodyOf<'POST /api/checkin/:id/identified'>): Promise<Checkin | undefined> => {
  const params = { id }
  try {
    return (await callAsHost('POST /api/checkin/:id/identified', { params, body })).data
  } catch (error) {
    showReason(error)
    if (!(error instanceof Refused) || error.status !== 409) return undefined
    return callAsHost('GET /api/checkin/:id', { params }).then(({ data }) => data, showReason)
  }
}

const lacksOf = ({ how, by, words }: Manner) => ({ by: !by.trim(), words: how === 'other' && !words.trim() })

type MannerProps = { manner: Manner; isTried: boolean; set: (manner: Manner) => void }

const MannerBoxes = ({ manner, isTried, set }: MannerProps) => {
  const lacks = lacksOf(manner)
  const faultOf = (box: 'by' | 'words') =>
    isTried && lacks[box] && say('any.required', { field: say(`identify.${box}`) })
  return (
    <div className="manner">
      <TextBox
        label={say('identify.by')}
        fault={faultOf('by')}
        maxLength={80}
        autoComplete="name"
        value={manner.by}
        put={(by) => set({ ...manner, by })}
        {...(!manner.by && { 'data-first': true })}
      />
      <PickBox
        label={say('identify.how')}
        value={manner.how}
        picks={identificationWays.map((value) => ({ value, text: say(`identify.way.${value}`) }))}
        pick={(how) => set({ ...manner, how: how as IdentificationWay })}
      />
      {manner.how === 'other' && (
        <TextBox
          label={say('identify.words')}
          fault={faultOf('words')}
          maxLength={300}
          value={manner.words}
          put={(words) => set({ ...manner, words })}
        />
      )}
    </div>
  )
}

type DoorProps = { checkins: readonly Checkin[]; close: (isChanged: boolean) => void }

/** Identifies guests one by one; each press is saved at once. */
const Door = ({ checkins, close }: DoorProps) => {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [tries])
  const [manner, setManner] = useState<Manner>({ how: 'inPerson', by: storedName(), words: '' })
  const [shown, show] = useState(checkins)
  const [sending, setSending] = useState('')
  const isChanged = useRef(false)
  const keep = async (checkin: Checkin, who: Who, isMatch: boolean) => {
    const { id } = checkin
    const lacks = lacksOf(manner)
    if (sending) return
    if (isMatch && (lacks.by || lacks.words)) return setTries(tries + 1)
    setSending(`${id} ${who}`)
    const { how, by, words } = manner
    const compared = comparedOf(checkin, who)
    const note = { how, by: by.trim(), words: how === 'other' ? words.trim() : '', compared }
    if (isMatch) attempt(() => localStorage.setItem(lastName, note.by), undefined)
    const stored = await send(id, { guests: [who], ...(isMatch && note) })
    setSending('')
    if (!stored) return
    isChanged.current = true
    show((now) => now.map((one) => (one.id === id ? stored : one)))
  }
  const everyone = shown.flatMap((checkin) => party(checkin).map((who) => identifiedOf(checkin)[who]))
  const finish = () => close(isChanged.current)
  return (
    <Dialog
      title={say('identify.title')}
      subtitle={say('identify.subtitle')}
      onClose={finish}
      className="question at-door"
    >
      <form ref={form} onSubmit={(event) => event.preventDefault()}>
        <div className="scroll">
          <MannerBoxes manner={manner} isTried={tries > 0} set={setManner} />
          {shown.map((checkin) => (
            <ToCompare key={checkin.id} {...{ checkin, sending, keep }} />
          ))}
          <p className="hint">{say('identify.mismatch')}</p>
          <p className="hint">{say('identify.law')}</p>
          <p className="hint">{say('identify.noPicture')}</p>
        </div>
        <footer className="actions">
          <output>{say('identify.count', { done: everyone.filter(Boolean).length, of: everyone.length })}</output>
          <Button text={say('close')} onClick={finish} />
        </footer>
      </form>
    </Dialog>
  )
}

/** Opens the identification of check-ins; resolves when it is closed, to whether anything was changed. */
export const identify = async (checkins: readonly Checkin[]): Promise<boolean> =>
  (await ask<boolean>((answer) => <Door checkins={checkins} close={answer} />)) ?? false

/** Undoes an identification; returns the changed check-in, undefined on failure. */
export const takeIdentificationBack = (id: number, who: Who) => send(id, { guests: [who] })

const saveAnswer = ({ checkin, guest, about }: RegionDoubt, same: boolean) =>
  callAsHost('POST /api/checkin/:id/region', { params: { id: checkin }, body: { guest, about, same } })

const Answers = ({ answer }: { answer: (same: boolean) => void }) => (
  <>
    <Button text={say('region.same.yes')} onClick={() => answer(true)} />
    <Button text={say('region.same.no')} onClick={() => answer(false)} />
  </>
)

/** Asks about each guest who may already be at the region. An unanswered question stays on the sending page. */
export const askSamePerson = async (id: number) => {
  const { data } = await callAsHost('GET /api/checkin/:id/region', { params: { id } })
  for (const doubt of data) {
    const same = await ask<boolean>((answer) => (
      <Dialog title={say('region.same.title')} onClose={() => answer()} className="question">
        <p>{say('region.same.text', { name: doubt.name, date: dayShown(doubt.arrival) })}</p>
        <p>{say('region.same.later')}</p>
        <footer className="actions">
          <Answers answer={answer} />
        </footer>
      </Dialog>
    ))
    if (same === undefined) return
    await saveAnswer(doubt, same)
  }
}

type DoubtsProps = { doubts: readonly RegionDoubt[]; work: Work }

/** The open questions about guests at the region. */
export const SamePersonQuestions = ({ doubts, work }: DoubtsProps) =>
  doubts.length > 0 && (
    <>
      <h3>{say('region.same.open')}</h3>
      <p>{say('region.same.later')}</p>
      <ul className="rows">
        {doubts.map((doubt) => (
          <li key={`${doubt.checkin} ${doubt.guest}`} className="row">
            <div className="who wide">
              <Initials name={doubt.name} />
              <p>{say('region.same.text', { name: doubt.name, date: dayShown(doubt.arrival) })}</p>
            </div>
            <div className="act wide">
              <Answers answer={(same) => void work(() => saveAnswer(doubt, same))} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
