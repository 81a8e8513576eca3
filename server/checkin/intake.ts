import { type Checkin, type Draft, fieldOf } from '../../schema/checkin'
import { standardRoom } from '../../schema/code'
import { guests, type Later, mostGuests, namedGuests, partyFlag } from '../../schema/guest'
import { checkin } from '../../schema/record'
import type { Settings } from '../../schema/settings'
import type { Form } from '../../schema/steps'
import { guestJourney, ownCards, questionOf } from '../../src/core/checkin/link-journeys'
import { mostAsked, party, partyFaults } from '../../src/core/checkin/party'
import { programNotes } from '../../src/core/checkin/record-parts'
import { normalizedBody } from '../../src/core/checkin/spellings'
import { withChanges } from '../../src/core/flow/arms'
import { facts } from '../../src/core/flow/facts'
import { fieldNamesOf, fieldsAskedIn } from '../../src/core/flow/fields'
import { requiredIn } from '../../src/core/flow/host-forms'
import { ruleFieldOf, shortOf } from '../../src/core/flow/names'
import { faultsOfRecord } from '../../src/core/flow/schema-faults'
import { withDerived } from '../../src/core/flow/telephone'
import { trail } from '../../src/core/flow/trail'
import { cleanedAnswers, type Fault, withSentArrival } from '../../src/core/flow/validation'
import { countryNamed } from '../../src/core/places/country-names'
import { reliefChanges, withSoundClaims } from '../../src/core/tax/party-tax'
import { noteAfter } from '../../src/core/tax/tax-report'
import { addDays } from '../../src/core/text/dates'
import { dateInText } from '../../src/core/text/written-dates'
import { checkerOf, isCitizenship } from '../flow/compile'
import type { CurrentFlow } from '../flow/serve'
import { toPublic } from '../settings/all-settings'
import { wordOf } from '../shared/body'
import { italianDay } from '../shared/clock'
import { notFound, Refusal, say, spokenLanguage } from '../shared/messages'
import type { Patch } from '../store/store'

const replaced = (before: { [field: string]: unknown }, patch: Patch): Patch => {
  const values: Patch = {}
  for (const field in patch) if ((before[field] ?? null) !== patch[field]) values[field] = before[field] ?? null
  return values
}

/** Returns the note of earlier nights after a change that may move guests in their party. */
export const taxNoteAfter = (before: Checkin, changes: Patch): Patch => {
  const taxEarlier = noteAfter(before, { ...before, ...changes } as Checkin)
  return taxEarlier === before.taxEarlier ? {} : { taxEarlier: taxEarlier ?? null }
}

/** Returns the patch of a guest's own change. It withdraws the release: the host must check the change first. */
export const guestChange = (checkin: Checkin, patch: Patch, at: Date): Patch => {
  const before = replaced(checkin, patch)
  if (!Object.keys(before).length) return {}
  const isReleased = checkin.enabledForSending === 'yes'
  return {
    ...patch,
    ...taxNoteAfter(checkin, patch),
    enabledForSending: 'no',
    // Changed answers may describe another person, so identification is lost.
    ...(checkin.identified && { identified: null }),
    ...(isReleased && { guestChangedAt: at.toISOString(), guestChangedFrom: JSON.stringify(before) }),
  }
}

/** Refuses (403) a code before its opening day. */
export const mustBeOpen = ({ arrivalDate }: Room, { arrivalDaysAhead }: Settings, now: Date) => {
  if (!arrivalDate) return
  const opens = addDays(arrivalDate, -arrivalDaysAhead)
  if (opens <= italianDay(now)) return
  const written = (day: string) => dateInText(day, spokenLanguage())
  const words = say('toast.codeEarly', { date: written(opens), arrival: written(arrivalDate) })
  throw new Refusal(403, words, { opens, arrivalDate })
}

