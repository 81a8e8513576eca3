import { fieldOf } from '../../../schema/checkin'
import { guests, type Who } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { rules } from '../../../schema/vocabulary'
import { party } from '../../../src/core/checkin/party'
import { officialFields } from '../../../src/core/exports/official-fields'
import { changesOf, follow, guardOf, guestOf, targetOf } from '../../../src/core/flow/arms'
import { facts } from '../../../src/core/flow/facts'
import { askedFields, definitionOf, optionsOf } from '../../../src/core/flow/fields'
import { nameResolver, shortOf } from '../../../src/core/flow/names'

/**
 * Somebody who checks in: what is true of them, the house's settings, and whether they leave out what may be left out.
 */
export type Person = { truth: Record<string, string>; settings: object; isHasty: boolean }

/** What happened to somebody on the way, if it is bad: the guest's trouble or the record's. */
export type Harm = string | undefined

const pages = ['/admin-settings', '/admin']
const excused = ['thirdGuestCitizenship', 'thirdGuestBirthCountry', 'thirdGuestBirthCity']

/** What a sent record lacks or says wrongly. */
const wrongIn = (answers: Record<string, string | undefined>, truth: Record<string, string>): Harm => {
  const who = party({ ...truth, id: 1 } as never)
  const needed = [
    ...who.flatMap((one: Who) =>
      [...new Set([...officialFields.police[one], ...officialFields.tourism[one]])].map((short) => fieldOf(one, short)),
    ),
    ...officialFields.police.stay,
  ] as string[]
  const lacking = needed.find((field) => !answers[field] && !excused.includes(field))
  if (lacking) return `the record lacks ${lacking}`
  // How many nights a house takes is the house's affair.
  const wrong = needed.find((field) => field !== 'numberOfNights' && answers[field] !== truth[field] && answers[field])
  return wrong && `the record says ${answers[wrong]} for ${wrong}`
}

/** What a person answers on a card: the truth where it is offered. */
const answerOf = (
  flow: Flow,
  path: string,
  field: string,
  person: Person,
  known: ReturnType<typeof facts>,
): string | Harm => {
  const definition = definitionOf(flow, field)!
  const truth = person.truth[field] ?? 'X'
  if (!definition.options) return truth
  const { who, short } = shortOf(field)
  const offered = optionsOf(definition, known, flow.steps[path]!.choices?.[short], nameResolver(who))
  return offered.includes(truth) ? truth : offered[0]
}

type Seen = { answers: Record<string, string | undefined>; isSent: boolean }

const pastGuards = (flow: Flow, start: string, seen: Seen, settings: object): string | undefined => {
  let path = start
  for (let turn = 0; turn < 20; turn++) {
    const known = facts(seen.answers, settings)
    const guard = guardOf(flow, path, known)
    if (!guard) return path
    for (const [field, value] of Object.entries(changesOf(guard.set, known))) seen.answers[field] = value ?? undefined
    path = guard.to
  }
  return undefined
}

/**
 * Walk a journey card by card as one concrete person, by the interpreter alone: nothing of the checker's is used.
 * `words` are those of one language.
 */
