import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { FieldDefinition } from '../../schema/steps'
import { speaker } from '../../src/core/flow/speaker'
import words from '../../src/text/it.json'
import { Field } from '../../src/ui/controls/field'
import { controls } from '../../src/ui/controls/table'
import { type GuestHouse, house } from '../../src/ui/shared/published'

const italian = {
  version: '',
  language: 'it',
  words,
  left: {},
  countries: [
    ['Canada', 'Canada', 'CA'],
    ['Germania', 'Germania', 'DE'],
    ['Italia', 'Italia', 'IT'],
    ['Stati Uniti', 'Stati Uniti', 'US'],
    ['Apolide', 'Stateless', ''],
  ],
  flow: { fields: {}, homes: [], guards: [], steps: {}, forms: {}, exceptions: [], words: {} },
  speak: speaker(words, 'it'),
  checker: { faultsIn: () => [], today: '2026-11-20' },
  isWhole: true,
} as GuestHouse

/** Makes the guest's page an Italian house; other test files of the process may have made it another. */
export const openItalianHouse = () => house.set(italian)

export const asked = async (
  field: string,
  definition: FieldDefinition,
  first = '',
  known: Record<string, string> = {},
) => {
  const put: string[] = []
  const besides: Record<string, string>[] = []
  const Asked = () => {
    const [value, setValue] = useState(first)
    const take = (text: string, beside: Record<string, string> = {}) => {
      put.push(text)
      besides.push(beside)
      setValue(text)
    }
    return (
      <Field
        {...{ field, definition, value }}
        table={controls}
        optional={false}
        known={known}
        put={take}
        choose={take}
      />
    )
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
  const choose = (value: string) =>
    act(async () => {
      const select = box.querySelector('select')!
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
  return { box, put, besides, type, choose, input: (at = 0) => box.querySelectorAll('input')[at]! }
}
