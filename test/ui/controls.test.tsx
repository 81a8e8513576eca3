import { act } from 'react'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FieldDefinition } from '../../schema/steps'
import words from '../../src/text/it.json'
import { asked, openItalianHouse } from './asked'

const test = suite('controls')
test.before(openItalianHouse)

test('a name is in capitals, without characters that no document has', async () => {
  const { type, input, put } = await asked('mainGuestName', { control: 'text', clean: ['letters', 'upper'] })
  await type(input(), 'Anna-Maria <3')
  assert.is(put.at(-1), 'ANNA-MARIA 3')
  assert.is(input().getAttribute('autocapitalize'), 'characters')
})

test('what stays of a pressed key is inserted by a command, which the browser can undo', async () => {
  const { input } = await asked('mainGuestName', { control: 'text', clean: ['letters', 'upper'] }, 'ANN')
  const inserted: unknown[] = []
  document.execCommand = (...given: unknown[]) => inserted.push(given) > 0
  const isTyped = (key: string) => {
    const pressed = new KeyboardEvent('keypress', { key, bubbles: true, cancelable: true })
    Object.defineProperty(pressed, 'charCode', { value: key === 'Enter' ? 13 : key.charCodeAt(0) })
    return input().dispatchEvent(pressed)
  }
  assert.equal(['a', '<', 'A', 'Enter'].map(isTyped), [false, false, true, true])
  assert.equal(inserted, [['insertText', false, 'A']])
  const number = await asked('phoneNumber', { control: 'phone' }, '', { phonePrefix: '+39' })
  const plus = new KeyboardEvent('keypress', { key: '+', bubbles: true, cancelable: true })
  Object.defineProperty(plus, 'charCode', { value: 43 })
  assert.is(number.input().dispatchEvent(plus), true, 'the plus of a prefix waits for its digits')
  Reflect.deleteProperty(document, 'execCommand')
})

test('the e-mail box says where its caret is', async () => {
  const { input } = await asked('email', { control: 'email', clean: ['noSpaces'] }, 'a@example.com')
  assert.equal([input().type, input().inputMode, input().getAttribute('autocapitalize')], ['text', 'email', 'none'])
})

test('an e-mail address is taken out of a copied link or a name with it', async () => {
  const { type, input, put } = await asked('email', { control: 'email', clean: ['noSpaces'] })
  for (const text of [
    'mailto:anna@example.it',
    'Mailto:anna@example.it?subject=Ciao',
    'Anna Rossi <anna@example.it>',
    '<anna@example.it>,',
    ' anna@example.it ',
  ]) {
    await type(input(), text, 'insertFromPaste')
    assert.is(put.at(-1), 'anna@example.it', text)
  }
  for (const text of ['anna<rossi', 'anna@example.it<anna', 'mail@to.it']) {
    await type(input(), text)
    assert.is(put.at(-1), text)
  }
})

test('a label names its field, and a later guest is not filled in from the first', async () => {
  const { box, input } = await asked('secondGuestName', { control: 'text', autocomplete: 'given-name' })
  assert.is(box.querySelector('label')!.getAttribute('for'), input().id)
  assert.is(input().getAttribute('autocomplete'), 'off')
})

test('a date is stored part by part until it is complete', async () => {
  const { type, input, put } = await asked('mainGuestBirthDate', { control: 'date', advance: true })
  await type(input(0), '10')
  assert.is(put.at(-1), '--10')
  await type(input(1), '5')
  await type(input(2), '1980')
  assert.is(put.at(-1), '1980-05-10')
})

test('a full day moves the focus on when typed, not when filled in', async () => {
  const { type, input } = await asked('mainGuestBirthDate', { control: 'date', advance: true })
  input(0).focus()
  await type(input(0), '10', 'insertReplacementText')
  assert.is(document.activeElement, input(0))
  await type(input(0), '1', 'deleteContentBackward')
  assert.is(document.activeElement, input(0))
  await type(input(0), '12')
  assert.is(document.activeElement, input(1))
})

test('a separator typed after one digit moves the focus on, and no further', async () => {
  const { type, input, put } = await asked('mainGuestBirthDate', { control: 'date', advance: true })
  input(0).focus()
  await type(input(0), '7')
  assert.is(document.activeElement, input(0))
  await type(input(0), '7.')
  assert.is(document.activeElement, input(1))
  await type(input(1), '/')
  assert.is(document.activeElement, input(1))
  await type(input(1), '3')
  await type(input(1), '3 ')
  assert.is(document.activeElement, input(2))
  await type(input(2), '1985')
  assert.is(put.at(-1), '1985-03-07')
})

