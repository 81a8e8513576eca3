import { ndjson } from '../../schema/calls/api'
import type { Checkin, Draft } from '../../schema/checkin'
import type { Settings } from '../../schema/settings'
import { schedinaNights } from '../../src/core/bookings/booking-state'
import { identifiedAfter, isTestGuest } from '../../src/core/checkin/checkin-states'
import { cinOf } from '../../src/core/checkin/code-entry'
import { isOtherParty } from '../../src/core/checkin/party'
import { spell } from '../../src/core/checkin/spellings'
import { withFurtherGuests } from '../../src/core/flow/further-guests'
import { declarationOf, withLeaversLast } from '../../src/core/police/filing-states'
import { printsOf } from '../../src/core/police/police-state'
import { reliefChanges } from '../../src/core/tax/party-tax'
import { continuationNote } from '../../src/core/tax/tax-report'
import { hasTax } from '../../src/core/tax/town-rules'
import { arrivalLetters } from '../arrival/arrivals'
import { roomNow, roomOfSent } from '../auth/guest-entry'
import { intakeCap } from '../checkin/caps'
import { joinGuests } from '../checkin/guest-links'
import {
  attemptOf,
  guestChange,
  guestRecord,
  hostPatch,
  hostRecord,
  replacing,
  taxAnswers,
  taxNoteAfter,
  withStoredRoom,
} from '../checkin/intake'
import { mayRelease, mustHaveIdentity } from '../checkin/release'
import { type Till, taxForGuest, taxTill, wayOf } from '../checkin/tax-till'
import { filesWith } from '../exports/filed'
import { type CurrentFlow, currentFlow } from '../flow/serve'
import { allSettings } from '../settings/all-settings'
import { wordOf } from '../shared/body'
import { printDigest } from '../shared/digests'
import { mustExist, Refusal, say } from '../shared/messages'
import { type ChangeFeed, type NewCheckin, type NewLetter, type Patch, withoutOwner } from '../store/store'
import { type AnyContext, type Context, type Handlers, jsonStream, numberOf, queryDay, type Services } from './handlers'

/** Returns whether a check-in was declared as reported, or is sent, being sent, or in an official file. */
const isReported = async ({ store, offices }: Pick<Services, 'store' | 'offices'>, checkin: Checkin) =>
  Boolean((await store.checkin(checkin.id))?.told) ||
  Object.values(await offices.police.linesOf(checkin.id)).some((line) => line && line.state !== 'refused') ||
  (await filesWith(store, checkin)).length > 0

/** Returns the identifications after a change that may move guests in their party. */
const identificationsAfter = (before: Checkin, changes: Patch): Patch => {
  if (!before.identified) return {}
  const after = identifiedAfter(before, { ...before, ...changes } as Checkin)
  const identified = Object.keys(after).length ? JSON.stringify(after) : null
  return identified === before.identified ? {} : { identified }
}

/** Returns the report after a change that removes guests. */
const reportAfter = (before: Checkin, changes: Patch): Patch => {
  const report = declarationOf(before)
  if (!report) return {}
  const prints = withLeaversLast(report.prints, printsOf({ ...before, ...changes } as Checkin, printDigest))
  const told = JSON.stringify({ ...report, prints })
  return told === before.told ? {} : { told }
}

/** Refuses (409) changes of guests who moved, left or came since; `was` has the party they began from. */
const mustBeOfSameParty = (before: Checkin, was: unknown, changes: object) => {
  if (isOtherParty(Object(was ?? {}), before, changes as Draft)) throw new Refusal(409, say('server.partyChanged'))
}

/** Refuses (409) fields changed elsewhere since the form was opened; `was` has the values it began from. */
const mustBeginFromStored = (before: { [field: string]: unknown }, was: unknown, changes: Patch) => {
  const faults = Object.entries(was ?? {}).flatMap(([field, from]) => {
    const stored = String(before[field] ?? '')
    const isOther = field in changes && stored !== from && stored !== (changes[field] ?? '')
    return isOther ? [{ field, rule: 'changed', typed: stored }] : []
  })
  if (faults.length) throw new Refusal(409, say('server.checkinChanged'), { faults })
}

