import type { Request } from 'polka'
import type { Draft } from '../schema/checkin'
import type { Settings } from '../schema/settings'
import { spell } from '../src/core/codes'
import { afterCalls } from './aftercalls'
import { dayOf, numberOf, recordOf, tooMany } from './asking'
import type { Serving } from './flow'
import { guessing } from './guessing'
import { Refusal, wordOf } from './http'
import { allSettings, guestRecord, hostPatch, hostRecord, replacing, roomOf } from './house'
import { hostCalls } from './hostcalls'
import { ledger } from './ledger'
import type { Post } from './mail'
import type { Places } from './places'
import { isPin, same, type Guest, type Sessions } from './session'
import { settingsCalls } from './settingscalls'
import type { Store } from './store'
import { tableCalls } from './tablecalls'
import type { Kind, Throttle } from './throttle'
import type { Workbooks } from './workbooks'

/** Who a call is open to: anyone, a guest known by an accepted code, the guest who made the check-in, the host. */
export type Who = 'anyone' | 'guest' | 'owner' | 'host'

/** What a call is given: the request, who asks, and what came with it. */
export type Asking = {
  req: Request
  body: Record<string, unknown>
  params: Record<string, string>
  query: Record<string, string>
  cookies: Record<string, string>
  guest: Guest | undefined
  isHost: boolean
  secure: boolean
  address: string
  /** Where our own pages are, as the browser writes it: `https://house.example`. */
  origin: string
  /** The body as it came, for a call that asks for it. */
  raw?: Buffer
}

/** What a call answers: data for the envelope, or ready JSON text, or bytes; and cookies to set. */
export type Answer = { data?: unknown; text?: string; bytes?: { body: Uint8Array; type: string; name: string }; cookies?: string[]; message?: string }

/** One call of the API. `limit` is the largest body in bytes; `costs` is the day's budget of an address that a guest spends with it; `site` asks for our own pages even though nothing is changed; `quiet` is a page looking for news; `raw` takes a body another server has signed, byte for byte. */
export type Call = { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string; who: Who; limit?: number; costs?: Kind; site?: true; quiet?: true; raw?: true; run: (asking: Asking) => Promise<Answer> }

/** What the calls work with. */
export type Kit = {
  store: Store
  serving: Serving
  sessions: Sessions
  throttle: Throttle
  post: Post
  books: Workbooks
  places: Places
  /** The data folder. */
  dir: string
  now: () => Date
  report: (line: string) => void
}

