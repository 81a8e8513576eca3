import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Checkin, type Draft, fieldOf } from '../../../schema/checkin'
import { guests, type Later, partyFlag, type Who } from '../../../schema/guest'
import { defaults } from '../../../schema/settings'
import { identifiedAfter } from '../../../src/core/checkin/checkin-states'
import {
  guestTitle,
  isOtherParty,
  mostAsked,
  party,
  partyFaults,
  partyFields,
  withGuestBefore,
  withoutGuest,
} from '../../../src/core/checkin/party'
import { hitsOf } from '../../../src/core/checkin/search'
import { residenceFigures, yearFigures } from '../../../src/core/checkin/statistics'
import { identityRemoval } from '../../../src/core/data-protection/retention'
import { clipboard } from '../../../src/core/exports/clipboard'
import { policeLines } from '../../../src/core/exports/police'
import { ownerOf, unmarkedId } from '../../../src/core/exports/region-ids'
import { ruleFieldOf, shortOf } from '../../../src/core/flow/names'
import { faultsOfRecord } from '../../../src/core/flow/schema-faults'
import type { Fault } from '../../../src/core/flow/validation'
import { placesIn } from '../../../src/core/police/filing-states'
import { printsOf } from '../../../src/core/police/police-state'
import { book } from '../../exports/book'

const test = suite('parties of any size')

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const nameOf = (number: number) => `OSPITE ${letters[Math.floor(number / 26)]}${letters[number % 26]}`

const answers = (who: Who, number: number): Draft =>
  Object.fromEntries(
    Object.entries({
      name: nameOf(number),
      lastName: 'ROSSI',
      gender: 'DONNA',
      citizenship: 'Francia',
      birthCountry: 'Francia',
      birthDate: '1990-01-01',
      birthCity: 'Francia',
      residenceCountry: 'Francia',
      residenceCity: 'Francia',
    }).map(([field, value]) => [fieldOf(who, field), value]),
  )

const partyOf = (count: number): Checkin =>
  Object.assign(
    {
      id: 7,
      arrivalDate: '2026-11-20',
      numberOfNights: '3',
      mainGuestDocumentType: 'PASS',
      mainGuestDocumentNumber: 'YA1',
      mainGuestDocumentIssuePlace: 'Francia',
    },
    ...guests.slice(0, count).map((who, i) => ({
      ...answers(who, i + 1),
      ...(who !== 'main' && { [partyFlag(who)]: 'yes' }),
    })),
  )

const draftOf = (count: number, more: Draft = {}): Draft => {
  const { id: _, ...draft } = partyOf(count)
  return { ...draft, ...more } as Draft
}

test('one rule names the fields of a fourth and of a thirtieth guest', () => {
  assert.is(fieldOf('guest4', 'birthCity'), 'guest4BirthCity')
  assert.is(partyFlag('guest30'), 'addGuest30')
  assert.equal(shortOf('guest30LastName'), { who: 'guest30', short: 'lastName', number: 30 })
  assert.equal(shortOf('addGuest12'), { short: 'addGuest', number: 12 })
  for (const other of ['guest3Name', 'guest31Name', 'guest04Name', 'guest4', 'addGuest3', 'addGuest31'])
    assert.equal(shortOf(other), { short: other })
  assert.equal(['guest9Name', 'addGuest9', 'secondGuestName', 'addSecondGuest'].map(ruleFieldOf), [
    'thirdGuestName',
    'addThirdGuest',
    'secondGuestName',
    'addSecondGuest',
  ])
})

test('a party lists the guests who come, in order, up to thirty', () => {
  for (const count of [1, 2, 3, 4, 5, 12, 30]) assert.equal(party(partyOf(count)), guests.slice(0, count))
  assert.equal(party({ ...partyOf(6), addGuest5: 'no' }), guests.slice(0, 4), 'nobody comes after a gap')
  assert.equal(party({ ...partyOf(3), addSecondGuest: 'no' }), ['main', 'third'], 'as records of before say it')
})

test('the police get a line for each of 1 to 12 guests: 16 alone, else 18 and 20', () => {
  for (let count = 1; count <= 12; count++) {
    const { lines, faults } = policeLines(partyOf(count), book, defaults)
    assert.equal(faults, [])
    assert.equal(
      lines.map(({ text }) => [text.slice(0, 2), text.slice(64, 94).trimEnd()]),
      Array.from({ length: count }, (_, i) => [i ? '20' : count > 1 ? '18' : '16', nameOf(i + 1)]),
    )
  }
})

test('each guest has an id of their own at the region, at most 20 characters long, read back', () => {
  const ids = guests.map((who) => unmarkedId(123456789, who))
  assert.is(new Set(ids).size, 30)
  assert.equal(
    [0, 1, 2, 3, 25, 26, 29].map((i) => ids[i]),
    ['', 'B', 'C', 'D', 'Z', 'AA', 'AD'].map((end) => `123456789${end}`),
  )
  for (const [i, id] of ids.entries()) assert.equal(ownerOf(id), { checkin: 123456789, who: guests[i] })
  for (const [i, id] of ids.entries()) assert.equal(ownerOf(`QWERTZUI${id}`), { checkin: 123456789, who: guests[i] })
})