/** Sets the time of a payment that the host marks; removes amount and time when she takes it back. */
const paidByHost = ({ paymentStatus: before }: { paymentStatus?: string }, patch: Patch, at: Date): Patch => {
  if (!('paymentStatus' in patch) || patch.paymentStatus === before) return {}
  return patch.paymentStatus === 'completed' ? { paidAt: at.toISOString() } : { paidAt: null, paidAmount: null }
}

/** Turns the form's mark of the tourist tax into a payment, or a removed mark into a refund. */
const markTax = async (till: Till, before: Checkin, taxPaid: unknown): Promise<Checkin | undefined> => {
  if (taxPaid === undefined || taxPaid === (before.taxPaid ?? null) || isTestGuest(before)) return undefined
  const way = wayOf(taxPaid)
  const freed = before.taxPaid && (await till.giveBack(before.id, before.taxPaid))
  return way ? till.settle(before.id, way) : freed || undefined
}

const joinedSlices = async function* (slices: AsyncIterable<string[]>) {
  for await (const slice of slices) yield slice.join()
}

const jsonLines = async function* (slices: AsyncIterable<string[]>) {
  for await (const slice of slices) yield slice.map((text) => `${text}\n`).join('')
}

type Parts = Services & { current: () => Promise<CurrentFlow>; till: Till }

/** Stores a check-in once for each attempt, a guest's with letters. A repeated one returns its record as `before`. */
const storeOnce = async (
  { store, serving, now, mailQueue, push }: Parts,
  record: Draft,
  attempt: unknown,
  by?: { owner: string; noticeVersion: string },
  base?: string,
): Promise<{ data: { id: number }; before?: Checkin }> => {
  const given = attemptOf(attempt)
  const draftId = by && isTestGuest({ draftId: given }) ? '' : given
  // V8 is slow at spreading a record of so many fields and adding some.
  const whole: NewCheckin = Object.assign({}, record, reliefChanges({}, record), {
    enabledForSending: 'no',
    createdAt: now().toISOString(),
    flowVersion: serving.current().version,
    ...(draftId && { draftId }),
    ...by,
  })
  const add = (letters?: NewLetter[]) => store.addCheckin(whole, letters)
  const { isRepeated, ...stored } = await (by ? mailQueue.announce(record, add, base) : add())
  const { id } = stored
  if (isRepeated) return { data: { id }, before: stored }
  if (by) push.tell({ kind: 'checkin', room: record.roomDescription ?? '' })
  return { data: { id } }
}

/** The refusal (409) of a guest's change after the report, with the stay as stored. */
const reported = ({ id, arrivalDate, numberOfNights, departureDate }: Checkin) =>
  new Refusal(409, say('server.sent'), { id, stay: { arrivalDate, numberOfNights, departureDate } })

/** Writes the newer answers of a repeated attempt. Refuses (409) a guest whose check-in is reported. */
const correctRepeated = async (parts: Parts, before: Checkin | undefined, record: Draft, isHost: boolean) => {
  if (!before) return
  const { flow } = parts.serving.current()
  const patch = guestChange(before, replacing(withFurtherGuests(flow), before, record), parts.now())
  if (!Object.keys(patch).length) return
  if (!isHost && (await isReported(parts, before))) throw reported(before)
  await parts.store.updateCheckin(before.id, patch)
}

/** Returns the room's `showPaymentPage` if the guest's browser has another value. */
const changedPayment = (body: AnyContext['body'], record: Draft) => {
  const known = wordOf(body.showPaymentPage)
  const showPaymentPage = `${record.showPaymentPage === 'true'}` as const
  return known && known !== showPaymentPage ? { showPaymentPage } : {}
}