for (const text of ['1980-05-10', '1980/5/10', '1980.05.10', '10/05/1980', '10.5.1980'])
  test(`a date typed key by key is understood: ${text}`, async () => {
    const { type, input, put } = await asked('mainGuestBirthDate', { control: 'date', advance: true })
    input().focus()
    for (const key of text) {
      const box = document.activeElement as HTMLInputElement
      await type(box, box.value + key)
    }
    assert.is(put.at(-1), '1980-05-10')
  })

test('digits of other keyboards and invisible characters count as what they stand for', async () => {
  const date = await asked('mainGuestBirthDate', { control: 'date' })
  for (const [at, text] of ['٢٧', '０３', '\u200e1985'].entries()) await date.type(date.input(at), text)
  assert.is(date.put.at(-1), '1985-03-27')
  const phone = await asked('phoneNumber', { control: 'phone' }, '', { phonePrefix: '+39' })
  await phone.type(phone.input(), '\u202a+39 333\u00a01234567\u202c', 'insertFromPaste')
  assert.is(phone.put.at(-1), '3331234567')
  const name = await asked('mainGuestName', { control: 'text', clean: ['letters', 'upper'] })
  await name.type(name.input(), 'Anna\u00a0Ｍａｒｉａ')
  assert.is(name.put.at(-1), 'ANNA MARIA')
})

test("a country is shown in the guest's language and stored by its Italian name", async () => {
  const { put, choose } = await asked('mainGuestBirthCountry', { control: 'country' }, 'Germania')
  await choose('Italia')
  assert.is(put.at(-1), 'Italia')
})

test('statelessness is offered for a citizenship, and for no country', async () => {
  const offered = async (field: string) =>
    [...(await asked(field, { control: 'country' }, 'Italia')).box.querySelectorAll('option')].map(
      ({ value, text }) => [value, text],
    )
  for (const who of ['main', 'second', 'third']) {
    assert.equal((await offered(`${who}GuestCitizenship`)).at(-1), ['Apolide', 'Stateless'])
    for (const field of ['BirthCountry', 'ResidenceCountry'])
      assert.not.ok(
        (await offered(`${who}Guest${field}`)).some(([value]) => value === 'Apolide'),
        field,
      )
  }
})

const born = { control: 'date', advance: true } as const

