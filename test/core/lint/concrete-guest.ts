import { createHash } from 'node:crypto'
import Ajv from 'ajv'
import type { Checkin } from '../../../schema/checkin'
import { fieldOf } from '../../../schema/checkin'
import { flowGuests, guests, type Who } from '../../../schema/guest'
import { checkin } from '../../../schema/record'
import type { Flow } from '../../../schema/steps'
import { rules, writeForms } from '../../../schema/vocabulary'
import { party } from '../../../src/core/checkin/party'
import { neededIn, officialFields } from '../../../src/core/exports/official-fields'
import { policeColumns } from '../../../src/core/exports/police'
import { guestEntries, type PlaceCodes, writeCells } from '../../../src/core/exports/record-layout'
import { arrivalColumns } from '../../../src/core/exports/region-file'
import { changesOf, follow, guardOf, guestOf, targetOf } from '../../../src/core/flow/arms'
import { facts } from '../../../src/core/flow/facts'
import {
  askedFields,
  defaultOf,
  definitionOf,
  fieldNamesOf,
  optionsOf,
  withAnswer,
} from '../../../src/core/flow/fields'
import { nameResolver, shortOf } from '../../../src/core/flow/names'
import { faultsOfRecord, formats } from '../../../src/core/flow/schema-faults'
import { withDerived } from '../../../src/core/flow/telephone'
import { trail } from '../../../src/core/flow/trail'
import { answerFaults, type Checker, clean, trimmed, type Validate } from '../../../src/core/flow/validation'
import { today } from '../flow/draft'

/**
 * A person who checks in: the true answers, the house's settings, and whether the person skips optional answers and
 * keeps prefilled ones.
 */
export type Person = { truth: Record<string, string>; settings: object; isHasty: boolean }

/** The failure of a check-in, for the guest or the record; undefined if it succeeded. */
export type Harm = string | undefined

type Words = { readonly [key: string]: string }
type Answers = Record<string, string | undefined>

const pages = ['/admin-settings', '/admin', '/admin-today']
const countries = ['Italia', 'Germania', 'Francia', 'Spagna', 'Stati Uniti', 'Apolide']
const optionalOfThird = ['thirdGuestCitizenship', 'thirdGuestBirthCountry', 'thirdGuestBirthCity']

const ajvFormats = formats({ today: () => today, isCitizenship: (name) => countries.includes(name) })
const checkers = new Map<string, Checker>()

/** The real validation of a check-in of this flow, with the host's own questions. */
const checkerOf = (flow: Flow): Checker => {
  const own = Object.entries(flow.fields).flatMap(([field, { schema }]) => (schema ? [[field, schema] as const] : []))
  const known = checkers.get(JSON.stringify(own))
  if (known) return known
  const ajv = new Ajv({ allErrors: true, inlineRefs: false, strict: false, formats: ajvFormats })
  const properties = { ...checkin.properties, ...Object.fromEntries(own) }
  const validate = ajv.compile({ ...checkin, properties }) as Validate
  const made: Checker = { faultsIn: (draft) => faultsOfRecord(validate, draft), today }
  checkers.set(JSON.stringify(own), made)
  return made
}

/** A code for every town, and for the countries of these people. */
const codeOf = (text: string) => String(100_000_100 + countries.indexOf(text))
const book: PlaceCodes = {
  country: (text) => (countries.includes(text) ? { found: { code: codeOf(text), name: text } } : { unknown: true }),
  city: (text) =>
    countries.includes(text) ? { unknown: true } : { found: { code: '412058091', name: text, province: 'RM' } },
  place: (text) => (countries.includes(text) ? book.country(text) : book.city(text)),
  isCode: () => undefined,
}

const refusedIn = (record: Checkin, isLet: (field: string) => boolean): Harm => {
  const faults = guestEntries(record, book).flatMap((entry) =>
    [policeColumns, arrivalColumns].flatMap((columns) => writeCells(columns, entry).faults),
  )
  const fault = faults.find(({ field }) => !isLet(field))
  return fault && `the file refuses ${fault.field}: ${fault.rule}`
}

