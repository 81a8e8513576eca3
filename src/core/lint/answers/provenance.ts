import { fieldOf } from '../../../../schema/checkin'
import { flowGuests, partyFlags, type Who } from '../../../../schema/guest'
import type { Flow, SetWords } from '../../../../schema/steps'
import { rules, writeForms } from '../../../../schema/vocabulary'
import { neededIn, officialFileKinds } from '../../exports/official-fields'
import { copiedFrom, holds } from '../../flow/arms'
import type { Facts } from '../../flow/facts'
import { definitionOf } from '../../flow/fields'
import { type NameResolver, nameResolver, shortOf } from '../../flow/names'
import { italyName } from '../answer-space'
import type { Clause } from '../domains'
import type { Transition, Visit } from '../walk'

/** The source of a value. `country` replaces a town abroad; `replaced` overwrote an answer; `excused` may be empty. */
export type Origin =
  | { from: 'nobody' | 'country' }
  | { from: 'guest' | 'mayStayEmpty'; step: string }
  | { from: 'fixed' | 'copied' | 'replaced' | 'erased'; write: Write }
  | { from: 'excused'; exception: number }

/** A guest, or the stay, whose fields the checker follows. `flag` is the field that says whether the guest comes. */
export type Subject = { who: Who | 'stay'; flag?: string; fields: ReadonlySet<string>; needed: ReadonlySet<string> }

/** The state of a subject when a journey reaches a step. */
export type State = {
  origins: { [field: string]: Origin }
  countries: { [field: string]: 'italy' | 'abroad' }
  flag?: 'yes' | 'no' | 'maybe'
  /** The flow's last write into the flag, until the guest is asked. */
  flagWrite?: Write
  first?: string
  named?: string
  isSeen: boolean
  isSent: boolean
}

/** A value that an arm or guard writes into a field (full names); `at` is its JSON pointer. */
export type Write = { at: string; field: string; value: string | null | { from: string } }

const shortsOf = (who: Who | 'stay') => [...new Set(officialFileKinds.flatMap((kind) => neededIn(kind, who)))]

/** The short names of all fields in the official files. */
export const lawFields: ReadonlySet<string> = new Set([...flowGuests, 'stay' as const].flatMap(shortsOf))

const neededOf = (who: Who | 'stay') => shortsOf(who).map((short) => (who === 'stay' ? short : fieldOf(who, short)))

/** Returns every subject with its fields: those the law needs, and those the flow writes or reads as proof. */
export const subjectsOf = ({ flow, clauses }: { flow: Flow; clauses: readonly Clause[] }): Subject[] => {
  const written = [
    ...clauses.flatMap(({ set, name }) => Object.keys(set ?? {}).map(name)),
    ...Object.values(flow.fields).flatMap(({ forgets = [] }) =>
      flowGuests.flatMap((who) => forgets.map(nameResolver(who))),
    ),
    ...Object.values(rules).map(({ proof }) => proof),
  ]
  const flags = Object.values(partyFlags)
  return [...flowGuests, 'stay' as const].map((who) => {
    const needed = neededOf(who)
    const own = written.filter((field) => (shortOf(field).who ?? 'stay') === who && !flags.includes(field))
    const flag = who === 'stay' ? undefined : partyFlags[who]
    return { who, fields: new Set([...needed, ...own]), needed: new Set(needed), ...(flag && { flag }) }
  })
}

/** Returns the state of a subject at the start of a journey. */
export const initialState = ({ fields }: Subject): State => ({
  origins: Object.fromEntries([...fields].map((field) => [field, { from: 'nobody' }])),
  countries: {},
  isSeen: false,
  isSent: false,
})

/** A host looks for a missing answer where the guest's name is asked, or on the guest's first card. */
export const nameCardOf = ({ named, first }: State): string | undefined => named ?? first

/** Returns whether an origin is a fault at the sending: no other matters if no later step reads or writes the field. */
const isFault = (from: Origin['from'], isNeeded: boolean) =>
  isNeeded ? from !== 'guest' && from !== 'country' : from === 'erased' || from === 'replaced'

