import { existsSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languageRow, languages, languageTable } from '../../schema/languages'

const test = suite('the languages')

test('a language has a row and a word file', () => {
  for (const code of languages) assert.ok(existsSync(`src/text/${code}.json`), code)
})

test('every locale is supported, and the first card has a position for each', () => {
  const locales = languageTable.map(({ locale }) => locale)
  assert.equal(Intl.DateTimeFormat.supportedLocalesOf(locales), locales)
  assert.equal(
    languageTable.map(({ place }) => place).sort(),
    languages.map((_, index) => index + 1),
  )
})

test('an unsupported language has no row', () => {
  assert.is(languageRow('en')?.locale, 'en-GB')
  assert.is(languageRow('ru'), undefined)
})

test.run()
