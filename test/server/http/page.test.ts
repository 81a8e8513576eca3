import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languageOf } from '../../../server/http/page'

const test = suite('page')

test("a page speaks the address's language, else the first of the browser's that is ours, else English", () => {
  assert.is(languageOf('fr', 'de-DE,de'), 'fr')
  assert.is(languageOf(undefined, 'nl-NL,nl;q=0.9,de;q=0.8,en;q=0.7'), 'de')
  assert.is(languageOf(undefined, 'it-IT'), 'it')
  for (const accepted of ['nl-NL,nl;q=0.9', 'ja', '*', '']) assert.is(languageOf(undefined, accepted), 'en', accepted)
})

test.run()
