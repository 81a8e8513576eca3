import { readdirSync, readFileSync } from 'node:fs'
import Ajv from 'ajv'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../schema/languages'
import { type Flow, steps } from '../../schema/steps'
import { findingSentence, shapeFindings } from '../../src/core/lint/finding-words'
import { type Finding, lint, type Words } from '../../src/core/proof/proof'
import sentences from '../../src/text/findings.it.json'
import { words } from '../fixtures/words'

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null
type Expected = Pick<Finding, 'rule' | 'at' | 'nearest'>

/**
 * A fixture: its file name is the rule; `patch` (RFC 7396) is laid over `base.json`, or over the frozen flow of the
 * fixtures.
 */
type Fixture = { of?: string; patch: Json; findings?: Expected[] }

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const patched = (target: Json | undefined, patch: Json): Json => {
  if (!isObject(patch)) return patch
  const result = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else result[key] = patched(result[key], value)
  }
  return result
}

const wordsOf = (flow: Flow, of?: string) =>
  Object.fromEntries(
    languages.map((language) => [language, { ...(of && words[language]), ...flow.words.it, ...flow.words[language] }]),
  ) as Words
const countries = ['Italia', 'Germania', 'Francia', 'San Marino', 'Regno Unito', 'Spagna', 'Stati Uniti']
const shape = new Ajv({ allErrors: true, verbose: true, strictTypes: false }).compile(steps)

const findingsOf = ({ of, patch }: Fixture): Finding[] => {
  const flow = patched(read(of ?? 'test/flow/base.json'), patch) as unknown as Flow
  if (!shape(flow)) return shapeFindings(shape.errors ?? [])
  return lint(flow, {
    words: wordsOf(flow, of),
    isCountry: (name) => countries.includes(name),
    elsewhere: ['/admin-settings'],
    ...(of && { shipped: words }),
  })
}
const brief = ({ rule, at, nearest }: Expected) => ({ rule, at, ...(nearest && { nearest }) })
const fixtures = (kind: string) =>
  readdirSync(`test/flow/${kind}`)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, fixture: read(`test/flow/${kind}/${name}`) as Fixture }))

const test = suite('flow')

for (const { name, fixture } of fixtures('valid'))
  test(`not reported: ${name.slice(0, -5).replaceAll('-', ' ')}`, () => {
    assert.equal(
      findingsOf(fixture).map((finding) => findingSentence(finding, sentences)),
      [],
    )
  })

for (const { name, fixture } of fixtures('invalid'))
  test(`reported: ${name.slice(0, -5).replaceAll('-', ' ')}`, () => {
    const found = findingsOf(fixture)
    assert.equal(found.map(brief), fixture.findings)
    for (const finding of found) assert.not.match(findingSentence(finding, sentences), /\{\w+\}/)
  })

test.run()
