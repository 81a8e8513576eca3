import type { KnownDevice } from '../../../../schema/privacy'
import { Button, Chip, RowHead, RowMenu, Skeleton } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { moment } from '../checkins/card-fields'
import { showOnce } from '../dialogs/copying'
import { askText, confirmDanger, withPin } from '../dialogs/questions'
import { useAnswer, type Work } from '../dialogs/work'
import { asHost, callAsHost } from '../session/host'
import { DeviceNotices } from './notices'

/** Other ways to sign in: a one-time link and a recovery key. Each requires the PIN. */
export const Devices = () => {
  const show = async (kind: 'link' | 'recovery', make: (current?: string) => Promise<string>) => {
    try {
      const value = await withPin((current) => asHost(() => make(current)))
      const isLink = kind === 'link'
      await showOnce({ title: say(`devices.${kind}`), text: say(`devices.${kind}Text`), value, isLink })
    } catch (error) {
      console.error(error)
      showReason(error)
    }
  }
  const link = async (current?: string) =>
    new URL((await call('POST /api/admin/link', { body: { current } })).data.path, location.origin).href
  const recovery = async (current?: string) =>
    (await call('POST /api/admin/recovery-key', { body: { current } })).data.key
  return (
    <>
      <p className="info">{say('devices.text')}</p>
      <p className="buttons">
        <Button onClick={() => void show('link', link)}>{say('devices.link')}</Button>
        <Button onClick={() => void show('recovery', recovery)}>{say('devices.recovery')}</Button>
      </p>
      <KnownDevices />
      <DeviceNotices />
    </>
  )
}

const nameOf = ({ name, device }: KnownDevice) => name || say('devices.unnamed', { device })

const rename = async (device: KnownDevice) => {
  const name = await askText({
    title: say('devices.rename'),
    label: say('devices.name'),
    maxLength: 60,
    yes: say('devices.save'),
    value: device.name,
  })
  if (name) await callAsHost('PATCH /api/devices/:device', { params: { device: device.device }, body: { name } })
}

const throwOut = async (device: KnownDevice) => {
  if (!(await confirmDanger('devices.out', { name: nameOf(device) }))) return
  await withPin((current) =>
    callAsHost('POST /api/devices/:device/out', { params: { device: device.device }, body: { current } }),
  )
}

type RowProps = { device: KnownDevice; work: Work }

const Row = ({ device, work }: RowProps) => (
  <li className="row">
    <RowHead icon="heroicons:device-phone-mobile" name={nameOf(device)} />
    <small className="two">
      {say('devices.when', { device: device.device, first: moment(device.first), last: moment(device.last) })}
    </small>
    <p className="police">{device.isThis && <Chip tone="good">{say('devices.this')}</Chip>}</p>
    <div className="act">
      <Button
        aria-label={say('devices.renameOf', { name: nameOf(device) })}
        onClick={() => void work(() => rename(device))}
      >
        {say('devices.rename')}
      </Button>
      {!device.isThis && (
        <RowMenu label={say('today.moreOf', { name: nameOf(device) })}>
          <Button
            kind="danger-text"
            aria-label={say('devices.outOf', { name: nameOf(device) })}
            onClick={() => void work(() => throwOut(device))}
          >
            {say('devices.out')}
          </Button>
        </RowMenu>
      )}
    </div>
  </li>
)

/** The devices that have signed in, with buttons to rename and remove them. */
const KnownDevices = () => {
  const { answer: devices, work } = useAnswer(async () => (await callAsHost('GET /api/devices')).data)
  return (
    <div className="stack known-devices">
      <h3>{say('devices.known')}</h3>
      {!devices && <Skeleton label={say('loading')} />}
      {devices && (
        <ul className="rows">
          {devices.map((device) => (
            <Row key={device.device} {...{ device, work }} />
          ))}
        </ul>
      )}
    </div>
  )
}
