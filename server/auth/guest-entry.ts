import type { StoredBooking } from '../../schema/bookings'
import type { Accepted } from '../../schema/calls/access'
import type { BodyOf } from '../../schema/calls/api'
import type { Settings } from '../../schema/settings'
import { codeOfStay } from '../bookings/stay-links'
import { attemptOf, mustBeOpen, type Room, roomOf } from '../checkin/intake'
import { same } from '../settings/pin'
import { wordOf } from '../shared/body'
import { hmacOf, keyedToken } from '../shared/digests'
import { mustNotWait, Refusal, say } from '../shared/messages'
import { storedKey } from '../store/sealed/secrets'
import type { Store } from '../store/store'
import type { GuestCookie } from './sessions'
import type { BudgetKind, Caller, EntryServices } from './throttle'

/** Tokens of invitation links, 128 bits of an HMAC: a limit on tried codes never stops an invited guest. */
export const invitations = async (store: Store) => {
  const key = await storedKey(store, 'invitation')
  const tokenOf = (code: string) => keyedToken(key, code.toUpperCase())
  return { tokenOf, isRight: (code: string, token: string) => token !== '' && same(token, tokenOf(code)) }
}

export type Invitations = Awaited<ReturnType<typeof invitations>>

export type CodeCall = Caller & {
  guest: GuestCookie | undefined
  body: { [field in keyof BodyOf<'POST /api/reservation-code'>]?: unknown }
}

type Services = EntryServices & { invitations: Invitations }

type Known = { cookie: GuestCookie; code: string | undefined }

/**
 * Returns the guest's cookie and proven code. A cookie signed with an older key is accepted if the digest of its secret
 * owns this attempt's check-in. The code in such a cookie proves nothing; the check-in's code counts instead.
 */
const guestOf = async ({ store, sessions }: Services, context: CodeCall): Promise<Known | undefined> => {
  const { guest, cookies, secure, body } = context
  if (guest) return { cookie: guest, code: guest.code }
  const attempt = attemptOf(body.draftId)
  const cookie = sessions.claimed(cookies, secure)
  if (!cookie || !attempt || cookie.attempt !== attempt) return undefined
  const sent = await store.checkinOf(cookie.owner, attempt)
  return sent && { cookie, code: sent.reservationCode }
}

type Tried = { right: boolean; wait: number }

/** Signs a guest in with a code; `asHost` tries the access code. While a sender waits, no code is compared. */
export const guestEntry = (services: Services) => {
  const { sessions, invitations, now } = services
  const wrong = wrongCodes(services)

  return async (context: CodeCall, all: Settings, room: Room | undefined, asHost: () => Promise<Tried>) => {
    const { cookies, secure, address, body } = context
    // Without codes there is nothing to guess.
    const isConfigured = all.reservationCodes.length > 0
    const browser = sessions.visitor(cookies, secure)
    const sender = await wrong.sender(address, browser)
    const guest = await guestOf(services, context)
    // A link's token or the guest's own code guesses nothing.
    const isKnown =
      room &&
      (invitations.isRight(room.reservationCode, wordOf(body.invitation)) || guest?.code === room.reservationCode)
    const mustBeOpenTo = () => {
      if (isConfigured && !isKnown) mustNotWait(wrong.wait(sender, guest?.code))
    }
    mustBeOpenTo()
    const access = await asHost()
    if (access.right) return undefined
    // No pause between check and count: parallel tries cannot outrun the budget.
    mustBeOpenTo()
    if (!room) {
      if (isConfigured) await wrong.count(sender, guest?.code)
      // A code that was not compared must not be called wrong.
      mustNotWait(access.wait)
      const cookie = browser === undefined && sessions.visitorCookie(secure)
      throw new Refusal(404, say('toast.codeUnknown'), {}, cookie ? [cookie] : [])
    }
    if (isConfigured) await wrong.right(sender, room.reservationCode)
    mustBeOpen(room, all, now())
    return {
      data: { kind: 'checkin', ...room } satisfies Accepted,
      cookies: [sessions.guestCookie(room.reservationCode, guest?.cookie, secure, attemptOf(body.draftId))],
    }
  }
}

type Context = { guest: { code: string; stay?: string } | undefined }

type Parts = { bookings: { links: { ofGuest: (mark: string) => Promise<StoredBooking> } }; now: () => Date }

/** Returns the room and the arrival of a stay. Refuses (401) a stay whose room was removed. */
export const roomOfStay = (all: Settings, stay: StoredBooking): Room => {
  const room = roomOf(all, codeOfStay(stay, all) ?? '')
  if (!room) throw new Refusal(401, say('toast.codeUnknown'))
  const { reservationCode, roomDescription, showPaymentPage } = room
  const named = all.reservationCodes.length ? undefined : stay.room
  return { reservationCode, roomDescription: named ?? roomDescription, showPaymentPage, bookedArrival: stay.arrival }
}