/** Returns the id of an attempt (`draftId`) if it has the pages' format, else an empty text. */
export const attemptOf = (given: unknown) => (/^[a-z0-9]{16,40}$/.test(wordOf(given)) ? wordOf(given) : '')

/** Returns the room of a code. Where no code is configured, any four letters or digits are a standard room. */
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
  return { reservationCode: code, roomDescription: standardRoom, showPaymentPage: true }
}

/** `bookedArrival`: the arrival of the stay whose link the guest opened; it is accepted on any day. */
export type Room = NonNullable<ReturnType<typeof roomOf>> & { bookedArrival?: string }

type Located = Fault & { path?: string }

/** Returns the refusal (400) of faults; each is at its own step, else at `path`. */
const refuse = (faults: readonly Located[], { version }: { version: string }, path?: string, more: object = {}) => {
  const located = path === undefined ? faults : faults.map((fault) => ({ path, ...fault }))
  return new Refusal(400, say('server.incomplete'), { faults: located, version, ...more })
}

const countryFields = guests.flatMap((who) =>
  ['citizenship', 'birthCountry', 'residenceCountry'].map((field) => fieldOf(who, field)),
)

/** Returns a body as fields of the record in its spellings, countries by their Italian names. */
const inRecordSpelling = (body: object) => {
  const given = normalizedBody(body)
  for (const field of countryFields) {
    const name = given[field]
    if (name && !isCitizenship(name)) given[field] = countryNamed(name) ?? name
  }
  return given
}

/** Returns the answers to the flow's questions, cleaned as on the cards, without the payment method. */
const asked = (flow: CurrentFlow['flow'], body: object): Draft => {
  const questions = fieldsAskedIn(flow)
  const given = inRecordSpelling(body)
  const answers: Draft = {}
  for (const field in given) if (questions.has(field) && field !== 'paymentMethod') answers[field] = given[field]
  return cleanedAnswers(flow, answers)
}

/** Returns a guest's answers from another phone, checked by walking that guest's cards. Refuses (400) faults. */
export const answersOfGuest = (published: CurrentFlow, all: Settings, guest: Later, body: object): Draft => {
  const flow = guestJourney(published.flow, guest)
  if (!flow) throw notFound()
  const draft = { ...asked(flow, body), selectedLanguage: 'it' }
  const { open, stops, answers } = trail(flow, draft, toPublic(all), checkerOf(published))
  const last = stops.at(-1)!
  if (open || last.path !== ownCards.check)
    throw refuse(open?.faults ?? [{ field: last.path, rule: 'required' }], published, last.path)
  return Object.fromEntries(
    stops.flatMap(({ who, fields }) =>
      fields.flatMap(({ field }) => (who && answers[field] ? [[field, answers[field]]] : [])),
    ),
  )
}

/** Returns the refusal (400) that names guests whose answers are missing (`waiting`) or incomplete (`elsewhere`). */
export const refuseGuests = (
  published: Pick<CurrentFlow, 'flow' | 'version'>,
  guests: readonly Later[],
  rule: string,
) => {
  const path = (guest: Later) => questionOf(published.flow, guest) ?? '/'
  const faults = guests.map((guest) => ({ field: partyFlag(guest), rule, path: path(guest) }))
  return refuse(faults, published)
}

const askingFor = (most: number) => ({
  enableSecondGuest: most > 1,
  enableThirdGuest: most > 2,
  mostGuests: Math.max(most, namedGuests.length),
})

/**
 * Returns a check-in's answers for the record: cleaned, limited to what the steps ask, and checked by walking the
 * journey again. Refuses (400) missing and wrong answers, each with its step. Faults of a guest who answered on another
 * phone (`away`) are shown on the card that adds that guest. A change may keep the stored arrival (`before`), even if
 * past.
 */