/** Returns the first missing or wrong value of a stored record. */
export const wrongIn = (record: Answers, { truth, settings }: Person): Harm => {
  const asked = (settings as { askThirdGuestCitizenship?: boolean }).askThirdGuestCitizenship
  const isLet = (field: string) => !asked && optionalOfThird.includes(field)
  const [real, stored] = [truth, record].map((one) => party({ ...one, id: 1 } as never))
  if (real!.join() !== stored!.join()) return `the record has ${stored} instead of ${real}`
  const needed = [
    ...real!.flatMap((who: Who) =>
      [...new Set([...neededIn('police', who), ...neededIn('tourism', who)])].map((short) => fieldOf(who, short)),
    ),
    ...officialFields.police.stay,
  ] as string[]
  const lacking = needed.find((field) => !record[field] && !isLet(field))
  if (lacking) return `the record lacks ${lacking}`
  const isTrue = (field: string) => {
    const { who, short } = shortOf(field)
    const country = writeForms[short]?.abroad && truth[fieldOf(who!, writeForms[short]!.abroad!)]
    // The number of nights is checked elsewhere; abroad the country replaces the town.
    const isSaid = (one = '') => record[field]!.toUpperCase() === one.toUpperCase()
    return field === 'numberOfNights' || isSaid(truth[field]) || (country !== 'Italia' && isSaid(country))
  }
  const wrong = needed.find((field) => record[field] && !isTrue(field))
  return wrong ? `the record says ${record[wrong]} for ${wrong}` : refusedIn({ ...record, id: 1 } as never, isLet)
}

/** The words that a person reads: those of the flow and those shipped with the program. */
type Reader = { words: Words; shipped: Words }

const labelOf = (words: Words, field: string, part = 'label') =>
  words[`${field}.${part}`] ?? words[`${shortOf(field).short}.${part}`]

const ofLaw = [...new Set([...officialFields.police.main, ...officialFields.tourism.main])]

/** Returns the field that a label asks for: the legal field whose shipped label it is. */
const readAs = ({ words, shipped }: Reader, field: string): string => {
  const { who, short } = shortOf(field)
  const label = labelOf(words, field)
  if (label === shipped[`${short}.label`]) return field
  const other = ofLaw.find((one) => one !== short && shipped[`${one}.label`] === label)
  return other && who ? fieldOf(who, other) : field
}

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
/** Whether a person can enter this text in a control. */
const canSay: { [control: string]: (text: string) => boolean } = {
  date: isDate,
  arrival: isDate,
  country: (text) => countries.includes(text),
  phone: (text) => /^\d+$/.test(text),
  prefix: (text) => /^\+\d+$/.test(text),
  email: (text) => text.includes('@'),
}

/** Guesses for a question without a true answer. */
const guesses = ['X', 'AB', '1', '12345', 'AB123', 'AA111', 'ANNA MARIA', '2026-01-01', 'a@b.it', 'A'.repeat(20)]

type Asking = { flow: Flow; path: string; about: Who | undefined; person: Person; reader: Reader; checker: Checker }

/** Returns a person's answers to a question: the true one if the control accepts it. */
const answersTo = ({ flow, path, about, person, reader }: Asking, field: string, known: Answers): string[] => {
  const definition = definitionOf(flow, field)!
  const { who, short } = shortOf(field)
  const meant = readAs(reader, field)
  // A label names no guest: on a card of another guest, or of none, the person answers for the guest of the card.
  const truth = person.truth[who ? fieldOf(about ?? 'main', shortOf(meant).short) : meant]
  if (['buttons', 'select', 'nights'].includes(definition.control)) {
    const offered = optionsOf(definition, known, flow.steps[path]!.choices?.[short], nameResolver(who))
    const wanted = truth && labelOf(reader.shipped, field, truth)
    const read = wanted && offered.find((value) => labelOf(reader.words, field, value) === wanted)
    return truth === undefined ? offered : [read || (offered.includes(truth) ? truth : (offered[0] ?? ''))]
  }
  const say = (text: string) => {
    const can = canSay[definition.control] ?? ((one) => !isDate(one))
    if (!can(text)) return ''
    if (['date', 'arrival', 'country', 'language'].includes(definition.control)) return text
    return trimmed(clean(definition.clean, text).slice(0, definition.maxLength))
  }
  return (truth === undefined ? guesses : [truth]).map(say)
}

/** Returns the path and the answers after the guards have run; undefined if the guards loop. */
const pastGuards = (flow: Flow, start: string, answers: Answers, settings: object) => {
  let path = start
  for (let turn = 0; turn < 20; turn++) {
    const known = facts(answers, settings)
    const guard = guardOf(flow, path, known)
    if (!guard) return { path, known }
    for (const [field, value] of Object.entries(changesOf(guard.set, known))) answers[field] = value ?? undefined
    path = guard.to
  }
  return undefined
}