/** Returns a key that is equal for states no rule can tell apart; `read` are the fields that matter there or later. */
export const stateKey = (subject: Subject, store: State, read: ReadonlySet<string>): string => {
  const { origins, countries, flag, flagWrite, isSeen, isSent } = store
  let fieldStates = ''
  for (const field of subject.fields) {
    const origin = origins[field]!
    const isRead = read.has(field)
    const cause = 'write' in origin ? origin.write.at : 'exception' in origin ? origin.exception : ''
    if (isRead || isFault(origin.from, subject.needed.has(field)))
      fieldStates += `|${field} ${origin.from} ${cause} ${isRead ? countries[field] : ''}`
  }
  return `${flag} ${flagWrite?.at} ${isSeen} ${isSent} ${fieldStates && nameCardOf(store)}${fieldStates}`
}

/** Returns the answers that prove an effect may run; for a departure, those it is calculated from. */
export const proofsOf = (effect: keyof typeof rules): readonly string[] => {
  const { proof } = rules[effect]
  return proof === 'departureDate' ? ['arrivalDate', 'numberOfNights'] : [proof]
}

/** Returns whether a transition sends the check-in. */
export const isSending = (flow: Flow, visit: Visit, { facts }: Transition) => {
  const effect = flow.steps[visit.path]?.do
  return Boolean(effect && rules[effect].sends && facts.outcome === rules[effect].outcomes[0])
}

/** Returns whether a field belongs to a subject or is its flag. */
export const isAbout = ({ flag, fields }: Subject, field: string) => field === flag || fields.has(field)

const originAfter = (field: string, before: Origin, visit: Visit, { facts, requires = [] }: Transition): Origin => {
  const isGiven = visit.requires.includes(field) || requires.includes(field) || facts[field] !== undefined
  if (isGiven) return { from: 'guest', step: visit.path }
  const isOptional = visit.optional.includes(field) && before.from !== 'guest' && before.from !== 'country'
  return isOptional ? { from: 'mayStayEmpty', step: visit.path } : before
}

/** Returns the origin of a removed answer. An optional answer that no law needs may be removed. */
const erased = ({ needed }: Subject, before: Origin, write: Write): Origin => {
  if (before.from === 'excused') return before
  const isLost = needed.has(write.field) ? 'step' in before || before.from === 'country' : before.from === 'guest'
  return isLost || before.from === 'erased' ? { from: 'erased', write } : { from: 'nobody' }
}

/** Returns what the answers of a step remove, as writes; a field that the step asks too is answered again. */
export const forgottenOn = (flow: Flow, { asks }: Visit): Write[] =>
  asks
    .flatMap((asked) => {
      const { who, short } = shortOf(asked)
      const forgotten = (definitionOf(flow, asked)?.forgets ?? []).map(nameResolver(who))
      return forgotten.map((field) => ({ at: `/fields/${short}/forgets`, field, value: null }))
    })
    .filter(({ field }) => !asks.includes(field))

const flagAfter = ({ flag }: Subject, before: State['flag'], visit: Visit, { facts }: Transition): State['flag'] => {
  if (!flag || !(flag in facts)) return flag && visit.asks.includes(flag) ? 'maybe' : before
  const decided = facts[flag]
  return decided === 'yes' || decided === 'no' ? decided : decided ? 'maybe' : undefined
}

/** Marks empty fields that an exception at this step allows. */
const excuse = ({ exceptions }: Flow, { who }: Subject, origins: State['origins'], visit: Visit, known: Facts) => {
  for (const [i, { at, rule, guest, field = '', when }] of exceptions.entries()) {
    if (rule !== 'unrecorded' || guest !== who || visit.who !== who || at !== visit.path) continue
    const full = nameResolver(guest)(field)
    if (origins[full]?.from === 'nobody' && holds(when, known)) origins[full] = { from: 'excused', exception: i }
  }
}

