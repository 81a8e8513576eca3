import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { frameNames, hostControlNames, hostEffectTable, hostPanelNames, subjects } from '../../schema/host-vocabulary'
import { languages } from '../../schema/languages'
import { steps } from '../../schema/steps'
import { cleanerNames, controlNames, effectTable, panelNames } from '../../schema/vocabulary'

const test = suite('docs')
const read = (path: string) => readFileSync(path, 'utf8')
const wordsIn = (text: string) =>
  new Set([...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code!.match(/\w+/g) ?? []))

/** Returns the property names of a schema and its nested schemas. */
const grammar = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, ...rest } = schema as { properties?: object }
  return [
    ...Object.keys(properties ?? {}),
    ...[...Object.values(properties ?? {}), ...Object.values(rest)].flatMap(grammar),
  ]
}

test('docs/flow.md has every word of the grammar and of its closed lists', () => {
  const told = wordsIn(read('docs/flow.md'))
  const lists = [
    ...controlNames,
    ...hostControlNames,
    ...cleanerNames,
    ...panelNames,
    ...hostPanelNames,
    ...frameNames,
    ...subjects,
    ...Object.keys(hostEffectTable),
    ...Object.entries(effectTable).flatMap(([effect, { outcomes }]) => [effect, ...outcomes]),
  ]
  const known = grammar({ properties: steps.properties })
  assert.ok(known.includes('choices') && known.includes('column'))
  // Words of the JSON files that their context explains.
  const plain = [...languages, 'is', 'at', 'because', 'rule', 'value', 'to', 'from']
  assert.equal(
    [...new Set([...known, ...lists])].filter((word) => !told.has(word) && !plain.includes(word)),
    [],
  )
})

test('docs/operations.md has every variable of the environment', () => {
  const asked = readdirSync('server', { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = read(`server/${file}`)
      const taken = [...text.matchAll(/\{([^{}]+)\}(?: = environment|: NodeJS\.ProcessEnv)/g)].flatMap(
        ([, names]) => names!.match(/\b[A-Z][A-Z_0-9]+\b/g) ?? [],
      )
      return [...taken, ...[...text.matchAll(/(?:process\.env|environment)\.([A-Z_0-9]+)/g)].map(([, name]) => name!)]
    })
  assert.ok(asked.includes('SMTP_HOST') && asked.includes('DATA_DIR') && asked.includes('STRIPE_API'))
  const told = wordsIn(read('docs/operations.md'))
  assert.equal(
    [...new Set(asked)].filter((name) => !told.has(name)),
    [],
  )
})

test.run()
