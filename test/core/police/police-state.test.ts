import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { policeStates } from '../../../schema/offices'
import { withGuestBefore, withoutGuest } from '../../../src/core/checkin/party'
import { declarationAfter, withLeaversLast } from '../../../src/core/police/filing-states'
import {
  countLeft,
  guestStates,
  isDue,
  type KnownFiling,
  partyState,
  printsOf,
  type Wired,
  wireNow,
} from '../../../src/core/police/police-state'

const test = suite('states on the way to the police')
const digest = (text: string) => text
const at = '2026-11-20T17:00:00Z'
const checkin: Checkin = {
  id: 1,
  mainGuestName: 'MARIO',
  mainGuestLastName: 'ROSSI',
  addSecondGuest: 'yes',
  secondGuestName: 'ANNA',
  arrivalDate: '2026-11-20',
  numberOfNights: '2',
}
const enabled: Checkin = { ...checkin, enabledForSending: 'yes' }
const filed = (record: Checkin, file = 'a.txt') => ({
  at: '2026-11-20T16:00:00Z',
  file,
  prints: printsOf(record, digest),
})
const known = (more: Partial<KnownFiling> = {}): KnownFiling => ({ faulty: new Set(), filed: [], digest, ...more })

/** The host's statement, later than every file here, that the police have these guests as in the record. */
const told = (record: Checkin, ...who: Who[]) => ({
  at: '2026-11-20T18:00:00Z',
  prints: Object.fromEntries(who.map((one) => [one, printsOf(record, digest)[one]])),
})
const states = (record: Checkin, more: Partial<KnownFiling> = {}) =>
  (['main', 'second'] as const).map((who) => guestStates(record, known(more))[who])
const only = (...who: Who[]) => new Set(who)

test('before any file: incomplete, to review, enabled; sent by web service', () => {
  assert.equal(states(checkin), ['toReview', 'toReview'])
  assert.equal(states(enabled), ['enabled', 'enabled'])
  assert.equal(states(enabled, { faulty: only('second') }), ['enabled', 'incomplete'])
  assert.equal(states(enabled, { told: told(enabled, 'main') }), ['sent', 'enabled'])
})

test('a party with a new fault is incomplete again, in a file or sent; refused or accepted stays so', () => {
  const faulty = only('main', 'second')
  assert.equal(states(enabled, { faulty, filed: [filed(enabled)] }), ['incomplete', 'incomplete'])
  assert.equal(states(enabled, { faulty, filed: [filed(enabled)], told: told(enabled, 'main') })[0], 'incomplete')
  const renamed: Checkin = { ...enabled, secondGuestName: 'ANNAMARIA' }
  assert.equal(states(renamed, { faulty, filed: [filed(enabled)] }), ['incomplete', 'incomplete'])
  const both = told(enabled, 'main', 'second')
  assert.equal(states(renamed, { faulty, filed: [filed(enabled)], told: both }), ['incomplete', 'changed'])
})

test('in a file, and sent once the host says so', () => {
  assert.equal(states(enabled, { filed: [filed(enabled)] }), ['inFile', 'inFile'])
  assert.equal(states(enabled, { filed: [filed(enabled)], told: told(enabled, 'main', 'second') }), ['sent', 'sent'])
})

test('a change after the file or the report concerns its guest; a change of the stay concerns all', () => {
  const renamed: Checkin = { ...enabled, secondGuestName: 'ANNAMARIA' }
  const one = [filed(enabled)]
  const word = told(enabled, 'main', 'second')
  assert.equal(states(renamed, { filed: one }), ['inFile', 'outdated'])
  assert.equal(states(renamed, { filed: one, told: word }), ['sent', 'changed'])
  assert.equal(states({ ...enabled, arrivalDate: '2026-11-21' }, { filed: one }), ['outdated', 'outdated'])
  assert.equal(states({ ...enabled, specialRequests: 'x' }, { filed: one }), ['inFile', 'inFile'])
  const correction = { ...filed(renamed, 'b.txt'), at: '2026-11-20T19:00:00Z' }
  assert.equal(states(renamed, { filed: [...one, correction] }), ['inFile', 'inFile'])
  assert.equal(states(renamed, { filed: [...one, correction], told: word }), ['inFile', 'corrected'])
})