/** Returns the state of a subject after the answers of a step, before its writes. */
export const afterAnswers = (
  flow: Flow,
  subject: Subject,
  store: State,
  visit: Visit,
  transition: Transition,
): State => {
  const { who, fields, flag: question } = subject
  const isSent = store.isSent || isSending(flow, visit, transition)
  const forgotten = forgottenOn(flow, visit)
  const isAsked = visit.asks.some((field) => isAbout(subject, field) || shortOf(field).who === who)
  const changed = [...Object.keys(transition.facts), ...forgotten.map(({ field }) => field)]
  const isTouched = visit.who === who || isAsked || changed.some((field) => isAbout(subject, field))
  if (!isTouched && isSent === store.isSent) return store
  const origins = { ...store.origins }
  const countries = { ...store.countries }
  for (const field of visit.asks)
    if (fields.has(field)) origins[field] = originAfter(field, origins[field]!, visit, transition)
  for (const write of forgotten) {
    const before = origins[write.field]
    // The journey writes the country again on every walk, so nothing is lost.
    if (before && before.from !== 'country') origins[write.field] = erased(subject, before, write)
  }
  for (const field of fields) {
    const decided = transition.facts[field]
    if (visit.asks.includes(field)) delete countries[field]
    if (decided) countries[field] = decided === italyName ? 'italy' : 'abroad'
  }
  excuse(flow, subject, origins, visit, { ...transition.known, ...transition.facts })
  const flag = flagAfter(subject, store.flag, visit, transition)
  const isKept = store.flagWrite && !visit.asks.includes(question!)
  const first = store.first ?? (visit.who === who ? visit.path : undefined)
  const named = store.named ?? (who !== 'stay' && visit.asks.includes(fieldOf(who, 'name')) ? visit.path : undefined)
  return {
    origins,
    countries,
    isSeen: store.isSeen || visit.asks.some((field) => shortOf(field).who === who),
    isSent,
    ...(flag && { flag }),
    ...(isKept && { flagWrite: store.flagWrite! }),
    ...(first && { first }),
    ...(named && { named }),
  }
}

/** Returns whether a write copies the guest's country, known to be abroad, into a town. */
const isPlaceAbroad = ({ countries }: State, { field, value }: Write): boolean => {
  const { who, short } = shortOf(field)
  const country = writeForms[short]?.abroad
  const source = copiedFrom(value)
  return Boolean(country && who && source === fieldOf(who, country) && countries[source] === 'abroad')
}

const originOfWrite = (subject: Subject, store: State, write: Write): Origin => {
  const { field, value } = write
  const before = store.origins[field]!
  if (value === null) return erased(subject, before, write)
  if (typeof value === 'string')
    return { from: subject.needed.has(field) && before.from === 'guest' ? 'replaced' : 'fixed', write }
  if (store.origins[value.from]?.from === 'nobody') return erased(subject, before, write)
  if (isPlaceAbroad(store, write)) return { from: 'country' }
  // The question may not accept the copied answer.
  const isUnfit = before.from === 'guest' && shortOf(field).short !== shortOf(value.from).short
  return { from: isUnfit ? 'replaced' : 'copied', write }
}

/** Returns the state after the writes of one arm or guard. Copies read the values from before. */
export const afterWrites = (subject: Subject, before: State, writes: readonly Write[]): State => {
  const after = { ...before, origins: { ...before.origins }, countries: { ...before.countries } }
  for (const write of writes) {
    const { field, value } = write
    if (field === subject.flag) {
      after.flag = value === null ? 'no' : value === 'yes' || value === 'no' ? value : 'maybe'
      after.flagWrite = write
    }
    if (!subject.fields.has(field)) continue
    after.origins[field] = originOfWrite(subject, before, write)
    delete after.countries[field]
    if (typeof value === 'string') after.countries[field] = value === italyName ? 'italy' : 'abroad'
  }
  return after
}

/** Returns the writes of the `set` at a JSON pointer, with full names. */
export const writesOf = (at: string, set: SetWords | undefined, name: NameResolver): Write[] =>
  Object.entries(set ?? {}).map(([short, value]) => ({
    at: `${at}/set/${short}`,
    field: name(short),
    value: value && typeof value === 'object' ? { from: name(value.from) } : value,
  }))
