import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../schema/checkin'
import type { Flow } from '../../schema/steps'
import { countryNames } from '../../src/core/places/country-names'
import { addDays } from '../../src/core/text/dates'
import { receiptAddress, receiptStay, storedToken } from '../../src/ui/guest/later-cards/arrival/receipt-link'
import { readDraft, removeOldFormData } from '../../src/ui/guest/later-cards/read-draft'
import { draft, isStorageAllowed, resetDraft, saveDraft } from '../../src/ui/guest/state/guest-draft'
import { type Country, type GuestHouse, house, today } from '../../src/ui/shared/published'
import steps from '../../steps.json'

const test = suite('draft')
const flow = steps as unknown as Flow
house.set({
  language: 'it',
  countries: countryNames('it').map(({ italian, name, iso }): Country => [italian, name, iso]),
} as unknown as GuestHouse)

const stored = () => {
  const { draftSavedAt: _, ...own } = Object.fromEntries(
    Array.from({ length: localStorage.length }, (__, i) => localStorage.key(i)!).map((name) => [
      name,
      localStorage.getItem(name),
    ]),
  )
  return own
}
const read = (held: Record<string, string>) => {
  localStorage.clear()
  for (const [name, value] of Object.entries(held)) localStorage.setItem(name, value)
  readDraft(flow)
  return draft.get()
}

test('stored answers are read again, and a withdrawn answer is deleted from the phone', () => {
  read({})
  saveDraft({ mainGuestName: 'ANNA', email: 'a@b.it' })
  saveDraft({ mainGuestName: 'ANNA' })
  assert.equal(stored(), { mainGuestName: 'ANNA' })
  assert.equal(read({ mainGuestName: 'ANNA' }), { mainGuestName: 'ANNA' })
})

test("an older draft's names and spellings are converted to the record's", () => {
  assert.equal(read({ guestGender: 'Maschio', firstName: 'ANNA', notes: 'CIAO' }), {
    mainGuestGender: 'UOMO',
    mainGuestName: 'ANNA',
    specialRequests: 'CIAO',
  })
  assert.equal(stored(), { mainGuestGender: 'Maschio', mainGuestName: 'ANNA', specialRequests: 'CIAO' })
  assert.is(read({ firstName: 'OLD', mainGuestName: 'NEW' }).mainGuestName, 'NEW')
  assert.is(read({ firstName: 'OLD', mainGuestName: '' }).mainGuestName, undefined, 'a cleared answer stays cleared')
})

test('a country is recognised by its ISO code and its name in our languages', () => {
  for (const named of ['Germania', 'DE', 'de', 'Germany', 'Deutschland', 'Allemagne', 'Alemania'])
    assert.is(read({ mainGuestCitizenship: named }).mainGuestCitizenship, 'Germania', named)
  assert.is(
    read({ residenceCountry: 'Atlantis', mainGuestResidenceCountry: 'Atlantis' }).mainGuestResidenceCountry,
    'Atlantis',
  )
})

test('an invalid birth date leaves its boxes empty, a half-typed one does not', () => {
  for (const none of ['1980-02-31', 'Invalid Date', 'null-05-10', '31/02/1980', 'undefined-undefined-undefined'])
    assert.is(read({ mainGuestBirthDate: none }).mainGuestBirthDate, undefined, none)
  for (const [typed, kept] of [
    ['1980-05-10T00:00:00.000Z', '1980-05-10'],
    ['10/05/1980', '1980-05-10'],
    ['1980-05-', '1980-05-'],
    ['--10', '--10'],
  ] as const)
    assert.is(read({ mainGuestBirthDate: typed }).mainGuestBirthDate, kept)
})

test('unknown keys are not read, and are wiped with the draft; a PIN and the link of a tablet at the door stay', () => {
  assert.equal(read({ formData: '{}', isActive: 'true', adminPin: 'x', doorDisplay: 'y', email: 'a@b.it' }), {
    email: 'a@b.it',
  })
  removeOldFormData()
  assert.is(localStorage.getItem('formData'), null)
  resetDraft({ selectedLanguage: 'de' })
  assert.equal(stored(), { adminPin: 'x', doorDisplay: 'y', selectedLanguage: 'de' })
})

test('a draft unchanged for two days is deleted, a newer one is not', () => {
  const hours = (count: number) => String(Date.now() - count * 3600_000)
  assert.equal(read({ email: 'a@b.it', draftSavedAt: hours(49) }), {})
  assert.equal(read({ email: 'a@b.it', draftSavedAt: hours(47) }), { email: 'a@b.it' })
})

test('without browser storage the answers last as long as the page', () => {
  read({})
  const real = globalThis.localStorage
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new Error('blocked')
    },
  })
  saveDraft({ email: 'a@b.it' })
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, writable: true, value: real })
  assert.equal([draft.get().email, isStorageAllowed.get()], ['a@b.it', false])
})

test('a token leaves the address for the storage, and stays there where nothing can be stored', () => {
  let left = 0
  Object.assign(globalThis, { history: { replaceState: () => left++ } })
  location.hash = '#abc'
  const refused = () => {
    throw new DOMException('no storage', 'SecurityError')
  }
  assert.equal([storedToken(refused, 'door'), left], ['abc', 0])
  assert.equal([storedToken(() => localStorage, 'door'), left, localStorage.getItem('door')], ['abc', 1, 'abc'])
  location.hash = ''
  assert.equal([storedToken(() => localStorage, 'door'), storedToken(refused, 'door')], ['abc', ''])
  localStorage.clear()
})

test('a link finds the receipt of its own stay until the departure, on no shared device', async () => {
  house.set({ ...house.get(), flow })
  const found = async (answers: Draft, code = 'AB12', days = 2) => {
    const stay = { reservationCode: 'AB12', departureDate: addDays(today(), days) }
    localStorage.clear()
    resetDraft({ ...receiptStay(stay), ...answers })
    return (await receiptAddress(code)) || undefined
  }
  const finished = { finished: 'yes', receiptLink: 'x' }
  assert.equal(
    [
      await found(finished),
      await found(finished, 'AB12', 0),
      await found({ receiptLink: 'x' }),
      await found(finished, 'CD34'),
      await found(finished, 'AB12', -1),
      await found({ ...finished, sharedDevice: 'yes' }),
      await found({}),
    ],
    ['/confirmation', '/confirmation', '/arrival', undefined, undefined, undefined, undefined],
  )
  readDraft(flow)
  resetDraft()
  assert.equal(stored(), {}, 'without a token nothing stays')
  resetDraft({ ...receiptStay({ reservationCode: 'AB12', departureDate: today() }), receiptLink: 'x' })
  resetDraft()
  readDraft(flow)
  assert.equal([draft.get(), stored().receiptLink], [{}, 'x'], 'no part of the next check-in')
})

test('today has its form in a browser that writes days of en-CA in another one', () => {
  const { prototype } = Intl.DateTimeFormat
  const format = Object.getOwnPropertyDescriptor(prototype, 'format')!
  Object.defineProperty(prototype, 'format', { ...format, get: () => () => '11/28/2026' })
  try {
    assert.match(today(), /^\d{4}-\d\d-\d\d$/)
  } finally {
    Object.defineProperty(prototype, 'format', format)
  }
})

test.run()
