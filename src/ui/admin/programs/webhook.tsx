import { useId, useState } from 'react'
import type { WebhookAnswer, WebhookDelivery, WebhookState } from '../../../../schema/calls/webhooks'
import { mask, type Settings } from '../../../../schema/settings'
import { TextBox } from '../../look/boxes'
import { Button, Chip, FoldedLines, RowHead, RowMenu, type Tone } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { announce } from '../../shared/card'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { toast } from '../../shared/toast'
import { moment } from '../checkins/card-fields'
import { showOnce } from '../dialogs/copying'
import { ask } from '../dialogs/dialog'
import { Unread, useShownAnswer, type Work } from '../dialogs/page-hooks'
import { confirmByHost, confirmDanger, FormDialog, withPin } from '../dialogs/questions'
import { changeSettings } from '../forms/form-results'
import { asHost, callAsHost, hostSettings } from '../session/host'
import { useDialogForm } from '../shell/unsaved'

type Typed = { address: string; guests: boolean }
type Changes = Partial<Pick<Settings, 'webhookAddress' | 'webhookGuests'>>

const isAddress = (text: string) => text === mask || /^https?:\/\/\S+$/.test(text)

type Saved = { key?: string | undefined }

type DialogProps = { known: Typed; save: (changes: Changes) => Promise<Saved>; answer: (saved?: Saved) => void }

const AddressDialog = ({ known, save, answer }: DialogProps) => {
  const [{ address, guests }, type] = useState(known)
  const id = useId()
  const send = async () => {
    const webhookAddress = address.trim()
    if (!isAddress(webhookAddress)) return setFailure(say('webhook.addressFault'))
    // Only what changed is sent: another device may have changed the other setting since.
    const changes = {
      ...(webhookAddress !== known.address && { webhookAddress }),
      ...(guests !== known.guests && { webhookGuests: guests }),
    }
    answer(await save(changes))
  }
  const title = say(known.address ? 'webhook.editTitle' : 'webhook.add')
  const isChanged = address !== known.address || guests !== known.guests
  const { dialog, failure, setFailure } = useDialogForm({ title, isChanged, send, close: () => answer() })
  return (
    <FormDialog yes={say('stays.save')} {...dialog}>
      <div className="scroll stack">
        <TextBox
          label={say('webhook.address')}
          hint={say('webhook.addressHint')}
          fault={failure}
          inputMode="url"
          spellCheck={false}
          maxLength={2000}
          value={address}
          onFocus={({ target }) => target.select()}
          put={(text) => type({ address: text, guests })}
        />
        <label className="tick" htmlFor={id}>
          <input
            id={id}
            type="checkbox"
            aria-describedby={`${id}-hint`}
            checked={guests}
            onChange={({ target }) => type({ address, guests: target.checked })}
          />
          {say('settings.webhookGuests.label')}
        </label>
        <p id={`${id}-hint`} className="hint">
          {say('webhook.guestsHint')}
        </p>
      </div>
    </FormDialog>
  )
}

const show = (key: string) => showOnce({ title: say('webhook.key'), text: say('webhook.keyText'), value: key })

const keyCall = async (current: string | undefined) =>
  (await call('POST /api/webhook/key', { body: { current } })).data.key

const makeKey = async () => show(await withPin((current) => asHost(() => keyCall(current))))

/** Saves changes; makes and returns the first key if there was none. */
const save = async (changes: Changes, needsKey: boolean): Promise<Saved> => {
  let key: string | undefined
  await changeSettings(changes, async (current) => {
    await call('PATCH /api/settings/:name', { params: { name: 'webhook' }, body: { ...changes, current } })
    // Made here, so that the host types the PIN once.
    if (needsKey) key = await keyCall(current)
  })
  return { key }
}

/** Asks for the address and whether guests are named, and saves what changed; makes the first key. */
const editAddress = async (needsKey: boolean) => {
  const { webhookAddress: address = '', webhookGuests: guests = false } = hostSettings.get() ?? {}
  const saved = await ask<Saved>((answer) => (
    <AddressDialog known={{ address, guests }} save={(changes) => save(changes, needsKey)} answer={answer} />
  ))
  if (!saved) return
  if (saved.key) await show(saved.key)
  announce(say('webhook.saved'))
}

const answerWords = (answer: WebhookAnswer): string =>
  'fault' in answer ? say(`webhook.fault.${answer.fault}`) : say('webhook.status', { status: answer.status })

