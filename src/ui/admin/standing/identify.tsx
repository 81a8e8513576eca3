import { useRef, useState } from 'react'
import { type IdentificationWay, type Identified, identificationWays } from '../../../../schema/calls/identification'
import type { Checkin } from '../../../../schema/checkin'
import type { Who } from '../../../../schema/guest'
import { identifiedOf } from '../../../core/checkin/checkin-states'
import { party } from '../../../core/checkin/party'
import { Button } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { ask, Dialog } from '../dialogs/dialog'
import { asHost } from '../session/host'
import { ToCompare } from './guest-states'

type Manner = { how: IdentificationWay; by: string; words: string }

/** Storage key of the last name entered, the default for the next guest. */
const lastName = 'benvenuto.identifiedBy'
const storedName = () => localStorage.getItem(lastName) ?? ''

const send = (id: number, body: { guests: Who[]; how?: IdentificationWay; by?: string; words?: string }) =>
  asHost(() => call('POST /api/checkin/:id/identified', { params: { id }, body }))
    .then(({ data }) => data)
    .catch(showReason)

type MannerProps = { manner: Manner; set: (manner: Manner) => void }

const MannerBoxes = ({ manner, set }: MannerProps) => (
  <div className="manner">
    <label className="line">
      <span className="name">{say('identify.by')}</span>
      <input
        id="identified-by"
        required
        maxLength={80}
        autoComplete="name"
        value={manner.by}
        onChange={({ target }) => set({ ...manner, by: target.value })}
        {...(!manner.by && { 'data-first': true })}
      />
    </label>
    <label className="line">
      <span className="name">{say('identify.how')}</span>
      <select value={manner.how} onChange={({ target }) => set({ ...manner, how: target.value as IdentificationWay })}>
        {identificationWays.map((way) => (
          <option key={way} value={way}>
            {say(`identify.way.${way}`)}
          </option>
        ))}
      </select>
    </label>
    {manner.how === 'other' && (
      <label className="line wide">
        <span className="name">{say('identify.words')}</span>
        <input
          required
          maxLength={300}
          value={manner.words}
          onChange={({ target }) => set({ ...manner, words: target.value })}
        />
      </label>
    )}
  </div>
)

type DoorProps = { checkins: readonly Checkin[]; close: (isChanged: boolean) => void }

/** Identifies guests one by one; each press is saved at once. */
const Door = ({ checkins, close }: DoorProps) => {
  const form = useRef<HTMLFormElement>(null)
  const [manner, setManner] = useState<Manner>({ how: 'inPerson', by: storedName(), words: '' })
  const [identified, setIdentified] = useState<ReadonlyMap<number, Identified>>(
    () => new Map(checkins.map((checkin) => [checkin.id, identifiedOf(checkin)])),
  )
  const [sending, setSending] = useState('')
  const isChanged = useRef(false)
  const keep = async ({ id }: Checkin, who: Who, isMatch: boolean) => {
    if (sending || (isMatch && !form.current!.reportValidity())) return
    setSending(`${id} ${who}`)
    const { how, by, words } = manner
    const note = { how, by: by.trim(), words: how === 'other' ? words.trim() : '' }
    if (isMatch) localStorage.setItem(lastName, note.by)
    const stored = await send(id, { guests: [who], ...(isMatch && note) })
    setSending('')
    if (!stored) return
    isChanged.current = true
    setIdentified((now) => new Map(now).set(id, identifiedOf(stored)))
  }
  const everyone = checkins.flatMap((checkin) => party(checkin).map((who) => identified.get(checkin.id)?.[who]))
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
          <MannerBoxes manner={manner} set={setManner} />
          {checkins.map((checkin) => (
            <ToCompare key={checkin.id} {...{ checkin, sending, keep }} identified={identified.get(checkin.id) ?? {}} />
          ))}
          <p className="hint">{say('identify.mismatch')}</p>
          <p className="hint">{say('identify.law')}</p>
          <p className="hint">{say('identify.noPicture')}</p>
        </div>
        <footer className="actions">
          <output>{say('identify.count', { done: everyone.filter(Boolean).length, of: everyone.length })}</output>
          <Button onClick={finish}>{say('close')}</Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Opens the identification of check-ins; resolves when it is closed, to whether anything was changed. */
export const identify = async (checkins: readonly Checkin[]): Promise<boolean> => {
  let isChanged = false
  await ask<true>((answer) => (
    <Door
      checkins={checkins}
      close={(changed) => {
        isChanged = changed
        answer(true)
      }}
    />
  ))
  return isChanged
}

/** Undoes an identification; returns the changed check-in, undefined on failure. */
export const takeIdentificationBack = (id: number, who: Who) => send(id, { guests: [who] })