test('the clipboard has 51 lines; with more than three guests 12 more for each, and the kind of party', () => {
  for (const count of [1, 3, 4, 7]) {
    const lines = clipboard({ ...partyOf(count), partyKind: 'family' }).split('\n')
    assert.is(lines.length, count > 3 ? 51 + 12 * (count - 3) + 1 : 51)
    if (count > 3) assert.equal([lines[51], lines.at(-1)], [nameOf(4), 'family'])
  }
})

test('search, retention and statistics know every guest of a large party', () => {
  const five = { ...partyOf(5), departureDate: '2026-11-23', guest5Name: 'ZENOBIA' } as Checkin
  assert.equal(hitsOf(five, 'zenobia'), ['guest5Name'])
  assert.equal(hitsOf({ ...five, addGuest5: 'no' }, 'zenobia'), [], 'nobody finds a guest who does not come')
  const kept = identityRemoval(five, '2027-01-01T00:00:00Z')
  assert.equal(
    [kept.guest5Name, kept.guest5BirthDate, kept.guest5Age, kept.guest5Citizenship, kept.addGuest5],
    [null, null, '36', 'Francia', 'yes'],
  )
  const november = yearFigures([five], '2026')[10]
  assert.equal([november!.arrivals, november!.nights % 5, residenceFigures([five], '2026')[0]!.guests], [5, 0, 5])
})

test('a gap, a guest too many and a guest entered twice are named', () => {
  assert.equal(partyFaults(draftOf(12), 12), [])
  assert.equal(partyFaults(draftOf(6, { addGuest4: 'no' }), 12), [{ field: 'addGuest5', rule: 'gap' }])
  assert.equal(partyFaults(draftOf(5), 4), [{ field: 'addGuest5', rule: 'tooMany', limit: 4 }])
  assert.equal(partyFaults(draftOf(5, answers('guest5', 2)), 12), [{ field: 'guest5Name', rule: 'twice' }])
  const unknown = { guest5BirthDate: '', guest4BirthDate: '', guest4Name: 'X', guest5Name: 'X' }
  assert.equal(partyFaults(draftOf(5, unknown), 12), [], 'who has no birth date yet is nobody twice')
})

test('if a guest is removed, the others move up with their own questions', () => {
  const own = { secondGuestDiet: 'NUTS', thirdGuestDiet: 'MILK' }
  const before = draftOf(5, { ...own, thirdGuestResidenceAddress: 'VIA 3', guest4FiscalCode: 'CF4' })
  for (const [index, who] of guests.slice(1, 5).entries()) {
    const after = { ...before, ...withoutGuest(before, who as Later) }
    const names = [1, 2, 3, 4, 5].filter((number) => number !== index + 2).map(nameOf)
    assert.equal(
      party(after as unknown as Checkin).map((one) => after[fieldOf(one, 'name')]),
      names,
    )
    assert.equal([after.addGuest5, after.guest5Name], ['no', ''])
  }
  const gone = withoutGuest(before, 'second')
  assert.equal([gone.secondGuestDiet, gone.thirdGuestDiet], ['MILK', ''], "answers to the house's questions go along")
  assert.equal(
    [gone.secondGuestResidenceAddress, gone.thirdGuestFiscalCode, gone.guest4FiscalCode],
    ['VIA 3', 'CF4', ''],
  )
})

test('a guest comes before any other, who moves down with all answers, identification and lines at the police', () => {
  const own = { secondGuestDiet: 'NUTS', guest4FiscalCode: 'CF4' }
  const by = (name: string) => ({ at: '2026-11-20T15:00:00.000Z', how: 'inPerson', by: name })
  const known = Object.fromEntries(guests.slice(0, 5).map((who, at) => [who, by(nameOf(at + 1))]))
  const before = { ...draftOf(5, own), identified: JSON.stringify(known) } as Draft
  const asRecord = (record: Draft) => record as unknown as Checkin
  for (const [index, who] of guests.slice(1, 5).entries()) {
    const opened = { ...before, ...withGuestBefore(before, who as Later) }
    assert.equal([opened[fieldOf(who, 'name')], opened.addGuest6], ['', 'yes'])
    const after = { ...opened, ...answers(who, 9) }
    const names = [1, 2, 3, 4, 5].map(nameOf)
    names.splice(index + 1, 0, nameOf(9))
    assert.equal(
      party(asRecord(after)).map((one) => after[fieldOf(one, 'name')]),
      names,
    )
    const prints = [before, after].map((record) => printsOf(asRecord(record), (text) => text)) as [object, object]
    const places = placesIn(...prints)
    const identified = identifiedAfter(asRecord(before), asRecord(after))
    for (const [at, one] of guests.slice(0, 6).entries()) {
      const had = at <= index ? guests[at] : at === index + 1 ? undefined : guests[at - 1]
      assert.equal([places[one], identified[one]?.by], [had, had && known[had]!.by], `${who} ${one}`)
    }
  }
  const first = withGuestBefore(before, 'second')
  assert.equal([first.secondGuestDiet, first.thirdGuestDiet], ['', 'NUTS'])
  assert.equal([first.guest4FiscalCode, first.guest5FiscalCode], ['', 'CF4'])
})

