import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import words from '../../src/text/it.json'
import { speaker } from '../../src/core/text'
import { Field } from '../../src/ui/field'
import { house, type House } from '../../src/ui/house'
import type { FieldDefinition } from '../../schema/steps'

const test = suite('controls')

house.set({
  version: '', language: 'it', words, left: {}, countries: [['Germania', 'Germania', 'DE'], ['Italia', 'Italia', 'IT'], ['Apolide', 'Stateless', '']],
  flow: { fields: {}, homes: [], guards: [], steps: {}, forms: {}, exceptions: [], words: {} },
  speak: speaker(words, 'it'), checker: { validate: () => true, today: '2026-11-20' }, validator: () => () => true,
} as House)

/** A field on a page, with what was last put into it. */
const asked = async (field: string, definition: FieldDefinition, first = '') => {
  const put: string[] = []
  const Asked = () => {
    const [value, setValue] = useState(first)
    const take = (text: string) => {
      put.push(text)
      setValue(text)
    }
    return <Field {...{ field, definition, value }} optional={false} known={{}} put={take} choose={take} />
  }
  const box = document.createElement('div')
  document.body.append(box)
  const root = createRoot(box)
  await act(async () => root.render(<Asked />))
  const type = (input: HTMLInputElement, text: string, kind = 'insertText') =>
    act(async () => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!.set!.call(input, text)
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: kind }))
    })
  return { box, put, type, input: (at = 0) => box.querySelectorAll('input')[at]! }
}

test('a name is in capitals, without what no document has', async () => {
  const { type, input, put } = await asked('mainGuestName', { control: 'text', clean: ['letters', 'upper'] })
  await type(input(), 'Anna-Maria <3')
  assert.is(put.at(-1), 'ANNA MARIA 3')
  assert.is(input().getAttribute('autocapitalize'), 'characters')
})

test('a label names its field, and a later guest is not filled in from the first', async () => {
  const { box, input } = await asked('secondGuestName', { control: 'text', autocomplete: 'given-name' })
  assert.is(box.querySelector('label')!.getAttribute('for'), input().id)
  assert.is(input().getAttribute('autocomplete'), 'off')
})

test('a date is kept part by part, whole only when it is', async () => {
  const { type, input, put } = await asked('mainGuestBirthDate', { control: 'date', advance: true })
  await type(input(0), '10')
  assert.is(put.at(-1), '--10')
  await type(input(1), '5')
  await type(input(2), '1980')
  assert.is(put.at(-1), '1980-05-10')
})

test('a full day hands the focus on when it was typed, not when it was filled in', async () => {
  const { type, input } = await asked('mainGuestBirthDate', { control: 'date', advance: true })
  input(0).focus()
  await type(input(0), '10', 'insertReplacementText')
  assert.is(document.activeElement, input(0))
  await type(input(0), '1', 'deleteContentBackward')
  assert.is(document.activeElement, input(0))
  await type(input(0), '12')
  assert.is(document.activeElement, input(1))
})

test('a country is shown in the guest\'s language and kept under its Italian name', async () => {
  const { box, put } = await asked('mainGuestBirthCountry', { control: 'country' }, 'Germania')
  const select = box.querySelector('select')!
  await act(async () => {
    select.value = 'Italia'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  assert.is(put.at(-1), 'Italia')
})

test('statelessness is offered for a citizenship, and for no country', async () => {
  const offered = async (field: string) => [...(await asked(field, { control: 'country' }, 'Italia')).box.querySelectorAll('option')].map(({ value, text }) => [value, text])
  for (const who of ['main', 'second', 'third']) {
    assert.equal((await offered(`${who}GuestCitizenship`)).at(-1), ['Apolide', 'Stateless'])
    for (const field of ['BirthCountry', 'ResidenceCountry']) assert.not.ok((await offered(`${who}Guest${field}`)).some(([value]) => value === 'Apolide'), field)
  }
})

test('a chosen button says so, not by its colour alone', async () => {
  const { box } = await asked('mainGuestGender', { control: 'buttons', options: ['UOMO', 'DONNA'] })
  const [man, woman] = [...box.querySelectorAll('button')]
  await act(async () => woman!.click())
  assert.equal([man, woman].map((button) => button!.getAttribute('aria-pressed')), ['false', 'true'])
})

test.run()
