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

const filled = async (mainGuestFiscalCode: string, draft: object = {}) => {
  const { set } = await fillFromCode({ ...draft, mainGuestFiscalCode }, flow)
  const { readFiscalCode, ...answers } = set!
  assert.is(readFiscalCode, mainGuestFiscalCode)
  return answers
}

test('without the tables sex and date are filled in, and the place is asked', async () => {
  assert.equal(await filled('RSSMRA80A01H501U'), { mainGuestGender: 'UOMO', mainGuestBirthDate: '1980-01-01' })
  isOffline = false
})

const ofPisa = {
  mainGuestGender: 'UOMO',
  mainGuestBirthDate: '1985-12-10',
  mainGuestBirthCountry: 'Italia',
  mainGuestBirthCity: 'SAN GIULIANO TERME (PI)',
}

test('a code fills in sex, date, and town or state of birth', async () => {
  assert.equal(await filled('RSSMRA85T10A562S'), ofPisa)
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

test('the guest’s own answers stay, also where they disagree with the code', async () => {
  const own = { mainGuestGender: 'DONNA', mainGuestBirthDate: '1885-12-10', mainGuestBirthCountry: 'Italia' }
  const town = { mainGuestBirthCity: 'SAN GIULIANO TERME (PI)' }
  assert.equal(await filled('RSSMRA85T10A562S', own), town)
  assert.equal(await filled('MRNLCU00A01Z110Q', own), {}, 'no French town in Italy')
  assert.equal(await filled('RSSMRA85T10A562S', { ...own, mainGuestBirthCity: 'ROMA (RM)' }), {})
})

test('another code replaces what the one before filled in, and no correction', async () => {
  const readFiscalCode = 'RSSMRA85T10A562S'
  const french = { mainGuestBirthDate: '2000-01-01', mainGuestBirthCountry: 'Francia', mainGuestBirthCity: 'Francia' }
  const again = async (code: string, corrected: object = {}) =>
    filled(code, { ...ofPisa, ...corrected, readFiscalCode })
  assert.equal(await again('MRNLCU00A01Z110Q'), { mainGuestGender: 'UOMO', ...french })
  const town = { mainGuestBirthCity: 'PISA (PI)' }
  assert.equal(await again('MRNLCU00A01Z110Q', { mainGuestGender: 'DONNA', ...town }), french, 'a town of its country')
  const former = { mainGuestBirthDate: '1980-01-01', mainGuestBirthCountry: null, mainGuestBirthCity: null }
  assert.equal(await again('MRNLCU80A01Z105T'), { mainGuestGender: 'UOMO', ...former }, 'a former state')
  const corrected = { mainGuestGender: 'DONNA', mainGuestBirthDate: '1985-12-11', ...town }
  assert.equal(await again(readFiscalCode, corrected), { mainGuestBirthCountry: 'Italia' }, 'the same code once more')
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