test('a month may be typed by name: the number is stored, and replaces the letters when the box is left', async () => {
  const { type, input, put } = await asked('mainGuestBirthDate', born)
  assert.is(input(1).inputMode, 'numeric')
  for (const text of ['m', 'ma', 'mar', 'marz', 'marzo']) {
    await type(input(1), text)
    assert.is(input(1).value, text)
  }
  assert.is(put.at(-1), '-03-')
  await act(async () => input(1).dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  assert.is(input(1).value, '03')
  await type(input(1), 'foo')
  assert.is(put.at(-1), '-foo-', 'what is no month is kept for the check to name')
})

test('a pasted code is cleaned before it is cut to length', async () => {
  const { type, input, put } = await asked('reservationCode', {
    control: 'code',
    clean: ['alphanumeric', 'upper'],
    maxLength: 4,
  })
  assert.is(input().maxLength, -1)
  for (const text of [' 1111', '11-11', '11 11', '11111']) {
    await type(input(), text)
    assert.is(put.at(-1), '1111', text)
  }
})

test('a code is found in a pasted message, also if its link repeats it or a date is beside it', async () => {
  const { type, input, put } = await asked('reservationCode', {
    control: 'code',
    clean: ['alphanumeric', 'upper'],
    maxLength: 4,
  })
  const [link, code] = ['https://casa.example/?code=ab12&lang=it', 'ab12']
  const house = words['invite.message'].replace('{link}', link).replace('{code}', code)
  for (const text of [house, link, 'Codice: *ab12*. Arrivo 28/11/2026 dalle 15', '_AB12_', 'Ecco "ab12".']) {
    await type(input(), text)
    assert.is(put.at(-1), 'AB12', text)
  }
})

test('a fiscal code is normalised before it is counted, and extra characters stay for the validation', async () => {
  const { type, input, put } = await asked('mainGuestFiscalCode', {
    control: 'text',
    clean: ['alphanumeric', 'upper'],
    maxLength: 16,
  })
  await type(input(), 'rss mra 80e10 d612i')
  assert.is(put.at(-1), 'RSSMRA80E10D612I')
  await type(input(), 'rss mra 80e10 d612i 9')
  assert.is(put.at(-1), 'RSSMRA80E10D612I9')
})

test('a telephone number is stored without its country prefix', async () => {
  const { type, input, put } = await asked('phoneNumber', { control: 'phone', clean: ['digits'] }, '', {
    phonePrefix: '+49',
  })
  await type(input(), '+49 170 1234567')
  assert.is(put.at(-1), '1701234567')
})

test('a number typed before its prefix leaves the prefix; one with a country sets it', async () => {
  const { type, input, put, besides } = await asked('phoneNumber', { control: 'phone', clean: ['digits'] })
  await type(input(), '333 1234567')
  assert.equal([put.at(-1), besides.at(-1)], ['3331234567', {}])
  await type(input(), '+49 170 1234567')
  assert.equal([put.at(-1), besides.at(-1)], ['1701234567', { phonePrefix: '+49' }])
})

const prefix = { control: 'prefix', default: { by: 'mainGuestResidenceCountry', Italia: '+39' } } as const

test("of two countries with one prefix the chosen one is shown, else the guest's own", async () => {
  const { box, put, choose } = await asked('phonePrefix', prefix, '+1', { mainGuestResidenceCountry: 'Stati Uniti' })
  const shown = () =>
    [...box.querySelectorAll('option')].find(({ value }) => value === box.querySelector('select')!.value)!.text
  assert.is(shown(), '+1 Stati Uniti')
  await choose([...box.querySelectorAll('option')].find(({ text }) => text.startsWith('Canada'))!.value)
  assert.is(put.at(-1), '+1')
  assert.is(shown(), '+1 Canada')
  assert.is(
    [...box.querySelectorAll('option')].filter(({ text }) => text.startsWith('+')).length,
    1,
    'the others are found by their first letter',
  )
})

test('another prefix is typed into an emptied box, with or without plus', async () => {
  const { box, put, choose, type, input } = await asked('phonePrefix', prefix, '+39')
  await choose('other')
  assert.is(put.at(-1), '')
  for (const [typed, kept] of [
    ['9', '+9'],
    ['+99', '+99'],
    ['+995', '+995'],
    ['00995', '+995'],
    ['+39', '+39'],
  ]) {
    await type(input(), typed!)
    assert.is(put.at(-1), kept)
    assert.is(box.querySelector('select')!.value, 'other', 'what is typed stays where it is typed')
  }
})

const birth: FieldDefinition = { control: 'town', clean: ['upper'] }

test('Italian towns are suggested for a town in Italy alone, and each of them once', async () => {
  const fetched: string[] = []
  document.head.innerHTML = '<link rel="towns" href="/towns.txt">'
  globalThis.fetch = (async (url: string) => {
    fetched.push(String(url))
    return new Response(
      "BOLOGNA (BO)\nREGGIO NELL'EMILIA (RE)|REGGIO EMILIA\nBOLZANO (BZ)|BOZEN\nMILANO (MI)\n\nMILO (CT)\nMILZANO (BS)\nRO (FE)\nROÈ VOLCIANO (BS)",
    )
  }) as typeof fetch
  const offered = async (country: string | undefined, text: string) => {
    const { box, type, input } = await asked(
      'secondGuestBirthCity',
      birth,
      '',
      country ? { secondGuestBirthCountry: country, mainGuestBirthCountry: 'Francia' } : {},
    )
    input().focus()
    await type(input(), text)
    return [...box.querySelectorAll('[role=option]')].map((option) => option.textContent)
  }
  assert.equal(await offered('Germania', 'bo'), [])
  assert.equal(fetched.length, 0, 'the list is not even fetched')
  assert.equal(await offered('Italia', 'reggio'), ["REGGIO NELL'EMILIA (RE)"])
  assert.equal(await offered(undefined, 'boz'), ['BOZEN (BZ)'], 'under the name that is typed')
  assert.equal(await offered('Italia', 'mil'), ['MILANO (MI)', 'MILO (CT)', 'MILZANO (BS)'], 'the chief town first')
  assert.equal(await offered('Italia', 'milo'), ['MILO (CT)'])
  assert.equal(await offered('Italia', 'ro'), ['RO (FE)', 'ROÈ VOLCIANO (BS)'], 'the whole name first')
  assert.equal(fetched.length, 1)
})

test('only the code and the languages have no visible label', async () => {
  const seen = async (field: string, definition: FieldDefinition) =>
    (await asked(field, definition)).box.querySelector('label, legend')!.className
  assert.is(await seen('mainGuestBirthCity', birth), 'name')
  assert.is(await seen('reservationCode', { control: 'code' }), 'unseen')
})

test('a chosen button is marked, not by colour alone', async () => {
  const { box } = await asked('mainGuestGender', { control: 'buttons', options: ['UOMO', 'DONNA'] })
  const [man, woman] = [...box.querySelectorAll('button')]
  await act(async () => woman!.click())
  assert.equal(
    [man, woman].map((button) => button!.getAttribute('aria-pressed')),
    ['false', 'true'],
  )
})

test.run()