const holes = (text = ''): string[] => text.match(/\{[^{}]*\}?/g) ?? []

const brokenKeys = new WeakMap<Words, { key: string | undefined }>()

/** Returns the first text with a placeholder that the shipped text does not have. Cached by words. */
const brokenIn = ({ words, shipped }: Reader): string | undefined => {
  const known = brokenKeys.get(words)
  if (known) return known.key
  const keys = Object.keys(words).filter((key) => words[key] !== shipped[key])
  const key = keys.find((one) => holes(words[one]).some((hole) => !holes(shipped[one]).includes(hole)))
  brokenKeys.set(words, { key })
  return key
}

/** Returns why a person cannot read the words of a card. */
const unreadable = (reader: Reader, path: string, fields: readonly string[]): Harm => {
  const { words } = reader
  if (!words[`${path}.title`]) return `${path} has no title`
  const broken = brokenIn(reader)
  if (broken) return `${broken} shows ${holes(words[broken])}`
  const unnamed = fields.find((field) => !labelOf(words, field))
  return unnamed && `${unnamed} has no label`
}

/** Fills a card in as a person does; returns the harm if the person cannot leave it. */
const fillIn = (asking: Asking, who: Who | undefined, answers: Answers): Harm => {
  const { flow, path, person, checker } = asking
  const step = flow.steps[path]!
  const given = new Set<string>()
  let known = facts(answers, person.settings)
  let asked = askedFields(flow, step, who, known)
  const put = (field: string, value: string | undefined) => {
    const after = withAnswer(flow, answers, field, value, asked)
    for (const one of new Set([...Object.keys(answers), ...Object.keys(after)])) answers[one] = after[one] || undefined
    known = facts(answers, person.settings)
    asked = askedFields(flow, step, who, known)
  }
  // An answer can make the card show another question: a second pass sees all answers.
  for (let turn = 0; turn < 2; turn++)
    for (const { field, optional } of asked) {
      if (given.has(field)) continue
      given.add(field)
      const definition = definitionOf(flow, field)
      if (!definition) return `nobody knows how to ask ${field}`
      const shown = answers[field] ?? defaultOf(definition, known, nameResolver(who))
      const isLeft = person.isHasty && shown && !writeForms[shortOf(field).short]?.ready
      const possible = isLeft ? [shown] : person.isHasty && optional ? [''] : answersTo(asking, field, known)
      const isFine = (value: string) => {
        put(field, value)
        return !answerFaults(flow, checker, answers, known, [{ field, optional }], undefined, true).length
      }
      if (!possible.some(isFine)) return `${path}: ${field} cannot be answered`
    }
  if (step.on === 'enter' && given.size) return `${path} is never shown`
  const [fault] = answerFaults(flow, checker, answers, known, asked, undefined, true)
  return fault && `${path}: ${fault.field} is refused (${fault.rule})`
}

const textsOf = (words: Words) => {
  const texts: Record<string, string[]> = {}
  for (const [key, text] of Object.entries(words)) (texts[key.split('.')[0]!] ??= []).push(key, text)
  return texts
}

/** Returns everything that filling in a card reads of a flow and its words, as a cache key. */
const readOf = (flow: Flow, words: Words) => {
  const texts = textsOf(words)
  const read = new Map<string, string>()
  return (path: string): string => {
    const known = read.get(path)
    if (known) return known
    const step = flow.steps[path]!
    const names = fieldNamesOf(step).flatMap((short) => [short, ...flowGuests.map((who) => nameResolver(who)(short))])
    const all = names.flatMap((name) => [shortOf(name).short, name]).map((one) => [one, flow.fields[one], texts[one]])
    const text = createHash('sha256')
      .update(JSON.stringify([step, all]))
      .digest('base64')
    read.set(path, text)
    return text
  }
}

let lastRead: { flow: Flow; words: Words; of: (path: string) => string } | undefined

type Filled = { from: string; harm: Harm; after: Answers }
const cardsOf = new WeakMap<Person, Map<string, Filled>>()

/**
 * Fills in a card, cached by person, card and answers, because an edit leaves most cards unchanged. The cache assumes
 * the same `shipped` in all walks of a process.
 */
