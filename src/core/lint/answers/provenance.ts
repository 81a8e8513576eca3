import { fieldOf } from '../../../../schema/checkin'
import { guests, partyFlags, type Who } from '../../../../schema/guest'
import type { Flow, SetWords } from '../../../../schema/steps'
import { rules, writeForms } from '../../../../schema/vocabulary'
import { officialFields, officialFileKinds } from '../../exports/official-fields'
import { holds } from '../../flow/arms'
import type { Facts } from '../../flow/facts'
import { definitionOf } from '../../flow/fields'
import { type NameResolver, nameResolver, shortOf } from '../../flow/names'
import { italyName } from '../answer-space'
import type { Clause } from '../domains'
import type { Transition, Visit } from '../walk'

/**
 * Where the value of a field comes from. `country`: the guest's own country stands for a town abroad. `replaced`: a
 * write has taken the place of the guest's answer. `excused`: from nobody, by an exception (its place in the file).
 */
export type Origin =
  | { from: 'nobody' | 'country' }
  | { from: 'guest' | 'mayStayEmpty'; step: string }
  | { from: 'fixed' | 'copied' | 'replaced' | 'erased'; write: Write }
  | { from: 'excused'; exception: number }

/** Whose fields are followed: a guest's, with the answer that says whether the guest comes, or those of the stay. */
export type Subject = { who: Who | 'stay'; flag?: string; fields: readonly string[]; needed: ReadonlySet<string> }

/** What is known of a subject where a step is reached. */
export type Known = {
  origins: { [field: string]: Origin }
  countries: { [field: string]: 'italy' | 'abroad' }
  /** The answer to the party's question. */
  flag?: 'yes' | 'no' | 'maybe'
  /** The write that decided the party's question, until the guest is asked. */
  flagWrite?: Write
  /** Whether a card asked something of the guest. */
  isSeen: boolean
  isSent: boolean
}

/** One value that an arm or a guard writes into a field (full names); `at` is its JSON pointer. */
export type Write = { at: string; field: string; value: string | null | { from: string } }

const shortsOf = (who: Who | 'stay') => [...new Set(officialFileKinds.flatMap((kind) => officialFields[kind][who]))]

/** The fields the law's files are made of, by their short names. */
export const lawFields: ReadonlySet<string> = new Set([...guests, 'stay' as const].flatMap(shortsOf))

const neededOf = (who: Who | 'stay') => shortsOf(who).map((short) => (who === 'stay' ? short : fieldOf(who, short)))

/** Everybody whose fields a flow is proved for: what the law needs of each, what the flow writes or looks back at. */
export const subjectsOf = ({ flow, clauses }: { flow: Flow; clauses: readonly Clause[] }): Subject[] => {
  const written = [
    ...clauses.flatMap(({ set, name }) => Object.keys(set ?? {}).map(name)),
    ...Object.values(flow.fields).flatMap(({ forgets = [] }) =>
      guests.flatMap((who) => forgets.map(nameResolver(who))),
    ),
    ...Object.values(rules).map(({ proof }) => proof),
  ]
  const flags = Object.values(partyFlags)
  return [...guests, 'stay' as const].map((who) => {
    const needed = neededOf(who)
    const own = written.filter((field) => (shortOf(field).who ?? 'stay') === who && !flags.includes(field))
    const flag = who === 'stay' ? undefined : partyFlags[who]
    return { who, fields: [...new Set([...needed, ...own])], needed: new Set(needed), ...(flag && { flag }) }
  })
}

/** Nothing is known of a subject at the start. */
export const blank = ({ fields }: Subject): Known => ({
  origins: Object.fromEntries(fields.map((field) => [field, { from: 'nobody' }])),
  countries: {},
  isSeen: false,
  isSent: false,
})

const keys = new WeakMap<Known, string>()
const madeKey = ({ origins, countries, flag, flagWrite, isSeen, isSent }: Known) => {
  const told = Object.values(origins).map((origin) =>
    'write' in origin ? `${origin.from} ${origin.write.at}` : 'exception' in origin ? origin.exception : origin.from,
  )
  const places = JSON.stringify(Object.entries(countries).sort())
  return `${told.join(' ')} ${places} ${flag} ${flagWrite?.at} ${isSeen} ${isSent}`
}

/** A text that two stores share if no rule can tell them apart. */
export const keyOf = (store: Known): string => keys.get(store) ?? keys.set(store, madeKey(store)).get(store)!

/** Whether a step is left with the check-in sent. */
export const isSending = (flow: Flow, visit: Visit, { facts }: Transition) => {
  const effect = flow.steps[visit.path]?.do
  return Boolean(effect && rules[effect].sends && facts.outcome === rules[effect].outcomes[0])
}

const isOwn = ({ fields }: Subject, field: string) => fields.includes(field)

/** Whether a field is followed for a subject, or is the party's question about it. */
export const isAbout = (subject: Subject, field: string) => field === subject.flag || isOwn(subject, field)

const originAfter = (field: string, before: Origin, visit: Visit, { facts, requires = [] }: Transition): Origin => {
  const isGiven = visit.requires.includes(field) || requires.includes(field) || facts[field] !== undefined
  if (isGiven) return { from: 'guest', step: visit.path }
  const isOptional = visit.optional.includes(field) && before.from !== 'guest' && before.from !== 'country'
  return isOptional ? { from: 'mayStayEmpty', step: visit.path } : before
}