export const guestRecord = (
  published: CurrentFlow,
  all: Settings,
  room: Room,
  body: object,
  before: Partial<Checkin> = {},
  away: readonly Later[] = [],
): Draft => {
  const { flow } = published
  const given = asked(flow, body)
  given.selectedLanguage ??= 'it'
  given.reservationCode = room.reservationCode
  given.roomDescription = room.roomDescription
  given.showPaymentPage = String(room.showPaymentPage)
  if (room.bookedArrival) given.bookedArrival = room.bookedArrival
  const draft = withDerived(given)
  const checker = withSentArrival(checkerOf(published), before.arrivalDate)
  // A stored party keeps its guests when the house lowers the limit.
  const most = Math.max(mostAsked(all), party(before as Checkin).length)
  // The same object for each request, because its facts are cached.
  const settings = most === mostAsked(all) ? toPublic(all) : { ...toPublic(all), ...askingFor(most) }
  const { answers, open, stops } = trail(flow, draft, settings, checker)
  const isAway = (who: unknown): who is Later => away.includes(who as Later)
  if (open && isAway(open.who)) throw refuseGuests(published, [open.who], 'elsewhere')
  if (open) throw refuse(open.faults, published, open.path, { today: checker.today })
  const last = stops.at(-1)!
  const cardOf = (field: string) => stops.find(({ fields }) => fields.some((asked) => asked.field === field))
  const wrong = [...partyFaults(answers, most), ...partyFaults(draft, most).filter(({ rule }) => rule === 'tooMany')]
  const { who } = shortOf(wrong[0]?.field ?? '')
  if (isAway(who)) throw refuseGuests(published, [who], wrong[0]!.rule)
  const located = wrong.map((fault) => ({ ...fault, path: (cardOf(fault.field) ?? last).path }))
  if (located.length) throw refuse(located, published)
  if (flow.steps[last.path]?.do !== 'submit')
    throw refuse([{ field: last.path, rule: 'required' }], published, last.path)
  delete answers.bookedArrival
  // A card sends all its answers: one to the house's own question may be from before another answer hid it.
  const isOnCard = (field: string) => stops.some(({ path }) => fieldNamesOf(flow.steps[path]!).includes(field))
  for (const field in answers)
    if (flow.fields[field]?.schema && isOnCard(field) && !cardOf(field)) delete answers[field]
  return withSoundClaims(withDerived(answers), toPublic(all).taxReliefs)
}

/** Returns a guest's answers as an unstored check-in, to calculate the tourist tax. */
export const taxAnswers = ({ flow }: CurrentFlow, all: Settings, { reservationCode }: Room, body: object): Checkin => {
  const given = withSoundClaims(cleanedAnswers(flow, inRecordSpelling(body)), toPublic(all).taxReliefs)
  return withChanges({ ...given, reservationCode }, reliefChanges({}, given)) as unknown as Checkin
}

const isRecordField = (flow: CurrentFlow['flow'], field: string) =>
  Object.hasOwn(checkin.properties, ruleFieldOf(field)) || Boolean(flow.fields[field]?.schema)

/** The derived fields, with the answers they come from. */
const follows: { [field: string]: string[] } = {
  departureDate: ['arrivalDate', 'numberOfNights'],
  phone: ['phonePrefix', 'phoneNumber'],
}

/** Fields that only the server writes; no form may send them. */
const ownNotes: ReadonlySet<string> = new Set([
  ...programNotes,
  'id',
  'createdAt',
  'confirmedAt',
  'paidAmount',
  'paidAt',
  'taxClaims',
  'taxPaidAmount',
  'taxPaidAt',
  'taxReceipts',
  'guestChangedAt',
  'guestChangedFrom',
])

const answersIn = (patch: Patch) =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null)) as Draft

/** Returns the party's new faults: a record with an old fault can still be changed elsewhere. */
const newPartyFaults = (before: Draft, after: Draft, most: number) => {
  const had = new Set(partyFaults(before, most).map(({ field, rule }) => `${field} ${rule}`))
  return partyFaults(after, most).filter(({ field, rule }) => !had.has(`${field} ${rule}`))
}