export const harmTo = (flow: Flow, person: Person, words: Record<string, string>): Harm => {
  const { truth, settings } = person
  const seen: Seen = { answers: { showPaymentPage: truth.showPaymentPage }, isSent: false }
  const passed = new Set<string>()
  let next = '/'
  for (;;) {
    const path = pastGuards(flow, next, seen, settings)
    if (!path) return `guards send round from ${next}`
    const step = flow.steps[path]
    if (!step) return pages.includes(path) ? undefined : `nothing stands at ${path}`
    if (passed.has(path)) return `${path} comes again`
    passed.add(path)
    if (!words[`${path}.title`]) return `${path} has no title`
    const who = guestOf(step, facts(seen.answers, settings))
    const name = nameResolver(who)
    // An answer may make the card ask for another: once more with all of them.
    for (let turn = 0; turn < 2; turn++)
      for (const { field, optional } of askedFields(flow, step, who, facts(seen.answers, settings))) {
        if (!definitionOf(flow, field)) return `nobody knows how to ask ${field}`
        const { short } = shortOf(field)
        if (!words[`${field}.label`] && !words[`${short}.label`]) return `${field} has no label`
        const given = answerOf(flow, path, field, person, facts(seen.answers, settings))
        if (!given) return `${field} offers nothing`
        seen.answers[field] = optional && person.isHasty ? undefined : given
      }
    const rule = step.do && rules[step.do]
    const known = facts(seen.answers, settings, rule?.outcomes[0])
    if (step.do === 'submit') {
      const wrong = wrongIn(seen.answers, truth)
      if (wrong) return wrong
      seen.isSent = true
    }
    if (rule?.ends) return seen.isSent ? undefined : 'the check-in ends unsent'
    const arm = follow(step.next, known, name)
    if (!arm) return `${path} leads nowhere`
    for (const [field, value] of Object.entries(changesOf(arm.set, known, name)))
      seen.answers[field] = value ?? undefined
    const to = targetOf(arm, facts(seen.answers, settings))
    if (!to?.startsWith('/')) return seen.isSent ? undefined : 'the guest leaves unsent'
    next = to
  }
}

/** A choice for each person by the bits of a number. */
export const personOf = (bits: number): Person => {
  const bit = (n: number) => Boolean((bits >> n) & 1)
  const abroad = ['Germania', 'Francia', 'Spagna']
  const one = (who: Who, i: number) => {
    const [bornHere, livesHere] = [bit(i * 2), bit(i * 2 + 1)]
    const truth = {
      name: `NAME${i}`,
      lastName: `LAST${i}`,
      gender: bit(i + 6) ? 'UOMO' : 'DONNA',
      citizenship: bit(i + 9) ? 'Italia' : abroad[(i + 1) % 3]!,
      birthCountry: bornHere ? 'Italia' : abroad[i]!,
      birthCity: bornHere ? `TOWN${i}` : abroad[i]!,
      birthDate: `198${i}-01-01`,
      residenceCountry: livesHere ? 'Italia' : abroad[(i + 2) % 3]!,
      residenceCity: livesHere || !i ? `HOME${i}` : abroad[(i + 2) % 3]!,
      residenceAddress: 'VIA ROMA 1',
      fiscalCode: 'X'.repeat(16),
      documentType: bit(i + 12) ? 'ID' : 'PASS',
      documentNumber: `AA${i}`,
      documentIssuePlace: livesHere ? `ISSUED${i}` : abroad[(i + 2) % 3]!,
    }
    return Object.fromEntries(Object.entries(truth).map(([field, value]) => [fieldOf(who, field), value]))
  }
  const [mayTwo, mayThree] = [!bit(17), !bit(18)]
  const isTwo = mayTwo && bit(15)
  return {
    isHasty: bit(19),
    settings: {
      enableSecondGuest: mayTwo,
      enableThirdGuest: mayThree,
      enableCompanyInvoice: !bit(20),
      askThirdGuestCitizenship: bit(21),
      enablePayPal: bit(22),
      enableStripe: bit(23),
    },
    truth: {
      ...Object.assign({}, ...guests.map(one)),
      selectedLanguage: 'it',
      reservationCode: 'A1B2',
      showPaymentPage: bit(24) ? 'true' : 'false',
      email: 'a@b.it',
      phonePrefix: '+39',
      phoneNumber: '33312345',
      addSecondGuest: isTwo ? 'yes' : 'no',
      addThirdGuest: isTwo && mayThree && bit(16) ? 'yes' : 'no',
      invoiceType: bit(25) ? 'business' : 'personal',
      arrivalDate: '2026-11-20',
      numberOfNights: bit(26) ? '2' : '7',
      paymentMethod: bit(27) ? 'CARTA' : 'CONTANTI',
      paymentProvider: 'cash',
    },
  }
}
