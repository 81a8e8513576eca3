import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { flowGuests, type Who } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { controlNames, effectTable, panelNames, purposes } from '../../../schema/vocabulary'
import { differencesOf } from '../../../src/core/editor/differences'
import { cards as italian } from '../../fixtures/words'

const test = suite('differences of two flows')

const shipped = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const cards = { before: italian, after: italian }
type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

const flows = () => structuredClone(shipped) as Flow & { [name: string]: Json }

const otherwise = (value: string | number | boolean | null): Json => {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (value === null) return 'x'
  const who = flowGuests.indexOf(value as Who)
  if (who >= 0) return flowGuests[(who + 1) % flowGuests.length]!
  return value.startsWith('/') ? '/arrival-date2' : `${value}X`
}

const leavesOf = (value: Json, at = ''): [string, string | number | boolean | null][] =>
  value === null || typeof value !== 'object'
    ? [[at, value]]
    : Object.entries(value).flatMap(([name, part]) => leavesOf(part, `${at}\0${name}`))

const written = (flow: Flow, at: string, value: Json): Flow => {
  const copy = structuredClone(flow)
  const names = at.split('\0').slice(1)
  let part = copy as unknown as Record<string, Json>
  for (const name of names.slice(0, -1)) part = part[name] as Record<string, Json>
  part[names.at(-1)!] = value
  return copy
}

/** Returns a flow with nothing but the step, field, form or list of a place: each part is compared by itself. */
const alone = (flow: Flow, at: string): Flow => {
  const [, kind, name] = at.split('\0') as [string, string, string]
  const part = (flow as unknown as { [kind: string]: Json })[kind]!
  const empty = { steps: {}, fields: {}, guards: [], homes: [], exceptions: [], forms: {}, words: {} }
  return { ...empty, [kind]: Array.isArray(part) ? part : { [name]: (part as { [name: string]: Json })[name] } } as Flow
}

test('two equal flows have no difference', () => assert.equal(differencesOf(shipped, flows(), cards), []))

test('an edit of any value of the file changes its sentence', () => {
  const leaves = leavesOf(shipped as unknown as Json)
  assert.ok(leaves.length > 1000, `${leaves.length}`)
  const silent = leaves.filter(([at, leaf]) => {
    const before = alone(shipped, at)
    const found = differencesOf(before, written(before, at, otherwise(leaf)), cards)
    return !found.length || found.some(({ before, after }) => before === after)
  })
  assert.equal(silent, [])
})

/** Every member of the grammar with a value, set on a part of the shipped flow that lacks it or has another value. */
const members: [string, (flow: Flow) => void][] = [
  ['step.guest', ({ steps }) => (steps['/notes']!.guest = 'second')],
  [
    'step.guest arms',
    ({ steps }) => (steps['/guest-name']!.guest = [{ when: { addSecondGuest: 'yes' }, is: 'second' }, { is: 'main' }]),
  ],
  ['step.fields', ({ steps }) => (steps['/guest-name']!.fields = ['name'])],
  ['step.optional', ({ steps }) => (steps['/notes']!.optional = [])],
  ['step.choices', ({ steps }) => (steps['/guest-document']!.choices = { documentType: ['PASS'] })],
  ['step.panel', ({ steps }) => (steps['/notes']!.panel = panelNames[1])],
  ['step.do', ({ steps }) => (steps['/notes']!.do = Object.keys(effectTable)[2] as never)],
  ['step.on', ({ steps }) => (steps['/notes']!.on = 'enter')],
  ['step.wait', ({ steps }) => (steps['/notes']!.wait = 1000)],
  ['step.wait from', ({ steps }) => (steps['/notes']!.wait = { from: 'settings.x' })],
  ['step.back', ({ steps }) => (steps['/guest-name']!.back = [{ to: '/notes' }])],
  ['step.home', ({ steps }) => (steps['/notes']!.home = '/payment')],
  ['arm.when', ({ steps }) => (steps['/notes']!.next[0]!.when = { outcome: 'saved' })],
  ['arm.set literal', ({ steps }) => (steps['/invoice-selection']!.next[0]!.set = { addThirdGuest: 'no' })],
  [
    'arm.set copy',
    ({ steps }) => (steps['/second-guest-birthinfo']!.next[0]!.set = { mainGuestBirthDate: { from: 'birthDate' } }),
  ],
  ['arm.set forget', ({ steps }) => (steps['/arrival-date']!.next[0]!.set = { thirdGuestCitizenship: null })],
  ['field.control', ({ fields }) => (fields.name!.control = controlNames[1])],
  ['field.clean', ({ fields }) => (fields.documentNumber!.clean = ['digits'])],
  ['field.maxLength', ({ fields }) => (fields.name!.maxLength = 7)],
  ['field.autocomplete', ({ fields }) => (fields.name!.autocomplete = 'nickname')],
  ['field.aliases', ({ fields }) => (fields.name!.aliases = ['other'])],
  ['field.default', ({ fields }) => (fields.birthDate!.default = '1980-01-01')],
  ['field.default by', ({ fields }) => (fields.name!.default = { by: 'email', a: 'b' })],
  ['field.default from', ({ fields }) => (fields.name!.default = [{ from: 'email', when: { email: true } }, 'x'])],
  ['field.forgets', ({ fields }) => (fields.name!.forgets = ['email'])],
  ['field.advance', ({ fields }) => (fields.name!.advance = true)],
  ['field.options', ({ fields }) => (fields.gender!.options = ['UOMO', { value: 'DONNA', when: { email: true } }])],
  ['field.when', ({ fields }) => (fields.name!.when = { email: true })],
  ['field.purpose', ({ fields }) => (fields.name!.purpose = purposes[1])],
  ['field.schema', ({ fields }) => (fields.name!.schema = { type: 'string', minLength: 2 })],
  ['guard', ({ guards }) => guards.push({ at: '/notes', when: { email: false }, to: '/payment' })],
  ['guard.set', ({ guards }) => (guards[0]!.set = { addSecondGuest: null })],
  ['guards in another order', ({ guards }) => guards.reverse()],
  ['homes in another order', ({ homes }) => homes.reverse()],
  ['an exception less', ({ exceptions }) => exceptions.pop()],
  ['form.set', ({ forms }) => (forms.login!.set = { pin: 'x' })],
  ['form.tabs', ({ forms }) => (forms.login!.tabs = { one: ['two'] })],
  ['section.when', ({ forms }) => (forms.login!.sections![0]!.when = { pin: true })],
  ['section gone', ({ forms }) => forms.login!.sections!.pop()],
  ['word', ({ words }) => (words.de = { '/notes.title': 'Hallo' })],
  ['a step more', ({ steps }) => (steps['/more'] = { next: [{ to: '/notes' }] })],
  ['a step less', ({ steps }) => delete steps['/notes']],
]
for (const [name, edit] of members)
  test(`${name} is described`, () => {
    const after = flows()
    edit(after)
    const found = differencesOf(shipped, after, cards)
    assert.ok(found.length > 0)
    for (const { before, after } of found) assert.is.not(before, after)
    for (const { part, member } of found) assert.not.match(`${part} ${member}`, /^(part|member)\.|member\./)
  })

test('a write is described with its guests', () => {
  const after = flows()
  after.steps['/second-guest-birthinfo']!.next[0]!.set = { mainGuestBirthDate: { from: 'birthDate' } }
  const [found] = differencesOf(shipped, after, cards)
  assert.is(found!.member, 'poi')
  assert.match(found!.after!, "«Data di nascita (l'ospite principale)» diventa la risposta a «Data di nascita»")
  assert.not.match(found!.before!, 'diventa')
})

test.run()
