import { ndjson } from '../../schema/api'
import type { Checkin, Draft } from '../../schema/checkin'
import { isCoarse } from '../../src/core/checkin/coarse'
import { unidentified } from '../../src/core/checkin/host-notes'
import { fullName } from '../../src/core/checkin/party'
import { spell } from '../../src/core/checkin/spellings'
import { intakeCap } from '../checkin/caps'
import { guestRecord, hostPatch, hostRecord, replacing, roomOf } from '../checkin/intake'
import { currentFlow } from '../flow/current'
import { wordOf } from '../http/body'
import { type AnyContext, dayOf, type Handlers, notFound, numberOf, recordOf, type Services } from '../http/call'
import { Refusal } from '../http/refusal'
import { say } from '../messages'
import { allSettings } from '../settings/settings'
import type { ChangeFeed } from '../store/change-feed'
import type { Patch } from '../store/store'
import { attemptOf } from './access-calls'

type Names =
  | 'GET /api/checkins'
  | 'POST /api/checkin'
  | 'PATCH /api/checkin/:id/update'
  | 'PATCH /api/checkin/:id/payment-method'
  | 'POST /api/checkin/:id/confirm'
  | 'DELETE /api/checkin/:id'
  | 'POST /api/checkins/delete'

/** Whether a check-in is in an official file, went to the police by wire, or the host said that the police know of it. */
const hasLeft = async ({ store, offices }: Pick<Services, 'store' | 'offices'>, id: number) =>
  Boolean((await store.checkin(id))?.told) ||
  Object.values(await offices.police.wireOf(id)).some(({ state }) => state !== 'refused') ||
  (await store.notes('export')).some(({ ids }) => ids.includes(id))

/** The values a patch takes away or replaces, as they were. */
const replaced = (before: object, patch: Patch): Patch => {
  const values: { [field: string]: unknown } = { ...before }
  return Object.fromEntries(
    Object.keys(patch)
      .filter((field) => (values[field] ?? null) !== patch[field])
      .map((field) => [field, values[field] ?? null]),
  )
}

/** What a guest's own change does to the check-in: nothing leaves with it before the host has looked. */
const guestChange = (checkin: Checkin, patch: Patch, at: Date): Patch => {
  const before = replaced(checkin, patch)
  if (!Object.keys(before).length) return {}
  const isReleased = checkin.enabledForSending === 'yes'
  return {
    ...patch,
    enabledForSending: 'no',
    // Other answers are another person to compare with the document.
    ...(checkin.identified && { identified: null }),
    ...(isReleased && { guestChangedAt: at.toISOString(), guestChangedFrom: JSON.stringify(before) }),
  }
}

/** What the host's own word on a payment brings along: when it was given; a payment taken back has neither amount nor time. */
const paidByHost = ({ paymentStatus: before }: { paymentStatus?: string }, patch: Patch, at: Date): Patch => {
  if (!('paymentStatus' in patch) || patch.paymentStatus === before) return {}
  return patch.paymentStatus === 'completed' ? { paidAt: at.toISOString() } : { paidAt: null, paidAmount: null }
}

/** A list of check-ins as an answer, slice by slice. */
const listed = async function* (slices: AsyncIterable<string[]>) {
  let before = '{"success":true,"data":['
  for await (const slice of slices) {
    yield before + slice.join()
    before = ','
  }
  yield before === ',' ? ']}' : `${before}]}`
}

/** The same, a line each. */
const lined = async function* (slices: AsyncIterable<string[]>) {
  for await (const slice of slices) yield slice.map((text) => `${text}\n`).join('')
}

