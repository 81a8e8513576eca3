import { createHmac, randomBytes } from 'node:crypto'
import type { Accepted } from '../../schema/calls/access'
import type { BodyOf } from '../../schema/calls/api'
import type { Settings } from '../../schema/settings'
import { attemptOf, mustBeOpen, type Room } from '../checkin/intake'
import { same } from '../settings/pin'
import { wordOf } from '../shared/body'
import { say } from '../shared/messages'
import { Refusal, tooMany } from '../shared/refusal'
import type { Store } from '../store/store'
import type { GuestCookie } from './sessions'
import type { Caller, EntryServices } from './throttle'
import { wrongCodes } from './wrong-codes'

/** Tokens of invitation links, 128 bits of an HMAC: a limit on tried codes never stops an invited guest. */
export const invitations = async (store: Store) => {
  const key = await store.secret('invitation', () => randomBytes(32).toString('base64url'))
  const tokenOf = (code: string) =>
    createHmac('sha256', key).update(code.toUpperCase()).digest().subarray(0, 16).toString('base64url')
  return { tokenOf, isRight: (code: string, token: string) => token !== '' && same(token, tokenOf(code)) }
}

export type Invitations = Awaited<ReturnType<typeof invitations>>

export type CodeCall = Caller & {
  guest: GuestCookie | undefined
  body: { [field in keyof BodyOf<'POST /api/reservation-code'>]?: unknown }
}

type Services = EntryServices & { invitations: Invitations }

/** A cookie signed with an older key is accepted if the digest of its secret owns this attempt's check-in. */
const guestOf = async ({ store, sessions }: Services, { guest, cookies, secure, body }: CodeCall) => {
  const attempt = attemptOf(body.draftId)
  const claimed = guest ?? sessions.claimed(cookies, secure)
  if (guest || !claimed || !attempt || claimed.attempt !== attempt) return guest
  const sent = await store.checkinOf(claimed.owner, attempt)
  return sent?.reservationCode === claimed.code ? claimed : undefined
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
      const wait = isConfigured && !isKnown ? wrong.wait(sender, guest?.code) : 0
      if (wait) throw tooMany(wait)
    }
    mustBeOpenTo()
    const access = await asHost()
    if (access.right) return undefined
    // No pause between check and count: parallel tries cannot outrun the budget.
    mustBeOpenTo()
    if (!room) {
      if (isConfigured) await wrong.count(sender, guest?.code)
      // A code that was not compared must not be called wrong.
      if (access.wait) throw tooMany(access.wait)
      const cookie = browser === undefined && sessions.visitorCookie(secure)
      throw new Refusal(404, say('toast.codeUnknown'), {}, cookie ? [cookie] : [])
    }
    if (isConfigured) await wrong.right(sender, room.reservationCode)
    mustBeOpen(room, all, now())
    return {
      data: { kind: 'checkin', ...room } satisfies Accepted,
      cookies: [sessions.guestCookie(room.reservationCode, guest, secure, attemptOf(body.draftId))],
    }
  }
}