/** The origin of a field whose answer is taken away. What a guest may leave out and no law wants may be forgotten. */
const erased = ({ needed }: Subject, before: Origin, write: Write): Origin => {
  if (before.from === 'excused') return before
  const isLost = needed.has(write.field) ? 'step' in before || before.from === 'country' : before.from === 'guest'
  return isLost || before.from === 'erased' ? { from: 'erased', write } : { from: 'nobody' }
}

/** Answers that another one forgets, of the same guest, if the step does not ask them together. */
const forget = (flow: Flow, subject: Subject, origins: Known['origins'], visit: Visit, field: string) => {
  const { who, short } = shortOf(field)
  for (const other of (definitionOf(flow, field)?.forgets ?? []).map(nameResolver(who))) {
    const before = origins[other]
    // Where the country stands for the town, it is written again whenever the journey is walked.
    if (!before || before.from === 'country' || visit.asks.includes(other)) continue
    origins[other] = erased(subject, before, { at: `/fields/${short}/forgets`, field: other, value: null })
  }
}

const flagAfter = ({ flag }: Subject, before: Known['flag'], visit: Visit, { facts }: Transition): Known['flag'] => {
  if (!flag || !(flag in facts)) return flag && visit.asks.includes(flag) ? 'maybe' : before
  const decided = facts[flag]
  return decided === 'yes' || decided === 'no' ? decided : decided ? 'maybe' : undefined
}

/** Nobody's answers on a step's ways on that an exception allows to lack are excused. */
const excuse = ({ exceptions }: Flow, { who }: Subject, origins: Known['origins'], visit: Visit, known: Facts) => {
  for (const [i, { at, rule, guest, field = '', when }] of exceptions.entries()) {
    if (rule !== 'unrecorded' || guest !== who || visit.who !== who || at !== visit.path) continue
    const full = nameResolver(guest)(field)
    if (origins[full]?.from === 'nobody' && holds(when, known)) origins[full] = { from: 'excused', exception: i }
  }
}

/** What is known of a subject once a step's questions are answered, before anything is written. */
export const answered = (flow: Flow, subject: Subject, store: Known, visit: Visit, transition: Transition): Known => {
  const { who, fields, flag: question } = subject
  const isSent = store.isSent || isSending(flow, visit, transition)
  const isAsked = visit.asks.some((field) => isAbout(subject, field) || shortOf(field).who === who)
  const isTouched =
    visit.who === who || isAsked || Object.keys(transition.facts).some((field) => isAbout(subject, field))
  if (!isTouched && isSent === store.isSent) return store
  const origins = { ...store.origins }
  const countries = { ...store.countries }
  for (const field of visit.asks)
    if (isOwn(subject, field)) origins[field] = originAfter(field, origins[field]!, visit, transition)
  for (const field of visit.asks) forget(flow, subject, origins, visit, field)
  for (const field of fields) {
    const decided = transition.facts[field]
    if (visit.asks.includes(field)) delete countries[field]
    if (decided) countries[field] = decided === italyName ? 'italy' : 'abroad'
  }
  excuse(flow, subject, origins, visit, { ...transition.known, ...transition.facts })
  const flag = flagAfter(subject, store.flag, visit, transition)
  const isKept = store.flagWrite && !visit.asks.includes(question!)
  return {
    origins,
    countries,
    isSeen: store.isSeen || visit.asks.some((field) => shortOf(field).who === who),
    isSent,
    ...(flag && { flag }),
    ...(isKept && { flagWrite: store.flagWrite! }),
  }
}

/** Whether a write is the country of its own guest, known to be abroad, that stands for a town. */
export const isPlaceAbroad = ({ countries }: Known, { field, value }: Write): boolean => {
  const { who, short } = shortOf(field)
  const country = writeForms[short]?.abroad
  const source = value && typeof value === 'object' ? value.from : undefined
  return Boolean(country && who && source === fieldOf(who, country) && countries[source] === 'abroad')
}

const originOfWrite = (subject: Subject, store: Known, write: Write): Origin => {
  const { field, value } = write
  const before = store.origins[field]!
  if (value === null) return erased(subject, before, write)
  if (typeof value === 'string')
    return { from: subject.needed.has(field) && before.from === 'guest' ? 'replaced' : 'fixed', write }
  if (store.origins[value.from]?.from === 'nobody') return erased(subject, before, write)
  if (isPlaceAbroad(store, write)) return { from: 'country' }
  // An answer copied over another that was given may be none that the question takes.
  const isUnfit = before.from === 'guest' && shortOf(field).short !== shortOf(value.from).short
  return { from: isUnfit ? 'replaced' : 'copied', write }
}

/** What is known of a subject after the writes of one arm or guard; each copies what stood there before. */
export const wrote = (subject: Subject, before: Known, writes: readonly Write[]): Known => {
  const after = { ...before, origins: { ...before.origins }, countries: { ...before.countries } }
  for (const write of writes) {
    const { field, value } = write
    if (field === subject.flag) {
      after.flag = value === null ? 'no' : value === 'yes' || value === 'no' ? value : 'maybe'
      after.flagWrite = write
    }
    if (!isOwn(subject, field)) continue
    after.origins[field] = originOfWrite(subject, before, write)
    delete after.countries[field]
    if (typeof value === 'string') after.countries[field] = value === italyName ? 'italy' : 'abroad'
  }
  return after
}

/** What the `set` at a JSON pointer writes, with names as they are meant there. */
export const writesOf = (at: string, set: SetWords | undefined, name: NameResolver): Write[] =>
  Object.entries(set ?? {}).map(([short, value]) => ({
    at: `${at}/set/${short}`,
    field: name(short),
    value: value && typeof value === 'object' ? { from: name(value.from) } : value,
  }))
