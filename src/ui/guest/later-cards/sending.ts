import type { Draft } from '../../../../schema/checkin'
import type { Flow } from '../../../../schema/steps'
import { type Effect, rules } from '../../../../schema/vocabulary'
import { withDerived } from '../../../core/flow/derived'
import { type Stop, type Trail, trail } from '../../../core/flow/trail'
import type { Fault } from '../../../core/flow/validation'
import { writtenDate } from '../../controls/choices'
import { guestCall, Offline, Refused } from '../../shared/api'
import { houseSettings, isCardPossible } from '../../shared/house-settings'
import { house } from '../../shared/published'
import { toast } from '../../shared/toast'
import { isKept } from '../engine/guest-draft'
import { wordFor } from '../engine/invitation'
import type { Acknowledged, How, Unsent } from '../engine/outcomes'
import { words } from '../engine/run'
import { checkerFor } from '../engine/walked'
import { changesSince, marksOf } from './marks'

/** The code the guest came with lets nobody in any more. */
class Withdrawn extends Error {}

/** The step that does what is named, in this flow. */
const stepWith = ({ steps }: Flow, does: (effect: Effect) => unknown) =>
  Object.keys(steps).find((path) => steps[path]!.do && does(steps[path]!.do))

/**
 * What the guest is told of a call that failed, and of a code that was withdrawn, for which the card that asks for one
 * is opened again.
 */
export const sendFailure = (error: unknown, title: string, text: string): Unsent & { outcome: 'failed' } => {
  console.error(error)
  if (error instanceof Withdrawn) {
    const at = stepWith(house.get().flow, (effect) => effect === 'acceptCode')
    return {
      outcome: 'failed',
      said: words('toast.codeWithdrawn.title', 'toast.codeWithdrawn'),
      ...(at !== undefined && { at }),
    }
  }
  if (error instanceof Offline) return { outcome: 'failed', said: words('toast.offline.title', 'toast.offline') }
  if (error instanceof Refused && (error.status === 507 || error.body.full))
    return { outcome: 'failed', said: words('toast.error.title', 'toast.houseFull') }
  if (error instanceof Refused && error.body.opens) {
    const { opens, arrivalDate } = error.body
    const params = { date: writtenDate(opens), arrival: writtenDate(arrivalDate!) }
    return { outcome: 'failed', said: words('toast.codeEarly.title', 'toast.codeEarly', params) }
  }
  if (error instanceof Refused && error.status === 429) {
    const wait = house.get().speak.wait(error.body.retryAfter ?? 60)
    return { outcome: 'failed', said: words('toast.error.title', 'toast.tooMany', { wait }) }
  }
  return { outcome: 'failed', said: words(title, text) }
}

/**
 * Ask whether a code lets its guest in, for the attempt of that name: only who goes on with one may change what it
 * sent.
 */
export const accept = (code: string, draftId = '') => {
  const invitation = wordFor(code)
  return guestCall('POST /api/reservation-code', { body: { code, draftId, ...(invitation && { invitation }) } })
}

/** A call that a guest's cookie opens; one that ran out is renewed with the code the guest typed. */
export const asGuest = async <T>(draft: Draft, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused && error.status === 401 && draft.reservationCode)) throw error
    await accept(draft.reservationCode, draft.draftId).catch((refused: unknown) => {
      throw refused instanceof Refused && refused.status === 404 ? new Withdrawn(refused.message) : refused
    })
    return work()
  }
}

/** The check-in a call is about. */
export const idParams = (draft: Draft) => ({ params: { id: draft.checkInId ?? '' } })

/**
 * Changes the check-in already sent, and returns its number; undefined for one that is gone, or was sent under a cookie
 * that is, which is not ours to change and is made anew. Only what this guest has changed goes: the rest may have been
 * corrected by the host. Where the server refuses what that makes, the whole record goes.
 */
