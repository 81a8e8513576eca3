import { existsSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languageRow, languages, languageTable } from '../../schema/languages'

const test = suite('the languages')

test('a language is its row and its two word files', () => {
  for (const code of languages)
    for (const file of [`src/text/${code}.json`, `src/text/letter.${code}.json`]) assert.ok(existsSync(file), file)
})

test('every locale is one the machine knows, and the first card has a place for each', () => {
  const locales = languageTable.map(({ locale }) => locale)
  assert.equal(Intl.DateTimeFormat.supportedLocalesOf(locales), locales)
  assert.equal(
    languageTable.map(({ place }) => place).sort(),
    languages.map((_, index) => index + 1),
  )
})

test('a language we do not speak has no row', () => {
  assert.is(languageRow('en')?.locale, 'en-GB')
  assert.is(languageRow('ru'), undefined)
})

test.run()
