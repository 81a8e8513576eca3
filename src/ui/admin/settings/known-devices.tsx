import { type FormEvent, useEffect, useId, useState } from 'react'
import type { KnownDevice } from '../../../../schema/privacy'
import { hostCall as call } from '../../shared/api'
import { say } from '../../shared/published'
import { showError } from '../checkins/actions'
import { moment } from '../checkins/card-fields'
import { ask } from '../dialogs/ask'
import { confirmed } from '../dialogs/choice'
import { withPin } from '../dialogs/confirm-pin'
import { Dialog } from '../dialogs/dialog'
import { reason } from '../session/failure'
import { asHost } from '../session/host'

const nameOf = ({ name, device }: KnownDevice) => name || say('devices.unnamed', { device })

/** Asks for a device's name. */
const NameDialog = ({ device, answer }: { device: KnownDevice; answer: (name?: string) => void }) => {
  const [name, setName] = useState(device.name)
  const id = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) answer(name.trim())
  }
  return (
    <Dialog title={say('devices.rename')} onClose={() => answer()} className="question">
      <form onSubmit={send}>
        <div className="field">
          <label className="name" htmlFor={id}>
            {say('devices.name')}
          </label>
          <input id={id} maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />
        </div>
        <footer className="actions">
          <button type="button" className="button" onClick={() => answer()}>
            {say('host.cancel')}
          </button>
          <button type="submit" className="button primary" aria-disabled={!name.trim() || undefined}>
            {say('devices.save')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

const rename = async (device: KnownDevice) => {
  const name = await ask<string>((answer) => <NameDialog device={device} answer={answer} />)
  if (name)
    await asHost(() => call('PATCH /api/devices/:device', { params: { device: device.device }, body: { name } }))
}

const throwOut = async (device: KnownDevice) => {
  const question = {
    title: say('devices.outTitle', { name: nameOf(device) }),
    text: say('devices.outText'),
    yes: say('devices.out'),
    no: say('host.cancel'),
    danger: true,
  }
  if (!(await confirmed(question))) return
  await withPin((current) =>
    asHost(() => call('POST /api/devices/:device/out', { params: { device: device.device }, body: { current } })),
  )
}

type RowProps = { device: KnownDevice; work: (what: (device: KnownDevice) => Promise<unknown>) => void }

const Row = ({ device, work }: RowProps) => (
  <li>
    <span>
      <strong>{nameOf(device)}</strong>
      {device.isThis && ` · ${say('devices.this')}`}
      <br />
      <small>
        {say('devices.when', { device: device.device, first: moment(device.first), last: moment(device.last) })}
      </small>
    </span>
    <span className="doors">
      <button
        type="button"
        className="button small"
        aria-label={say('devices.renameOf', { name: nameOf(device) })}
        onClick={() => work(rename)}
      >
        {say('devices.rename')}
      </button>
      {!device.isThis && (
        <button
          type="button"
          className="button small danger-text"
          aria-label={say('devices.outOf', { name: nameOf(device) })}
          onClick={() => work(throwOut)}
        >
          {say('devices.out')}
        </button>
      )}
    </span>
  </li>
)

/** The devices that have signed in, with buttons to rename and remove them. */
export const KnownDevices = () => {
  const [devices, setDevices] = useState<KnownDevice[]>()
  const read = () =>
    asHost(() => call('GET /api/devices')).then(
      ({ data }) => setDevices(data),
      (error: unknown) => showError(reason(error)),
    )
  useEffect(() => void read(), [])
  const work = (device: KnownDevice) => (what: (device: KnownDevice) => Promise<unknown>) =>
    void what(device).then(read, (error: unknown) => showError(reason(error)))
  return (
    <div className="known-devices">
      <h3>{say('devices.known')}</h3>
      {!devices && <p className="spinner" role="status" />}
      {devices && (
        <ul className="kept">
          {devices.map((device) => (
            <Row key={device.device} device={device} work={work(device)} />
          ))}
        </ul>
      )}
    </div>
  )
}