const arriving = (parts: Parts) => {
  const { store, current, notices, till, links, bookings } = parts
  const cap = intakeCap(parts)

  const endedFull = async ({ arrivalDate = '' }: Draft) => {
    const ended = await store.checkins({ date: arrivalDate, to: arrivalDate, by: 'departure' })
    return ended.filter(({ numberOfNights }) => Number(numberOfNights) === schedinaNights)
  }
  /** Adds the note of earlier nights if the check-in goes on with its original, or with a schedina that was full. */
  const withTaxNote = async (record: Draft, all: Settings, original?: Checkin): Promise<Draft> => {
    const former = original ? [original] : hasTax(all) ? await endedFull(record) : []
    const taxEarlier = former.map((one) => continuationNote(one, { ...record, id: 0 } as Checkin)).find(Boolean)
    return taxEarlier ? { ...record, taxEarlier } : record
  }

  const byHost = async (body: Context<'POST /api/checkin'>['body']) => {
    const original = await store.checkin(Number(wordOf(body._copyOf)) || 0)
    const form = original ? 'duplicateCheckin' : 'createCheckin'
    const all = await allSettings(store)
    const { taxPaid, ...record } = hostRecord(await current(), all, body, form)
    const { data, before } = await storeOnce(parts, await withTaxNote(record, all, original), body.draftId)
    await correctRepeated(parts, before, record, true)
    await markTax(till, { id: data.id, draftId: attemptOf(body.draftId) }, taxPaid)
    return { data }
  }
  return {
    'POST /api/checkin': async (context) => {
      const { body, guest, isHost } = context
      if (isHost) return byHost(body)
      const all = await allSettings(store)
      const known = await roomNow(parts, all, context)
      const published = await current()
      // The record of a repeated attempt already has the answers from other phones.
      const before = body.elsewhere ? await store.checkinOf(guest!.owner, attemptOf(body.draftId)) : undefined
      const joined = await joinGuests(links, published, guest!.owner, body, before)
      const record = guestRecord(published, all, known, { ...body, ...joined.answers }, {}, joined.away)
      const by = { owner: guest!.owner, attempt: attemptOf(body.draftId) }
      const save = async () => {
        const sender = { owner: by.owner, noticeVersion: await notices.keep(all) }
        return storeOnce(parts, await withTaxNote(record, all), body.draftId, sender, context.origin)
      }
      // A repeated attempt adds no check-in, so a full day does not refuse it.
      const keep = () =>
        cap.within(known.reservationCode, all, save).catch(async (error: unknown) => {
          if (error instanceof Refusal && (await store.checkinOf(by.owner, by.attempt))) return save()
          throw error
        })
      const stored = guest!.stay ? await bookings.links.sendOnce(guest!.stay, by, keep) : await keep()
      await links.finish(guest!.owner)
      const corrected = stored.before ? withStoredRoom(stored.before, record) : record
      await correctRepeated(parts, stored.before, corrected, false)
      return { data: { ...stored.data, ...changedPayment(body, corrected) } }
    },
  } satisfies Partial<Handlers>
}

/** Corrections: by the guest until the report to the police, by the host until the identity is erased. */
const correcting = (parts: Parts) => {
  const { store, current, now, till, links } = parts

  const byGuest = async (
    { guest, body }: Pick<AnyContext, 'guest' | 'body'>,
    checkin: Checkin & { owner?: string },
  ) => {
    const before = withoutOwner(checkin)
    if (await isReported(parts, before)) throw reported(before)
    const published = await current()
    const all = await allSettings(store)
    const room = await roomOfSent(parts, all, { guest })
    const joined = await joinGuests(links, published, guest!.owner, body, before)
    const answers = { ...before, ...body, ...joined.answers }
    const record = withStoredRoom(before, guestRecord(published, all, room, answers, before, joined.away))
    const patch = guestChange(before, replacing(published.flow, before, record), now())
    if (Object.keys(patch).length) mustExist(await store.updateCheckin(before.id, patch))
    if (joined.came.length) await links.finish(guest!.owner, joined.came)
    return { data: { id: before.id, ...changedPayment(body, record) } }
  }

  return {
    'PATCH /api/checkin/:id/update': async (context) => {
      const id = numberOf(context)
      const checkin = mustExist(await store.checkin(id))
      const { _was: was, ...body } = context.body
      if (!context.isHost) return byGuest({ guest: context.guest, body }, checkin)
      const before = withoutOwner(checkin)
      mustHaveIdentity(before)
      const all = await allSettings(store)
      mustBeOfSameParty(before, was, body)
      const { taxPaid, ...changes } = hostPatch(await current(), body, before, all.mostGuests)
      mustBeginFromStored({ ...before }, was, changes)
      const notes = { ...identificationsAfter(before, changes), ...taxNoteAfter(before, changes) }
      const patch = { ...changes, ...notes, ...reportAfter(before, changes) }
      mayRelease(before, patch, all)
      const stored = mustExist(await store.updateCheckin(id, { ...patch, ...paidByHost(checkin, patch, now()) }))
      return { data: (await markTax(till, before, taxPaid)) ?? stored }
    },
  } satisfies Partial<Handlers>
}