const fillInOnce = (asking: Asking, who: Who | undefined, answers: Answers): Harm => {
  const { flow, path, person, reader } = asking
  const { words } = reader
  if (lastRead?.flow !== flow || lastRead.words !== words) lastRead = { flow, words, of: readOf(flow, words) }
  const from = `${lastRead.of(path)} ${who} ${JSON.stringify(answers)}`
  const cards = cardsOf.get(person) ?? cardsOf.set(person, new Map()).get(person)!
  const known = cards.get(path)
  if (known?.from === from) {
    for (const field of Object.keys(answers)) answers[field] = undefined
    Object.assign(answers, known.after)
    return known.harm
  }
  const harm = fillIn(asking, who, answers)
  if (!known) cards.set(path, { from, harm, after: { ...answers } })
  return harm
}

const recordsOf = new WeakMap<Person, { record: string; wrong: Harm }>()

/** Returns the fault of a record; cached, because most edits leave the record of a person unchanged. */
const wrongInOnce = (record: Answers, person: Person): Harm => {
  const text = JSON.stringify(record)
  const known = recordsOf.get(person)
  if (known?.record === text) return known.wrong
  const wrong = wrongIn(record, person)
  if (!known) recordsOf.set(person, { record: text, wrong })
  return wrong
}

/**
 * Walks a journey card by card as one person in a browser, then checks the record as stored by the server and as
 * exported. Uses none of the checker's code. `words` are those of one language, `shipped` the program's; `send` gets
 * the data that a browser would send.
 */
export const harmTo = (
  flow: Flow,
  person: Person,
  words: Words,
  shipped: Words = words,
  send: (answers: Record<string, string>) => void = () => {},
): Harm => {
  const { truth, settings } = person
  const checker = checkerOf(flow)
  const answers: Answers = { showPaymentPage: truth.showPaymentPage }
  let isSent = false
  const passed = new Set<string>()
  let next = '/'
  for (;;) {
    const arrival = pastGuards(flow, next, answers, settings)
    if (!arrival) return `guards send round from ${next}`
    const { path } = arrival
    const step = flow.steps[path]
    if (!step) return pages.includes(path) ? undefined : `nothing stands at ${path}`
    if (passed.has(path)) return `${path} comes again`
    if (!passed.size && step.panel !== 'privacy') return 'the first card has no privacy note'
    passed.add(path)
    const who = guestOf(step, arrival.known)
    const reader = { words, shipped }
    const names = askedFields(flow, step, who, arrival.known).map(({ field }) => field)
    const trouble =
      unreadable(reader, path, names) ?? fillInOnce({ flow, path, about: who, person, reader, checker }, who, answers)
    if (trouble) return trouble
    const rule = step.do && rules[step.do]
    if (rule?.invents) return `${path} invents the guests`
    if (step.do === 'submit') {
      const draft = JSON.parse(JSON.stringify(withDerived(JSON.parse(JSON.stringify(answers)))))
      send(draft)
      const { open, answers: record } = trail(flow, draft, settings, checker)
      if (open) return `the server refuses ${open.faults[0]!.field} of ${open.path}`
      const wrong = wrongInOnce(record, person)
      if (wrong) return wrong
      isSent = true
    }
    if (rule?.ends) return isSent ? undefined : 'the check-in ends unsent'
    const known = facts(answers, settings, rule?.outcomes[0])
    const name = nameResolver(who)
    const arm = follow(step.next, known, name)
    if (!arm) return `${path} leads nowhere`
    for (const [field, value] of Object.entries(changesOf(arm.set, known, name))) answers[field] = value ?? undefined
    const to = typeof arm.to === 'string' ? arm.to : targetOf(arm, facts(answers, settings))
    if (!to?.startsWith('/')) return isSent ? undefined : 'the guest leaves unsent'
    next = to
  }
}

const names = ['ANNA MARIA', "D'ANGIO", 'JEAN-LUC']
const numbers = { ID: ['CA12345AA', 'AA1234567', 'L01X00T47'], PASS: ['YA1234567', '123456789', 'C01X00T47'] }

