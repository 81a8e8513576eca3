import { useState } from 'react'
import { hostCall as call } from '../../shared/api'
import { house } from '../../shared/published'
import { showError } from '../checkins/actions'
import { ask } from '../dialogs/ask'
import { withPin } from '../dialogs/confirm-pin'
import { Dialog } from '../dialogs/dialog'
import { Qr } from '../dialogs/qr'
import { reason } from '../session/failure'
import { asHost } from '../session/host'
import { KnownDevices } from './known-devices'

type ShownProps = { title: string; text: string; value: string; isLink?: boolean; close: () => void }

/** A link or key that is shown only once: to copy, scan or print. */
const Shown = ({ title, text, value, isLink = false, close }: ShownProps) => {
  const { say } = house.get().speak
  const [told, setTold] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setTold(say('devices.copied')),
      () => setTold(say('devices.notCopied')),
    )
  return (
    <Dialog title={title} onClose={close} className="invite">
      <div className="poster">
        <p>{text}</p>
        {isLink && <Qr text={value} label={say('devices.qr')} />}
        <p className={isLink ? 'link-text' : 'its-code'}>{isLink ? value : <strong className="key">{value}</strong>}</p>
      </div>
      <p className="done" role="status">
        {told}
      </p>
      <footer className="actions">
        <button type="button" className="button" onClick={close}>
          {say('close')}
        </button>
        {!isLink && (
          <button type="button" className="button" onClick={() => print()}>
            {say('invite.print')}
          </button>
        )}
        <button type="button" className="button primary" data-first onClick={() => void copy()}>
          {say('devices.copy')}
        </button>
      </footer>
    </Dialog>
  )
}

/** Other ways to sign in: a one-time link and a recovery key. Each requires the PIN. */
export const Devices = () => {
  const { say } = house.get().speak
  const show = async (kind: 'link' | 'recovery', make: (current?: string) => Promise<string>) => {
    try {
      const value = await withPin((current) => asHost(() => make(current)))
      await ask<void>((answer) => (
        <Shown
          title={say(`devices.${kind}`)}
          text={say(`devices.${kind}Text`)}
          value={value}
          isLink={kind === 'link'}
          close={() => answer()}
        />
      ))
    } catch (error) {
      console.error(error)
      showError(reason(error))
    }
  }
  const link = async (current?: string) =>
    new URL((await call('POST /api/admin/link', { body: { current } })).data.path, location.origin).href
  const recovery = async (current?: string) =>
    (await call('POST /api/admin/recovery-key', { body: { current } })).data.key
  return (
    <>
      <p className="info">{say('devices.text')}</p>
      <p className="ways-in">
        <button type="button" className="button" onClick={() => void show('link', link)}>
          {say('devices.link')}
        </button>
        <button type="button" className="button" onClick={() => void show('recovery', recovery)}>
          {say('devices.recovery')}
        </button>
      </p>
      <KnownDevices />
    </>
  )
}