const finishing = (parts: Parts) => {
  const { store, mailQueue, now, arrivals } = parts
  const queueArrival = arrivalLetters(parts)
  return {
    'PATCH /api/checkin/:id/payment-method': async (context) => {
      const paymentMethod = spell('paymentMethod', wordOf(context.body.paymentMethod))
      const { paymentStatus, showPaymentPage } = mustExist(await store.checkin(numberOf(context)))
      // Only the host may set PORTALE for a room that requires a payment.
      const isClaimed = paymentMethod === 'PORTALE' && showPaymentPage === 'true' && !context.isHost
      if (!paymentMethod || isClaimed) throw new Refusal(400, say('server.paymentMethod'))
      if (paymentStatus === 'completed' && !context.isHost) return
      const isCash = paymentMethod === 'CONTANTI'
      const patch: Patch = { paymentMethod, ...(isCash && { paymentStatus: 'pending' }) }
      mustExist(await store.updateCheckin(numberOf(context), patch))
    },
    'POST /api/checkin/:id/confirm': async (context) => {
      const { confirmedAt } = mustExist(await store.checkin(numberOf(context)))
      // A repeated call changes nothing, but a crash may have come between the first change and its letter.
      if (confirmedAt) await queueArrival(numberOf(context))
      else await store.updateCheckin(numberOf(context), { confirmedAt: now().toISOString() })
      await mailQueue.enqueue(numberOf(context))
      const checkin = mustExist(await store.checkin(numberOf(context)))
      const all = await allSettings(store)
      const cin = cinOf(all, checkin)
      const data = { ...(await taxForGuest(store, checkin)), ...(cin && { cin }) }
      if (context.isHost) return { data }
      const receipt = all.arrivalGuides.length || all.doorQr ? await arrivals.links.tokenOf(checkin) : undefined
      return { data: { ...data, ...(receipt && { receipt }) } }
    },
  } satisfies Partial<Handlers>
}

/** The calls that make, read and change check-ins. */
export const checkinCalls = (services: Services, { store }: ChangeFeed) => {
  const parts: Parts = {
    ...services,
    store,
    current: currentFlow(services),
    till: taxTill({ ...services, store }),
  }
  return {
    'GET /api/checkins': async (context) => {
      const slices = store.checkinSlices(queryDay(context))
      return context.req.headers.accept === ndjson
        ? { parts: jsonLines(slices), type: ndjson }
        : { parts: jsonStream('[]', joinedSlices(slices)) }
    },
    'GET /api/checkin/:id': async (context) => ({
      data: withoutOwner(mustExist(await store.checkin(numberOf(context)))),
    }),
    'POST /api/stay-tax': async (context) => {
      if (context.isHost) return { data: {} }
      const all = await allSettings(store)
      const record = taxAnswers(await parts.current(), all, await roomNow(parts, all, context), context.body)
      return { data: await taxForGuest(store, record) }
    },
    ...arriving(parts),
    ...correcting(parts),
    ...finishing(parts),
  } satisfies Partial<Handlers>
}
