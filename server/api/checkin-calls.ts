import { ndjson } from '../../schema/api'
import type { Draft } from '../../schema/checkin'
import { spell } from '../../src/core/checkin/spellings'
import { guestRecord, hostPatch, hostRecord, replacing, roomOf } from '../checkin/intake'
import { currentFlow } from '../flow/current'
import { wordOf } from '../http/body'
import { type AnyContext, dayOf, type Handlers, notFound, numberOf, recordOf, type Services } from '../http/call'
import { Refusal } from '../http/refusal'
import { say } from '../messages'
import { allSettings } from '../settings/settings'
import type { ChangeFeed } from '../store/change-feed'

type Names =
  | 'GET /api/checkins'
  | 'POST /api/checkin'
  | 'PATCH /api/checkin/:id/update'
  | 'PATCH /api/checkin/:id/payment-method'
  | 'POST /api/checkin/:id/confirm'
  | 'DELETE /api/checkin/:id'

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

  const room = async ({ guest }: Pick<AnyContext, 'guest'>) => {
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

  return {
    'GET /api/checkins': async (context) => {
      const slices = store.checkinSlices(dayOf(context))
      return context.req.headers.accept === ndjson ? { parts: lined(slices), type: ndjson } : { parts: listed(slices) }
    },
    'POST /api/checkin': async (context) => {
      const { body, guest, isHost } = context
      if (!isHost)
        return keepOnce(
          guestRecord(await current(), await settings(), await room(context), body),
          body.draftId,
          guest!.owner,
        )
      const isCopy = (await store.checkin(Number(wordOf(body.copyOf)) || 0)) !== undefined
      return keepOnce(
        hostRecord(await current(), await settings(), body, isCopy ? 'duplicateCheckin' : 'createCheckin'),
        body.draftId,
      )
    },
    'PATCH /api/checkin/:id/update': async (context) => {
      const id = numberOf(context)
      const { owner: _owner, ...before } = recordOf(await store.checkin(id))
      const published = await current()
      const patch = context.isHost
        ? hostPatch(published, context.body, before)
        : {
            ...replacing(
              published.flow,
              before,
              guestRecord(published, await settings(), await room(context), { ...before, ...context.body }),
            ),
            enabledForSending: 'no',
          }
      return { data: recordOf(await store.updateCheckin(id, patch)) }
    },
    'PATCH /api/checkin/:id/payment-method': async (context) => {
      const paymentMethod = spell('paymentMethod', wordOf(context.body.paymentMethod))
      if (!paymentMethod) throw new Refusal(400, say('server.paymentMethod'))
      // What has been paid by card stays paid by card.
      if (recordOf(await store.checkin(numberOf(context))).paymentStatus === 'completed' && !context.isHost) return {}
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
      return {}
    },
    'DELETE /api/checkin/:id': async (context) => {
      if (!(await store.removeCheckin(numberOf(context)))) throw notFound()
      await post.forget(numberOf(context))
      return {}
    },
  }
}
