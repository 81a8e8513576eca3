import type { Draft } from '../checkin'
import type { Later } from '../guest'
import { call } from './call'

/** The state of a guest's own phone: the link was sent (`open`), or its answers have come (`ready`). */
export type LinkState = { guest: Later; state: 'open' | 'ready'; name?: string }

/** Why a link opens nothing: its answers were sent, or the check-in it belongs to was. */
export type LinkOver = 'answered' | 'over'

/** A guest's own phone: a link for one guest of one check-in, and the answers it brings. */
export const guestLinkCalls = {
  /** Makes the link of one guest. The former link of that guest opens nothing from then on. */
  'POST /api/guest-links': call<{ body: { guest: string }; data: { token: string } }>()({
    who: 'guest',
    costs: 'change',
    limit: 1_000,
  }),
  /** Who is ready. The answers themselves are never given back. */
  'GET /api/guest-links': call<{ data: LinkState[] }>()({ who: 'guest' }),
  /** Takes a link back, with the answers it brought. */
  'DELETE /api/guest-links/:guest': call()({ who: 'guest', costs: 'change' }),
  /** Whose cards a link opens. It signs nobody in. */
  'POST /api/guest-link': call<{ body: { token: string }; data: { guest: Later } }>()({ who: 'anyone', limit: 1_000 }),
  /** Takes the answers of the guest, once. */
  'POST /api/guest-link/answers': call<{ body: Draft & { token: string } }>()({ who: 'anyone', limit: 16_000 }),
} as const
