import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Likeness, likeness, type Traces, tracesOf } from '../../../src/core/exports/region-guest'

const test = suite('whether an id is of the same person')

const seal = (text: string) => `<${text}>`
const sealed = (text: string, withTraces = true) => {
  const [lastName = '', name = '', birthDate = '', gender = ''] = text.split(', ')
  const answers: { [field in keyof Traces]: string } = { lastName, name, birthDate, gender }
  const traces = tracesOf((field) => answers[field], seal)
  return { name: `${name} ${lastName}`, birth: `${birthDate} ${gender}`, ...(withTraces && { traces }) }
}
const mario = 'ROSSI, MARIO, 1980-03-12, UOMO'

const cases: [string, Likeness][] = [
  [mario, 'same'],
  ['ROSSI, MARCO, 1980-03-12, UOMO', 'same'],
  ['ROSSI, MRAIO, 1980-03-12, UOMO', 'same'],
  ['RÒSSI, Mario, 1980-03-12, UOMO', 'same'],
  ['MARIO, ROSSI, 1980-03-12, UOMO', 'same'],
  ['ROSSI, MARIO, 1980-08-12, UOMO', 'same'],
  ['ROSSI, MARIO, 1980-03-12, DONNA', 'same'],
  ['ROSSI, REMIGIO, 1980-03-12, UOMO', 'asked'],
  ['BIANCHI, MARIO, 1980-03-12, UOMO', 'asked'],
  ['ROSSI, MARIO, 1952-07-18, UOMO', 'asked'],
  ['ROSI, MARCO, 1980-03-12, UOMO', 'asked'],
  ['ROSSI, MARIA, 1980-03-12, DONNA', 'asked'],
  ['MARIO, ROSSI, 1980-08-12, UOMO', 'asked'],
  ['ROSSI, REMIGIA, 1980-03-12, DONNA', 'other'],
  ['ROSSI, MARCO, 1952-07-18, UOMO', 'other'],
  ['BIANCHI, REMIGIO, 1980-03-12, UOMO', 'other'],
  ['BIANCHI, REMIGIO, 1952-07-18, DONNA', 'other'],
]

test('one typing mistake is the same person; another part or several mistakes are asked; more is another person', () => {
  for (const [text, like] of cases) {
    assert.is(likeness(sealed(mario), sealed(text)), like, text)
    assert.is(likeness(sealed(text), sealed(mario)), like, `back from ${text}`)
  }
})

test('a name of three letters with one changed is another name', () => {
  assert.is(likeness(sealed('ROSSI, ADA, 1980-03-12, DONNA'), sealed('ROSSI, IDA, 1980-03-12, DONNA')), 'asked')
  assert.is(likeness(sealed('ROSSI, ANNA, 1980-03-12, DONNA'), sealed('ROSSI, ANN, 1980-03-12, DONNA')), 'same')
  assert.is(likeness(sealed('ROSSI, ROSSI, 1980-03-12, UOMO'), sealed('ROSSI, ROSSI, 1980-03-12, UOMO')), 'same')
  assert.is(likeness(sealed('ROSSI, ROSSI, 1980-03-12, UOMO'), sealed('ROSSI, ROSSI, 1980-03-13, DONNA')), 'asked')
})

test('without traces, as in an older note, one equal half is asked', () => {
  const old = sealed(mario, false)
  const like = (text: string) => likeness(old, sealed(text))
  assert.equal(
    [like(mario), like(cases[1]![0]), like(cases[5]![0]), like('ROSI, MARIO, 1980-03-13, UOMO')],
    ['same', 'asked', 'asked', 'other'],
  )
})

test('a trace reveals nothing of the text, and a list of traces is short', () => {
  const made = tracesOf(
    () => 'ABCDEFGHIJ',
    () => 'wxyz',
  )
  assert.equal([made.name.length, made.gender.length], [11 * 5 - 1, 4])
})

test.run()
