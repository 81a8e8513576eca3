import { useId, useState } from 'react'
import { mask } from '../../../../schema/settings'
import { TextBox } from '../../look/boxes'
import { hostCall as call } from '../../shared/api'
import { announce } from '../../shared/keyboard'
import { say } from '../../shared/published'
import { ask } from '../dialogs/dialog'
import { FormDialog, withPin } from '../dialogs/questions'
import { ShownOnce } from '../dialogs/shown-once'
import { changeSettings } from '../forms/form-results'
import { asHost, failureReason, hostSettings } from '../session/host'

type Typed = { address: string; guests: boolean }

const isAddress = (text: string) => text === mask || /^https?:\/\/\S+$/.test(text)

type Saved = { key?: string | undefined }

type DialogProps = { known: Typed; save: (typed: Typed) => Promise<Saved>; answer: (saved?: Saved) => void }

const AddressDialog = ({ known, save, answer }: DialogProps) => {
  const [{ address, guests }, type] = useState(known)
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const id = useId()
  const send = async () => {
    const typed = { address: address.trim(), guests }
    if (!isAddress(typed.address)) return setFault(say('webhook.addressFault'))
    if (busy) return
    setBusy(true)
    await save(typed).then(answer, (error: unknown) => setFault(failureReason(error)))
    setBusy(false)
  }
  return (
    <FormDialog
      title={say(known.address ? 'webhook.editTitle' : 'webhook.add')}
      yes={say('stays.save')}
      isReady={!busy}
      send={() => void send()}
      cancel={() => answer()}
    >
      <div className="scroll stack">
        <TextBox
          label={say('webhook.address')}
          hint={say('webhook.addressHint')}
          fault={fault}
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

const show = (key: string) =>
  ask<void>((answer) => (
    <ShownOnce title={say('webhook.key')} text={say('webhook.keyText')} value={key} close={() => answer()} />
  ))

const keyCall = async (current: string | undefined) =>
  (await call('POST /api/webhook/key', { body: { current } })).data.key

/** Makes a key of the webhook and shows it once. */
export const makeKey = async () => show(await withPin((current) => asHost(() => keyCall(current))))

/** Returns the first key if there was none. */
const save = async ({ address, guests }: Typed, needsKey: boolean): Promise<Saved> => {
  let key: string | undefined
  await changeSettings({ webhookAddress: address, webhookGuests: guests }, async (current) => {
    const body = { webhookAddress: address, webhookGuests: guests, current }
    await call('PATCH /api/settings/:name', { params: { name: 'webhook' }, body })
    // With the same PIN.
    if (needsKey) key = await keyCall(current)
  })
  return { key }
}

/** Asks for the address and whether guests are named, and saves both; makes the first key. */
export const editAddress = async (needsKey: boolean) => {
  const { webhookAddress: address = '', webhookGuests: guests = false } = hostSettings.get() ?? {}
  const saved = await ask<Saved>((answer) => (
    <AddressDialog known={{ address, guests }} save={(typed) => save(typed, needsKey)} answer={answer} />
  ))
  if (!saved) return
  if (saved.key) await show(saved.key)
  announce(say('webhook.saved'))
}

/** Removes the address: waiting events are dropped and nothing more is sent. */
export const disconnect = () => save({ address: '', guests: false }, false)
