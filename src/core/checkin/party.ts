import { type Checkin, type Draft, fieldOf } from '../../../schema/checkin'
import {
  guestNumber,
  guestPrefix,
  guests,
  isFieldOf,
  isNamed,
  type Later,
  laterGuests,
  partyFlag,
  type Who,
} from '../../../schema/guest'
import type { Settings } from '../../../schema/settings'
import type { Speaker } from '../flow/speaker'
import type { Fault } from '../flow/validation'
import { ageOn, isCalendar } from '../text/dates'

const later = laterGuests.map((who) => ({ who, flag: partyFlag(who) as `addGuest${number}` }))

/** Returns a check-in's guests, the head first, as official files require; further guests without a gap. */
export const party = (checkin: Checkin): Who[] => {
  const coming: Who[] = ['main']
  for (const { who, flag } of later)
    if (checkin[flag] === 'yes') coming.push(who)
    else if (!isNamed(who)) break
  return coming
}

/** Returns a guest's full name; empty when both names are missing. */
export const fullName = (checkin: Checkin, who: Who): string =>
  `${checkin[fieldOf(who, 'name')] ?? ''} ${checkin[fieldOf(who, 'lastName')] ?? ''}`.trim()

/** Returns the most guests that a house asks for. */
export const mostAsked = ({
  enableSecondGuest,
  enableThirdGuest,
  mostGuests,
}: Pick<Settings, 'enableSecondGuest' | 'enableThirdGuest' | 'mostGuests'>): number =>
  !enableSecondGuest ? 1 : enableThirdGuest ? mostGuests : 2

/** Returns whether a country is Italy, or missing: without a country guests type Italian towns only. */
export const isInItaly = (country: unknown): boolean => !country || country === 'Italia'

/** Returns whether a person is under age (18) on a day `YYYY-MM-DD`; false while a date is missing. */
export const isUnderAge = (birthDate: string | undefined, day: string | undefined): boolean =>
  isCalendar(birthDate ?? '') && isCalendar(day ?? '') && ageOn(birthDate!, day!) < 18

const personFields = ['name', 'lastName', 'birthDate'] as const

const personIn = (record: Draft, who: Who) => personFields.map((field) => record[fieldOf(who, field)] ?? '')
const personKey = (record: Checkin, who: Who) => personIn(record as unknown as Draft, who).join('|')

/** Returns a guest's place before a change, the same if only name or date changed; undefined for a new guest. */
export const placeBefore = (before: Checkin, after: Checkin, who: Who): Who | undefined => {
  const same = party(before).find((one) => personKey(before, one) === personKey(after, who))
  const isElsewhere = party(after).some((one) => personKey(after, one) === personKey(before, who))
  return same ?? (isElsewhere ? undefined : who)
}

const peopleOf = (record: Checkin) => party(record).map((who) => personKey(record, who))

/** Returns the fields that say who is in a party: flags, names and birth dates. */
export const partyFields = (record: Draft): string[] =>
  party(record as Checkin).flatMap((who) => [
    ...(who === 'main' ? [partyFlag('second')] : [partyFlag(who)]),
    ...personFields.map((field) => fieldOf(who, field)),
  ])

/**
 * Returns whether the party was changed between the reading of a record (`from`) and `changes` of its later guests: one
 * of its people has another place now, or a changed guest has left or come. False if the stored party is already the
 * wanted one, or if `from` has no flags of guests.
 */
export const isOtherParty = (from: Draft, stored: Checkin, changes: Draft): boolean => {
  if (!laterGuests.some((who) => partyFlag(who) in from)) return false
  const touched = laterGuests.filter(
    (who) => partyFlag(who) in changes || Object.keys(changes).some((field) => isFieldOf(field, who)),
  )
  const [had, has] = [peopleOf(from as Checkin), peopleOf(stored)]
  if (!touched.length || String(has) === String(peopleOf({ ...from, ...changes } as Checkin))) return false
  const isIn = (record: Checkin, who: Who) => party(record).includes(who)
  return (
    has.some((one, at) => one !== '||' && had.includes(one) && had[at] !== one) ||
    touched.some((who) => isIn(from as Checkin, who) !== isIn(stored, who))
  )
}

const placeOf = new Map<string, number>(later.map(({ flag }, i) => [flag, i]))

/** Returns the places in `later` of the guests whose flag says yes. A record has fewer fields than there are flags. */
const placesIn = (record: Draft) =>
  Object.keys(record)
    .filter((field) => record[field] === 'yes' && placeOf.has(field))
    .map((field) => placeOf.get(field)!)
    .sort((one, other) => one - other)

/** Returns the faults of a party: a guest after a gap, beyond the house's `most`, or entered twice. */
export const partyFaults = (record: Draft, most: number): Fault[] => {
  const faults: Fault[] = []
  const seen = new Set([personIn(record, 'main').join(' ')])
  for (const i of placesIn(record)) {
    const { who, flag } = later[i]!
    if (!isNamed(who) && record[later[i - 1]!.flag] !== 'yes') faults.push({ field: flag, rule: 'gap' })
    if (guestNumber(who) > most) faults.push({ field: flag, rule: 'tooMany', limit: most })
    const person = personIn(record, who)
    if (person.every(Boolean) && seen.has(person.join(' '))) faults.push({ field: fieldOf(who, 'name'), rule: 'twice' })
    seen.add(person.join(' '))
  }
  return faults
}

/** Returns a guest's answers by full name, with those to the house's own questions. */
export const guestAnswers = (record: object, who: Who): Draft =>
  Object.fromEntries(Object.entries(record as Draft).filter(([field]) => isFieldOf(field, who)))

/** Returns a guest's answers by name without the guest's prefix. */
const withoutPrefix = (record: Draft, who: Who) => {
  const { length } = guestPrefix(who)
  return new Map(Object.entries(guestAnswers(record, who)).map(([field, value]) => [field.slice(length), value]))
}

/** Returns the answers that change when each place gets the guest of another, or nobody. An empty text removes one. */
const moved = (record: Draft, places: readonly Who[], from: (at: number) => Who | undefined): Draft =>
  Object.fromEntries(
    places.flatMap((place, at) => {
      const comes = from(at)
      const [had, gets] = [
        withoutPrefix(record, place),
        comes ? withoutPrefix(record, comes) : new Map<string, string>(),
      ]
      const names = new Set([...had.keys(), ...gets.keys()])
      return [...names].map((name) => [`${guestPrefix(place)}${name}`, gets.get(name) ?? ''])
    }),
  )

/** Returns the answers that change when a guest leaves: later guests move up. An empty text removes an answer. */
export const withoutGuest = (record: Draft, who: Later): Draft => {
  const all = party(record as Checkin)
  const places = all.slice(all.indexOf(who))
  return { ...moved(record, places, (at) => places[at + 1]), [partyFlag(places.at(-1) as Later)]: 'no' }
}

/** Returns the answers that change when a guest comes before another: later guests move down, the place is empty. */
export const withGuestBefore = (record: Draft, who: Later): Draft => {
  const all = party(record as Checkin)
  const last = guests[all.length] as Later
  const places = [...all.slice(all.indexOf(who)), last]
  return { ...moved(record, places, (at) => places[at - 1]), [partyFlag(last)]: 'yes' }
}

/** Returns the words for a guest of the party: "Secondo ospite", "4º ospite". */
export const guestTitle = ({ has, say }: Pick<Speaker, 'has' | 'say'>, who: Who): string =>
  has(`guest.${who}`) ? say(`guest.${who}`) : say('guest.further', { number: guestNumber(who) })
