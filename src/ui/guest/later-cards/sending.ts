import type { Draft } from '../../../../schema/checkin'
import { isFieldOf } from '../../../../schema/guest'
import type { Flow } from '../../../../schema/steps'
import { rules } from '../../../../schema/vocabulary'
import { attempt } from '../../../core/attempt'
import { partOf } from '../../../core/checkin/record-parts'
import { stepThat } from '../../../core/flow/arms'
import { fieldsAskedIn } from '../../../core/flow/fields'
import { withDerived } from '../../../core/flow/telephone'
import { type Stop, type Trail, trail } from '../../../core/flow/trail'
import { serialQueue } from '../../../core/tasks'
import { guestCall, Refused } from '../../shared/api'
import { houseSettings, isCardPossible } from '../../shared/house-settings'
import { toast } from '../../shared/toast'
import { messageOf, type SendResult } from '../state/effect-results'
import { CodeWithdrawn, CookieRefused, refusal, sendFailure } from '../state/failures'
import { checkerFor, invitation } from '../state/guest-draft'
import { awayIn } from './own-phone-house'
import { ofPhone } from './read-draft'

/** Returns a short hash of a text (cyrb53 without its final mixing; not cryptographic). */
const markOf = (text: string) => {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (const letter of text) {
    const code = letter.codePointAt(0)!
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`
}

const isCorrectable = (field: string, paying: ReadonlySet<string>) =>
  !paying.has(field) && !['payment', 'system'].includes(partOf(field))

/** Returns a hash of each answer the guest may correct, as JSON: the draft stores it to find later changes. */
export const marksOf = (record: Draft, paying: ReadonlySet<string>): string =>
  JSON.stringify(
    Object.entries(record)
      .filter(([field]) => isCorrectable(field, paying))
      .map(([field, value]) => [field, markOf(value!)])
      .sort(([a], [b]) => (a! < b! ? -1 : 1)),
  )

const read = (marks: string | undefined) =>
  attempt(() => {
    const pairs: unknown = JSON.parse(marks ?? '')
    return Array.isArray(pairs) ? new Map(pairs as [string, string][]) : undefined
  }, undefined)

/** Returns the changes since the sending, removed answers as empty text; all answers if the marks are unreadable. */
export const changesSince = (sentAs: string | undefined, record: Draft, marks: string): Draft => {
  const before = read(sentAs)
  const marksNow = read(marks)
  if (!before || !marksNow) return record
  const isSame = (field: string) => marksNow.has(field) && marksNow.get(field) === before.get(field)
  const removed = [...before.keys()].filter((field) => !(field in record)).map((field) => [field, ''])
  return Object.fromEntries([...Object.entries(record).filter(([field]) => !isSame(field)), ...removed]) as Draft
}

type KeepAlive = { keepalive?: true }

/** Asks the server to accept a code for this attempt, whose id is needed to change the check-in. */
export const accept = (code: string, draftId = '') => {
  const { code: invited, word: secret } = { ...invitation() }
  return guestCall('POST /api/reservation-code', {
    body: { code, draftId, ...(invited === code.toUpperCase() && { invitation: secret }) },
  })
}

/** Opens a stay's link for this attempt. */
export const openStay = (token: string, draftId: string) =>
  guestCall('POST /api/stay-link', { body: { token, draftId } })

const isRefused = (error: unknown, status: number) => error instanceof Refused && error.status === status

/** Makes a call with the guest's cookie; an expired cookie is renewed with the code or the stay's link. */
export const asGuest = async <T>(draft: Draft, call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (!(isRefused(error, 401) && draft.reservationCode)) throw error
    const { reservationCode, draftId = '', stayLink: token } = draft
    const entered = token ? openStay(token, draftId) : accept(reservationCode, draftId)
    await entered.catch((refused: unknown) => {
      throw isRefused(refused, 404) && !token ? new CodeWithdrawn((refused as Refused).message) : refused
    })
    return call().catch((refused: unknown) => {
      throw isRefused(refused, 401) ? new CookieRefused() : refused
    })
  }
}

/** What a draft loses that becomes another check-in. */
export const notSent = { checkInId: null, sentAs: null, paymentStatus: null }

/** Returns the parameters of a call about the draft's check-in. */
export const idParams = (draft: Draft) => ({ params: { id: draft.checkInId ?? '' } })

/** Changes the sent check-in by the guest's changes and returns the answer; undefined if it must be created again. */
const update = async (draft: Draft, record: Draft, room: Draft, marks: string, leaving: KeepAlive) => {
  const patch = (body: Draft) =>
    asGuest(draft, () =>
      guestCall('PATCH /api/checkin/:id/update', { ...idParams(draft), body: { ...body, ...room }, ...leaving }),
    )
  const changes = changesSince(draft.sentAs, record, marks)
  try {
    const { data } = await patch(changes).catch((error: unknown) => {
      if (changes === record || !isRefused(error, 400)) throw error
      return patch(record)
    })
    return { ...data, id: draft.checkInId }
  } catch (error) {
    if (isRefused(error, 404)) return undefined
    throw error
  }
}

/** Returns the stops before the sending; later ones ask how to pay. */
export const beforeSending = ({ steps }: Pick<Flow, 'steps'>, stops: readonly Stop[]) => {
  const sending = stops.findIndex(({ path }) => steps[path]?.do && rules[steps[path].do].sends)
  return sending < 0 ? stops : stops.slice(0, sending + 1)
}

/** Returns the first step that needs an answer before the sending. */
export const openBeforeSending = (flow: Flow, { stops, open }: Trail) =>
  open && beforeSending(flow, stops).includes(open) ? open : undefined

const recordOf = (walked: Draft, draft: Draft, flow: Flow): Draft => {
  const away = awayIn(walked)
  const others = Object.entries(draft).filter(
    ([field]) => fieldsAskedIn(flow).has(field) && !away.some((who) => isFieldOf(field, who)),
  )
  const all = away.length ? { ...Object.fromEntries(others), ...walked, elsewhere: away.join() } : walked
  const answers = Object.fromEntries(Object.entries(all).filter(([field]) => !ofPhone.includes(field)))
  const { paymentMethod, ...rest } = withDerived(answers)
  return paymentMethod && (paymentMethod !== 'CARTA' || isCardPossible()) ? { ...rest, paymentMethod } : rest
}

/** Requests are sent one after the other: an older one must not arrive last. */
const { run: inOrder } = serialQueue()

/** Sends the check-in; with `onlyChanges` nothing if the server has these answers. */
export const send = (
  draft: Draft,
  flow: Flow,
  { onlyChanges = false, ...leaving }: KeepAlive & { onlyChanges?: boolean } = { keepalive: true },
) =>
  inOrder(async (): Promise<SendResult> => {
    const journey = trail(flow, draft, houseSettings.get(), checkerFor(draft))
    const open = openBeforeSending(flow, journey)
    const message = messageOf('toast.refused.title', 'toast.refused')
    if (open) return { outcome: 'refused', at: open.path, who: open.who, faults: open.faults, message }
    const record = recordOf(journey.answers, draft, flow)
    const after = journey.stops.slice(beforeSending(flow, journey.stops).length)
    const asked = new Set(after.flatMap(({ fields }) => fields.map(({ field }) => field)))
    const sentAs = marksOf(record, asked)
    if (onlyChanges && draft.checkInId && draft.sentAs === sentAs) return { outcome: 'saved', set: {} }
    try {
      const { showPaymentPage } = draft
      const room: Draft = showPaymentPage ? { showPaymentPage } : {}
      const changed = draft.checkInId ? await update(draft, record, room, sentAs, leaving) : undefined
      const body = { ...record, ...room }
      const { id, showPaymentPage: changedPayment } =
        changed ?? (await asGuest(draft, () => guestCall('POST /api/checkin', { body, ...leaving }))).data
      const { departureDate = null, phone = null } = record
      // The host may have switched the payment on or off since the code was accepted.
      const paying = changedPayment && { showPaymentPage: changedPayment }
      return { outcome: 'saved', set: { checkInId: String(id), sentAs, departureDate, phone, ...paying } }
    } catch (error) {
      // After the report to the police only the host can correct a check-in; the guest sees a message and continues.
      if (isRefused(error, 409)) {
        const tooLate = messageOf('toast.changeTooLate.title', 'toast.changeTooLate')
        toast.show({ tone: 'bad', life: 10_000, stays: true, ...tooLate })
        // The receipt shows the days that the house has.
        const { id, stay = {} } = (error as Refused).body
        const marks = marksOf({ ...record, ...stay }, asked)
        return { outcome: 'saved', set: { sentAs: marks, ...stay, ...(id && { checkInId: String(id) }) } }
      }
      if (error instanceof Refused && error.status === 400 && error.body.faults?.length) return refusal(error.body)
      return sendFailure(error, 'toast.submitFailed.title', 'toast.submitFailed')
    }
  })

/** Ensures that the server has every change before a payment or the end; else goes to the sending step. */
export const sentFirst = async (draft: Draft, flow: Flow, leaving: KeepAlive = {}) => {
  const sending = stepThat(flow, 'sends') ?? '/'
  if (draft.checkInId) {
    const sent = await send(draft, flow, { onlyChanges: true, ...leaving })
    return sent.outcome === 'saved' ? sent : { at: sending, ...sent, outcome: 'failed' as const }
  }
  const open = openBeforeSending(flow, trail(flow, draft, houseSettings.get(), checkerFor(draft)))
  return {
    outcome: 'failed' as const,
    at: open?.path ?? sending,
    who: open?.who,
    message: messageOf('toast.submitFailed.title', 'toast.refused'),
  }
}
