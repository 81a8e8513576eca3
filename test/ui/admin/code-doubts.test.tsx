import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { speaker } from '../../../src/core/flow/speaker'
import { birthplacesText, townsText } from '../../../src/data/comuni.mjs'
import consult from '../../../src/text/consult.it.json'
import words from '../../../src/text/host.it.json'
import guestWords from '../../../src/text/it.json'
import { labelOf } from '../../../src/ui/admin/checkins/card-fields'
import { CodeDoubts } from '../../../src/ui/admin/consult/card-parts'
import { loadBirthTables } from '../../../src/ui/shared/birth-tables'
import { type GuestHouse, house } from '../../../src/ui/shared/published'
import steps from '../../../steps.json'

const test = suite('the codice fiscale on the host’s card')

const rossi = {
  mainGuestFiscalCode: 'RSSMRA85T10A562S',
  mainGuestName: 'MARIO',
  mainGuestLastName: 'ROSSI',
  mainGuestGender: 'UOMO',
  mainGuestBirthDate: '1985-12-10',
  mainGuestBirthCountry: 'Italia',
  mainGuestBirthCity: 'SAN GIULIANO TERME (PI)',
}

const before = globalThis.fetch
test.before(async () => {
  const speak = speaker({ ...guestWords, ...words, ...consult }, 'it')
  const countries = [['Italia', 'Italia', 'IT']]
  house.set({ language: 'it', countries, flow: steps as unknown as Flow, speak } as unknown as GuestHouse)
  document.head.innerHTML = '<link rel="towns" href="/towns.txt"><link rel="birthplaces" href="/birthplaces.txt">'
  globalThis.fetch = (async (address: string) =>
    new Response(address.endsWith('towns.txt') ? townsText() : birthplacesText())) as typeof fetch
  await loadBirthTables()
})
test.after(() => void (globalThis.fetch = before))

const shown = async (changes: object) => {
  const box = document.createElement('div')
  const root = createRoot(box)
  await act(async () => root.render(<CodeDoubts checkin={{ ...rossi, ...changes } as unknown as Checkin} />))
  const text = box.textContent
  await act(async () => root.unmount())
  return text
}

test('a code that says what the answers say is not mentioned, nor is a guest without one', async () => {
  assert.is(await shown({}), '')
  assert.is(await shown({ mainGuestFiscalCode: undefined, mainGuestName: 'ANNA' }), '')
})

test('each answer that a code contradicts is named beside its guest', async () => {
  const text = await shown({ mainGuestName: 'ANNA', mainGuestBirthCity: 'ROMA (RM)' })
  assert.match(text!, /Il codice fiscale dice altro: controlla sul documento/)
  const [name, city, ...others] = ['Name', 'BirthCity', 'LastName', 'Gender', 'BirthDate'].map((short) =>
    labelOf(`mainGuest${short}`),
  )
  assert.ok(text!.endsWith(`: ${name}, ${city}`), text!)
  assert.equal(
    others.filter((label) => text!.includes(label)),
    [],
  )
})

test('a text that is no code is said to be none, not compared', async () => {
  const text = await shown({ mainGuestFiscalCode: 'RSSMRA85T10A562X', mainGuestName: 'ANNA' })
  assert.ok(text!.includes(consult['consult.codeFault']))
  assert.not.ok(text!.includes(labelOf('mainGuestName')))
})

test.run()
