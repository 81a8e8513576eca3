import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults } from '../../../schema/settings'
import { hostLanguageOf, languageOf } from '../../../server/http/caller'
import { accentIn, policyOf } from '../../../server/http/page'
import { toPublic } from '../../../server/settings/all-settings'
import { atTheDoor } from './door-world'

const test = suite('page')

test("a page speaks the address's language, else the first of the browser's that is ours, else English", () => {
  assert.is(languageOf('fr', 'de-DE,de'), 'fr')
  assert.is(languageOf(undefined, 'nl-NL,nl;q=0.9,de;q=0.8,en;q=0.7'), 'de')
  assert.is(languageOf(undefined, 'it-IT'), 'it')
  for (const accepted of ['nl-NL,nl;q=0.9', 'ja', '*', '']) assert.is(languageOf(undefined, accepted), 'en', accepted)
})

test("the host's pages speak the language chosen in the browser, else the first of its own that they have, else Italian", () => {
  const of = (accepted: string, hostLanguage = '') => hostLanguageOf({ hostLanguage }, { 'accept-language': accepted })
  assert.is(of('fr-FR,fr;q=0.9,de;q=0.8,it;q=0.7'), 'de')
  assert.is(of('en-GB,en'), 'en')
  for (const accepted of ['fr-FR,fr', 'es', '*', '']) assert.is(of(accepted), 'it', accepted)
  assert.is(of('de-DE,de', 'en'), 'en')
  assert.is(of('de-DE,de', 'fr'), 'de', 'a language they do not have counts as none')
  assert.is(hostLanguageOf({}, {}), 'it')
})

test("a house's own colours are a style in the page that the policy allows, and no other style is", () => {
  const policy = policyOf('<style>body{}</style>')
  const accent = accentIn({ ...toPublic(defaults), accentColour: '#7a1f3d' })
  assert.match(accent, '--accent:#7a1f3d')
  assert.match(policy(accent), createHash('sha256').update(accent).digest('base64'))
  assert.not.match(policy(accent), 'unsafe')
  assert.is(accentIn(toPublic(defaults)), '')
  assert.is(policy('').match(/sha256-/g)!.length, 1)
})

test(
  'the installable pages are called as the house, cut for the home screen, or as the program while it has no name',
  atTheDoor(async ({ ask, store }) => {
    for (const [companyName, name, short] of [
      ['Casa Bella Vista', 'Casa Bella Vista · Benvenuto', 'Casa Bella V'],
      ['', 'Benvenuto', 'Benvenuto'],
    ] as const) {
      await store.saveSettings({ companyName })
      const { status, text } = await ask('GET', '/host.webmanifest')
      const made = JSON.parse(text) as { name: string; short_name: string; icons: { sizes: string }[] }
      assert.equal([status, made.name, made.short_name], [200, name, short])
      assert.equal(
        made.icons.map(({ sizes }) => sizes),
        ['192x192', '512x512'],
      )
    }
  }),
)

test.run()
