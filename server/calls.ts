import type { Request } from 'polka'
import { spell } from '../src/core/codes'
import type { Serving } from './flow'
import { Refusal } from './http'
import { allSettings, checkedSetting, guestRecord, hostPatch, replacing, roomOf, toHost, toPublic } from './house'
import { isPin, same, type Guest, type Sessions } from './session'
import type { Store } from './store'
import { budgets, type Throttle } from './throttle'

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
}

/** What a call answers: data for the envelope, or ready JSON text, or bytes; and cookies to set. */
export type Answer = { data?: unknown; text?: string; bytes?: { body: Uint8Array; type: string; name: string }; cookies?: string[]; message?: string }

/** One call of the API. `limit` is the largest body in bytes; `site` asks for our own pages even though nothing is changed. */
export type Call = { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string; who: Who; limit?: number; site?: true; run: (asking: Asking) => Promise<Answer> }

/** What the calls work with. */
export type Kit = { store: Store; serving: Serving; sessions: Sessions; throttle: Throttle; now: () => Date }

const tooMany = (seconds: number) => new Refusal(429, `Troppi tentativi. Riprova tra ${Math.ceil(seconds / 60)} minuti.`, { retryAfter: seconds })
const numberOf = ({ params }: Asking) => {
  if (!/^[1-9][0-9]{0,14}$/.test(params.id ?? '')) throw new Refusal(404, 'Check-in non trovato')
  return Number(params.id)
}
const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Refusal(404, 'Check-in non trovato')
  return value
}

