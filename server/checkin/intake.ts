import { type Checkin, type Draft, programNotes } from '../../schema/checkin'
import { checkin } from '../../schema/record'
import type { Settings } from '../../schema/settings'
import type { Form } from '../../schema/steps'
import { normalizedBody } from '../../src/core/checkin/spellings'
import { withChanges } from '../../src/core/flow/arms'
import { cleanedAnswers } from '../../src/core/flow/cleaning'
import { withDerived } from '../../src/core/flow/derived'
import { facts } from '../../src/core/flow/facts'
import { fieldsAskedIn } from '../../src/core/flow/fields'
import { requiredIn } from '../../src/core/flow/host-forms'
import { shortOf } from '../../src/core/flow/names'
import { trail } from '../../src/core/flow/trail'
import { type Fault, schemaFaults, withSentArrival } from '../../src/core/flow/validation'
import { checkerOf } from '../flow/compile'
import type { CurrentFlow } from '../flow/current'
import { toPublic } from '../settings/all-settings'
import { say } from '../shared/messages'
import { Refusal } from '../shared/refusal'

/** What an accepted code stands for: the host's entry, or with no codes configured any four characters. */
export const roomOf = (all: Settings, typed: string) => {
  const code = typed.toUpperCase()
  const entry = all.reservationCodes.find((one) => one.code.toUpperCase() === code)
  if (entry)
    return {
      reservationCode: entry.code,
      roomDescription: entry.description,
      showPaymentPage: entry.showPaymentPage,
      ...(entry.arrivalDate && { arrivalDate: entry.arrivalDate }),
    }
  if (all.reservationCodes.length || !/^[\p{L}\p{Nd}]{4}$/u.test(code)) return undefined
  return { reservationCode: code, roomDescription: 'Camera Standard', showPaymentPage: true }
}

export type Room = NonNullable<ReturnType<typeof roomOf>>

const refuse = (faults: (Fault & { path?: string })[], version: string) =>
  new Refusal(400, say('server.incomplete'), { faults, version })

/**
 * What a guest sent, as the record keeps it: re-spelled, cleaned as on the card, only what some step asks, walked
 * through the journey again. Refuses (400, with the faults and their step) what the journey requires and the answers
 * lack. With the record sent before, its day of arrival may have gone by.
 */
export const guestRecord = (
  published: CurrentFlow,
  all: Settings,
  room: Room,
  body: object,
  before: Pick<Checkin, 'arrivalDate'> = {},
): Draft => {
  const { flow, version } = published
  const questions = fieldsAskedIn(flow)
  const given: Draft = cleanedAnswers(flow, normalizedBody(body))
  for (const field in given) if (!questions.has(field) || field === 'paymentMethod') delete given[field]
  given.selectedLanguage ??= 'it'
  given.reservationCode = room.reservationCode
  given.roomDescription = room.roomDescription
  given.showPaymentPage = String(room.showPaymentPage)
  const draft = withDerived(given)
  const checker = withSentArrival(checkerOf(published), before.arrivalDate)
  const { answers, open, stops } = trail(flow, draft, toPublic(all), checker)
  if (open)
    throw refuse(
      open.faults.map((fault) => ({ ...fault, path: open.path })),
      version,
    )
  if (flow.steps[stops.at(-1)!.path]?.do !== 'submit')
    throw refuse([{ field: stops.at(-1)!.path, rule: 'required', path: stops.at(-1)!.path }], version)
  return withDerived(answers)
}

const isRecordField = (flow: CurrentFlow['flow'], field: string) =>
  Object.hasOwn(checkin.properties, field) || Boolean(flow.fields[field]?.schema)

/** What `derived` makes of which answers. */
const follows: { [field: string]: string[] } = {
  departureDate: ['arrivalDate', 'numberOfNights'],
  phone: ['phonePrefix', 'phoneNumber'],
}

/** What the house itself notes of a check-in: no form sends it. */
const ownNotes: ReadonlySet<string> = new Set([
  ...programNotes,
  'id',
  'createdAt',
  'confirmedAt',
  'paidAmount',
  'paidAt',
  'guestChangedAt',
  'guestChangedFrom',
])

/**
 * What the host sent as changes of a record: re-spelled, cleaned as in the form and checked field by field; an empty
 * one removes the field, and what follows from the rest comes along.
 */
export const hostPatch = (
  { flow, validate, version }: CurrentFlow,
  body: object,
  before: object = {},
): Record<string, string | null> => {
  const cleared = Object.entries(body)
    .filter(([, value]) => value === null || value === '')
    .map(([field]) => [field, null])
  const given = cleanedAnswers(flow, normalizedBody(body))
  const questions = fieldsAskedIn(flow)
  const known = (field: string) => (questions.has(field) || isRecordField(flow, field)) && !ownNotes.has(field)
  const patch = Object.fromEntries(
    [...cleared, ...Object.entries(given)].filter(([field]) => known(field as string)),
  ) as Record<string, string | null>
  const faults = schemaFaults(validate, Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null)))
  if (faults.length) throw refuse(faults, version)
  const whole = withDerived({ ...before, ...patch } as Draft)
  // What follows from other answers is never taken as it was sent, and is gone with one of them.
  const following = Object.entries(follows).flatMap(([field, from]) => {
    if (![field, ...from].some((one) => one in patch)) return []
    return whole[field] ? [[field, whole[field]]] : from.some((one) => patch[one] === null) ? [[field, null]] : []
  })
  return { ...patch, ...Object.fromEntries(following) }
}

/** What a form takes for granted of the stay; nothing of a guest, which is legal data and must have been said. */
const usual = (form: Form | undefined) =>
  Object.fromEntries(
    Object.entries(form?.set ?? {}).filter(([field, value]) => typeof value === 'string' && !shortOf(field).who),
  )

/**
 * A check-in the host writes or copies. Refuses (400, with the faults) what the form of that effect asks for and the
 * record lacks: a copy needs a day and a code, and may lack what its original lacks.
 */
export const hostRecord = (
  published: CurrentFlow,
  all: Settings,
  body: object,
  effect: 'createCheckin' | 'duplicateCheckin',
): Draft => {
  const { flow, version } = published
  const form = Object.values(flow.forms).find((one) => one.do === effect)
  const { enabledForSending: _, ...record } = withChanges({}, hostPatch(published, { ...usual(form), ...body }))
  // Without a form nothing says what a check-in needs: nothing is stored.
  if (!form) throw refuse([{ field: 'form', rule: 'required' }], version)
  const missing = requiredIn(flow, form, facts(record, all)).filter((field) => !record[field])
  if (missing.length)
    throw refuse(
      missing.map((field) => ({ field, rule: 'required' })),
      version,
    )
  return record
}

/** The changes that make a kept record into what the guest's journey now gives; what is no longer on it goes. */
export const replacing = (flow: CurrentFlow['flow'], before: Checkin, after: Draft): Record<string, string | null> => {
  const questions = fieldsAskedIn(flow)
  const gone = Object.keys(before).filter(
    (field) => (questions.has(field) || field === 'phone') && field !== 'paymentMethod' && !(field in after),
  )
  return { ...Object.fromEntries(gone.map((field) => [field, null])), ...(after as Record<string, string>) }
}