/** Returns the room of a code or stay link. Refuses: 401 (code removed), 403 (not open yet) or 410 (link over). */
export const roomNow = async ({ bookings, now }: Parts, all: Settings, { guest }: Context): Promise<Room> => {
  if (guest?.stay) return roomOfStay(all, await bookings.links.ofGuest(guest.stay))
  const room = guest && roomOf(all, guest.code)
  if (!room) throw new Refusal(401, say('toast.codeUnknown'))
  mustBeOpen(room, all, now())
  return room
}

/** Returns the room of a guest who corrects a sent check-in; the stay link may have ended since. */
export const roomOfSent = (parts: Parts, all: Settings, { guest }: Context): Promise<Room> =>
  roomNow(parts, all, { guest }).catch((error: unknown) => {
    const room = guest?.stay && roomOf(all, guest.code)
    if (room) return room
    throw error
  })

type BudgetKey = readonly [kind: BudgetKind, who: string]

const day = 86_400_000

const most = 5_000

const blockOf = (network: string) => (network.includes(':') ? network.split(':').slice(0, 3).join(':') : undefined)

/** Names a network by a digest whose key is in no downloaded backup: counts last a year and reveal no address. */
const networkNames = ({ store }: Pick<EntryServices, 'store'>) => {
  let key: Promise<string> | undefined
  return async (network: string) => {
    key ??= storedKey(store, 'networks')
    return hmacOf(await key, network)
      .toString('base64url')
      .slice(0, 16)
  }
}

/** Who sends a code: its budgets, and its network by a digest. */
export type Sender = { own: readonly BudgetKey[]; network: string }

/**
 * Counts wrong codes in the budgets of browser, network and block, so that strangers delay no other network. In a
 * network where a code was right today, wrong codes first count in that code's budget.
 */
export const wrongCodes = (services: Pick<EntryServices, 'store' | 'throttle' | 'now'>) => {
  const { throttle } = services
  const nameOf = networkNames(services)
  const rightToday = new Map<string, { code: string; at: number }>()
  const clock = () => services.now().getTime()
  const isOpen = ([kind, who]: BudgetKey) => throttle.wait(kind, who, clock()) === 0
  const take = (budgets: readonly BudgetKey[]) =>
    Promise.all(budgets.map(([kind, who]) => throttle.fail(kind, who, clock()))).then(() => {})

  /** Returns the budgets in which a wrong code counts: until it is used up, a right code's instead of the network's. */
  const charged = ({ own, network }: Sender, knownCode: string | undefined): readonly BudgetKey[] => {
    const right = rightToday.get(network)
    const code = knownCode ?? (right && clock() - right.at < day ? right.code : undefined)
    const ofCode = code === undefined ? undefined : (['rightCode', code] as const)
    return ofCode && isOpen(ofCode) ? [ofCode, ...own.filter(([kind]) => kind === 'browser')] : own
  }

  return {
    sender: async (address: string, browser: string | undefined): Promise<Sender> => {
      const block = blockOf(address)
      const network = await nameOf(address)
      return {
        network,
        own: [
          ...(browser ? [['browser', browser] as const] : []),
          ['network', network],
          ...(block ? [['block', await nameOf(block)] as const] : []),
        ],
      }
    },
    wait: (sender: Sender, knownCode?: string) =>
      Math.max(...charged(sender, knownCode).map(([kind, who]) => throttle.wait(kind, who, clock()))),
    count: (sender: Sender, knownCode?: string) => take(charged(sender, knownCode)),
    /** Moves the sender's wrong codes into the budget of the right code. */
    right: async ({ own, network }: Sender, code: string) => {
      if (rightToday.size >= most) rightToday.clear()
      rightToday.set(network, { code, at: clock() })
      const ofCode = ['rightCode', code] as const
      const isCounted = ([kind, who]: BudgetKey) => throttle.count(kind, who, clock()) > 0
      while (isOpen(ofCode) && own.some(isCounted)) {
        await take([ofCode])
        await Promise.all(own.map(([kind, who]) => throttle.forgive(kind, who)))
      }
    },
  }
}

/** Counts a wrong token like a wrong code and refuses it: 404, or 429 after too many. */
export const refusingLinks = (services: EntryServices) => {
  const wrong = wrongCodes(services)
  return async ({ address, cookies, secure }: Caller, over = 'unknown', known?: Sender): Promise<never> => {
    const sender = known ?? (await wrong.sender(address, services.sessions.visitor(cookies, secure)))
    mustNotWait(wrong.wait(sender))
    await wrong.count(sender)
    throw new Refusal(404, say('server.link.unknown'), { over })
  }
}
