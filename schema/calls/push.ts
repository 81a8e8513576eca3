import { call } from './call'

export const noticeKinds = ['checkin', 'payment', 'refusal', 'door'] as const

export type NoticeKind = (typeof noticeKinds)[number]

/** A browser's subscription at its push service, as `PushSubscription.toJSON()` gives it. */
export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Notices to this device: the house's public key and, once subscribed, the address and the kinds. */
export type PushState = { key: string; endpoint?: string; kinds?: readonly NoticeKind[] }

/** The calls about notices to the devices of the host. Each is about the device that makes it. */
export const pushCalls = {
  'GET /api/push': call<{ data: PushState }>()({ who: 'host', log: 'none' }),
  /** Subscribes this device, or changes its address or kinds; refused (400) if the address can be no push service's. */
  'POST /api/push': call<{ body: PushAddress & { kinds: readonly NoticeKind[] }; data: PushState }>()({
    who: 'host',
    log: { what: 'device' },
  }),
  'DELETE /api/push': call()({ who: 'host', log: { what: 'device' } }),
  /** Sends this device a notice to see whether it arrives; `sent` says whether its push service took it. */
  'POST /api/push/test': call<{ data: { sent: boolean } }>()({ who: 'host', log: 'none' }),
} as const