test('a family is another file than a group; a single guest has no kind, and digests of before stay', () => {
  const family: Checkin = { ...enabled, partyKind: 'family' }
  assert.equal(states(family, { filed: [filed(enabled)] }), ['outdated', 'outdated'])
  assert.equal(states(family, { filed: [filed(family)] }), ['inFile', 'inFile'])
  assert.equal(printsOf({ ...enabled, partyKind: 'group' }, digest), printsOf(enabled, digest))
  const alone: Checkin = { ...family, addSecondGuest: 'no' }
  assert.equal(printsOf(alone, digest), printsOf({ ...enabled, addSecondGuest: 'no' }, digest))
  assert.match(printsOf(enabled, digest).main!, /^\[true,/)
})

test('a guest added after the file was not in it; a party of two is no single guest', () => {
  const alone: Checkin = { ...enabled, addSecondGuest: 'no' }
  assert.equal(states(enabled, { filed: [filed(alone)] }), ['outdated', 'enabled'])
})

test('a file without stored content is never called outdated', () => {
  assert.equal(states(enabled, { filed: [{ at: '', file: 'old.txt' }] }), ['inFile', 'inFile'])
})

test('a party has the state of its most urgent guest', () => {
  assert.is(partyState(['enabled', 'incomplete']), 'incomplete')
  assert.is(partyState(['inFile', 'changed']), 'changed')
  assert.is(partyState(['inFile', 'outdated']), 'outdated')
  assert.is(partyState(['sent', 'inFile']), 'inFile')
  assert.is(partyState(['sent', 'sent']), 'sent')
  for (const state of policeStates) assert.is(partyState([state]), state)
  assert.equal(
    policeStates.filter((state) => !isDue(state)),
    ['sent'],
  )
})

test('by web service: being sent, unknown, refused, accepted, and changed since it was accepted', () => {
  const print = printsOf(enabled, digest).main
  const main = (state: 'sending' | 'sent' | 'refused' | 'unknown', was = print) =>
    states(enabled, { wire: { main: { state, at, print: was } } })[0]
  assert.equal(
    (['sending', 'unknown', 'refused', 'sent'] as const).map((state) => main(state)),
    ['sending', 'unknown', 'refused', 'sent'],
  )
  assert.is(main('sent', 'another name'), 'changed')
  assert.is(main('refused', 'another name'), 'enabled', 'put right after the refusal')
  const second = { state: 'refused', at, print: 'another name' } as const
  const both = states(enabled, { wire: { main: { state: 'refused', at, print }, second } })
  assert.equal(both, ['enabled', 'enabled'], 'once one is put right, nobody of the party stands refused')
  const unknownPrint = states(enabled, { wire: { main: { state: 'refused', at } } } as Partial<KnownFiling>)
  assert.is(unknownPrint[0], 'refused', 'what was refused is not known to have changed')
})

test('a declaration later than the sending counts, except while the sending runs or is unknown', () => {
  const prints = printsOf(enabled, digest)
  const renamed: Checkin = { ...enabled, secondGuestName: 'ANNAMARIA' }
  const sentAs = (state: Wired['state'], when = at) => ({
    main: { state, at: when, print: prints.main },
    second: { state, at: when, print: prints.second },
  })
  const declared = told(renamed, 'main', 'second')
  const after = (record: Checkin, state: Wired['state'], when?: string) =>
    states(record, { wire: sentAs(state, when), told: declared })
  assert.equal(states(renamed, { wire: sentAs('sent') }), ['sent', 'changed'])
  assert.equal(after(renamed, 'sent'), ['sent', 'sent'], 'corrected by PEC, or in a file')
  assert.equal(after({ ...renamed, secondGuestName: 'ANNARITA' }, 'sent'), ['sent', 'changed'])
  assert.equal(after(renamed, 'sent', declared.at), ['sent', 'changed'], 'declared by the sending itself')
  assert.equal(states(enabled, { wire: sentAs('refused'), told: told(enabled, 'main', 'second') }), ['sent', 'sent'])
  assert.equal(after(enabled, 'refused', '2026-11-20T19:00:00Z'), ['refused', 'refused'], 'sent after it')
  for (const state of ['sending', 'unknown'] as const) assert.equal(after(renamed, state), [state, state])
})

test('a sent guest who moves up takes the state along; an added one has none', () => {
  const three: Checkin = { ...enabled, addThirdGuest: 'yes', thirdGuestName: 'CHLOE' }
  const prints = printsOf(three, digest)
  const sent = (who: Who) => ({ state: 'sent' as const, at, print: prints[who] })
  const lines = { main: sent('main'), second: sent('second'), third: sent('third') }
  const left: Checkin = { ...enabled, secondGuestName: 'CHLOE' }
  assert.equal(wireNow(left, lines, digest), { main: lines.main, second: lines.third })
  const come: Checkin = {
    ...three,
    secondGuestName: 'X',
    thirdGuestName: 'ANNA',
    addGuest4: 'yes',
    guest4Name: 'CHLOE',
  }
  assert.equal(wireNow(come, lines, digest), { main: lines.main, third: lines.second, guest4: lines.third })
  const old: { second: Wired } = { second: { state: 'sent', at } }
  assert.equal([wireNow(left, old, digest), wireNow(left, {}, digest)], [old, {}], 'without a digest: by the place')
})

test('the most urgent state comes first', () => {
  assert.equal(policeStates, [
    'refused',
    'unknown',
    'incomplete',
    'changed',
    'outdated',
    'toReview',
    'enabled',
    'sending',
    'inFile',
    'corrected',
    'sent',
  ])
  assert.equal([partyState(['corrected', 'sending']), partyState(['sent', 'corrected'])], ['sending', 'corrected'])
  assert.is(partyState([]), 'toReview')
})

test('a party corrected in a later file, with a new fault, is incomplete', () => {
  const renamed: Checkin = { ...enabled, secondGuestName: 'ANNAMARIA' }
  const twice = [filed(enabled), filed(renamed, 'b.txt')]
  assert.equal(states(renamed, { faulty: only('second'), filed: twice }), ['inFile', 'incomplete'])
  assert.equal(states(renamed, { filed: twice, told: told(renamed, 'main', 'second') }), ['sent', 'sent'])
})

test('a guest who left after the report is counted; a correction, a move and a guest who comes are not', () => {
  const three: Checkin = { ...checkin, addThirdGuest: 'yes', thirdGuestName: 'LUIGI' }
  const { at, prints } = told(three, 'main', 'second', 'third')
  const left = (record: Checkin, known: Checkin = three) =>
    countLeft(record, { told: known === three ? { at, prints } : undefined, digest })
  const after = (changes: object) => ({ ...three, ...changes }) as Checkin
  assert.is(left(three), 0)
  assert.is(left(after(withoutGuest(three as never, 'second'))), 1)
  assert.is(left(after({ addSecondGuest: 'no', addThirdGuest: 'no' })), 2)
  assert.is(left(after({ secondGuestName: 'ANNA MARIA' })), 0)
  assert.is(left(after({ ...withGuestBefore(three as never, 'second'), secondGuestName: 'UGO' })), 0)
  assert.is(left(after({ addSecondGuest: 'no' }), checkin), 0, 'nobody was told')
})

test('a guest who left keeps no place that another guest could take, and leaves the report only by the host', () => {
  const all = { main: 'M', second: 'A', third: 'B' }
  assert.equal(withLeaversLast(all, { main: 'M', second: 'B' }), { main: 'M', third: 'B', guest30: 'A' })
  assert.equal(withLeaversLast(all, { main: 'N', second: 'A', third: 'B' }), all, 'a correction')
  const two = withLeaversLast(all, { main: 'M' })
  assert.equal(two, { main: 'M', guest30: 'A', guest29: 'B' })
  assert.equal(withLeaversLast(two, { main: 'M', second: 'C' }), two)
  const filed = [{ at: '2026-11-20T10:00:00.000Z', file: 'a.txt', prints: { main: 'M', second: 'C' } }]
  const told = { at: '2026-11-20T09:00:00.000Z', prints: two }
  const at = '2026-11-20T11:00:00.000Z'
  const uploaded = declarationAfter(at, { main: 'M', second: 'C' }, { filed, told })
  assert.equal(uploaded.prints, { main: 'M', second: 'C', guest30: 'A', guest29: 'B' })
  const known = { filed, told: uploaded }
  const later = '2026-11-20T12:00:00.000Z'
  const declare = (now: object, settlesLeft?: boolean) => declarationAfter(later, now, known, settlesLeft)
  assert.is(declare({ main: 'M', second: 'C' }), uploaded, 'a second press declares nothing new')
  assert.equal(declare({ main: 'M', second: 'D' }).prints, { main: 'M', second: 'D', guest30: 'A', guest29: 'B' })
  assert.equal(declare({ main: 'M', second: 'C' }, true).prints, { main: 'M', second: 'C' })
  const early = { at, prints: all }
  assert.is(declarationAfter(later, { main: 'M', second: 'B' }, { filed: [], told: early }), early)
})

test.run()
