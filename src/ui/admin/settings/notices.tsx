import { useEffect, useState } from 'react'
import { type NoticeKind, noticeKinds, type PushState } from '../../../../schema/calls/access'
import { Tick } from '../../look/boxes'
import { Button, Chip, Skeleton } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { asHost, callAsHost } from '../session/host'

/** The scope of the service worker: pages of the host, none of guests. */
const scope = '/admin'

const isPossible = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** iPadOS identifies as a Mac, but Macs have no touch screen. */
const isApplePhone = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const subscriptionHere = async () =>
  (await navigator.serviceWorker.getRegistration(scope))?.pushManager.getSubscription() ?? null

const keep = async (subscription: PushSubscription, kinds: readonly NoticeKind[]) => {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh, auth }, kinds }
  return (await callAsHost('POST /api/push', { body })).data
}

/** Subscribes at the browser's push service; a subscription with another key of the house is removed first. */
const subscribed = async (key: string) => {
  await navigator.serviceWorker.register('/host-worker.js', { scope })
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const readState = async (): Promise<PushState> => {
  const { data } = await callAsHost('GET /api/push')
  if (!data.kinds) return data
  const here = await subscriptionHere()
  // The browser may have changed or lost the subscription.
  if (!here) return { key: data.key }
  return here.endpoint === data.endpoint ? data : keep(here, data.kinds)
}

type Work = (what: () => Promise<PushState | string>) => void

const Kinds = ({ kinds, work }: { kinds: readonly NoticeKind[]; work: Work }) => {
  const toggle = (kind: NoticeKind, isOn: boolean) =>
    work(async () => {
      const here = await subscriptionHere()
      const wanted = noticeKinds.filter((one) => (one === kind ? isOn : kinds.includes(one)))
      return here ? keep(here, wanted) : readState()
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
  return subscription ? keep(subscription, noticeKinds) : say('push.failed')
}

const turnOff = async () => {
  const { data } = await asHost(async () => {
    await call('DELETE /api/push')
    return call('GET /api/push')
  })
  await (await subscriptionHere())?.unsubscribe()
  return data
}

const tryOut = async () => {
  const { data } = await callAsHost('POST /api/push/test')
  return say(data.sent ? 'push.sent' : 'push.notSent')
}

const Switch = ({ state: { key, kinds }, work, isBusy }: { state: PushState; work: Work; isBusy: boolean }) => (
  <>
    <p>
      <Chip tone={kinds ? 'good' : 'plain'}>{say(kinds ? 'push.isOn' : 'push.isOff')}</Chip>
    </p>
    {kinds && <Kinds kinds={kinds} work={work} />}
    <p className="buttons">
      {kinds ? (
        <>
          <Button aria-busy={isBusy} onClick={() => work(tryOut)}>
            {say('push.try')}
          </Button>
          <Button aria-busy={isBusy} onClick={() => work(turnOff)}>
            {say('push.off')}
          </Button>
        </>
      ) : (
        <Button kind="primary" aria-busy={isBusy} onClick={() => work(() => turnOn(key))}>
          {say('push.on')}
        </Button>
      )}
    </p>
  </>
)

/** Notices to this device of the host: on, off, and which kinds. */
export const DeviceNotices = () => {
  const [state, setState] = useState<PushState>()
  const [said, tell] = useState('')
  const [isBusy, setBusy] = useState(false)
  const can = isPossible()
  const work: Work = (what) => {
    if (isBusy) return
    setBusy(true)
    tell('')
    what()
      .then((answer) => (typeof answer === 'string' ? tell(answer) : setState(answer)), showReason)
      .finally(() => setBusy(false))
  }
  useEffect(() => {
    if (can) work(readState)
  }, [])
  return (
    <section className="stack device-notices" aria-labelledby="device-notices">
      <h3 id="device-notices">{say('push.title')}</h3>
      <p className="info">{say('push.text')}</p>
      {!can && <p>{say(isApplePhone() ? 'push.iphone' : 'push.unsupported')}</p>}
      {can && isApplePhone() && !state?.kinds && <p>{say('push.iphone')}</p>}
      {can && !state && isBusy && <Skeleton label={say('loading')} />}
      {state && <Switch {...{ state, work, isBusy }} />}
      <p role="status">{said}</p>
    </section>
  )
}
