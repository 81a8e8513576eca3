import { type Checkin, type Draft, fieldOf } from '../../../schema/checkin'
import { guests, isNamed, type Later, partyFlag, type Who } from '../../../schema/guest'
import { shortOf } from '../flow/names'
import type { Fault } from '../flow/validation'

const later = guests.slice(1).map((who) => ({ who, flag: partyFlag(who as Later) as `addGuest${number}` }))

/**
 * Returns the guests of a check-in, the head of the party first, as official files require. Further guests follow one
 * another without a gap.
 */
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

const personOf = (record: Draft, who: Who) => {
  const answers = (['name', 'lastName', 'birthDate'] as const).map((field) => record[fieldOf(who, field)])
  return answers.every(Boolean) ? answers.join(' ') : undefined
}

/**
 * Returns the faults of a party: a guest after a gap (`gap`), a guest beyond the house's `most` (`tooMany`), and a
 * guest entered twice, by name and birth date (`twice`).
 */
export const partyFaults = (record: Draft, most: number): Fault[] => {
  const faults: Fault[] = []
  const seen = new Set([personOf(record, 'main')])
  for (const { who, flag } of later) {
    if (record[flag] !== 'yes') continue
    const before = guests[guests.indexOf(who) - 1]!
    if (!isNamed(who) && record[partyFlag(before as Later)] !== 'yes') faults.push({ field: flag, rule: 'gap' })
    if (guests.indexOf(who) >= most) faults.push({ field: flag, rule: 'tooMany', limit: most })
    const person = personOf(record, who)
    if (person && seen.has(person)) faults.push({ field: fieldOf(who, 'name'), rule: 'twice' })
    seen.add(person)
  }
  return faults
}

/**
 * Returns the answers that change when a guest leaves a party: those after move up by one, and the last place becomes
 * empty. An empty text removes an answer.
 */
export const withoutGuest = (record: Draft, who: Later): Draft => {
  const coming = party(record as Checkin).slice(party(record as Checkin).indexOf(who))
  const shorts = new Set(
    Object.keys(record).flatMap((field) =>
      shortOf(field).who && shortOf(field).who !== 'main' ? shortOf(field).short : [],
    ),
  )
  const moved = coming.flatMap((one, i) =>
    [...shorts].map((short) => [fieldOf(one, short), (coming[i + 1] && record[fieldOf(coming[i + 1]!, short)]) ?? '']),
  )
  return { ...Object.fromEntries(moved), [partyFlag(coming.at(-1) as Later)]: 'no' }
}
