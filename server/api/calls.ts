import type { Draft } from '../../schema/checkin'
import type { Settings } from '../../schema/settings'
import { spell } from '../../src/core/checkin/spellings'
import { guessing } from '../auth/attempts'
import { isPin, same } from '../auth/sessions'
import { currentFlow } from '../flow/current'
import { Refusal, wordOf } from '../http/answers'
import { type Asking, type Call, dayOf, type Kit, notFound, numberOf, recordOf, tooMany } from '../http/call'
import { say } from '../messages'
import { allSettings, guestRecord, hostPatch, hostRecord, replacing, roomOf } from '../settings/house'
import { changeFeed } from '../store/change-feed'
import { hostCalls } from './consult-calls'
import { afterCalls } from './payment-calls'
import { settingsCalls } from './settings-calls'
import { tableCalls } from './table-calls'

/** Every call of the API: the table is the whole of it. */
export const calls = (kit: Kit): Call[] => {
  const { serving, sessions, throttle, now } = kit
  const feed = changeFeed(kit.store)
  const { store } = feed
  feed.listen(() => kit.books.changed())
  const settings = () => allSettings(store)
  const current = currentFlow(kit)
  const clock = () => now().getTime()

  const tried = guessing(kit)
  const enter = ({ secure }: Asking, { adminPin }: Settings) => [
    sessions.hostCookie(secure),
    sessions.deviceCookie(secure, adminPin),
  ]

  const room = async ({ guest }: Asking) => {
    const known = guest && roomOf(await settings(), guest.code)
    if (!known) throw new Refusal(401, say('toast.codeUnknown'))
    return known
  }

  /** Keeps a check-in, once for each attempt: one whose first answer was lost comes again, perhaps with a change made since, and its last word counts. */
  const keepOnce = async (record: Draft, attempt: unknown, owner?: string) => {
    const draftId = wordOf(attempt)
    const named = { ...(/^[a-z0-9]{16,40}$/.test(draftId) && { draftId }), ...(owner && { owner }) }
    const { id, ...kept } = await store.addCheckin({
      ...record,
      enabledForSending: 'no',
      createdAt: now().toISOString(),
      ...named,
    } as never)
    const patch = replacing(serving.current().flow, { id, ...kept }, record)
    const isNew = Object.entries(patch).some(
      ([field, value]) => ((kept as { [field: string]: unknown })[field] ?? null) !== value,
    )
    if (isNew) await store.updateCheckin(id, { ...patch, enabledForSending: 'no' })
    return { data: { id } }
  }

  return [
    ...settingsCalls(kit, feed),
    {
      method: 'POST',
      path: '/api/reservation-code',
      who: 'anyone',
      run: async (asking) => {
        const typed = wordOf(asking.body.code)
        if (!typed) throw new Refusal(400, say('reservationCode.required'))
        if ([...typed].length > 4) throw new Refusal(400, say('reservationCode.maxLength'))
        const all = await settings()
        const accepted = roomOf(all, typed)
        const isConfigured = accepted && all.reservationCodes.length > 0
        // With no codes configured any is accepted, so being accepted must not spare a try at the access code its count.
        const asksForHost = !isConfigured && all.adminAccessCode && /^[0-9]{4}$/.test(typed)
        const access = asksForHost
          ? await tried('access', asking, all.adminPin, () => same(typed, all.adminAccessCode))
          : { right: false, wait: 0 }
        if (access.right) return { data: { kind: 'admin' }, cookies: enter(asking, all) }
        // What was not compared must not be called wrong; a code that lets a guest in needs no comparing.
        const wait = Math.max(throttle.wait('code', asking.address, clock()), accepted ? 0 : access.wait)
        if (wait) throw tooMany(wait)
        if (!accepted) {
          throttle.fail('code', asking.address, clock())
          throw new Refusal(404, say('toast.codeUnknown'))
        }
        return {
          data: { kind: 'checkin', ...accepted },
          cookies: [sessions.guestCookie(accepted.reservationCode, asking.guest, asking.secure)],
        }
      },
    },
    {
      method: 'POST',
      path: '/api/admin/login',
      who: 'anyone',
      run: async (asking) => {
        const pin = wordOf(asking.body.pin)
        if (!/^[0-9]{4}$/.test(pin)) throw new Refusal(400, say('access.pin.pattern'))
        const all = await settings()
        const { right, wait } = await tried('pin', asking, all.adminPin, () => isPin(pin, all.adminPin))
        if (wait) throw tooMany(wait)
        if (!right) throw new Refusal(401, say('access.pin.unknown'))
        return { cookies: enter(asking, all) }
      },
    },
    {
      method: 'POST',
      path: '/api/admin/logout',
      who: 'host',
      run: async ({ cookies, secure }) => ({ cookies: [sessions.leave(cookies, secure)] }),
    },
    {
      method: 'GET',
      path: '/api/checkins',
      who: 'host',
      run: async (asking) => ({ text: `{"success":true,"data":${await store.checkinsJson(dayOf(asking))}}` }),
    },
    {
      method: 'POST',
      path: '/api/checkin',
      who: 'guest',
      costs: 'checkin',
      run: async (asking) => {
        const { body, guest, isHost } = asking
        if (!isHost)
          return keepOnce(
            guestRecord(await current(), await settings(), await room(asking), body),
            body.draftId,
            guest!.owner,
          )
        const isCopy = (await store.checkin(Number(wordOf(body.copyOf)) || 0)) !== undefined
        return keepOnce(
          hostRecord(await current(), await settings(), body, isCopy ? 'duplicateCheckin' : 'createCheckin'),
          body.draftId,
        )
      },
    },
    {
      method: 'PATCH',
      path: '/api/checkin/:id/update',
      who: 'owner',
      costs: 'change',
      run: async (asking) => {
        const id = numberOf(asking)
        const { owner: _owner, ...before } = recordOf(await store.checkin(id))
        const published = await current()
        const patch = asking.isHost
          ? hostPatch(published, asking.body, before)
          : {
              ...replacing(
                published.flow,
                before,
                guestRecord(published, await settings(), await room(asking), { ...before, ...asking.body }),
              ),
              enabledForSending: 'no',
            }
        return { data: recordOf(await store.updateCheckin(id, patch)) }
      },
    },
    {
      method: 'PATCH',
      path: '/api/checkin/:id/payment-method',
      who: 'owner',
      costs: 'change',
      run: async (asking) => {
        const paymentMethod = spell('paymentMethod', wordOf(asking.body.paymentMethod))
        if (!paymentMethod) throw new Refusal(400, say('server.paymentMethod'))
        // What has been paid by card stays paid by card.
        if (recordOf(await store.checkin(numberOf(asking))).paymentStatus === 'completed' && !asking.isHost) return {}
        recordOf(
          await store.updateCheckin(numberOf(asking), {
            paymentMethod,
            ...(paymentMethod === 'CONTANTI' && { paymentStatus: 'pending' }),
          }),
        )
        return {}
      },
    },
    {
      method: 'POST',
      path: '/api/checkin/:id/confirm',
      who: 'owner',
      costs: 'change',
      run: async (asking) => {
        const { confirmedAt } = recordOf(await store.checkin(numberOf(asking)))
        if (!confirmedAt) await store.updateCheckin(numberOf(asking), { confirmedAt: now().toISOString() })
        await kit.post.enqueue(numberOf(asking))
        return {}
      },
    },
    ...afterCalls(kit, feed),
    ...tableCalls(kit, feed),
    {
      method: 'DELETE',
      path: '/api/checkin/:id',
      who: 'host',
      run: async (asking) => {
        if (!(await store.removeCheckin(numberOf(asking)))) throw notFound()
        await kit.post.forget(numberOf(asking))
        return {}
      },
    },
    {
      method: 'GET',
      path: '/api/backup',
      who: 'host',
      site: true,
      run: async () => ({
        bytes: { body: await store.backup(), type: 'application/vnd.sqlite3', name: 'checkin.sqlite' },
      }),
    },
    {
      method: 'GET',
      path: '/healthz',
      who: 'anyone',
      run: async () => {
        await store.health()
        return {}
      },
    },
    ...hostCalls(kit, feed),
  ]
}
