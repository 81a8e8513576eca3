import { fieldOf } from '../../../../schema/checkin'
import { guests, partyFlags, type Who } from '../../../../schema/guest'
import type { Flow, SetWords } from '../../../../schema/steps'
import { rules, writeForms } from '../../../../schema/vocabulary'
import { officialFields, officialFileKinds } from '../../exports/official-fields'
import { holds } from '../../flow/arms'
import { type NameResolver, nameResolver, shortOf } from '../../flow/names'
import { italy } from '../answer-space'
import type { Clause } from '../domains'
import type { Transition, Visit } from '../walk'

/**
 * Where the value of a field comes from: from nobody; from its guest, at a step that insists or one that lets it stay
 * empty; from the guest's own country, which stands for a town abroad; or from a write of the flow.
 * `excused` is from nobody, and a named exception (its place in the file) allows it.
 */
export type Origin =
  | { from: 'nobody' | 'country' }
  | { from: 'guest' | 'mayStayEmpty'; step: string }
  | { from: 'fixed' | 'copied' | 'erased'; write: Write }
  | { from: 'excused'; exception: number }

/** Whose fields are followed: a guest's, with the answer that says whether the guest comes, or those of the stay. */
export type Subject = { who: Who | 'stay'; flag?: string; fields: readonly string[]; needed: ReadonlySet<string> }

/**
 * What is known of a subject where a step is reached: the origin of each field, the countries known to be Italy or
 * abroad, the answer to the party's question, whether a card was about the guest, and whether the check-in was sent.
 */
export type Store = {
  origins: { [field: string]: Origin }
  countries: { [field: string]: 'italy' | 'abroad' }
  flag?: 'yes' | 'no' | 'maybe'
  isSeen: boolean
  isSent: boolean
}

/** One value that an arm or a guard writes into a field (full names); `at` is its JSON pointer. */
export type Write = { at: string; field: string; value: string | null | { from: string } }

const shortsOf = (who: Who | 'stay') => [...new Set(officialFileKinds.flatMap((kind) => officialFields[kind][who]))]

/** The fields the law's files are made of, by their short names. */
export const lawFields: ReadonlySet<string> = new Set([...guests, 'stay' as const].flatMap(shortsOf))

/** The fields the law's files need of a guest or of the stay, under their full names. */
const neededOf = (who: Who | 'stay') => shortsOf(who).map((short) => (who === 'stay' ? short : fieldOf(who, short)))

/** Everybody whose fields a flow is proved for: what the law needs of each, and what some `set` writes of each. */
export const subjectsOf = (clauses: readonly Clause[]): Subject[] => {
  const written = clauses.flatMap(({ set, name }) => Object.keys(set ?? {}).map(name))
  const flags = Object.values(partyFlags)
  return [...guests, 'stay' as const].map((who) => {
    const needed = neededOf(who)
    const own = written.filter((field) => (shortOf(field).who ?? 'stay') === who && !flags.includes(field))
    const flag = who === 'stay' ? undefined : partyFlags[who]
    return { who, fields: [...new Set([...needed, ...own])], needed: new Set(needed), ...(flag && { flag }) }
  })
}

/** Nothing is known of a subject at the start. */
export const blank = ({ fields }: Subject): Store => ({
  origins: Object.fromEntries(fields.map((field) => [field, { from: 'nobody' }])),
  countries: {},
  isSeen: false,
  isSent: false,
})

const keys = new WeakMap<Store, string>()

/** A text that two stores share if no rule can tell them apart. */
export const keyOf = (store: Store): string => keys.get(store) ?? keys.set(store, madeKey(store)).get(store)!

const madeKey = ({ origins, countries, flag, isSeen, isSent }: Store): string => {
  const told = Object.values(origins).map((origin) =>
    'write' in origin ? `${origin.from} ${origin.write.at}` : 'exception' in origin ? origin.exception : origin.from,
  )
  return `${told.join(' ')} ${JSON.stringify(Object.entries(countries).sort())} ${flag} ${isSeen} ${isSent}`
}

/** Whether a step is left with the check-in sent. */
export const isSending = (flow: Flow, visit: Visit, { facts }: Transition) => {
  const effect = flow.steps[visit.path]?.do
  return Boolean(effect && rules[effect].sends && facts.outcome === rules[effect].outcomes[0])
}

const isOwn = ({ fields }: Subject, field: string) => fields.includes(field)

