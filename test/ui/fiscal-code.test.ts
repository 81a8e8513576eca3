import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../schema/steps'
import { birthplacesText, townsText } from '../../src/data/comuni.mjs'
import { fillFromCode } from '../../src/ui/guest/aids/fiscal-code-aids'
import { type GuestHouse, house } from '../../src/ui/shared/published'

const test = suite('codice fiscale')
const flow = {} as Flow
const countries = [
  ['Italia', 'Italien', 'IT'],
  ['Francia', 'Frankreich', 'FR'],
  ['Slovacchia', 'Slowakei', 'SK'],
]
house.set({ countries } as unknown as GuestHouse)

const files: Record<string, string> = { '/towns.txt': townsText(), '/birthplaces.txt': birthplacesText() }
let isOffline = true
document.head.innerHTML = '<link rel="towns" href="/towns.txt"><link rel="birthplaces" href="/birthplaces.txt">'
globalThis.fetch = (async (address: string) => {
  if (isOffline) throw new Error('no network')
  return new Response(files[new URL(address, 'http://localhost').pathname])
}) as typeof fetch

const filled = async (mainGuestFiscalCode: string | undefined, draft: object = {}) =>
  (await fillFromCode({ ...draft, mainGuestFiscalCode }, flow)).set

test('without the tables sex and date are filled in, and the place is asked', async () => {
  assert.equal(await filled('RSSMRA80A01H501U'), { mainGuestGender: 'UOMO', mainGuestBirthDate: '1980-01-01' })
  isOffline = false
})

test('a code fills in sex, date, and town or state of birth', async () => {
  assert.equal(await filled('RSSMRA85T10A562S'), {
    mainGuestGender: 'UOMO',
    mainGuestBirthDate: '1985-12-10',
    mainGuestBirthCountry: 'Italia',
    mainGuestBirthCity: 'SAN GIULIANO TERME (PI)',
  })
  assert.equal(await filled('MRNLCU00A01Z110Q'), {
    mainGuestGender: 'UOMO',
    mainGuestBirthDate: '2000-01-01',
    mainGuestBirthCountry: 'Francia',
    mainGuestBirthCity: 'Francia',
  })
})

test('a former state is not guessed', async () => {
  const set = await filled('MRNLCU80A01Z105T')
  assert.equal(Object.keys(set!), ['mainGuestGender', 'mainGuestBirthDate'])
})

test('an answer that agrees stays, and one of an earlier code is removed', async () => {
  const draft = { mainGuestGender: 'UOMO', mainGuestBirthDate: '1885-12-10', mainGuestBirthCity: 'ROMA (RM)' }
  assert.equal(await filled('RSSMRA85T10A562S', { ...draft, mainGuestBirthCountry: 'Italia' }), {
    mainGuestBirthCity: 'SAN GIULIANO TERME (PI)',
  })
})

test('a second press with the same code keeps the guest’s corrections', async () => {
  await filled('RSSMRA85T10A562S')
  const corrected = {
    mainGuestGender: 'DONNA',
    mainGuestBirthDate: '1985-12-11',
    mainGuestBirthCountry: 'Italia',
    mainGuestBirthCity: 'PISA (PI)',
  }
  assert.equal(await filled('RSSMRA85T10A562S', corrected), {})
})

test('without a code the step is skipped; a wrong one shows its fault and fills in nothing', async () => {
  assert.equal(await fillFromCode({}, flow), { outcome: 'skipped' })
  for (const [mainGuestFiscalCode, rule] of [
    ['RSSMRA85T10A562X', 'letter'],
    ['RSSMRA85T10A56_S', 'shape'],
  ] as const)
    assert.equal(await fillFromCode({ mainGuestFiscalCode }, flow), {
      outcome: 'failed',
      faults: [{ field: 'mainGuestFiscalCode', rule }],
    })
})

test.run()
