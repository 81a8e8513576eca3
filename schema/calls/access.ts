import type { HostLanguage } from '../languages'
import type { KnownDevice } from '../privacy'
import type { PublicSettings, SettingName, Settings } from '../settings'
import { call, callOfHost, type WithPin } from './call'

/** The settings that are saved together, because one alone would be refused or useless. */
export const settingGroups = {
  smtp2go: ['enableSMTP2GO', 'smtp2goUsername', 'smtp2goPassword', 'emailSender', 'emailReplyTo', 'emailSubject'],
  stripe: [
    'enableStripe',
    'stripeAccountName',
    'stripeAccountEmail',
    'stripeWebhookSecret',
    'stripeProductName',
    'stripeProductDescription',
    'stripeSecretKey',
    'stripePublicKey',
    'paymentCurrency',
    'paymentAmount',
    'paymentDescription',
  ],
  paypal: ['enablePayPal', 'paypalLink', 'paymentCurrency', 'paymentAmount', 'paymentDescription'],
  ross1000: [
    'ross1000StructureCode',
    'ross1000Rooms',
    'ross1000AvailableRooms',
    'ross1000AvailableBeds',
    'policeApartmentColumn',
  ],
  webhook: ['webhookAddress', 'webhookGuests'],
  retention: [
    'enableRetention',
    'identityDays',
    'recordYears',
    'letterDays',
    'exportYears',
    'receiptYears',
    'flowYears',
    'accessDays',
  ],
} as const satisfies { [group: string]: readonly SettingName[] }

export type SettingGroup = keyof typeof settingGroups

export const noticeKinds = ['checkin', 'payment', 'refusal', 'door'] as const

export type NoticeKind = (typeof noticeKinds)[number]

/** A browser's subscription at its push service, as `PushSubscription.toJSON()` gives it. */
export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Notices to this device: the house's public key and, once subscribed, the address, the kinds and the language. */
export type PushState = { key: string; endpoint?: string; kinds?: readonly NoticeKind[]; language?: HostLanguage }

/** The room of a code or link. */
export type OpenedRoom = { reservationCode: string; roomDescription: string; showPaymentPage: boolean }

/** The result of an accepted code: the host's pages, or a check-in for a room. */
export type Accepted = { kind: 'admin'; todayFirst: boolean } | ({ kind: 'checkin'; arrivalDate?: string } & OpenedRoom)

/** The calls about settings, sign-in, devices, and notices to the device that makes the call. */
export const hostAccessCalls = {
  'GET /api/settings': call<{ data: PublicSettings | Settings }>({ who: 'anyone' }),
  /** One setting by name, or a group of `settingGroups` in one body; refused (409) if `was` is no longer stored. */
  'PATCH /api/settings/:name': callOfHost<{
    body: { value?: unknown; was?: unknown } & WithPin & { [name in SettingName]?: unknown }
  }>({ what: 'settings' }, { limit: 600_000 }),
  /** `invitation` is the token of an invitation link; `draftId` names the draft that the guest's cookie belongs to. */
  'POST /api/reservation-code': call<{
    body: { code: string; invitation?: string; draftId?: string }
    data: Accepted
  }>({ who: 'anyone', log: { what: 'signIn' } }),
  /** Ends the guest's session; the page calls it after it has stored the receipt. */
  'POST /api/guest/logout': call({ who: 'anyone' }),
  'GET /api/invitation/:code': callOfHost<{ data: { path: string } }>('none'),
  /** Signs in with the PIN, or with a `key`: the recovery key or the token of a one-time link. */
  'POST /api/admin/login': call<{ body: { pin?: string; key?: string } }>({ who: 'anyone', log: { what: 'signIn' } }),
  /** Also ends the notices to the device, even if its session is over already. */
  'POST /api/admin/logout': call({ who: 'anyone', log: { what: 'signOut' } }),
  /** Makes a one-time link that signs in another device. */
  'POST /api/admin/link': callOfHost<{ body: WithPin; data: { path: string } }>({ what: 'link' }),
  /** Makes a new recovery key and shows it once. */
  'POST /api/admin/recovery-key': callOfHost<{ body: WithPin; data: { key: string } }>({ what: 'secret' }),
  /** The signed-in devices, latest first. */
  'GET /api/devices': callOfHost<{ data: KnownDevice[] }>('none'),
  'PATCH /api/devices/:device': callOfHost<{ body: { name: string } }>({ what: 'device' }),
  /** Ends the sessions of a device and forgets it. */
  'POST /api/devices/:device/out': callOfHost<{ body: WithPin }>({ what: 'device' }),
  'GET /api/push': callOfHost<{ data: PushState }>('none'),
  /** Subscribes this device, or changes its address or kinds; refused (400) if the address can be no push service's. */
  'POST /api/push': callOfHost<{ body: PushAddress & { kinds: readonly NoticeKind[] }; data: PushState }>({
    what: 'device',
  }),
  'DELETE /api/push': callOfHost({ what: 'device' }),
  /** Sends this device a notice to see whether it arrives; `sent` says whether its push service took it. */
  'POST /api/push/test': callOfHost<{ data: { sent: boolean } }>('none'),
} as const