/** The origin of a field once the guest has left the step that asks it. */
const originAfter = (field: string, before: Origin, visit: Visit, { facts, requires = [] }: Transition): Origin => {
  const isGiven = visit.requires.includes(field) || requires.includes(field) || facts[field] !== undefined
  if (isGiven) return { from: 'guest', step: visit.path }
  const isOptional = visit.optional.includes(field) && before.from !== 'guest' && before.from !== 'country'
  return isOptional ? { from: 'mayStayEmpty', step: visit.path } : before
}

/** What is known of the answer to the party's question once a step is left. */
const flagAfter = ({ flag }: Subject, before: Store['flag'], visit: Visit, { facts }: Transition): Store['flag'] => {
  if (!flag || !(flag in facts)) return flag && visit.asks.includes(flag) ? 'maybe' : before
  const decided = facts[flag]
  return decided === 'yes' || decided === 'no' ? decided : decided ? 'maybe' : undefined
}

/** What is known of a subject once a step's questions are answered, before anything is written. */
export const answered = (flow: Flow, subject: Subject, store: Store, visit: Visit, transition: Transition): Store => {
  const { who, fields } = subject
  const isSent = store.isSent || isSending(flow, visit, transition)
  const isAbout = (field: string) => field === subject.flag || isOwn(subject, field)
  const isTouched = visit.who === who || visit.asks.some(isAbout) || Object.keys(transition.facts).some(isAbout)
  if (!isTouched && isSent === store.isSent) return store
  const origins = { ...store.origins }
  const countries = { ...store.countries }
  for (const field of visit.asks)
    if (isOwn(subject, field)) origins[field] = originAfter(field, origins[field]!, visit, transition)
  for (const field of fields) {
    const decided = transition.facts[field]
    if (visit.asks.includes(field)) delete countries[field]
    if (decided) countries[field] = decided === italy ? 'italy' : 'abroad'
  }
  const known = { ...transition.known, ...transition.facts }
  for (const [i, { at, rule, guest, field, when }] of flow.exceptions.entries()) {
    const full =
      rule === 'unrecorded' &&
      guest === who &&
      visit.who === who &&
      at === visit.path &&
      nameResolver(guest)(field ?? '')
    if (full && origins[full]?.from === 'nobody' && holds(when, known))
      origins[full] = { from: 'excused', exception: i }
  }
  const flag = flagAfter(subject, store.flag, visit, transition)
  return {
    origins,
    countries,
    isSeen: store.isSeen || visit.who === who,
    isSent,
    ...(flag && { flag }),
  }
}

/** Whether a write is the country of its own guest, known to be abroad, that stands for a town. */
export const isPlaceAbroad = ({ countries }: Store, { field, value }: Write): boolean => {
  const { who, short } = shortOf(field)
  const country = writeForms[short]?.abroad
  const source = value && typeof value === 'object' ? value.from : undefined
  return Boolean(country && who && source === fieldOf(who, country) && countries[source] === 'abroad')
}

const originOfWrite = ({ needed }: Subject, store: Store, write: Write): Origin => {
  const { field, value } = write
  const before = store.origins[field]!
  // What a guest may leave out and no law wants, the flow may forget.
  const isLost = needed.has(field) ? !['nobody', 'excused'].includes(before.from) : before.from === 'guest'
  if (value === null)
    return isLost ? { from: 'erased', write } : before.from === 'excused' ? before : { from: 'nobody' }
  if (typeof value === 'string') return { from: 'fixed', write }
  if (!isPlaceAbroad(store, write)) return { from: 'copied', write }
  return store.origins[value.from]?.from === 'guest' ? { from: 'country' } : { from: 'nobody' }
}

/** What is known of a subject after the writes of one arm or guard; each copies what stood there before. */
export const wrote = (subject: Subject, before: Store, writes: readonly Write[]): Store => {
  const after = { ...before, origins: { ...before.origins }, countries: { ...before.countries } }
  for (const write of writes) {
    const { field, value } = write
    if (field === subject.flag) after.flag = value === null ? 'no' : value === 'yes' || value === 'no' ? value : 'maybe'
    if (!isOwn(subject, field)) continue
    after.origins[field] = originOfWrite(subject, before, write)
    delete after.countries[field]
    if (typeof value === 'string') after.countries[field] = value === italy ? 'italy' : 'abroad'
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