/** Returns the host's changes, cleaned and checked field by field; an empty value removes a field. */
export const hostPatch = (
  published: CurrentFlow,
  body: object,
  before: object = {},
  most: number = mostGuests,
): Record<string, string | null> => {
  const { flow, validate } = published
  const cleared = Object.entries(body)
    .filter(([, value]) => value === null || value === '')
    .map(([field]) => [field, null])
  const given = cleanedAnswers(flow, inRecordSpelling(body))
  const questions = fieldsAskedIn(flow)
  const isOwnField = (field: string) => (questions.has(field) || isRecordField(flow, field)) && !ownNotes.has(field)
  const patch = Object.fromEntries(
    [...cleared, ...Object.entries(given)].filter(([field]) => isOwnField(field as string)),
  ) as Record<string, string | null>
  const whole = withDerived({ ...before, ...patch } as Draft)
  const faults = [...faultsOfRecord(validate, answersIn(patch)), ...newPartyFaults(before as Draft, whole, most)]
  if (faults.length) throw refuse(faults, published)
  // Derived fields are always calculated, and removed together with the answers they come from.
  const following = Object.entries(follows).flatMap(([field, from]) => {
    if (![field, ...from].some((one) => one in patch)) return []
    return whole[field] ? [[field, whole[field]]] : from.some((one) => patch[one] === null) ? [[field, null]] : []
  })
  return { ...patch, ...Object.fromEntries(following) }
}

/** The form's presets of the stay. A guest's data have no presets, because they are legal statements. */
const usual = (form: Form | undefined) =>
  Object.fromEntries(
    Object.entries(form?.set ?? {}).filter(([field, value]) => typeof value === 'string' && !shortOf(field).who),
  )

/** Returns a check-in that the host writes or copies. Refuses (400) a missing answer. */
export const hostRecord = (
  published: CurrentFlow,
  all: Settings,
  body: object,
  effect: 'createCheckin' | 'duplicateCheckin',
): Draft => {
  const { flow } = published
  const form = Object.values(flow.forms).find((one) => one.do === effect)
  const { enabledForSending: _, ...record } = withChanges(
    {},
    hostPatch(published, { ...usual(form), ...body }, {}, all.mostGuests),
  )
  // The form defines which answers are required.
  if (!form) throw refuse([{ field: 'form', rule: 'required' }], published)
  const missing = requiredIn(flow, form, facts(record, all)).filter((field) => !record[field])
  const faults = missing.map((field) => ({ field, rule: 'required' }))
  if (faults.length) throw refuse(faults, published)
  return record
}

/**
 * Returns a correction's answers with the room that the host gave its check-in. A guest cannot change the room, because
 * another code is another attempt.
 */
export const withStoredRoom = (before: Checkin, after: Draft): Draft => {
  const { reservationCode, roomDescription, showPaymentPage } = before
  const isMoved = reservationCode !== undefined && reservationCode !== after.reservationCode
  return {
    ...after,
    ...(roomDescription && { roomDescription }),
    ...(isMoved && { reservationCode, ...(showPaymentPage && { showPaymentPage }) }),
  }
}

/** Fields that the host may have set: they stay if the journey does not ask them. */
const ofHost: readonly string[] = ['paymentMethod', 'partyKind']

/** Returns the patch from a stored record to the answers of the repeated journey. */
export const replacing = (flow: CurrentFlow['flow'], before: Checkin, after: Draft): Record<string, string | null> => {
  const questions = fieldsAskedIn(flow)
  const gone = Object.keys(before).filter(
    (field) => (questions.has(field) || field === 'phone') && !ofHost.includes(field) && !(field in after),
  )
  return {
    ...Object.fromEntries(gone.map((field) => [field, null])),
    ...(after as Record<string, string>),
    ...reliefChanges(before, after),
  }
}
