import { type FormEvent, useState } from 'react'
import { type IdentificationWay, type Identified, identificationWays } from '../../../../schema/calls/identification'
import type { Checkin } from '../../../../schema/checkin'
import type { Who } from '../../../../schema/guest'
import { hostCall as call } from '../../shared/api'
import { say } from '../../shared/published'
import { showError } from '../consult/actions'
import { ask } from '../dialogs/ask'
import { Dialog } from '../dialogs/dialog'
import { reason } from '../forms/failure'
import { asHost } from '../shell/host'

/**
 * A party at the door: its number, its guests with their names, and who of them has been compared with the document.
 */
export type DoorParty = { id: number; guests: readonly { who: Who; name: string }[]; identified: Identified }

/** What the host says of an identification. */
type Said = { guests: Who[]; how: IdentificationWay; by: string; words: string }

/** Under which name this device keeps who identified last: at one door it is mostly the same person. */
const lastName = 'benvenuto.identifiedBy'
const remembered = () => localStorage.getItem(lastName) ?? ''

const Guests = ({ party, chosen, choose }: { party: DoorParty; chosen: Who[]; choose: (guests: Who[]) => void }) => (
  <fieldset className="ticks">
    <legend>{say('identify.who')}</legend>
    {party.guests.map(({ who, name }) => (
      <label key={who} className="tick">
        <input
          type="checkbox"
          checked={chosen.includes(who)}
          onChange={({ target }) => choose(target.checked ? [...chosen, who] : chosen.filter((one) => one !== who))}
        />
        <span>{name || say(`guest.${who}`)}</span>
      </label>
    ))}
  </fieldset>
)

const Form = ({ party, answer }: { party: DoorParty; answer: (said?: Said) => void }) => {
  const open = party.guests.filter(({ who }) => !party.identified[who]).map(({ who }) => who)
  const [guests, choose] = useState<Who[]>(open.length ? open : party.guests.map(({ who }) => who))
  const [how, setHow] = useState<IdentificationWay>('inPerson')
  const [by, setBy] = useState(remembered)
  const [words, setWords] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer({ guests, how, by: by.trim(), words: how === 'other' ? words.trim() : '' })
  }
  return (
    <Dialog
      title={say('identify.title')}
      subtitle={say('identify.subtitle')}
      onClose={() => answer()}
      className="question"
    >
      <form className="identify" onSubmit={submit}>
        <p className="hint">{say('identify.law')}</p>
        <Guests {...{ party, choose }} chosen={guests} />
        <fieldset className="ticks">
          <legend>{say('identify.how')}</legend>
          {identificationWays.map((way) => (
            <label key={way} className="tick">
              <input type="radio" name="identify-how" checked={how === way} onChange={() => setHow(way)} />
              <span>{say(`identify.way.${way}`)}</span>
            </label>
          ))}
        </fieldset>
        {how === 'other' && (
          <label className="line">
            <span className="name">{say('identify.words')}</span>
            <input required maxLength={300} value={words} onChange={({ target }) => setWords(target.value)} />
          </label>
        )}
        <label className="line">
          <span className="name">{say('identify.by')}</span>
          <input
            required
            maxLength={80}
            autoComplete="name"
            value={by}
            onChange={({ target }) => setBy(target.value)}
          />
        </label>
        <p className="hint">{say('identify.noPicture')}</p>
        <footer className="actions">
          <button type="button" className="button" onClick={() => answer()}>
            {say('consult.cancel')}
          </button>
          <button type="submit" className="button primary" data-first disabled={!guests.length}>
            {say('identify.ok')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

const send = async (id: number, body: { guests: Who[]; how?: IdentificationWay; by?: string; words?: string }) => {
  try {
    return (await asHost(() => call('POST /api/checkin/:id/identified', { params: { id }, body }))).data
  } catch (error) {
    showError(reason(error))
    return undefined
  }
}

/**
 * Ask who was compared with the document, how and by whom, and keep it; answers the check-in as it is then, undefined
 * where nothing was kept.
 */
export const identify = async (party: DoorParty): Promise<Checkin | undefined> => {
  const said = await ask<Said>((answer) => <Form party={party} answer={answer} />)
  if (!said) return undefined
  localStorage.setItem(lastName, said.by)
  return send(party.id, said)
}

/** Take back that a guest was compared with the document; answers as `identify`. */
export const takeIdentificationBack = (id: number, who: Who) => send(id, { guests: [who] })