/** The calls that make, read, change and remove check-ins, by guests and by the host. */
export const checkinCalls = (services: Services, { store }: ChangeFeed): Handlers<Names> => {
  const { serving, now, post } = services
  const settings = () => allSettings(store)
  const current = currentFlow(services)
  const room = intakeCap(services)

  const roomNow = async ({ guest }: Pick<AnyContext, 'guest'>) => {
    const known = guest && roomOf(await settings(), guest.code)
    if (!known) throw new Refusal(401, say('toast.codeUnknown'))
    return known
  }

  /** Keeps a check-in, once for each attempt: one whose first answer was lost comes again, perhaps with a change made since, and its last word counts. */
  const keepOnce = async (record: Draft, attempt: unknown, owner?: string) => {
    const draftId = attemptOf(attempt)
    const { id, ...kept } = await store.addCheckin({
      ...record,
      enabledForSending: 'no',
      createdAt: now().toISOString(),
      flowVersion: serving.current().version,
      ...(draftId && { draftId }),
      ...(owner && { owner }),
    })
    const patch = replacing(serving.current().flow, { id, ...kept }, record)
    if (Object.keys(replaced(kept, patch)).length)
      await store.updateCheckin(id, guestChange({ id, ...kept }, patch, now()))
    return { data: { id } }
  }

  const change = async ({ guest, body }: Pick<AnyContext, 'guest' | 'body'>, checkin: Checkin & { owner?: string }) => {
    const { owner: _, ...before } = checkin
    if (await hasLeft(services, before.id)) throw new Refusal(409, say('server.sent'))
    const published = await current()
    const record = guestRecord(published, await settings(), await roomNow({ guest }), { ...before, ...body })
    const patch = guestChange(before, replacing(published.flow, before, record), now())
    if (Object.keys(patch).length) recordOf(await store.updateCheckin(before.id, patch))
    return { data: { id: before.id } }
  }

  /** Where the house wants it, nobody is released who was not compared with the document at the door. */
  const mayRelease = async (before: Checkin, patch: Patch) => {
    if (patch.enabledForSending !== 'yes' || before.enabledForSending === 'yes') return
    const after = { ...before, ...patch } as Checkin
    const missing = (await settings()).onlyIdentified ? unidentified(after) : []
    if (missing.length)
      throw new Refusal(
        409,
        say('server.identify', { names: missing.map((who) => fullName(after, who) || '—').join(', ') }),
      )
  }

  return {
    'GET /api/checkins': async (context) => {
      const slices = store.checkinSlices(dayOf(context))
      return context.req.headers.accept === ndjson ? { parts: lined(slices), type: ndjson } : { parts: listed(slices) }
    },
    'POST /api/checkin': async (context) => {
      const { body, guest, isHost } = context
      if (!isHost) {
        const known = await roomNow(context)
        const record = guestRecord(await current(), await settings(), known, body)
        const release = await room.take(known.reservationCode, await settings())
        const kept = await keepOnce(record, body.draftId, guest!.owner).catch(async (error: unknown) => {
          // What refused the check-in may refuse the count as well: the first reason is the one to tell.
          await release().catch((again: unknown) => services.report(String(again)))
          throw error
        })
        await post.announce(kept.data.id)
        return kept
      }
      const isCopy = (await store.checkin(Number(wordOf(body.copyOf)) || 0)) !== undefined
      return keepOnce(
        hostRecord(await current(), await settings(), body, isCopy ? 'duplicateCheckin' : 'createCheckin'),
        body.draftId,
      )
    },
    'PATCH /api/checkin/:id/update': async (context) => {
      const id = numberOf(context)
      const checkin = recordOf(await store.checkin(id))
      if (!context.isHost) return change(context, checkin)
      const { owner: _, ...before } = checkin
      // What its term has taken does not come back under the same number, where no term would take it again.
      if (isCoarse(checkin)) throw new Refusal(409, say('server.coarse'))
      const patch = hostPatch(await current(), context.body, before)
      await mayRelease(before as Checkin, patch)
      return { data: recordOf(await store.updateCheckin(id, { ...patch, ...paidByHost(checkin, patch, now()) })) }
    },
    'PATCH /api/checkin/:id/payment-method': async (context) => {
      const paymentMethod = spell('paymentMethod', wordOf(context.body.paymentMethod))
      const { paymentStatus, showPaymentPage } = recordOf(await store.checkin(numberOf(context)))
      // Paid through the portal is what the host says of a room that asks for no payment.
      const isClaimed = paymentMethod === 'PORTALE' && showPaymentPage === 'true' && !context.isHost
      if (!paymentMethod || isClaimed) throw new Refusal(400, say('server.paymentMethod'))
      // What has been paid by card stays paid by card.
      if (paymentStatus === 'completed' && !context.isHost) return {}
      recordOf(
        await store.updateCheckin(numberOf(context), {
          paymentMethod,
          ...(paymentMethod === 'CONTANTI' && { paymentStatus: 'pending' }),
        }),
      )
      return {}
    },
    'POST /api/checkin/:id/confirm': async (context) => {
      const { confirmedAt } = recordOf(await store.checkin(numberOf(context)))
      if (!confirmedAt) await store.updateCheckin(numberOf(context), { confirmedAt: now().toISOString() })
      await post.enqueue(numberOf(context))
      return context.isHost ? {} : { cookies: [services.sessions.guestLeaves(context.secure)] }
    },
    'DELETE /api/checkin/:id': async (context) => {
      if (!(await store.removeCheckin(numberOf(context)))) throw notFound()
      await post.forget(numberOf(context))
      return {}
    },
    'POST /api/checkins/delete': async ({ body }) => {
      const ids = Array.isArray(body.ids) ? [...new Set(body.ids)] : []
      if (!ids.length || !ids.every((id): id is number => Number.isSafeInteger(id) && id > 0))
        throw new Refusal(400, say('server.ids'))
      const gone = await Promise.all(
        ids.map(async (id) => {
          const isGone = await store.removeCheckin(id)
          if (isGone) await post.forget(id)
          return isGone
        }),
      )
      return { data: { removed: gone.filter(Boolean).length } }
    },
  }
}