const changedThere = async (draft: Draft, record: Draft, marks: string, leaving: { keepalive?: true }) => {
  const patch = (body: Draft) =>
    asGuest(draft, () => guestCall('PATCH /api/checkin/:id/update', { ...idParams(draft), body, ...leaving }))
  const changes = changesSince(draft.sentAs, record, marks)
  try {
    await patch(changes).catch((error: unknown) => {
      if (changes === record || !(error instanceof Refused && error.status === 400)) throw error
      return patch(record)
    })
    return draft.checkInId
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}

const made = async (draft: Draft, record: Draft, leaving: { keepalive?: true }) =>
  String((await asGuest(draft, () => guestCall('POST /api/checkin', { body: record, ...leaving }))).data.id)

/** The steps up to the sending; what comes after it asks how to pay. */
export const beforeSending = ({ steps }: Pick<Flow, 'steps'>, stops: readonly Stop[]) => {
  const sending = stops.findIndex(({ path }) => steps[path]?.do && rules[steps[path].do].sends)
  return sending < 0 ? stops : stops.slice(0, sending + 1)
}

/** The first step that needs something before the check-in can be sent. */
export const openBeforeSending = (flow: Flow, { stops, open }: Trail) =>
  open && beforeSending(flow, stops).includes(open) ? open : undefined

/** The journey's answers as the record has them: what follows from them, and no card where none can be paid with. */
const recordOf = ({ sentAs: _, draftCode: __, ...answers }: Draft): Draft => {
  const { paymentMethod, ...rest } = withDerived(answers)
  return paymentMethod && (paymentMethod !== 'CARTA' || isCardPossible()) ? { ...rest, paymentMethod } : rest
}

/** What the guest is told of a refusal; a page of an older flow is loaded again, where the answers are kept. */
const refusal = ({ faults, version }: { faults: (Fault & { path?: string })[]; version?: string | undefined }) => {
  const isOld = isKept.get() && version && version !== house.get().version
  if (isOld) {
    sessionStorage.setItem('flowChanged', 'yes')
    location.reload()
  }
  const at = faults[0]!.path
  return {
    outcome: 'refused',
    faults,
    ...(at && { at }),
    ...(!isOld && { said: words('toast.refused.title', 'toast.refused') }),
  } as const
}

/** What the guest is told on the page loaded again. */
export const sayFlowChanged = () => {
  if (!isKept.get() || !sessionStorage.getItem('flowChanged')) return
  sessionStorage.removeItem('flowChanged')
  toast.show({ tone: 'good', ...words('toast.refused.title', 'toast.flowChanged') })
}

let turn: Promise<unknown> = Promise.resolve()

/** One sending after the other: an older one must not arrive last. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = turn.then(work)
  turn = done.catch(() => {})
  return done
}

/**
 * Send the check-in, or what has changed since it was sent; with `isAlways` also where nothing has. The first step that
 * still needs something stops it.
 */
export const send = (draft: Draft, flow: Flow, { isAlways = false, leaving = {} }: How = {}) =>
  inTurn(async (): Promise<Acknowledged | Unsent> => {
    const journey = trail(flow, draft, houseSettings.get(), checkerFor(draft))
    const open = openBeforeSending(flow, journey)
    const said = words('toast.refused.title', 'toast.refused')
    if (open) return { outcome: 'refused', at: open.path, who: open.who, faults: open.faults, said }
    const record = recordOf(journey.answers)
    const after = journey.stops.slice(beforeSending(flow, journey.stops).length)
    const paying = new Set(after.flatMap(({ fields }) => fields.map(({ field }) => field)))
    const sentAs = marksOf(record, paying)
    if (!isAlways && draft.checkInId && draft.sentAs === sentAs) return { outcome: 'saved', set: {} }
    try {
      const id =
        (draft.checkInId && (await changedThere(draft, record, sentAs, leaving))) ??
        (await made(draft, record, leaving))
      const { departureDate = null, phone = null } = record
      return { outcome: 'saved', set: { checkInId: id, sentAs, departureDate, phone } }
    } catch (error) {
      // What left the house is the host's to correct: the guest is told so, and goes on.
      if (error instanceof Refused && error.status === 409) {
        toast.show({
          tone: 'bad',
          life: 10_000,
          stays: true,
          ...words('toast.changeTooLate.title', 'toast.changeTooLate'),
        })
        return { outcome: 'saved', set: { sentAs } }
      }
      if (error instanceof Refused && error.status === 400 && error.body.faults?.length)
        return refusal({ faults: error.body.faults, version: error.body.version })
      return sendFailure(error, 'toast.submitFailed.title', 'toast.submitFailed')
    }
  })

/**
 * What must be true before a guest pays or is told that all is done: the server has this attempt's check-in, with every
 * change made since. Where it has not, the guest is led to where sending is possible.
 */
export const sentFirst = async (draft: Draft, flow: Flow, leaving: { keepalive?: true } = {}) => {
  const sending = stepWith(flow, (effect) => rules[effect].sends) ?? '/'
  if (draft.checkInId) {
    const sent = await send(draft, flow, { leaving })
    return sent.outcome === 'saved' ? sent : { at: sending, ...sent, outcome: 'failed' as const }
  }
  const open = openBeforeSending(flow, trail(flow, draft, houseSettings.get(), checkerFor(draft)))
  return {
    outcome: 'failed' as const,
    at: open?.path ?? sending,
    who: open?.who,
    said: words('toast.submitFailed.title', 'toast.refused'),
  }
}