/** Returns a person for the bits of a number, in a house that takes at most `most` guests; no party is larger. */
export const personOf = (bits: number, most = 3): Person => {
  const bit = (n: number) => Boolean((bits >> n) & 1)
  const abroad = ['Germania', 'Francia', 'Spagna']
  const one = (who: Who, i: number) => {
    const [bornHere, livesHere] = [bit(i * 2), bit(i * 2 + 1)]
    const document = bit(i + 12) ? 'ID' : 'PASS'
    const citizenship = bit(i + 9)
      ? 'Italia'
      : bit(i + 6)
        ? ['Apolide', 'Stati Uniti', 'Francia'][i % 3]!
        : abroad[(i + 1) % 3]!
    const truth = {
      name: `${names[i % 3]}${i > 2 ? ' B' : ''}`,
      lastName: names[(i + 1) % 3]!,
      gender: bit(i + 6) ? 'UOMO' : 'DONNA',
      citizenship,
      birthCountry: bornHere ? 'Italia' : abroad[i % 3]!,
      birthCity: bornHere ? `SANT'ELIA ${names[i % 3]!.length}` : abroad[i % 3]!,
      birthDate: i && bit(i + 6) ? `201${i}-01-01` : `198${i}-01-01`,
      residenceCountry: livesHere ? 'Italia' : abroad[(i + 2) % 3]!,
      residenceCity: livesHere || !i ? `LA SPEZIA ${i}` : abroad[(i + 2) % 3]!,
      residenceAddress: 'VIA ROMA 1',
      fiscalCode: 'RSSMRA85T10A562S',
      documentType: document,
      documentNumber: numbers[document][citizenship === 'Italia' ? 0 : ((bits >> 3) & 1) + 1]!,
      documentIssuePlace: livesHere ? `ISSUED ${i}` : abroad[(i + 2) % 3]!,
    }
    return Object.fromEntries(Object.entries(truth).map(([field, value]) => [fieldOf(who, field), value]))
  }
  const [mayTwo, mayThree] = [!bit(17), !bit(18)]
  const isTwo = mayTwo && bit(15)
  const isThree = isTwo && mayThree && bit(16)
  const comes = (number: number) => isThree && number <= most && (bits + number) % 4 > 0
  const further = [4, 5].filter((number) => comes(4) && comes(number))
  return {
    isHasty: bit(19),
    settings: {
      enableSecondGuest: mayTwo,
      enableThirdGuest: mayThree,
      enableCompanyInvoice: !bit(20),
      askThirdGuestCitizenship: bit(21),
      mostGuests: most,
      enablePayPal: bit(22),
      enableStripe: bit(23),
    },
    truth: {
      ...Object.assign({}, ...guests.slice(0, 5).map(one)),
      selectedLanguage: 'it',
      reservationCode: 'A1B2',
      showPaymentPage: bit(24) ? 'true' : 'false',
      email: 'a@b.it',
      phonePrefix: '+39',
      phoneNumber: '33312345',
      addSecondGuest: isTwo ? 'yes' : 'no',
      addThirdGuest: isThree ? 'yes' : 'no',
      ...Object.fromEntries([4, 5, 6].map((number) => [`addGuest${number}`, further.includes(number) ? 'yes' : 'no'])),
      partyKind: bit(29) ? 'family' : 'group',
      invoiceType: bit(25) ? 'business' : 'personal',
      companyName: 'ACME SRL',
      companyCity: 'MILANO',
      companyAddress: 'VIA ROMA 2',
      companyVatNumber: 'IT12345678901',
      arrivalDate: today,
      numberOfNights: bit(26) ? '2' : '7',
      paymentMethod: bit(27) ? 'CARTA' : 'CONTANTI',
      paymentProvider: bit(22) ? 'paypal' : 'cash',
      arrivalTimeSlot: 'unknown',
    },
  }
}

/** Parties of one to five guests, mostly more than three, in houses that take three to twelve. */
export const parties = (draw: (below: number) => number): Person[] =>
  Array.from({ length: 48 }, (_, i) =>
    personOf(
      (i % 64) | ((i % 4 ? 3 : draw(4)) << 15) | (draw(2 ** 9) << 6) | (draw(2 ** 9) << 19),
      [12, 12, 12, 12, 5, 4, 3][i % 7],
    ),
  )

/**
 * Returns people for every journey: each of the first three guests born and living in Italy or abroad, parties of one,
 * two and three, every setting on and off; `draw` chooses the rest.
 */
export const everybody = (draw: (below: number) => number): Person[] =>
  Array.from({ length: 160 }, (_, i) => {
    const places = i % 64
    const party = i < 96 ? (1 << 15) | (1 << 16) : (draw(4) << 15) | (draw(4) << 17)
    const rest = (draw(2 ** 9) << 6) | (draw(2 ** 9) << 19)
    const asked = i < 64 ? 1 << 21 : 0
    return personOf(places | party | (rest & ~(15 << 15)) | asked)
  })
