import type { Accepted } from '../../schema/api'
import type { Settings } from '../../schema/settings'
import { attemptOf } from '../checkin/attempt'
import type { Room } from '../checkin/intake'
import { mustBeOpen } from '../checkin/opening'
import { wordOf } from '../http/body'
import { type Context, type Services, tooMany } from '../http/call'
import { Refusal } from '../http/refusal'
import { say } from '../messages'
import type { Kind } from './throttle'

export type CodeContext = Context<'POST /api/reservation-code'>

/** The budgets a wrong reservation code counts in: of the browser or the address, of the network, and of the house. */
const budgetsOf = ({ sessions }: Services, { cookies, secure, address }: CodeContext, isConfigured: boolean) =>
  [
    ['code', sessions.visitor(cookies, secure) ?? address],
    ['network', address],
    // Without codes there is nothing to find.
    ...(isConfigured ? [['house', 'all'] as const] : []),
  ] as const

/** Budgets that one try was counted in. */
type Counted = (readonly [kind: Kind, who: string])[]

/**
 * What a browser typed that was no code, by the budgets of the whole house it was counted in: given back once it types
 * its code right.
 */
const typoList = ({ throttle, now }: Services) => {
  const typos = new Map<string, Counted[]>()
  return {
    keep: (who: string, counted: Counted) => {
      if (typos.size > 5000) typos.clear()
      typos.set(who, [...(typos.get(who) ?? []), counted])
    },
    giveBack: async (who: string, code: string) => {
      const tries = typos.get(who) ?? []
      typos.delete(who)
      for (const counted of tries) {
        if (throttle.wait('typo', code, now().getTime())) return
        await throttle.fail('typo', code, now().getTime())
        for (const [kind, name] of counted) await throttle.forgive(kind, name)
      }
    },
  }
}

/**
 * Who types a code, as their cookie says. One that was signed before the keys were made anew (a changed PIN does that)
 * proves itself by its word: the digest of that is the owner of what this very attempt sent, and nobody who has the
 * store can work back from it.
 */
const guestOf = async ({ store, sessions }: Services, { guest, cookies, secure, body }: CodeContext) => {
  const attempt = attemptOf(body.draftId)
  const claimed = guest ?? sessions.claimed(cookies, secure)
  if (guest || !claimed || !attempt || claimed.attempt !== attempt) return guest
  const made = await store.checkinOf(claimed.owner, attempt)
  return made?.reservationCode === claimed.code ? claimed : undefined
}

/** A guest's way in: one accepted code, typed or in an invitation link. */
export const guestEntry = (services: Services) => {
  const { sessions, throttle, invitations, now } = services
  const clock = () => now().getTime()
  const typos = typoList(services)

  return async (
    context: CodeContext,
    all: Settings,
    room: Room | undefined,
    access: { wait: number; counted: boolean },
  ) => {
    const { cookies, secure, body } = context
    const isConfigured = all.reservationCodes.length > 0
    const counted = budgetsOf(services, context, isConfigured)
    const who = counted[0][1]
    const guest = await guestOf(services, context)
    // A link with its long word, or a guest who is known by this very code, has nothing to guess.
    const isKnown =
      room &&
      isConfigured &&
      (invitations.isRight(room.reservationCode, wordOf(body.invitation)) || guest?.code === room.reservationCode)
    // What was not compared must not be called wrong; a code that lets a guest in needs no comparing.
    const waits = counted.map(([kind, name]) => throttle.wait(kind, name, clock()))
    const wait = isKnown ? 0 : Math.max(...waits, room ? 0 : access.wait)
    if (wait) throw tooMany(wait)
    const shared: Counted = [
      ...(access.counted ? [['access', 'unknown'] as const] : []),
      ...(room ? [] : counted.filter(([kind]) => kind === 'house')),
    ]
    if (shared.length) typos.keep(who, shared)
    if (!room) {
      await Promise.all(counted.map(([kind, name]) => throttle.fail(kind, name, clock())))
      const cookie = sessions.visitor(cookies, secure) === undefined && sessions.visitorCookie(secure)
      throw new Refusal(404, say('toast.codeUnknown'), {}, cookie ? [cookie] : [])
    }
    if (isConfigured) await typos.giveBack(who, room.reservationCode)
    mustBeOpen(room, all, now())
    return {
      data: { kind: 'checkin', ...room } satisfies Accepted,
      cookies: [sessions.guestCookie(room.reservationCode, guest, secure, attemptOf(body.draftId))],
    }
  }
}