/** Every call of the API: the table is the whole of it. */
export const calls = (kit: Kit): Call[] => {
  const { serving, sessions, throttle, now } = kit
  const book = ledger(kit.store)
  const { store } = book
  book.hear(() => kit.books.changed())
  const settings = () => allSettings(store)
  const clock = () => now().getTime()

  const tried = guessing(kit)
  const enter = ({ secure }: Asking, { adminPin }: Settings) => [sessions.hostCookie(secure), sessions.deviceCookie(secure, adminPin)]

  const room = async ({ guest }: Asking) => {
    const known = guest && roomOf(await settings(), guest.code)
    if (!known) throw new Refusal(401, 'Il codice inserito non è valido o non esiste')
    return known
  }

  /** Keeps a check-in, once for each attempt: one whose first answer was lost comes again, perhaps with a change made since, and its last word counts. */
  const keepOnce = async (record: Draft, attempt: unknown, owner?: string) => {
    const draftId = wordOf(attempt)
    const named = { ...(/^[a-z0-9]{16,40}$/.test(draftId) && { draftId }), ...(owner && { owner }) }
    const { id, ...kept } = await store.addCheckin({ ...record, enabledForSending: 'no', createdAt: now().toISOString(), ...named } as never)
    const patch = replacing(serving.current().flow, { id, ...kept }, record)
    const isNew = Object.entries(patch).some(([field, value]) => ((kept as { [field: string]: unknown })[field] ?? null) !== value)
    if (isNew) await store.updateCheckin(id, { ...patch, enabledForSending: 'no' })
    return { data: { id } }
  }

  return [
    ...settingsCalls(kit, book),
    {
      method: 'POST', path: '/api/reservation-code', who: 'anyone',
      run: async (asking) => {
        const typed = wordOf(asking.body.code)
        if (!typed) throw new Refusal(400, 'Il codice è obbligatorio')
        if ([...typed].length > 4) throw new Refusal(400, 'Massimo 4 caratteri')
        const all = await settings()
        const accepted = roomOf(all, typed)
        const isConfigured = accepted && all.reservationCodes.length > 0
        // With no codes configured any is accepted, so being accepted must not spare a try at the access code its count.
        const asksForHost = !isConfigured && all.adminAccessCode && /^[0-9]{4}$/.test(typed)
        const access = asksForHost ? await tried('access', asking, all.adminPin, () => same(typed, all.adminAccessCode)) : { right: false, wait: 0 }
        if (access.right) return { data: { kind: 'admin' }, cookies: enter(asking, all) }
        // What was not compared must not be called wrong; a code that lets a guest in needs no comparing.
        const wait = Math.max(throttle.wait('code', asking.address, clock()), accepted ? 0 : access.wait)
        if (wait) throw tooMany(wait)
        if (!accepted) {
          throttle.fail('code', asking.address, clock())
          throw new Refusal(404, 'Il codice inserito non è valido o non esiste')
        }
        return { data: { kind: 'checkin', ...accepted }, cookies: [sessions.guestCookie(accepted.reservationCode, asking.guest, asking.secure)] }
      },
    },
    {
      method: 'POST', path: '/api/admin/login', who: 'anyone',
      run: async (asking) => {
        const pin = wordOf(asking.body.pin)
        if (!/^[0-9]{4}$/.test(pin)) throw new Refusal(400, 'Il PIN deve essere composto da 4 cifre')
        const all = await settings()
        const { right, wait } = await tried('pin', asking, all.adminPin, () => isPin(pin, all.adminPin))
        if (wait) throw tooMany(wait)
        if (!right) throw new Refusal(401, 'PIN non valido')
        return { cookies: enter(asking, all) }
      },
    },
    {
      method: 'POST', path: '/api/admin/logout', who: 'host',
      run: async ({ cookies, secure }) => ({ cookies: [sessions.leave(cookies, secure)] }),
    },
    {
      method: 'GET', path: '/api/checkins', who: 'host',
      run: async (asking) => ({ text: `{"success":true,"data":${await store.checkinsJson(dayOf(asking))}}` }),
    },
    {
      method: 'POST', path: '/api/checkin', who: 'guest', costs: 'checkin',
      run: async (asking) => {
        const { body, guest, isHost } = asking
        if (!isHost) return keepOnce(guestRecord(serving.current(), await settings(), await room(asking), body), body.draftId, guest!.owner)
        const isCopy = (await store.checkin(Number(wordOf(body.copyOf)) || 0)) !== undefined
        return keepOnce(hostRecord(serving.current(), await settings(), body, isCopy ? 'duplicateCheckin' : 'createCheckin'), body.draftId)
      },
    },
    {
      method: 'PATCH', path: '/api/checkin/:id/update', who: 'owner', costs: 'change',
      run: async (asking) => {
        const id = numberOf(asking)
        const { owner: _owner, ...before } = recordOf(await store.checkin(id))
        const { flow } = serving.current()
        const patch = asking.isHost
          ? hostPatch(serving.current(), asking.body, before)
          : { ...replacing(flow, before, guestRecord(serving.current(), await settings(), await room(asking), { ...before, ...asking.body })), enabledForSending: 'no' }
        return { data: recordOf(await store.updateCheckin(id, patch)) }
      },
    },
    {
      method: 'PATCH', path: '/api/checkin/:id/payment-method', who: 'owner', costs: 'change',
      run: async (asking) => {
        const paymentMethod = spell('paymentMethod', wordOf(asking.body.paymentMethod))
        if (!paymentMethod) throw new Refusal(400, 'Metodo di pagamento non valido')
        // What has been paid by card stays paid by card.
        if (recordOf(await store.checkin(numberOf(asking))).paymentStatus === 'completed' && !asking.isHost) return {}
        recordOf(await store.updateCheckin(numberOf(asking), { paymentMethod, ...(paymentMethod === 'CONTANTI' && { paymentStatus: 'pending' }) }))
        return {}
      },
    },
    {
      method: 'POST', path: '/api/checkin/:id/confirm', who: 'owner', costs: 'change',
      run: async (asking) => {
        const { confirmedAt } = recordOf(await store.checkin(numberOf(asking)))
        if (!confirmedAt) await store.updateCheckin(numberOf(asking), { confirmedAt: now().toISOString() })
        await kit.post.enqueue(numberOf(asking))
        return {}
      },
    },
    ...afterCalls(kit, book),
    ...tableCalls(kit, book),
    {
      method: 'DELETE', path: '/api/checkin/:id', who: 'host',
      run: async (asking) => {
        if (!(await store.removeCheckin(numberOf(asking)))) throw new Refusal(404, 'Check-in non trovato')
        await kit.post.forget(numberOf(asking))
        return {}
      },
    },
    {
      method: 'GET', path: '/api/backup', who: 'host', site: true,
      run: async () => ({ bytes: { body: await store.backup(), type: 'application/vnd.sqlite3', name: 'checkin.sqlite' } }),
    },
    {
      method: 'GET', path: '/healthz', who: 'anyone',
      run: async () => {
        await store.health()
        return {}
      },
    },
    ...hostCalls(kit, book),
  ]
}