/** Every call of the API: the table is the whole of it. */
export const calls = ({ store, serving, sessions, throttle, now }: Kit): Call[] => {
  const settings = () => allSettings(store)
  const clock = () => now().getTime()

  /** Try a secret within its budget: a device that signed in before has one of its own, all the others share one. */
  const tried = async (kind: 'pin' | 'access', asking: Asking, isRight: () => boolean | Promise<boolean>) => {
    const bucket = `${kind} ${sessions.device(asking.cookies, asking.secure) ?? 'unknown'}`
    const wait = throttle.wait(bucket, budgets[kind], clock())
    if (wait) return { right: false, wait }
    // Counted before it is compared, so that many at once cannot outrun the budget.
    throttle.fail(bucket, clock())
    const right = await isRight()
    if (right) throttle.clear(bucket)
    return { right, wait: 0 }
  }
  const enter = ({ secure }: Asking) => [sessions.hostCookie(secure), sessions.deviceCookie(secure)]

  const room = async ({ guest }: Asking) => {
    const known = guest && roomOf(await settings(), guest.code)
    if (!known) throw new Refusal(401, 'Il codice inserito non è valido o non esiste')
    return known
  }

  return [
    {
      method: 'GET', path: '/api/settings', who: 'anyone',
      run: async ({ isHost }) => ({ data: isHost ? toHost(await settings()) : toPublic(await settings()) }),
    },
    {
      method: 'POST', path: '/api/reservation-code', who: 'anyone',
      run: async (asking) => {
        const typed = String(asking.body.code ?? '').trim()
        if (!typed) throw new Refusal(400, 'Il codice è obbligatorio')
        if ([...typed].length > 4) throw new Refusal(400, 'Massimo 4 caratteri')
        const all = await settings()
        const bucket = `code ${asking.address}`
        const wait = throttle.wait(bucket, budgets.code, clock())
        const accepted = roomOf(all, typed)
        const isAccess = () => /^[0-9]{4}$/.test(all.adminAccessCode) && same(typed, all.adminAccessCode)
        if (!accepted || isAccess()) {
          const access = await tried('access', asking, isAccess)
          if (access.right) return { data: { kind: 'admin' }, cookies: enter(asking) }
          if (!accepted) {
            throttle.fail(bucket, clock())
            if (wait) throw tooMany(wait)
            throw new Refusal(404, 'Il codice inserito non è valido o non esiste')
          }
        }
        if (wait) throw tooMany(wait)
        return { data: { kind: 'checkin', ...accepted }, cookies: [sessions.guestCookie(accepted!.reservationCode, asking.guest, asking.secure)] }
      },
    },
    {
      method: 'POST', path: '/api/admin/login', who: 'anyone',
      run: async (asking) => {
        const pin = String(asking.body.pin ?? '')
        if (!/^[0-9]{4}$/.test(pin)) throw new Refusal(400, 'Il PIN deve essere composto da 4 cifre')
        const { adminPin } = await settings()
        const { right, wait } = await tried('pin', asking, () => isPin(pin, adminPin))
        if (wait) throw tooMany(wait)
        if (!right) throw new Refusal(401, 'PIN non valido')
        return { cookies: enter(asking) }
      },
    },
    {
      method: 'POST', path: '/api/admin/logout', who: 'host',
      run: async ({ cookies, secure }) => ({ cookies: [sessions.leave(cookies, secure)] }),
    },
    {
      method: 'PATCH', path: '/api/settings/:name', who: 'host', limit: 600_000,
      run: async ({ params, body }) => {
        const several = params.name === 'smtp2go'
        const changes = several ? body : { [params.name!]: 'value' in body ? body.value : body[params.name!] }
        const checked = await Promise.all(Object.entries(changes).map(([name, value]) => checkedSetting(name, value)))
        const patch = Object.assign({}, ...checked.filter(Boolean)) as object
        await store.saveSettings(patch)
        if ('adminPin' in patch) sessions.revoke()
        return {}
      },
    },
    {
      method: 'GET', path: '/api/checkins', who: 'host',
      run: async ({ query }) => {
        const by = query.searchType === 'departure' ? 'departure' : 'arrival'
        if (query.date && !/^\d{4}-\d{2}-\d{2}$/.test(query.date)) throw new Refusal(400, 'Data non valida')
        return { text: `{"success":true,"data":${await store.checkinsJson(query.date ? { date: query.date, by } : undefined)}}` }
      },
    },
    {
      method: 'POST', path: '/api/checkin', who: 'guest',
      run: async (asking) => {
        const stamp = { enabledForSending: 'no' as const, createdAt: now().toISOString() }
        if (asking.isHost) {
          const { id } = await store.addCheckin({ ...hostPatch(serving.current(), asking.body), ...stamp } as never)
          return { data: { id } }
        }
        const record = guestRecord(serving.current(), await settings(), await room(asking), asking.body)
        const draftId = /^[a-z0-9]{16,40}$/.test(String(asking.body.draftId)) ? { draftId: String(asking.body.draftId) } : {}
        const { id } = await store.addCheckin({ ...record, ...stamp, ...draftId, owner: asking.guest!.owner } as never)
        return { data: { id } }
      },
    },
    {
      method: 'PATCH', path: '/api/checkin/:id/update', who: 'owner',
      run: async (asking) => {
        const id = numberOf(asking)
        const { owner: _owner, ...before } = found(await store.checkin(id))
        const { flow } = serving.current()
        const patch = asking.isHost
          ? hostPatch(serving.current(), asking.body)
          : { ...replacing(flow, before, guestRecord(serving.current(), await settings(), await room(asking), { ...before, ...asking.body })), enabledForSending: 'no' }
        return { data: found(await store.updateCheckin(id, patch)) }
      },
    },
    {
      method: 'PATCH', path: '/api/checkin/:id/payment-method', who: 'owner',
      run: async (asking) => {
        const paymentMethod = spell('paymentMethod', String(asking.body.paymentMethod ?? ''))
        if (!paymentMethod) throw new Refusal(400, 'Metodo di pagamento non valido')
        found(await store.updateCheckin(numberOf(asking), { paymentMethod, ...(paymentMethod === 'CONTANTI' && { paymentStatus: 'pending' }) }))
        return {}
      },
    },
    {
      method: 'POST', path: '/api/checkin/:id/confirm', who: 'owner',
      run: async (asking) => {
        const { confirmedAt } = found(await store.checkin(numberOf(asking)))
        if (!confirmedAt) await store.updateCheckin(numberOf(asking), { confirmedAt: now().toISOString() })
        return {}
      },
    },
    {
      method: 'DELETE', path: '/api/checkin/:id', who: 'host',
      run: async (asking) => {
        if (!(await store.removeCheckin(numberOf(asking)))) throw new Refusal(404, 'Check-in non trovato')
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
  ]
}
