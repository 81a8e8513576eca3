import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../../schema/languages'
import type { Words } from '../../../../src/core/lint/findings'
import { missingWords } from '../../../../src/core/lint/rules/word-rules'
import { type Loose, said } from '../small-flow'

const test = suite('words')

const flow = {
  fields: {
    name: { control: 'text', options: ['unsaid'] },
    size: { control: 'buttons', options: ['s', { value: 'm', when: { name: true } }] },
    shade: { control: 'select', options: ['dark'] },
    nights: { control: 'nights', options: ['1'] },
    unasked: { control: 'buttons', options: ['x'] },
  },
  steps: {
    '/': { fields: ['name', 'size', 'undescribed'], optional: ['shade', 'nights'], next: [{ to: '/on' }] },
    '/on': { next: [] },
  },
}
const keys = ['/.title', '/on.title', 'name.label', 'size.label', 'size.s', 'size.m', 'shade.label', 'shade.dark']
const spoken = () =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries([...keys, 'nights.label', 'privacy'].map((key) => [key, 'x'])),
    ]),
  ) as Words
const missing = (edit: (words: { [language: string]: Record<string, string> }) => unknown, parts: Loose = flow) => {
  const words = spoken()
  edit(words)
  return said([missingWords], parts, { words })
}
const lacks = (word: string, at: string, more = '', language = 'de') =>
  `wordMissing ${at} word=${word} language=${language}${more}`

test('no word is missing where each card, question and answer has its words', () =>
  assert.equal(
    missing(() => {}),
    [],
  ))

for (const [key, at] of [
  ['/.title', '/steps/~1'],
  ['/on.title', '/steps/~1on'],
  ['name.label', '/fields/name'],
  ['size.label', '/fields/size'],
  ['size.s', '/fields/size'],
  ['size.m', '/fields/size'],
  ['shade.dark', '/fields/shade'],
  ['nights.label', '/fields/nights'],
  ['privacy', '/words'],
] as const)
  test(`${key} is required`, () => {
    assert.equal(
      missing(({ de }) => delete de![key]),
      [lacks(key, at)],
    )
    assert.equal(
      missing(({ de }) => (de![key] = ' \n')),
      [lacks(key, at)],
    )
  })

test('a word missing in every language is reported for each', () =>
  assert.equal(
    missing((words) => {
      for (const language of languages) delete words[language]!['name.label']
    }),
    languages.map((language) => lacks('name.label', '/fields/name', '', language)),
  ))

test('a misspelt key is reported with an unused suggestion', () => {
  assert.equal(
    missing(({ de }) => {
      delete de!['size.s']
      de!['sizes.s'] = 'x'
    }),
    [lacks('size.s', '/fields/size', ' meant sizes.s')],
  )
  assert.equal(
    missing(({ de }) => {
      delete de!['size.s']
      de!['size.t'] = 'x'
    }),
    [lacks('size.s', '/fields/size', ' meant size.t')],
    'the keys of other answers, which are as near, are not meant',
  )
})

test('for a shipped text no other key is suggested', () =>
  assert.equal(
    missing(({ de }) => {
      delete de!.privacy
      de!.privacyy = 'x'
    }),
    [lacks('privacy', '/words')],
  ))

test('a letter to the house is written in Italian alone, one to the guest in every language', () => {
  assert.equal(
    missing(({ it }) => (it!['letter.house'] = 'x')),
    [],
  )
  assert.equal(
    missing(({ it, en }) => (it!['letter.guest'] = en!['letter.guest'] = 'x')),
    languages
      .filter((language) => !['it', 'en'].includes(language))
      .map((language) => lacks('letter.guest', '/words', '', language)),
  )
})

test.run()