test('an identification stays with its person, who may have moved up, and with a corrected name', () => {
  const by = (name: string) => ({ at: '2026-11-20T15:00:00.000Z', how: 'inPerson', by: name })
  const known = { main: by('A'), second: by('B'), third: by('C') }
  const before = { ...partyOf(4), identified: JSON.stringify(known) } as Checkin
  const after = (changes: Draft) => identifiedAfter(before, { ...before, ...changes } as Checkin)
  assert.equal(after(withoutGuest(before as unknown as Draft, 'second')), { main: by('A'), second: by('C') })
  assert.equal(after(withoutGuest(before as unknown as Draft, 'third')), { main: by('A'), second: by('B') })
  assert.equal(after({ secondGuestName: 'CORRECTED' }), known)
  assert.equal(after({ addThirdGuest: 'no', addGuest4: 'no' }), { main: by('A'), second: by('B') })
  const swapped = { ...answers('second', 3), ...answers('third', 2) }
  assert.equal(after(swapped), { main: by('A'), second: by('C'), third: by('B') })
})

test('a change knows whether its guests have moved, left or come in another window since', () => {
  const before = partyOf(4) as unknown as Draft
  const from = Object.fromEntries(partyFields(before).map((field) => [field, before[field] ?? '']))
  assert.equal(partyFields({}), ['addSecondGuest', 'mainGuestName', 'mainGuestLastName', 'mainGuestBirthDate'])
  const is = (stored: Draft, changes: Draft) => isOtherParty(from, { ...before, ...stored } as never, changes)
  const [second, third, last] = (['second', 'third', 'guest4'] as const).map((who) => withoutGuest(before, who))
  const fourth = { addGuest5: 'yes', guest5Name: 'NOEL', guest5LastName: 'BLU', guest5BirthDate: '2010-01-01' }
  const another = { ...fourth, guest5Name: 'LEON' }
  assert.equal(
    [
      is(second!, { secondGuestBirthCity: 'ROMA (RM)' }),
      is(second!, third!),
      is(last!, { guest4Name: 'X' }),
      is(fourth, another),
      is(withGuestBefore(before, 'second'), { thirdGuestName: 'X' }),
    ],
    [true, true, true, true, true],
  )
  assert.equal(
    [
      is({}, { secondGuestName: 'X' }),
      is({ secondGuestName: 'CORRECTED' }, { secondGuestName: 'X', thirdGuestName: 'Y' }),
      is({ secondGuestName: 'CORRECTED' }, third!),
      is(fourth, { secondGuestName: 'X' }),
      is(second!, { mainGuestName: 'X', specialRequests: 'x' }),
    ],
    [false, false, false, false, false],
    'the place is still the same person’s',
  )
  assert.equal([is(second!, second!), is(fourth, fourth)], [false, false], 'a repeated attempt is stored already')
})

test('a further guest is checked by the rules of the third', () => {
  const asked: object[] = []
  const validate = Object.assign(
    (data: unknown) => {
      asked.push(data as object)
      validate.errors =
        'thirdGuestName' in (data as object)
          ? [{ instancePath: '/thirdGuestName', keyword: 'minLength', params: { limit: 1 } }]
          : []
      return !validate.errors.length
    },
    { errors: [] as { instancePath: string; keyword: string; params: Record<string, unknown> }[] },
  )
  const faults: Fault[] = faultsOfRecord(validate, { guest4Name: '', guest9Name: '', addGuest9: 'yes' })
  assert.equal(faults, [
    { field: 'guest4Name', rule: 'minLength', limit: 1 },
    { field: 'guest9Name', rule: 'minLength', limit: 1 },
  ])
  assert.equal(asked.slice(1), [{ thirdGuestName: '' }, { thirdGuestName: '' }, { addThirdGuest: 'yes' }])
})

test('a house asks for one guest, for two, or for as many as it says', () => {
  const asked = (enableSecondGuest: boolean, enableThirdGuest: boolean) =>
    mostAsked({ enableSecondGuest, enableThirdGuest, mostGuests: 7 })
  assert.equal([asked(false, false), asked(false, true), asked(true, false), asked(true, true)], [1, 1, 2, 7])
})

test('a guest has the title of the words, from the fourth on with a number', () => {
  const said = {
    has: (key: string) => key === 'guest.second',
    say: (key: string, holes = {}) => key + JSON.stringify(holes),
  }
  assert.equal(
    (['second', 'guest4'] as const).map((who) => guestTitle(said as never, who)),
    ['guest.second{}', 'guest.further{"number":4}'],
  )
})

test.run()