const chipOf = ({ keys, off, failing }: WebhookState): { tone: Tone; word: string } => {
  if (off) return { tone: 'bad', word: say('webhook.isOff') }
  if (!keys.length) return { tone: 'warn', word: say('webhook.isKeyless') }
  return failing ? { tone: 'warn', word: say('webhook.isFailing') } : { tone: 'good', word: say('webhook.isOn') }
}

/** Returns the problem and what to do; empty if there is none. */
const troubleOf = ({ keys, off, failing }: WebhookState): string => {
  if (off) return say(`webhook.off.${off.why}`, { at: moment(off.at) })
  if (!keys.length) return say('webhook.noKey')
  return failing ? say('webhook.failing', { at: moment(failing) }) : ''
}

const deliveryWords = ({ at, type, checkin = 0, tries, end, answer }: WebhookDelivery): string =>
  say('webhook.delivery', {
    at: moment(at),
    what: say(`webhook.type.${type}`, { id: checkin }),
    end: say(`webhook.end.${end}`, { tries }),
    answer: answerWords(answer),
  })

const sendTest = async () => {
  const { answer } = (await callAsHost('POST /api/webhook/test')).data
  const isTaken = 'status' in answer && answer.status >= 200 && answer.status < 300
  toast.show(
    isTaken
      ? { tone: 'good', title: say('webhook.tested') }
      : { tone: 'bad', title: say('webhook.notTaken'), text: answerWords(answer), life: 8000 },
  )
}

const switchOn = async () => {
  await callAsHost('POST /api/webhook/on')
  announce(say('webhook.on'))
}

const renewKey = async () => {
  const question = { title: say('webhook.renewTitle'), text: say('webhook.renewText'), yes: say('programs.renew') }
  if (await confirmByHost(question)) await makeKey()
}

const remove = async () => {
  if (await confirmDanger('webhook.remove')) await save({ webhookAddress: '', webhookGuests: false }, false)
}

const firstPress = ({ off, keys }: WebhookState) => {
  if (off) return { word: say('webhook.switchOn'), run: switchOn }
  return keys.length ? { word: say('webhook.test'), run: sendTest } : { word: say('programs.make'), run: makeKey }
}

const Row = ({ state, work }: { state: WebhookState; work: Work }) => {
  const namesGuests = useStore(hostSettings)?.webhookGuests
  const { tone, word } = chipOf(state)
  const trouble = troubleOf(state)
  const former = state.keys.find(({ until }) => until)
  const press = firstPress(state)
  return (
    <li className="row" aria-label={state.host}>
      <RowHead icon="heroicons:paper-airplane" name={state.host} />
      <p className="two">
        {say(namesGuests ? 'webhook.withGuests' : 'webhook.withoutGuests')}
        {state.waiting > 0 && <small>{plural('webhook.waiting', state.waiting)}</small>}
      </p>
      <p className="police">
        <Chip tone={tone}>{word}</Chip>
      </p>
      <div className="act">
        <Button text={press.word} onClick={() => void work(press.run)} />
        <RowMenu label={say('today.moreOf', { name: state.host })}>
          <Button text={say('feeds.edit')} onClick={() => void work(() => editAddress(!state.keys.length))} />
          <Button text={say('programs.renew')} onClick={() => void work(renewKey)} />
          <Button text={say('webhook.remove')} kind="danger-text" onClick={() => void work(remove)} />
        </RowMenu>
      </div>
      {trouble && <p className="wide info warns">{trouble}</p>}
      {former && <p className="wide info">{say('webhook.formerKey', { at: moment(former.until!) })}</p>}
      {state.last.length > 0 && <FoldedLines title={say('webhook.last')} lines={state.last.map(deliveryWords)} />}
    </li>
  )
}

/** The webhook: its address and key, its state, the last deliveries. */
export const Webhook = () => {
  const shown = useShownAnswer(async () => (await callAsHost('GET /api/webhook')).data)
  const { answer: data, work } = shown
  return (
    <div className="stack">
      <p className="info">{say('webhook.text')}</p>
      <Unread {...shown} rows={1} />
      {data?.webhook && (
        <ul className="rows">
          <Row state={data.webhook} work={work} />
        </ul>
      )}
      {data && !data.webhook && (
        <p>
          <Button text={say('webhook.add')} onClick={() => void work(() => editAddress(true))} />
        </p>
      )}
    </div>
  )
}
