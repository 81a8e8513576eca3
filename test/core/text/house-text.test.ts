import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { textParts } from '../../../src/core/arrival/guide'

const test = suite('a text of the house')

test('empty lines begin paragraphs, lines stay, and a line of its own is a picture', () => {
  assert.equal(textParts('Wi-Fi: Casa\r\nPassword: mare\n\n\n![Il router](wi-fi.1.JPG)\nDietro la porta.\n'), [
    { paragraph: ['Wi-Fi: Casa\nPassword: mare'] },
    { picture: 'wi-fi.1.JPG', description: 'Il router' },
    { paragraph: ['Dietro la porta.'] },
  ])
  assert.equal(textParts(' \n\n'), [])
})

test('web addresses are told apart, without the sentence around them', () => {
  assert.equal(textParts('Qui: https://maps.example/a?b=1. (http://x.example/y)'), [
    { paragraph: ['Qui: ', 'https://maps.example/a?b=1', '. (', 'http://x.example/y', ')'] },
  ])
})

test('an unknown picture is shown as text, and its markup is escaped', () => {
  for (const text of [
    '![x](../x.png)',
    '![x](https://evil.example/x.png)',
    '![x](x.svg)',
    '![x](.x.png)',
    '![x](a/b.png)',
    'a ![x](x.png)',
    '<b>x</b>',
    'javascript:alert(1)',
  ])
    assert.equal(
      textParts(text).map((part) => ('picture' in part ? 'picture' : part.paragraph[0]!.slice(0, 3))),
      [text.slice(0, 3)],
    )
})

test.run()
