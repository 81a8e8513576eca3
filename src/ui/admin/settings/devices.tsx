import { useState } from 'react'
import { type NoticeKind, noticeKinds, type PushState } from '../../../../schema/calls/access'
import type { KnownDevice } from '../../../../schema/privacy'
import { Tick } from '../../look/boxes'
import { Button, Chip, RowHead, RowMenu } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { say, start } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { moment } from '../checkins/card-fields'
import { isLoopback } from '../codes/codes'
import { showOnce } from '../dialogs/copying'
import { Unread, useShownAnswer, type Work } from '../dialogs/page-hooks'
import { askText, confirmDanger, withPin } from '../dialogs/questions'
import { asHost, baseAddress, callAsHost } from '../session/host'

/** Other ways to sign in: a one-time link and a recovery key. Each requires the PIN. */
export const Devices = () => {
  const show = async (kind: 'link' | 'recovery', make: (current?: string) => Promise<string>) => {
    try {
      const value = await withPin((current) => asHost(() => make(current)))
      const isLink = kind === 'link'
      const warning = isLink && isLoopback(baseAddress()) && say('devices.loopback')
      await showOnce({ title: say(`devices.${kind}`), text: say(`devices.${kind}Text`), value, isLink, warning })
    } catch (error) {
      console.error(error)
      showReason(error)
    }
  }
  const link = async (current?: string) =>
    new URL((await call('POST /api/admin/link', { body: { current } })).data.path, baseAddress()).href
  const recovery = async (current?: string) =>
    (await call('POST /api/admin/recovery-key', { body: { current } })).data.key
  return (
    <>
      <p className="info">{say('devices.text')}</p>
      <p className="buttons">
        <Button text={say('devices.link')} onClick={() => void show('link', link)} />
        <Button text={say('devices.recovery')} onClick={() => void show('recovery', recovery)} />
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
        text={say('devices.rename')}
        aria-label={say('devices.renameOf', { name: nameOf(device) })}
        onClick={() => void work(() => rename(device))}
      />
      {!device.isThis && (
        <RowMenu label={say('today.moreOf', { name: nameOf(device) })}>
          <Button
            text={say('devices.out')}
            kind="danger-text"
            aria-label={say('devices.outOf', { name: nameOf(device) })}
            onClick={() => void work(() => throwOut(device))}
          />
        </RowMenu>
      )}
    </div>
  </li>
)

/** The devices that have signed in, with buttons to rename and remove them. */
const KnownDevices = () => {
  const shown = useShownAnswer(async () => (await callAsHost('GET /api/devices')).data)
  const { answer: devices, work } = shown
  return (
    <div className="stack known-devices">
      <h3>{say('devices.known')}</h3>
      <Unread {...shown} />
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

/** The scope of the service worker: pages of the host, none of guests. */
const workerScope = '/admin'

const isPossible = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Returns whether this is an iPhone or iPad. iPadOS identifies as a Mac, but Macs have no touch screen. */
const isApplePhone = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const subscriptionHere = async () =>
  (await navigator.serviceWorker.getRegistration(workerScope))?.pushManager.getSubscription() ?? null

const saveSubscription = async (subscription: PushSubscription, kinds: readonly NoticeKind[]) => {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh, auth }, kinds }
  return (await callAsHost('POST /api/push', { body })).data
}

/** Subscribes at the browser's push service; a subscription with another key of the house is removed first. */
const subscribed = async (key: string) => {
  await navigator.serviceWorker.register('/host-worker.js', { scope: workerScope })
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const readState = async (): Promise<PushState> => {
  const { data } = await callAsHost('GET /api/push')
  if (!data.kinds) return data
  const here = await subscriptionHere()
  // The browser may have changed or lost the subscription, the host chosen another language.
  if (!here) return { key: data.key }
  const isCurrent = here.endpoint === data.endpoint && data.language === start.hostLanguage
  return isCurrent ? data : saveSubscription(here, data.kinds)
}

/** Runs work that resolves to a message, then reads the state again. */
type NoticeWork = (task: () => Promise<string>) => void

const NoticeKinds = ({ kinds, work }: { kinds: readonly NoticeKind[]; work: NoticeWork }) => {
  const toggle = (kind: NoticeKind, isOn: boolean) =>
    work(async () => {
      const here = await subscriptionHere()
      const wanted = noticeKinds.filter((one) => (one === kind ? isOn : kinds.includes(one)))
      if (here) await saveSubscription(here, wanted)
      return ''
    })
  return (
    <fieldset className="notice-kinds">
      <legend>{say('push.kinds')}</legend>
      {noticeKinds.map((kind) => (
        <Tick
          key={kind}
          label={say(`push.kind.${kind}`)}
          value={kinds.includes(kind)}
          set={(isOn) => toggle(kind, isOn)}
        />
      ))}
    </fieldset>
  )
}

const turnOn = async (key: string) => {
  await Notification.requestPermission()
  // The promise has only the answer of this press; an earlier refusal is in `Notification.permission`.
  if (Notification.permission !== 'granted')
    return say(Notification.permission === 'denied' ? 'push.denied' : 'push.dismissed')
  const subscription = await subscribed(key).catch((error: unknown) => void console.error(error))
  if (!subscription) return say('push.failed')
  await saveSubscription(subscription, noticeKinds)
  return ''
}

const turnOff = async () => {
  await callAsHost('DELETE /api/push')
  await (await subscriptionHere())?.unsubscribe()
  return ''
}

const tryOut = async () => {
  const { data } = await callAsHost('POST /api/push/test')
  return say(data.sent ? 'push.sent' : 'push.notSent')
}

type SwitchProps = { state: PushState; work: NoticeWork; busy: boolean }

const NoticeSwitch = ({ state: { key, kinds }, work, busy }: SwitchProps) => (
  <>
    <p>
      <Chip tone={kinds ? 'good' : 'plain'}>{say(kinds ? 'push.isOn' : 'push.isOff')}</Chip>
    </p>
    {kinds && <NoticeKinds kinds={kinds} work={work} />}
    <p className="buttons">
      {kinds ? (
        <>
          <Button text={say('push.try')} isBusy={busy} onClick={() => work(tryOut)} />
          <Button text={say('push.off')} isBusy={busy} onClick={() => work(turnOff)} />
        </>
      ) : (
        <Button text={say('push.on')} kind="primary" isBusy={busy} onClick={() => work(() => turnOn(key))} />
      )}
    </p>
  </>
)

/** Notices to this device of the host: on, off, and which kinds. */
const DeviceNotices = () => {
  const can = isPossible()
  const shown = useShownAnswer(async () => (can ? readState() : undefined))
  const [said, tell] = useState('')
  const { answer: state, busy } = shown
  const work: NoticeWork = (task) =>
    void shown.work(async () => {
      tell('')
      tell(await task())
    })
  return (
    <section className="stack" aria-labelledby="device-notices">
      <h3 id="device-notices">{say('push.title')}</h3>
      <p className="info">{say('push.text')}</p>
      {!can && <p>{say(isApplePhone() ? 'push.iphone' : 'push.unsupported')}</p>}
      {can && isApplePhone() && !state?.kinds && <p>{say('push.iphone')}</p>}
      {can && <Unread {...shown} />}
      {state && <NoticeSwitch {...{ state, work, busy }} />}
      <p role="status">{said}</p>
    </section>
  )
}
