// The flow as it is shipped, steps.json with src/text. The engine's own tests stand on a frozen one
// (test/fixtures/flow), so that a change of the journey fails here and nowhere else.
import { readFileSync } from 'node:fs'
import Ajv from 'ajv'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostPaths } from '../../schema/host-pages'
import { languages } from '../../schema/languages'
import { type Flow, steps } from '../../schema/steps'
import { definitionOf, optionsOf } from '../../src/core/flow/fields'
import { shortOf } from '../../src/core/flow/names'
import { speaker } from '../../src/core/flow/speaker'
import { shortestRoutes } from '../../src/core/lint/routes'
import { walk } from '../../src/core/lint/walk'
import { lint, type Words } from '../../src/core/proof/proof'
import { countries } from '../core/flow/draft'
import { words } from '../fixtures/words'
import { excusesWhatIsOff, reachesOrExcuses } from './excused'

const test = suite('shipped flow')
const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
/** What is said in each language: the project's words, and over them the host's own. */
const said = Object.fromEntries(
  languages.map((language) => [language, { ...words[language], ...flow.words[language] }]),
) as Words
const first = walk(flow)
const routes = shortestRoutes(first)

test('its shape is the grammar, and the checker has nothing to say of it', () => {
  const shape = new Ajv({ strictTypes: false }).compile(steps)
  assert.ok(shape(flow), JSON.stringify(shape.errors))
  const known = { words: said, isCountry: (name: string) => countries.includes(name), elsewhere: [...hostPaths] }
  assert.equal(lint(flow, known), [])
})

test('every step the specification calls off the journey is a named exception with its reason', () =>
  excusesWhatIsOff(flow))

test('every step is on a journey or is named, with its reason, among the exceptions', () =>
  reachesOrExcuses(flow, routes))

test('every journey ends outside the flow', () => {
  const ends = [...routes.keys()].flatMap((visit) =>
    visit.transitions.flatMap(({ to }) => ('path' in to ? [] : [{ ...to, path: visit.path }])),
  )
  assert.equal(
    ends.filter(({ end }) => end !== 'outside'),
    [],
  )
  assert.equal([...new Set(ends.map(({ to }) => to))].sort(), [
    '/admin-settings',
    '/admin-today',
    'https://www.google.com/',
    '…',
  ])
})

test('whatever a journey shows has its words in all five languages', () => {
  for (const language of languages) {
    const say = speaker(said[language], language)
    for (const { path, who, asks } of routes.keys()) {
      assert.not.match(say.title(path, who), /\.title$/, `${language} ${path}`)
      for (const field of asks) {
        assert.not.match(say.label(field), /\.label$/, `${language} ${field}`)
        const definition = definitionOf(flow, field)!
        if (!['buttons', 'select'].includes(definition.control)) continue
        for (const value of optionsOf(definition, { 'settings.enablePayPal': 'yes', 'settings.enableStripe': 'yes' }))
          assert.ok(
            [field, shortOf(field).short].some((name) => say.has(`${name}.${value}`)),
            `${language} ${field} ${value}`,
          )
      }
    }
  }
})

test.run()
